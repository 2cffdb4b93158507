import {closeBracket, colon, comma, isDigit, openBracket} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {setText, setTrimmedText} from '../values/words.js';

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
