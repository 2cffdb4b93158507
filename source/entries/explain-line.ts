import {isAmount} from '../fields/fields.js';
import {allFormats} from './chosen-readers.js';
import type {ClientChooser} from './client-choice.js';
import {EntryRecord, type Field, fields, noRequest, noStatus, spanOf, unread} from './entry-record.js';
import {json} from './json/json-reader.js';
import type {LineReader} from './line-reader.js';
import {decodeText, decodeUtf8} from './values/decode-text.js';
import {startsObject} from './values/starts-object.js';

/** The result of reading one line. */
export type Explanation =
	| {
			readonly kind: 'entry';
			readonly format: string;
			/** Names of the prefixes and wrappers that were removed, outermost first. */
			readonly taken: readonly string[];
			/** Fields, sorted by their offset in the line. */
			readonly parts: ReadonlyArray<{
				readonly field: Field;
				readonly logged: string;
				readonly meaning: string;
			}>;
			/** Values of fields that couldn't be read, with the reasons. */
			readonly misread: EntryRecord['misread'];
	  }
	| {readonly kind: 'noRequest'}
	| {
			readonly kind: 'unread';
			/** Offset in the line up to which the most successful format could read it. */
			readonly position: number;
			/** The syntax expected at `position`. */
			readonly expected: string;
			/** True if enough was read before `position` for the line to be probably in that format. */
			readonly isLikely: boolean;
	  };

/**
 * Reads a line and describes how it was read.
 * @param isAny True if `reader` accepts all formats.
 * @param chooser Chooses the client. If missing, the client isn't changed.
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
			// The buffer of an assembled line contains only strings, no numbers.
			const isThere = record.source === undefined || !isNumber(field);
			const logged = isThere ? decodeUtf8(source.subarray(start, end)) : '';
			return {
				field,
				logged,
				meaning: meaningOf(field, record, () => decodeText(source.subarray(start, end), format.escapes)),
			};
		});
	// The time of a prefix may have replaced the line's own.
	const isMissing = ({field}: {readonly field: Field}): boolean => !hasNumber(field, record);
	const taken = reader.taken.map(({name}) => name);
	return {kind: 'entry', format: format.name, taken, parts, misread: record.misread.filter(isMissing)};
}

/** For an object, the explanation reports its missing key, not the offsets at which other formats stop. */
function jsonRecord(line: Buffer): EntryRecord {
	const record = new EntryRecord(true);
	json.open()(line, 0, line.length, record);
	return record;
}

function whereUnread(line: Buffer, {stoppedAt, expected}: EntryRecord, isLikely: boolean): Explanation {
	return {
		kind: 'unread',
		// The unwrapped line may have been longer than the line itself.
		position: Math.min(Math.max(0, stoppedAt), line.length),
		expected,
		isLikely,
	};
}

function isNumber(field: Field): boolean {
	return field === 'time' || field === 'status' || isAmount(field);
}

/** Checks that the record has a number. Its offset in the line may be unknown. */
function hasNumber(field: Field, record: EntryRecord): boolean {
	return field === 'status'
		? record.status !== noStatus
		: (field === 'time' || isAmount(field)) && !Number.isNaN(record[field]);
}

function meaningOf(field: Field, record: EntryRecord, text: () => string): string {
	switch (field) {
		case 'time':
			return Number.isNaN(record.time) ? '' : new Date(record.time).toISOString();
		case 'status':
			return `${record.status}`;
		case 'durationMs':
			return `${record.durationMs} ms`;
		default:
			return isAmount(field) ? `${record[field]}` : text();
	}
}
