import {dash, dot, isCapital, isDigit, isLetter, slash, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {setText} from './words.js';

/** Bytes of methods. RFC 9110 (`tchar` in 5.6.2) allows more, but no method uses them, while numbers and versions do. */
const isMethodByte = new Uint8Array(256);
for (const character of '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
	isMethodByte[character.charCodeAt(0)] = 1;
}

/**
 * Returns the offset after a possible method at `start`: a letter, then letters, digits, dashes and underscores. Returns `start`
 * if the text isn't a method.
 */
export function methodEnd(bytes: Buffer, start: number, end: number): number {
	if (start >= end || !isLetter(bytes[start] ?? 0)) {
		return start;
	}
	let position = start + 1;
	while (position < end && isMethodByte[bytes[position] ?? 0] === 1) {
		position++;
	}
	return position;
}

/** Checks that `bytes[start, end)` can be a method. */
export function isMethod(bytes: Buffer, start: number, end: number): boolean {
	return end > start && methodEnd(bytes, start, end) === end;
}

/** Returns the offset of the last word of `bytes[start, end)` if it is a protocol such as `HTTP/1.1`, else `end`. */
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

/** Checks that `bytes[start, end)` is a protocol. */
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

/** Returns the offset of the last of three words if it is a bare version number, as Hypercorn writes it, else `end`. */
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

/** Returns the end of `bytes[start, end)` without trailing spaces. */
function trimmedEnd(bytes: Buffer, start: number, end: number): number {
	let position = end;
	while (position > start && bytes[position - 1] === space) {
		position--;
	}
	return position;
}

/**
 * Reads a request line, `GET /en/ HTTP/1.1`, into method, URL and protocol. The protocol may be missing, and the URL may contain
 * spaces. If the first word can't be a method (such as the bytes of a TLS handshake), all three stay empty.
 */
export function readRequestLine(bytes: Buffer, start: number, lineEnd: number, record: EntryRecord): void {
	const end = trimmedEnd(bytes, start, lineEnd);
	// Envoy writes `- - HTTP/1.1` for a request that it couldn't parse.
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

/**
 * Checks for a request line that can't be another text: a method, then a target, which is a path or has a protocol behind it. Some
 * columns are single words, and some are sentences.
 */
export function isRequestLine(bytes: Buffer, start: number, end: number): boolean {
	const target = methodEnd(bytes, start, end) + 1;
	if (target === start + 1 || target >= end || bytes[target - 1] !== space) {
		return false;
	}
	return bytes[target] === slash || protocolStart(bytes, target, end) < end;
}
