import test from 'ava';
import {Arena} from '../../../source/entries/arena.js';
import {JsonEntry} from '../../../source/entries/json/json-entry.js';
import {commonTable} from '../../../source/entries/json/known-names.js';
import {KnownValues} from '../../../source/entries/json/known-values.js';

const table = commonTable();

function kindOf(object: Record<string, unknown>): string {
	const entry = new JsonEntry(new KnownValues(table, 'object'), new Arena());
	const bytes = Buffer.from(JSON.stringify(object));
	entry.scan(bytes, 0, bytes.length);
	return entry.kind();
}

const ip = '203.0.113.7';

test('a request has a status and a target or a client', t => {
	t.is(kindOf({status: 200, method: 'GET', url: '/'}), 'request');
	t.is(kindOf({status: 200, method: 'GET', ip}), 'request', 'without a URL, by its client');
	t.is(kindOf({status: 200, method: 'CONNECT', url: 'shop.example:443'}), 'request');
	t.is(kindOf({status: 200, request: 'GET / HTTP/1.1'}), 'request');
	t.is(kindOf({status: 200, request: 'get / HTTP/1.1'}), 'request');
	t.is(kindOf({status: 200, request: 'PURGE-ALL /x HTTP/1.1'}), 'request');
	t.is(kindOf({status: 200, request: 'CONNECT shop.example:443'}), 'request');
	t.is(kindOf({status: 200, url: '/', ip}), 'request');
	t.is(kindOf({status: 200, path: '/', ip}), 'request');
	t.is(kindOf({status: 200, path: '/', user_agent: 'curl/8.5.0'}), 'request');
	t.is(kindOf({status: 200, url: 'https://shop.example/', ip}), 'request');
	t.is(kindOf({status: 200, request: '/en/', method: 'GET'}), 'request');
	t.is(kindOf({status: 400, request: '\x16\x03\x01', ip}), 'request');
	t.is(kindOf({status: 400, request: '', ip}), 'request');
	t.is(kindOf({status: 200, request_uri: '/'}), 'request', 'called one of a request');
});

test('a request that the server couldn’t parse has an empty method and URL, and a client', t => {
	for (const nothing of ['', '-', null]) {
		const refused = {status: 400, method: nothing, uri: nothing};
		t.is(kindOf({...refused, ip}), 'request', String(nothing));
		t.is(kindOf({...refused, ip, level: 'info', duration: 4}), 'request');
		t.is(kindOf(refused), 'unknown', 'without a client');
		t.is(kindOf({...refused, upstream_addr: '', address: ip}), 'request', 'nginx');
	}
	t.is(kindOf({status: 400, method: '<BADREQ>', uri: '<BADREQ>', ip}), 'request', 'HAProxy');
	t.is(kindOf({status: 400, uri: '<BADREQ>', ip}), 'request');
	t.is(kindOf({status: 400, method: '<BADREQ>', uri: '<BADREQ>'}), 'unknown');
	t.is(kindOf({response_code: 0, response_flags: '-', method: null, path: null, ip}), 'unknown', 'TCP');
	t.is(kindOf({status: 200, method: null, path: null, ip}), 'unknown');
	t.is(kindOf({status: 400, method: null, ip}), 'unknown');
	t.is(kindOf({status: 400, method: null, path: null, ip, level: 'error', msg: 'no article'}), 'unknown');
});

test('decodes only parts of the object, not the buffer that it is in', t => {
	const [before, after] = ['x'.repeat(5000), 'y'.repeat(5000)];
	for (const object of [{status: 200}, {status: 200, ip}, {status: 200, request: 'GET /'}, {time: 1}]) {
		const text = JSON.stringify(object);
		const bytes = Buffer.from(`${before}${text}${after}`);
		const decoded: string[] = [];
		bytes.toString = (...range) => {
			const part = Buffer.prototype.toString.apply(bytes, range);
			decoded.push(part);
			return part;
		};
		const entry = new JsonEntry(new KnownValues(table, 'object'), new Arena());
		entry.scan(bytes, before.length, before.length + text.length);
		entry.kind();
		t.deepEqual(
			decoded.filter(part => !text.includes(part)),
			[],
			text,
		);
	}
});

test('a path or a URL without a client is not enough for a request', t => {
	t.is(kindOf({status: 200, url: '/'}), 'unknown');
	t.is(kindOf({status: 200, path: '/'}), 'unknown');
	t.is(kindOf({status: 200, request: '/en/'}), 'unknown');
	t.is(
		kindOf({status: 200, url: 'https://api.example/', method: 'POST'}),
		'unknown',
		'what the program asked for',
	);
	t.is(kindOf({status: 400, request: ''}), 'unknown');
	t.is(kindOf({status: 200, url: '/', ip: 'mobile app'}), 'unknown');
});

test('a method and a status are not enough: probes, metrics and cache lookups have them, too', t => {
	t.is(kindOf({status: 404, method: 'HEAD', probeUrl: 'http://shop.example/'}), 'unknown');
	t.is(
		kindOf({name: 'http.server.requests', attributes: {'http.method': 'GET', 'http.status_code': 200}}),
		'unknown',
	);
	t.is(kindOf({attributes: {'http.request.method': 'GET', 'http.response.status_code': 200}}), 'unknown');
	t.is(kindOf({status: 404, method: 'get', path: 'user:1', msg: 'cache'}), 'unknown');
});

