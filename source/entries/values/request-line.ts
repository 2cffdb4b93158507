import {isLetter, space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {isNone, matches, setText, wordEnd} from './words.js';

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

const badRequest = Buffer.from('<BADREQ>');

/** Checks for the text that HAProxy logs as method, URL and protocol of a request that it can't parse. */
export function isBadRequest(bytes: Buffer, start: number, end: number): boolean {
	return end - start === badRequest.length && badRequest.compare(bytes, start, end) === 0;
}

/** Checks that `bytes[start, end)` is a protocol: `HTTP/1.1`, `HTTP/2`, `RTSP/1.0`. */
export function isProtocol(bytes: Buffer, start: number, end: number): boolean {
	return matches(/^[A-Z]+\/\d[\d.]*$/, bytes, start, end);
}

/**
 * Reads a request line, `GET /en/ HTTP/1.1`, into method, URL and protocol. The protocol may be missing, and the URL may contain
 * spaces. If the first word can't be a method (such as the bytes of a TLS handshake), all three stay empty. Envoy writes a dash for the
 * method of a request that it couldn't parse, Hypercorn the protocol as a bare version number.
 */
export function readRequestLine(bytes: Buffer, start: number, lineEnd: number, record: EntryRecord): void {
	let end = lineEnd;
	while (end > start && bytes[end - 1] === space) {
		end--;
	}
	const firstEnd = wordEnd(bytes, start, end);
	if (!isMethod(bytes, start, firstEnd) && !isNone(bytes, start, firstEnd)) {
		return;
	}
	setText(record, spanOf.method, bytes, start, firstEnd);
	let last = end;
	while (last > firstEnd + 1 && bytes[last - 1] !== space) {
		last--;
	}
	const secondEnd = wordEnd(bytes, firstEnd + 1, end);
	const isVersion =
		last > firstEnd + 2 && last === secondEnd + 1 && matches(/^\d(?:\.\d)?$/, bytes, last, end);
	const hasProtocol = isVersion || isProtocol(bytes, last, end);
	setText(record, spanOf.url, bytes, firstEnd + 1, hasProtocol ? last - 1 : end);
	if (hasProtocol) {
		setText(record, spanOf.protocol, bytes, last, end);
	}
}

/**
 * Checks for a request line that can't be another string: a method, then a target, which is a path or has a protocol after it. Some
 * columns are single words, and some are sentences.
 */
export function isRequestLine(bytes: Buffer, start: number, end: number): boolean {
	return matches(/^[A-Za-z][\w-]* (?:\/|.* [A-Z]+\/\d[\d.]*$)/s, bytes, start, end);
}
