import {allFormats} from './chosen-readers.js';
import type {ClientChooser} from './client-choice.js';
import {EntryRecord, type Field, fields, noRequest, noStatus, spanOf, unread} from './entry-record.js';
import {json} from './json/json-reader.js';
import type {LineReader} from './line-reader.js';
import {decodeText, decodeUtf8} from './values/decode-text.js';
import {startsObject} from './values/starts-object.js';

/** What was read of a line. */
export type Explanation =
	| {
			readonly kind: 'entry';
			readonly format: string;
			/** The names of what was taken off before, the outermost first. */
			readonly taken: readonly string[];
			/** What was read as what, in the order of the line. */
			readonly parts: ReadonlyArray<{
				readonly field: Field;
				readonly logged: string;
				readonly meaning: string;
			}>;
			/** Values in the place of a field that couldn't be read, and why not. */
			readonly misread: EntryRecord['misread'];
	  }
	| {readonly kind: 'noRequest'}
	| {
			readonly kind: 'unread';
			/** Byte of the line up to which it was understood best. */
			readonly position: number;
			/** What was expected there. */
			readonly expected: string;
			/** Whether so much was read before that it is likely of the format that expects it. */
			readonly isLikely: boolean;
	  };

/**
 * Reads a line and tells how.
 * @param isAny Whether the reader reads any format.
 * @param chooser Chooses the client; without it, that is as it was read.
 */
export function explainLine(
	reader: LineReader,
	line: Buffer,
	isAny = true,
	chooser?: ClientChooser,
): Explanation {
	const record = new EntryRecord(true);
	const number = reader.read(line, 0, line.length, record);
	if (number === noRequest) {
		return {kind: 'noRequest'};
	}
	const format = number === unread ? undefined : allFormats[number];
	if (format === undefined) {
		const isObject = isAny && startsObject(line, 0, line.length);
		const isLikely = !isAny || isObject || record.fieldsBeforeStop > 1;
		return whereUnread(line, isObject ? jsonRecord(line) : record, isLikely);
	}
	const source = record.source ?? line;
	chooser?.choose(source, record);
	const parts = fields
		.map(field => ({
			field,
			start: record.spans[spanOf[field]] ?? 0,
			end: record.spans[spanOf[field] + 1] ?? 0,
		}))
		.filter(({field, start, end}) => end > start || hasNumber(field, record))
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
	const taken = reader.taken.map(({name}) => name);
	return {kind: 'entry', format: format.name, taken, parts, misread: [...record.misread]};
}

/** What an object lacks is what is to be said of it, not where other formats come to. */
function jsonRecord(line: Buffer): EntryRecord {
	const record = new EntryRecord(true);
	json.open()(line, 0, line.length, record);
	return record;
}

function whereUnread(line: Buffer, {stoppedAt, expected}: EntryRecord, isLikely: boolean): Explanation {
	return {
		kind: 'unread',
		// What was unwrapped may have been longer than the line.
		position: Math.min(Math.max(0, stoppedAt), line.length),
		expected,
		isLikely,
	};
}

function isNumber(field: Field): boolean {
	return field === 'time' || field === 'status' || field === 'bytes' || field === 'durationMs';
}

/** Whether the record has a number, though it may not be known where it stood. */
function hasNumber(field: Field, record: EntryRecord): boolean {
	return field === 'status'
		? record.status !== noStatus
		: (field === 'time' || field === 'bytes' || field === 'durationMs') && !Number.isNaN(record[field]);
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
