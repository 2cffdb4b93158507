import {closeBracket, colon, comma, isDigit, openBracket, questionMark, slash} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {moveTexts} from '../move-texts.js';
import {setText, setTrimmedText} from '../values/words.js';
import {slotOf} from './name-table.js';
import type {ObjectScanner} from './object-scanner.js';

/** Whether a byte is among `bytes[start, end)`. */
export const holds = (bytes: Buffer, start: number, end: number, byte: number): boolean => {
	for (let at = start; at < end; at++) {
		if (bytes[at] === byte) {
			return true;
		}
	}
	return false;
};

/**
 * Sets the client to `bytes[start, end)`, without the port and the brackets that it may have. Of a list of addresses
 * (X-Forwarded-For), the first is the client.
 */
export const setClient = (bytes: Buffer, start: number, end: number, record: EntryRecord): void => {
	let to = start;
	let lastColon = -1;
	let colons = 0;
	for (; to < end && bytes[to] !== comma; to++) {
		if (bytes[to] === colon) {
			lastColon = to;
			colons++;
		}
	}
	if (to < end) {
		if (record.spans[spanOf.forwardedFor + 1] === 0) {
			setText(record, spanOf.forwardedFor, bytes, start, end);
		}
		setTrimmedText(record, spanOf.ip, bytes, start, to);
		return;
	}
	if (bytes[start] === openBracket) {
		const close = bytes.subarray(start, end).indexOf(closeBracket);
		setText(record, spanOf.ip, bytes, close === -1 ? start : start + 1, close === -1 ? end : start + close);
		return;
	}
	const hasPort = colons === 1 && lastColon > start && isPort(bytes, lastColon + 1, end);
	setText(record, spanOf.ip, bytes, start, hasPort ? lastColon : end);
};

const isPort = (bytes: Buffer, start: number, end: number): boolean => {
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (!isDigit(byte)) {
			return false;
		}
	}
	return end > start;
};

const httpSlash = Buffer.from('HTTP/');

/**
 * Sets the protocol that `bytes[start, end)` say; a version alone is HTTP's, a scheme is none. The texts that are set
 * already may stand elsewhere, in the arena.
 */
export const setProtocol = (
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
	arena: Arena,
): void => {
	const source = record.source ?? bytes;
	const first = bytes[start] ?? 0;
	const isVersion = isDigit(first);
	if (!isVersion && !holds(bytes, start, end, slash)) {
		return;
	}
	if (!isVersion && source === bytes) {
		setText(record, spanOf.protocol, bytes, start, end);
		return;
	}
	moveTexts(source, record, arena, httpSlash.length + end - start);
	const place = arena.used;
	if (isVersion) {
		arena.append(httpSlash, 0, httpSlash.length);
	}
	arena.append(bytes, start, end);
	record.spans[spanOf.protocol] = place;
	record.spans[spanOf.protocol + 1] = arena.used;
};

/** Sets the URL where the scanner has found it in `bytes` as a path, and perhaps a query that stands apart from it. */
export const setUrl = (
	{chosen, starts, ends}: ObjectScanner,
	bytes: Buffer,
	record: EntryRecord,
	arena: Arena,
): void => {
	if (chosen[slotOf.path] === 0) {
		return;
	}
	const start = starts[slotOf.path] ?? 0;
	const end = ends[slotOf.path] ?? 0;
	setText(record, spanOf.url, bytes, start, end);
	if (chosen[slotOf.query] === 0 || holds(bytes, start, end, questionMark)) {
		return;
	}
	const queryStart = starts[slotOf.query] ?? 0;
	const queryEnd = ends[slotOf.query] ?? 0;
	moveTexts(bytes, record, arena, end - start + 1 + queryEnd - queryStart);
	const place = arena.append(bytes, start, end);
	if (bytes[queryStart] !== questionMark) {
		arena.buffer[arena.used++] = questionMark;
	}
	arena.append(bytes, queryStart, queryEnd);
	record.spans[spanOf.url] = place;
	record.spans[spanOf.url + 1] = arena.used;
};
