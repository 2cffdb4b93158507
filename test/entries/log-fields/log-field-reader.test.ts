import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {chosenReaders} from '../../../source/entries/chosen-readers.js';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {LogFieldReader} from '../../../source/entries/log-fields/log-field-reader.js';
import {printedValue, storedValue} from '../../../source/entries/log-fields/log-value.js';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import {type LogHeader, noHeader} from '../../../source/entries/log-header.js';
import {unrulyLine} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {pairTail, wrappedLines} from '../../helpers/log-field-lines.js';

process.env.TZ = 'UTC';

const readers = new Map<string, LogFieldReader>();

/** Returns a reader that has read other lines before. */
function readerOf(name: string, choice: string | undefined): LogFieldReader {
	const key = `${name}\n${choice ?? ''}`;
	const reader = readers.get(key) ?? new LogFieldReader(name, choice);
	if (readers.size > 100) {
		readers.clear();
	}
	readers.set(key, reader);
	return reader;
}

const otherNames = [
	'',
	'no',
	'a',
	'b',
	'a.b',
	'request',
	'request.x',
	'status',
	'x',
	'properties.a',
	'k',
	'ä',
];

/** Checks that readers find the same values as the list of a line's values, and none under other names. */
function assertSame(
	t: ExecutionContext,
	line: Buffer,
	{choice, header = noHeader}: {readonly choice?: string; readonly header?: LogHeader} = {},
): void {
	const lines = new LineReader(chosenReaders(choice));
	lines.header = header;
	const record = new EntryRecord();
	const format = lines.read(line, 0, line.length, record);
	if (record.isWhole) {
		t.deepEqual(logValues(line, {choice, header}), []);
	}
	if (format < 0) {
		t.deepEqual(logValues(line, {choice, header}), []);
		return;
	}
	// The line is a part of a chunk.
	const chunk = Buffer.concat([Buffer.from('x"\n'), line, Buffer.from('\n{"a":"b"}')]);
	const read = (name: string): string | undefined => {
		const reader = readerOf(name, choice);
		reader.header = header;
		return reader.read(chunk, 3, 3 + line.length, format)
			? Buffer.from(reader.value.bytes).toString('utf8', reader.value.start, reader.value.end)
			: undefined;
	};
	const shown = JSON.stringify(line.toString('latin1'));
	const names = new Set<string>();
	const values = logValues(line, {choice, header});
	t.deepEqual(logValues(line, {choice, header, format}), values, shown);
	for (const {name, text, elements} of values) {
		names.add(name.toLowerCase());
		const stored = read(name.toLowerCase());
		t.is(stored, storedValue(text, elements), `${name} in ${shown}`);
		t.is(printedValue(stored ?? ''), text);
	}
	for (const name of otherNames) {
		if (!names.has(name)) {
			t.is(read(name), undefined, `${name} in ${shown}`);
		}
	}
}

test('finds a value by its name like the list of all values, in all samples', t => {
	for (const name of readdirSync('samples').filter(file => file.endsWith('.log'))) {
		const lines = readFileSync(join('samples', name), 'latin1').split('\n').slice(0, 60);
		for (const line of new Set(lines)) {
			assertSame(t, Buffer.from(line, 'latin1'));
		}
	}
});

test('finds a value by its name like the list of all values, in any line', t => {
	forAll(1000, unrulyLine, line => assertSame(t, line));
});

test('finds a value by its name like the list of all values, in lines of each kind and within wrappers', t => {
	forAll(4000, wrappedLines, line => assertSame(t, line));
});

test('finds a value by its name like the list of all values, in lines of a custom format', t => {
	const choice = '$remote_addr "$request" $status $a $upstream_b "$c"';
	const prefixes = fc.constantFrom('', '2026-11-20T09:03:07.123456789+01:00 stdout F ', '\u001B[1m');
	forAll(1000, prefixes, pairTail, pairTail, (prefix, first, second) => {
		const text = `${prefix}192.0.2.1 "GET / HTTP/1.1" 200 ${first} "${second}"`;
		assertSame(t, Buffer.from(text.replaceAll('\n', ' ')), {choice});
	});
});

test('a line with the names of columns changes the header', t => {
	const reader = new LogFieldReader('x-tenant');
	const fields = Buffer.from('#Fields: date time c-ip cs-method cs-uri-stem sc-status X-Tenant');
	t.false(reader.read(fields, 0, fields.length, 0));
	t.is(reader.header.fields, fields.toString());
	const line = Buffer.from('2026-11-20 09:03:07 192.0.2.1 GET /en/ 200 t1');
	const format = new LineReader().read(line, 0, line.length, new EntryRecord());
	t.true(reader.read(line, 0, line.length, format));
});

test('finds a value by its name like the list of all values, in columns that a header names', t => {
	const header = {fields: '#Fields: date time c-ip cs-method cs-uri-stem sc-status A b a X(Y)', date: ''};
	const column = fc.constantFrom('-', '""', '"a ""b"""', 'x', '"', 'ä', '1,', 'x\u001B');
	forAll(400, fc.array(column, {maxLength: 5}), columns => {
		const text = `2026-11-20 09:03:07 192.0.2.1 GET /en/ 200 ${columns.join(' ')}`;
		assertSame(t, Buffer.from(text), {header});
	});
});
