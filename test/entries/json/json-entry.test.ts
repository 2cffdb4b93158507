import test from 'ava';
import {objectKind} from '../../../source/entries/json/json-entry.js';
import {NameTable} from '../../../source/entries/json/name-table.js';
import {ObjectScanner} from '../../../source/entries/json/object-scanner.js';

const table = new NameTable();

const kindOf = (object: Record<string, unknown>): string => {
	const scanner = new ObjectScanner(table);
	const bytes = Buffer.from(JSON.stringify(object));
	scanner.scan(bytes, 0, bytes.length);
	return objectKind(scanner, bytes, table.entry('ts'));
};

test('a request has a status and says what was asked for, or all but a status', t => {
	t.is(kindOf({status: 200, method: 'GET'}), 'request');
	t.is(kindOf({status: 200, request: 'GET / HTTP/1.1'}), 'request');
	t.is(kindOf({status: 200, url: '/'}), 'request');
	t.is(kindOf({status: 200, path: '/'}), 'request');
	t.is(kindOf({status: 0, url: '/'}), 'unknown');
	t.is(kindOf({status: 0, method: 'GET'}), 'request');
	t.is(kindOf({status: 70_000, method: 'GET'}), 'unknown');
	t.is(kindOf({status: 200}), 'unknown');
	t.is(kindOf({method: 'GET', url: '/', time: 1}), 'request');
	t.is(kindOf({method: 'GET', url: '/'}), 'unknown');
});

test('Caddy logs other things, too', t => {
	const logged = {level: 'info', ts: 1_795_161_787.123};
	const request = {status: 200, method: 'GET', uri: '/'};
	t.is(kindOf({...logged, ...request}), 'request');
	t.is(kindOf({...logged, ...request, logger: 'http.log.access.log0'}), 'request');
	t.is(kindOf({...logged, ...request, logger: 'http.log.error'}), 'other');
	t.is(kindOf({...logged, msg: 'serving initial configuration'}), 'other');
	t.is(kindOf({...logged, msg: 'mine', caller: 'main.go:1'}), 'unknown');
	t.is(kindOf({level: 'info', time: 1_795_161_787.123, ...request, logger: 'http.log.error'}), 'request');
});
