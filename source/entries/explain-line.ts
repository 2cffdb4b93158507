import {allFormats} from './chosen-readers.js';
import {EntryRecord, type Field, fields, noRequest, spanOf, unread} from './entry-record.js';
import type {LineReader} from './line-reader.js';
import {decodeText, decodeUtf8} from './values/decode-text.js';

/** What was read of a line. */
export type Explanation =
	| {
			readonly kind: 'entry';
			readonly format: string;
			/** What was read as what, in the order of the line. */
			readonly parts: ReadonlyArray<{
				readonly field: Field;
				readonly logged: string;
				readonly meaning: string;
			}>;
	  }
	| {readonly kind: 'noRequest'}
	| {
			readonly kind: 'unread';
			/** Byte of the line up to which it was understood best. */
			readonly position: number;
			/** What was expected there. */
			readonly expected: string;
	  };

/** Reads a line and tells how. */
export function explainLine(reader: LineReader, line: Buffer): Explanation {
	const record = new EntryRecord(true);
	const number = reader.read(line, 0, line.length, record);
	if (number === noRequest) {
		return {kind: 'noRequest'};
	}
	const format = number === unread ? undefined : allFormats[number];
	if (format === undefined) {
		return {kind: 'unread', position: Math.max(0, record.stoppedAt), expected: record.expected};
	}
	const source = record.source ?? line;
	const parts = fields
		.map(field => ({
			field,
			start: record.spans[spanOf[field]] ?? 0,
			end: record.spans[spanOf[field] + 1] ?? 0,
		}))
		.filter(({start, end}) => end > start)
		.sort((a, b) => a.start - b.start)
		.map(({field, start, end}) => {
			// Of a line that was put together, only the texts stand there.
			const isThere = record.source === undefined || !isNumber(field);
			const logged = isThere ? decodeUtf8(source.subarray(start, end)) : '';
			return {
				field,
				logged,
				meaning: meaningOf(field, record, () => decodeText(source.subarray(start, end), format.escapes)),
			};
		});
	return {kind: 'entry', format: format.name, parts};
}

function isNumber(field: Field): boolean {
	return field === 'time' || field === 'status' || field === 'bytes' || field === 'durationMs';
}

function meaningOf(field: Field, record: EntryRecord, text: () => string): string {
	switch (field) {
		case 'time':
			return Number.isNaN(record.time) ? '' : new Date(record.time).toISOString();
		case 'status':
			return `${record.status}`;
		case 'bytes':
			return `${record.bytes}`;
		case 'durationMs':
			return `${record.durationMs} ms`;
		default:
			return text();
	}
}
