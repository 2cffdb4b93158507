import {dot, isCapital, isDigit, slash, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {isNone, setText} from './words.js';

/** The characters of a method: `tchar` of RFC 9110, 5.6.2. */
const isMethodByte = new Uint8Array(256);
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
	isMethodByte[character.charCodeAt(0)] = 1;
}

/** Whether a text can be a method. */
export const isMethod = (bytes: Buffer, start: number, end: number): boolean => {
	let position = start;
	while (position < end && isMethodByte[bytes[position] ?? 0] === 1) {
		position++;
	}
	return end > start && position === end;
};

/** Where the last word of `bytes[start, end)` begins if it is a protocol such as `HTTP/1.1`, else `end`. */
const protocolStart = (bytes: Buffer, start: number, end: number): number => {
	// `HTTP/1.1`, `HTTP/2`, `RTSP/1.0`: letters, a slash, a digit.
	for (let position = end - 1, slashAt = -1; position >= start; position--) {
		const byte = bytes[position] ?? 0;
		if (byte === space) {
			return slashAt > position + 1 ? position + 1 : end;
		}
		if (byte === slash) {
			if (slashAt !== -1 || !isDigit(bytes[position + 1] ?? 0) || position + 1 >= end) {
				return end;
			}
			slashAt = position;
		} else if (slashAt === -1 ? !(isDigit(byte) || byte === dot) : !isCapital(byte)) {
			return end;
		}
	}
	return end;
};

/**
 * Reads a request line, `GET /en/ HTTP/1.1`, into method, URL and protocol. What isn't there stays empty: the
 * protocol may be missing, the target may hold spaces; a line whose first word can't be a method (the bytes of a
 * TLS handshake) has none of the three.
 */
export const readRequestLine = (bytes: Buffer, start: number, end: number, record: EntryRecord): void => {
	let position = start;
	while (position < end && isMethodByte[bytes[position] ?? 0] === 1) {
		position++;
	}
	const {spans} = record;
	if (position === start || (position < end && bytes[position] !== space) || isNone(bytes, start, end)) {
		return;
	}
	setText(record, spanOf.method, bytes, start, position);
	const targetStart = Math.min(position + 1, end);
	const protocol = protocolStart(bytes, targetStart - 1, end);
	const targetEnd = protocol < end ? protocol - 1 : end;
	setText(record, spanOf.url, bytes, targetStart, targetEnd);
	if (protocol < end) {
		spans[spanOf.protocol] = protocol;
		spans[spanOf.protocol + 1] = end;
	}
};
