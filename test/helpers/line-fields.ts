import test from 'ava';
import {EntryRecord, noStatus, spanOf} from '../../source/entries/entry-record.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {decodeText, type Escapes} from '../../source/entries/values/decode-text.js';
import {type TextField, textFields} from '../../source/fields/fields.js';

/** Fields that a scanner found in a line. Missing fields have no key. */
export type LineFields = Partial<
	Record<TextField, string> & {
		/** ISO 8601 in UTC. */
		readonly time: string;
		readonly zone: number;
		readonly status: number;
		readonly bytes: number;
		readonly durationMs: number;
	}
>;

/** Returns the fields of a record. */
export function fieldsOf(bytes: Buffer, record: EntryRecord, escapes: Escapes): LineFields {
	const found: Record<string, string | number> = {};
	for (const field of textFields) {
		const start = record.spans[spanOf[field]] ?? 0;
		const end = record.spans[spanOf[field] + 1] ?? 0;
		if (end > start) {
			found[field] = decodeText(bytes.subarray(start, end), escapes);
		}
	}
	if (!Number.isNaN(record.time)) {
		found.time = new Date(record.time).toISOString();
		// Converts -0 to 0: a missing zone may be either.
		found.zone = record.zone + 0;
	}
	if (record.status !== noStatus) {
		found.status = record.status;
	}
	if (!Number.isNaN(record.bytes)) {
		found.bytes = record.bytes;
	}
	if (!Number.isNaN(record.durationMs)) {
		found.durationMs = record.durationMs;
	}
	return found;
}

/** Bytes before and after a line in its chunk. The default would complete any part that the line leaves open. */
export type Surroundings = {readonly before: Buffer; readonly after: Buffer};

const nosy: Surroundings = {
	before: Buffer.from('192.0.2.200 - - [01/Jan/2001:00:00:00 +0000] "GET /before HTTP/1.0" 299 1 "-" "-"\n'),
	after: Buffer.from('\n" [02/Jan/2001:00:00:00 +0000] "GET /after HTTP/1.0" 298 2 "after" "after"\n'),
};

/** Reads a line between other lines. Returns the name of its format and its fields, or null if no format reads it. */
export function readLine(
	line: string | Buffer,
	{before, after}: Surroundings = nosy,
): {readonly format: string; readonly fields: LineFields} | null {
	const own = typeof line === 'string' ? Buffer.from(line) : line;
	const bytes = Buffer.concat([before, own, after]);
	const record = new EntryRecord();
	const number = new LineReader().read(bytes, before.length, before.length + own.length, record);
	const format = formats[number];
	return format === undefined
		? null
		: {format: format.name, fields: fieldsOf(record.source ?? bytes, record, format.escapes)};
}

/** Returns the fields of a line, or null if a format other than `format` reads it or none does. */
export function lineFields(
	format: string,
	line: string | Buffer,
	surroundings?: Surroundings,
): LineFields | null {
	const read = readLine(line, surroundings);
	return read?.format === format ? read.fields : null;
}

/** Fields of most lines in tests: `203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5`. */
const usual: LineFields = {
	...{ip: '203.0.113.7', method: 'GET', url: '/', protocol: 'HTTP/1.1', status: 200, bytes: 5},
	...{time: '2026-11-20T09:03:07.000Z', zone: 0},
};

/** Fields that differ from the default ones. An undefined field is missing in the line. */
export type OtherFields = {readonly [Field in keyof LineFields]: LineFields[Field] | undefined};

/** Declares a test for each line, with the format that reads it and the fields that differ from the default ones. */
export function testLines(
	lines: ReadonlyArray<
		readonly [title: string, line: string, format: string | null, ...others: readonly [OtherFields?]]
	>,
): void {
	for (const [title, line, format, others] of lines) {
		test(title, t => {
			const fields = Object.entries({...usual, ...others}).filter(([, value]) => value !== undefined);
			t.deepEqual(readLine(line), format === null ? null : {format, fields: Object.fromEntries(fields)});
		});
	}
}
