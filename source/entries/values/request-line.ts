import {dash, dot, isCapital, isDigit, isLetter, slash, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {setText} from './words.js';

/** What a method consists of. RFC 9110 allows more, `tchar` in 5.6.2, but no method has it: numbers and versions do. */
const isMethodByte = new Uint8Array(256);
for (const character of '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
	isMethodByte[character.charCodeAt(0)] = 1;
}

/** Position after what can be a method at `start`: a letter, and letters, digits, dashes and underscores; `start`: none. */
function methodEnd(bytes: Buffer, start: number, end: number): number {
	if (start >= end || !isLetter(bytes[start] ?? 0)) {
		return start;
	}
	let position = start + 1;
	while (position < end && isMethodByte[bytes[position] ?? 0] === 1) {
		position++;
	}
	return position;
}

/** Whether a text can be a method. */
export function isMethod(bytes: Buffer, start: number, end: number): boolean {
	return end > start && methodEnd(bytes, start, end) === end;
}

/** Where the last word of `bytes[start, end)` begins if it is a protocol such as `HTTP/1.1`, else `end`. */
function protocolStart(bytes: Buffer, start: number, end: number): number {
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
}

/** Whether a text is a protocol. */
export function isProtocol(bytes: Buffer, start: number, end: number): boolean {
	let slashAt = start;
	while (slashAt < end && isCapital(bytes[slashAt] ?? 0)) {
		slashAt++;
	}
	if (slashAt === start || slashAt + 1 >= end || bytes[slashAt] !== slash) {
		return false;
	}
	for (let index = slashAt + 1; index < end; index++) {
		if (!isDigit(bytes[index] ?? 0) && (bytes[index] !== dot || index === slashAt + 1)) {
			return false;
		}
	}
	return true;
}

/** Where the last of three words begins if it is the number of a version alone, as Hypercorn writes it, else `end`. */
function versionStart(bytes: Buffer, start: number, end: number): number {
	const word = bytes[end - 2] === dot ? end - 3 : end - 1;
	if (word - 1 <= start || bytes[word - 1] !== space || !isDigit(bytes[word] ?? 0)) {
		return end;
	}
	for (let index = start; index < word - 1; index++) {
		if (bytes[index] === space) {
			return end;
		}
	}
	return word;
}

/** Where a text ends without the spaces behind it. */
function trimmedEnd(bytes: Buffer, start: number, end: number): number {
	let position = end;
	while (position > start && bytes[position - 1] === space) {
		position--;
	}
	return position;
}

/**
 * Reads a request line, `GET /en/ HTTP/1.1`, into method, URL and protocol. What isn't there stays empty: the
 * protocol may be missing, the target may hold spaces; a line whose first word can't be a method (the bytes of a
 * TLS handshake) has none of the three.
 */
export function readRequestLine(bytes: Buffer, start: number, lineEnd: number, record: EntryRecord): void {
	const end = trimmedEnd(bytes, start, lineEnd);
	// Envoy writes `- - HTTP/1.1` of a request that it didn't understand.
	const hasDash = bytes[start] === dash && bytes[start + 1] === space && start + 1 < end;
	const position = hasDash ? start + 1 : methodEnd(bytes, start, end);
	const {spans} = record;
	if (position === start || (position < end && bytes[position] !== space)) {
		return;
	}
	setText(record, spanOf.method, bytes, start, position);
	const targetStart = Math.min(position + 1, end);
	let protocol = protocolStart(bytes, targetStart - 1, end);
	if (protocol === end && isDigit(bytes[end - 1] ?? 0)) {
		protocol = versionStart(bytes, targetStart, end);
	}
	const targetEnd = protocol < end ? protocol - 1 : end;
	setText(record, spanOf.url, bytes, targetStart, targetEnd);
	if (protocol < end) {
		spans[spanOf.protocol] = protocol;
		spans[spanOf.protocol + 1] = end;
	}
}
