import {
	EntryRecord,
	noStatus,
	spanOf,
	type TextField,
	textFields,
} from '../../source/entries/entry-record.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {decodeText, type Escapes} from '../../source/entries/values/decode-text.js';

/** What a scanner found in a line. What it didn't find has no key. */
export type LineFields = Partial<
	Record<TextField, string> & {
		/** As ISO 8601 in UTC. */
		readonly time: string;
		readonly zone: number;
		readonly status: number;
		readonly bytes: number;
		readonly durationMs: number;
	}
>;

/** The fields that a record holds. */
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
		// No zone is both 0 and -0 minutes east.
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

/** What surrounds a line in its chunk. The default would finish whatever the line leaves open. */
export type Surroundings = {readonly before: Buffer; readonly after: Buffer};

const nosy: Surroundings = {
	before: Buffer.from('192.0.2.200 - - [01/Jan/2001:00:00:00 +0000] "GET /before HTTP/1.0" 299 1 "-" "-"\n'),
	after: Buffer.from('\n" [02/Jan/2001:00:00:00 +0000] "GET /after HTTP/1.0" 298 2 "after" "after"\n'),
};

/** Reads a line that stands between others: its format's name and its fields. Null when no format reads it. */
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

/** The fields of a line of a format. Null when that isn't the format that reads it. */
export function lineFields(
	format: string,
	line: string | Buffer,
	surroundings?: Surroundings,
): LineFields | null {
	const read = readLine(line, surroundings);
	return read?.format === format ? read.fields : null;
}
