import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {allFormats, chosenReaders} from '../../../source/entries/chosen-readers.js';
import {EntryRecord, type Field, fields, noStatus, spanOf} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {JsonLines} from '../../../source/entries/log-fields/json-lines.js';
import type {ReadEntry} from '../../../source/entries/log-fields/line-values.js';
import {addWithLogFields, logValues} from '../../../source/entries/log-fields/log-values.js';
import {harmlessJson} from '../../../source/harmless-json.js';
import {unrulyLine} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {wrappedLines} from '../../helpers/log-field-lines.js';

process.env.TZ = 'UTC';

/** Returns the log fields of a line as JSON; empty if there are none. */
function objectOf(line: Buffer, entry?: ReadEntry): string {
	const lines = new JsonLines();
	addWithLogFields('{"x":1}', line, {entry}, lines);
	const [, fields = ''] = /^\{"x":1(?:,"fields":(.*))?\}$/.exec(textOf(lines)) ?? [];
	return fields;
}

const reader = new LineReader(chosenReaders());
const record = new EntryRecord();

/** Returns the fields of a line; undefined if it isn't a request. */
function entryOf(line: Buffer): ReadEntry | undefined {
	const format = allFormats[reader.read(line, 0, line.length, record)];
	const has = (field: Field): boolean => (record.spans[spanOf[field] + 1] ?? 0) > 0;
	const texts = fields.map(field => [field, has(field) ? 'x' : null]);
	const number = (value: number): number | null => (Number.isNaN(value) ? null : value);
	return (
		format && {
			...Object.fromEntries(texts),
			format: format.name,
			time: number(record.time),
			timeSource: null,
			status: record.status === noStatus ? null : record.status,
			bytes: number(record.bytes),
			durationMs: number(record.durationMs),
		}
	);
}

function textOf(lines: JsonLines): string {
	return Buffer.from(lines.take()).toString();
}

/** Checks that an object has the same values as the list of a line's values. */
function assertSame(t: ExecutionContext, line: Buffer): void {
	const values = logValues(line).filter(({isRead}) => !isRead);
	const pairs = values.map(({name, text, elements}) => {
		const json = elements === null ? harmlessJson(text) : `[${elements.map(harmlessJson).join(',')}]`;
		return `${harmlessJson(name)}:${json}`;
	});
	const object = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
	t.is(objectOf(line), object, JSON.stringify(line.toString('latin1')));
	t.is(objectOf(line, entryOf(line)), object, JSON.stringify(line.toString('latin1')));
}

const request = '"time":"2026-11-20T08:03:07Z","ip":"203.0.113.7","method":"GET","url":"/","status":200';

test('has the values that weren’t read into a field', t => {
	t.is(
		objectOf(
			Buffer.from(
				`{${request},"a":"x","n":1.50,"list":["y","-",2],"of":[{"k":1,"l":"z"},{"k":2}],"none":null}`,
			),
		),
		'{"a":"x","n":"1.50","list":["y","2"],"of.k":["1","2"],"of.l":["z"]}',
	);
	t.is(objectOf(Buffer.from(`{${request}}`)), '');
});

test('writes each value like JSON.stringify, and no character that acts on a terminal', t => {
	const value = '\\"q\\"\\\\ \\/ \\u0041 \\u202e \\ud800 \\n \\x1e #2D ä \u007F \u200B';
	t.is(
		objectOf(Buffer.from(`{${request},"ä\\u001b":"${value}","upstream_status":"502, \\"-\\""}`)),
		'{"ä\\u001b":"\\"q\\"\\\\ / A \\u202e \\\\ud800 \\n \\\\x1E #2D ä \\u007f \\u200b","upstream_status":["502","\\"-\\""]}',
	);
	assertSame(
		t,
		Buffer.concat([Buffer.from(`{${request},"a":"`), Buffer.from([0xff, 0, 0x1e]), Buffer.from('"}')]),
	);
});

test('keeps lines separate until the caller takes them', t => {
	const lines = new JsonLines();
	const long = 'ä'.repeat(200_000);
	for (const value of ['a', long, 'b']) {
		addWithLogFields('{"x":1}', Buffer.from(`{${request},"v":"${value}"}`), {}, lines);
		lines.add(`{"x":"${value}"}`);
	}
	t.is(
		textOf(lines),
		['a', long, 'b'].map(value => `{"x":1,"fields":{"v":"${value}"}}\n{"x":"${value}"}`).join('\n'),
	);
	t.is(textOf(lines), '');
	lines.add('{}');
	t.is(textOf(lines), '{}');
});

test('has the same values as the list of all values, in all samples and in any line', t => {
	for (const name of readdirSync('samples').filter(file => file.endsWith('.log'))) {
		for (const line of new Set(readFileSync(join('samples', name), 'latin1').split('\n').slice(0, 60))) {
			assertSame(t, Buffer.from(line, 'latin1'));
		}
	}
	forAll(500, unrulyLine, line => assertSame(t, line));
	forAll(1000, wrappedLines, line => assertSame(t, line));
});

test('has a value that could not be read into a field', t => {
	const line = Buffer.from(
		'{"time":"x","remote_addr":"unknown!","method":"GET","url":"/","status":200,"bytes":"many","http_x_forwarded_for":"203.0.113.7"}',
	);
	assertSame(t, line);
	t.is(objectOf(line, entryOf(line)), '{"time":"x","remote_addr":"unknown!","bytes":"many"}');
});