test('rejects matches of security rules and calls of Internet telephony', t => {
	const http = {hostname: 'shop.example', url: '/', http_method: 'GET', status: 200};
	const event = {timestamp: '2026-11-20T08:03:07.1+0000', flow_id: 1, src_ip: ip};
	t.is(kindOf({...event, event_type: 'http', http}), 'request');
	t.is(kindOf({...event, event_type: 'alert', alert: {signature_id: 1}, http}), 'unknown');
	t.is(kindOf({...event, event_type: 'fileinfo', fileinfo: {filename: '/'}, http}), 'unknown');
	t.is(kindOf({...event, event_type: 'dns', dns: {rrname: 'shop.example'}}), 'unknown');
	const edge = {ClientIP: ip, ClientRequestMethod: 'GET', ClientRequestPath: '/', EdgeResponseStatus: 403};
	t.is(kindOf({...edge, RayID: 'a', EdgeStartTimestamp: 1}), 'request');
	t.is(kindOf({...edge, RayID: 'a', Datetime: 1, MatchIndex: 0, RuleID: 'r'}), 'unknown');
	const sip = {ts: 1795161787.1, 'id.orig_h': ip, method: 'REGISTER', uri: 'sip:shop.example'};
	t.is(kindOf({...sip, request_from: '<sip:ada@shop.example>', status_code: 401}), 'unknown');
});

test('rejects outgoing requests, even if the line also has the incoming one', t => {
	const names = {StatusCode: 200, HttpMethod: 'GET', Uri: 'https://api.example/', RequestPath: '/en/'};
	const client = 'End processing HTTP request after {ElapsedMilliseconds}ms - {StatusCode}';
	t.is(kindOf({'@t': '2026-11-20T08:03:07Z', '@mt': client, ...names}), 'unknown');
	const server = 'HTTP {RequestMethod} {RequestPath} responded {StatusCode}';
	t.is(kindOf({'@t': '2026-11-20T08:03:07Z', '@mt': server, RequestMethod: 'GET', ...names}), 'request');
});

test('tracing of Rust: a line with a duration is a request', t => {
	const span = {method: 'GET', uri: '/en/', name: 'request'};
	const line = {timestamp: '2026-11-20T08:03:07Z', level: 'INFO', span};
	t.is(
		kindOf({...line, fields: {message: 'finished processing request', latency: '4 ms', status: 200}}),
		'request',
	);
	t.is(kindOf({...line, message: 'finished processing request', latency: '4 ms', status: 200}), 'request');
	t.is(kindOf({...line, fields: {message: 'started processing request'}}), 'unknown');
	t.is(kindOf({...line, fields: {message: 'payment answered', status: 200}}), 'unknown');
});

test('a status is 100 to 599 or the value that the server logs for a missing one; a method must be valid', t => {
	for (const status of [99, 600, 70_000, -1, 0, 'ok', '200 OK', 200.5]) {
		t.is(kindOf({status, method: 'GET'}), 'unknown', String(status));
		t.is(kindOf({status, method: 'GET', url: '/', time: 1, ip}), 'request', 'a request nevertheless');
	}
	t.is(kindOf({status: 0, request: {method: 'GET', remote_ip: ip}}), 'request', 'Caddy');
	for (const method of ['get_user', 'Deploy', 'shop.Basket/Add', 'fetch', 'a b', 'GET ']) {
		t.is(kindOf({status: 200, method}), 'unknown', method);
	}
	for (const method of ['GET', 'get', 'PROPFIND', 'VERSION-CONTROL', 'X']) {
		t.is(kindOf({status: 200, method, url: '/'}), 'request', method);
	}
	for (const request of [
		'8f0c2d1e',
		'ORDER 66 created',
		'SELECT * FROM articles',
		'ERROR /var/log/x',
		'restart',
		'GET',
		'{}',
	]) {
		t.is(kindOf({status: 200, request, ip}), 'unknown', request);
	}
});

test('a request without a status needs a method, a URL, a time and a client, and must not be a message of an application', t => {
	const request = {method: 'GET', url: '/', time: 1, ip};
	t.is(kindOf(request), 'request');
	t.is(kindOf({...request, ip: undefined}), 'unknown');
	t.is(kindOf({...request, time: undefined}), 'unknown');
	for (const name of ['level', 'severity', 'msg', 'message', '@mt']) {
		t.is(kindOf({...request, [name]: 'looking for articles'}), 'unknown', name);
	}
	t.is(
		kindOf({webaclId: 'x', message: 'x', timestamp: 1, httpRequest: {httpMethod: 'GET', uri: '/'}}),
		'request',
	);
});

test('Caddy: other log lines are not requests', t => {
	const logged = {level: 'info', ts: 1_795_161_787.123};
	const request = {status: 200, request: {remote_ip: ip, method: 'GET', uri: '/'}};
	t.is(kindOf({...logged, ...request}), 'request');
	t.is(kindOf({...logged, ...request, logger: 'http.log.access.log0'}), 'request');
	t.is(kindOf({...logged, ...request, logger: 'http.log.error'}), 'other');
	t.is(kindOf({...logged, msg: 'serving initial configuration'}), 'other');
	t.is(kindOf({...logged, msg: 'mine', caller: 'main.go:1'}), 'unknown');
	t.is(kindOf({level: 'info', time: 1_795_161_787.123, ...request, logger: 'http.log.error'}), 'request');
	t.is(kindOf({...logged, logger: 'api', status: 200, method: 'GET', path: '/'}), 'request', 'not of Caddy');
});
