import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, spanOf, textFields} from '../../source/entries/entry-record.js';
import type {Format} from '../../source/entries/format.js';
import {formats} from '../../source/entries/formats.js';
import {decodeText} from '../../source/entries/values/decode-text.js';
import {
	apacheEscaped,
	combinedFields,
	combinedLine,
	sampleLines,
	unrulyLine,
} from '../helpers/arbitrary-lines.js';
import {lineFields, scanLine} from '../helpers/line-fields.js';

/** What stands around a line: mostly lines, but a line that was cut is followed by its own rest. */
const surrounding = fc.oneof(
	fc.constant(Buffer.alloc(0)),
	unrulyLine,
	unrulyLine.map(line => Buffer.concat([line, Buffer.from('\n')])),
	unrulyLine.map(line => Buffer.concat([Buffer.from('\n'), line])),
	fc.constantFrom('"', ',', ' ', '-', ' "', '7', '] "', '\0', '\\', ':').map(text => Buffer.from(text)),
);

const formatsReading = (line: string | Buffer): readonly Format[] =>
	formats.filter(format => lineFields(format, line) !== null);

test('formats have names of their own', t => {
	t.is(new Set(formats.map(({name}) => name)).size, formats.length);
	for (const {name} of formats) {
		t.regex(name, /^[a-z]+(_[a-z]+)*$/);
	}
});

test('each format reads some of the samples, and each sample is of one format', t => {
	const names = sampleLines.map(line => formatsReading(line).map(({name}) => name));
	t.deepEqual(
		names.filter(({length}) => length !== 1),
		[],
	);
	t.deepEqual([...new Set(names.flat())].sort(), formats.map(({name}) => name).sort());
});

test('no line is of two formats', t => {
	fc.assert(
		fc.property(unrulyLine, line => {
			const names = formatsReading(line).map(({name}) => name);
			t.true(names.length <= 1, `${line.toString('latin1')}: ${names.join(', ')}`);
		}),
		{numRuns: 5000},
	);
});

test('a line that anybody could have made the server write is of the combined format', t => {
	fc.assert(
		fc.property(combinedFields, fields => {
			const names = formatsReading(combinedLine(fields, apacheEscaped)).map(({name}) => name);
			t.deepEqual(names, ['combined']);
		}),
		{numRuns: 500},
	);
});

for (const format of formats) {
	test(`${format.name}: spans stay within the line, numbers are whole`, t => {
		fc.assert(
			fc.property(unrulyLine, surrounding, surrounding, (line, before, after) => {
				const bytes = Buffer.concat([before, line, after]);
				const start = before.length;
				const end = start + line.length;
				const record = new EntryRecord();
				if (!format.open()(bytes, start, end, record)) {
					return;
				}
				for (const field of textFields) {
					const from = record.spans[spanOf[field]] ?? 0;
					const to = record.spans[spanOf[field] + 1] ?? 0;
					t.true(
						(from === 0 && to === 0) || (from >= start && from < to && to <= end),
						`${field} ${from} ${to}`,
					);
					t.true(decodeText(bytes.subarray(from, to), format.escapes).length <= 4 * (to - from));
				}
				t.true(Number.isInteger(record.time));
				t.true(Math.abs(record.zone) < 1440);
				t.true(Number.isInteger(record.status) && record.status >= 0 && record.status <= 65_535);
				t.true(Number.isNaN(record.bytes) || record.bytes >= 0);
			}),
			{numRuns: 3000},
		);
	});

	test(`${format.name}: a line means the same wherever it stands and whatever was read before`, t => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(unrulyLine, surrounding, surrounding), {minLength: 1, maxLength: 6}),
				lines => {
					const scan = format.open();
					for (const [line, before, after] of lines) {
						const alone = lineFields(format, line, {before: Buffer.alloc(0), after: Buffer.alloc(0)});
						t.deepEqual(scanLine(scan, format.escapes, line, {before, after}), alone);
					}
				},
			),
			{numRuns: 2000},
		);
	});
}
