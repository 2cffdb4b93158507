import test from 'ava';
import fc from 'fast-check';
import {allFormats} from '../../source/entries/chosen-readers.js';
import {EntryRecord, fields, spanOf, unread} from '../../source/entries/entry-record.js';
import type {ScanLine} from '../../source/entries/format.js';
import {formats, readers} from '../../source/entries/formats.js';
import {decodeText} from '../../source/entries/values/decode-text.js';
import {
	apacheEscaped,
	combinedFields,
	combinedLine,
	sampleLines,
	unrulyLine,
} from '../helpers/arbitrary-lines.js';
import {forAll} from '../helpers/for-all.js';
import {fieldsOf, type LineFields} from '../helpers/line-fields.js';

/** Bytes around a line: usually other lines, but a truncated line is followed by its own rest. */
const surrounding = fc.oneof(
	fc.constant(Buffer.alloc(0)),
	unrulyLine,
	unrulyLine.map(line => Buffer.concat([line, Buffer.from('\n')])),
	unrulyLine.map(line => Buffer.concat([Buffer.from('\n'), line])),
	fc.constantFrom('"', ',', ' ', '-', ' "', '7', '] "', '\0', '\\', ':').map(text => Buffer.from(text)),
);

/** Returns the names of the formats that read a line, when each reader is tried separately. */
function formatsReading(line: string | Buffer): readonly string[] {
	const bytes = Buffer.from(line);
	return readers.flatMap(({formats: own, open}) => {
		const number = open()(bytes, 0, bytes.length, new EntryRecord());
		return number === unread ? [] : [own[number]?.name ?? 'no request'];
	});
}

test('the names of formats on the screen are short, distinct and no identifiers', t => {
	const names = allFormats.map(({label, title}) => label ?? title);
	for (const name of names) {
		t.true(name.length <= 36, name);
		t.notRegex(name, /^[a-z\d]+_\w+$/);
	}
	t.is(new Set(names).size, new Set(allFormats.map(({name}) => name)).size);
	t.true(names.includes('combined, with duration'));
});

test('formats have unique names', t => {
	t.is(new Set(formats.map(({name}) => name)).size, formats.length);
	for (const {name} of formats) {
		t.regex(name, /^[a-z\d]+(_[a-z\d]+)*$/);
	}
});

for (const {name, example} of formats) {
	test(`${name}: only this format reads its example`, t => {
		t.deepEqual(formatsReading(example), [name]);
	});
}

/** Reads a line. Returns the name of the format and the record. */
function readOf(line: string): {readonly format: string; readonly record: EntryRecord} {
	const bytes = Buffer.from(line);
	const record = new EntryRecord();
	const names = readers.map(({formats: own, open}) => own[open()(bytes, 0, bytes.length, record)]?.name);
	return {format: names.find(name => name !== undefined) ?? '', record};
}

for (const {name, example} of formats) {
	const {bytes} = readOf(example).record;
	if (!Number.isNaN(bytes)) {
		test(`${name}: ignores a size of -1`, t => {
			const {format, record} = readOf(example.replace(String(bytes), '-1'));
			t.is(format, name);
			t.true(Number.isNaN(record.bytes));
		});
	}
}

test('a reader reads only lines that start with its first bytes', t => {
	forAll(100, unrulyLine, line => {
		for (const {begins, open} of readers) {
			const number = open()(line, 0, line.length, new EntryRecord());
			t.true(number === unread || begins === undefined || begins.includes(line.toString('latin1', 0, 1)));
		}
	});
	t.pass();
});

test('each sample line has exactly one format', t => {
	for (const line of sampleLines) {
		t.is(formatsReading(line).length, 1, `${line}: ${formatsReading(line)}`);
	}
});

test('no line has two formats', t => {
	forAll(500, unrulyLine, line => {
		const names = formatsReading(line);
		t.true(names.length <= 1, `${line.toString('latin1')}: ${names.join(', ')}`);
	});
});

test('clients cannot make a combined line look like another format', t => {
	forAll(200, combinedFields, fields => {
		const names = formatsReading(combinedLine(fields, apacheEscaped));
		t.deepEqual(names, ['combined']);
	});
});

for (const {formats: own, open} of readers) {
	const name = own.map(format => format.name).join(', ');

	test(`${name}: spans are within the line, and numbers are integers`, t => {
		forAll(200, unrulyLine, surrounding, surrounding, (line, before, after) => {
			const bytes = Buffer.concat([before, line, after]);
			const start = before.length;
			const end = start + line.length;
			const record = new EntryRecord();
			const number = open()(bytes, start, end, record);
			const format = own[number];
			t.true(number < own.length);
			if (format === undefined) {
				return;
			}
			const source = record.source ?? bytes;
			for (const field of fields) {
				const from = record.spans[spanOf[field]] ?? 0;
				const to = record.spans[spanOf[field] + 1] ?? 0;
				const isWithin = record.source === undefined ? from >= start && to <= end : to <= source.length;
				t.true((from === 0 && to === 0) || (from < to && isWithin), `${field} ${from} ${to}`);
				t.true(decodeText(source.subarray(from, to), format.escapes).length <= 4 * (to - from));
			}
			t.true(Number.isNaN(record.time) || Number.isInteger(record.time));
			t.true(Math.abs(record.zone) < 1440);
			t.true(Number.isInteger(record.status) && record.status >= 0 && record.status <= 65_535);
			t.true(Number.isNaN(record.bytes) || record.bytes >= 0);
			t.true(Number.isNaN(record.durationMs) || record.durationMs >= 0);
		});
	});
	test(`${name}: the offset of a line and earlier lines never change its meaning`, t => {
		const read = (scan: ScanLine, line: Buffer, before: Buffer, after: Buffer): LineFields | number => {
			const bytes = Buffer.concat([before, line, after]);
			const record = new EntryRecord();
			const number = scan(bytes, before.length, before.length + line.length, record);
			return number < 0 ? number : fieldsOf(record.source ?? bytes, record, own[number]?.escapes ?? 'none');
		};
		const nothing = Buffer.alloc(0);
		forAll(
			200,
			fc.array(fc.tuple(unrulyLine, surrounding, surrounding), {minLength: 1, maxLength: 6}),
			lines => {
				const scan = open();
				for (const [line, before, after] of lines) {
					t.deepEqual(read(scan, line, before, after), read(open(), line, nothing, nothing));
				}
			},
		);
	});
}
