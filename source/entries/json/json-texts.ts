import {comma, questionMark} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {moveTexts} from '../move-texts.js';
import {methods} from '../unreadable.js';
import {findHostRange, hostRange} from '../values/client.js';
import {isAddress, isPlainIpv4, setText, wordEnd} from '../values/words.js';

/** Content of a field for request lines: nothing, a request line, just a path, such as Apache's `%U`, or anything else. */
export type LineKind = 'none' | 'request' | 'path' | 'other';

/** Checks that `bytes[start, end)` contains a byte. */
export function holds(bytes: Buffer, start: number, end: number, byte: number): boolean {
	return wordEnd(bytes, start, end, byte) < end;
}

/**
 * Sets the client to `bytes[start, end)`, without port and brackets. In a list of addresses (X-Forwarded-For), the first is the
 * client. Returns false if it is neither an address nor a host name. A name without a dot counts only if the name of the field
 * contains `host`.
 */
export function setClient(
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
	fieldName: string,
): boolean {
	if (isPlainIpv4(bytes, start, end)) {
		setText(record, spanOf.ip, bytes, start, end);
		return true;
	}
	const to = wordEnd(bytes, start, end, comma);
	if (to < end) {
		record.isClientListed = true;
		if (record.spans[spanOf.forwardedFor + 1] === 0) {
			setText(record, spanOf.forwardedFor, bytes, start, end);
		}
	}
	findHostRange(bytes, start, to);
	const {from, to: clientEnd} = hostRange;
	const isClient = isAddress(bytes, from, clientEnd) || isClientName(bytes, from, clientEnd, fieldName);
	if (isClient) {
		setText(record, spanOf.ip, bytes, from, clientEnd);
	}
	return isClient;
}

/** Checks for an address with a zone, `fe80::1%eth0`, for a host name, or for `unix:`, as nginx logs a socket. */
function isClientName(bytes: Buffer, start: number, end: number, fieldName: string): boolean {
	const name = bytes.toString('latin1', start, Math.min(end, start + 256));
	return (
		/^(?:[\da-f:]*:[\da-f:.]*%[\w.-]+|unix:.*|localhost)$/i.test(name) ||
		/^(?:[\w-]+\.)+(?=[\w-]*[a-z])[\w-]+\.?$/i.test(name) ||
		(/host/i.test(fieldName) && /^(?=.*[a-z])[\w-]+$/i.test(name))
	);
}

const httpSlash = Buffer.from('HTTP/');

/** A protocol, or just its version, which may be missing. */
const protocolForm = /^([A-Za-z]+\/)?(?:\d(?:\.\d)?)?$/;

/**
 * Sets the protocol to `bytes[start, end)`: `HTTP/1.1`, or just a version, which means HTTP. Returns false for anything else,
 * such as a scheme. The strings that are already set may be in the arena.
 */
export function setProtocol(
	bytes: Buffer,
	start: number,
	fullEnd: number,
	record: EntryRecord,
	arena: Arena,
): boolean {
	const text = bytes.toString('latin1', start, fullEnd);
	// Azure Front Door logs 2.0.0.0.
	const end = text.length === '2.0.0.0'.length && text.endsWith('.0.0') ? fullEnd - '.0.0'.length : fullEnd;
	const found = protocolForm.exec(text.slice(0, end - start));
	if (found === null) {
		return false;
	}
	const isVersion = found[1] === undefined;
	const source = record.source ?? bytes;
	if (!isVersion && source === bytes) {
		setText(record, spanOf.protocol, bytes, start, end);
		return true;
	}
	moveTexts(source, record, arena, httpSlash.length + end - start);
	const copyStart = arena.used;
	if (isVersion) {
		arena.append(httpSlash, 0, httpSlash.length);
	}
	arena.append(bytes, start, end);
	record.spans[spanOf.protocol] = copyStart;
	record.spans[spanOf.protocol + 1] = arena.used;
	return true;
}

/**
 * Sets the URL to the path `bytes[start, end)` and the query `bytes[queryStart, queryEnd)`, which is separate and may be empty.
 */
export function setUrl(
	bytes: Buffer,
	start: number,
	end: number,
	queryStart: number,
	queryEnd: number,
	record: EntryRecord,
	arena: Arena,
): void {
	setText(record, spanOf.url, bytes, start, end);
	if (queryEnd <= queryStart || holds(bytes, start, end, questionMark)) {
		return;
	}
	moveTexts(bytes, record, arena, end - start + 1 + queryEnd - queryStart);
	const copyStart = arena.append(bytes, start, end);
	if (bytes[queryStart] !== questionMark) {
		arena.buffer[arena.used++] = questionMark;
	}
	arena.append(bytes, queryStart, queryEnd);
	record.spans[spanOf.url] = copyStart;
	record.spans[spanOf.url + 1] = arena.used;
}

/** Checks that a value of an unknown program is a method: in capitals, as servers accept it, or a known method in any case. */
export function isPlainMethod(bytes: Buffer, start: number, end: number): boolean {
	const text = bytes.toString('latin1', start, end);
	return /^[A-Z][A-Z_-]*$/.test(text) || methods.has(text.toUpperCase());
}

/** Determines what a field for request lines, or for URLs, contains. */
export function lineKind(bytes: Buffer, start: number, end: number): LineKind {
	const text = bytes.toString('latin1', start, end);
	if (text.startsWith('/')) {
		return 'path';
	}
	const [, method = ''] = /^([A-Z_-]+) ./s.exec(text) ?? [];
	// One expression for both would take quadratic time for many capitals.
	const hasProtocol = /^[^\s/]+ /.test(text) && /[A-Z]\/\d(?:\.\d)?$/.test(text.slice(-5));
	return methods.has(method) || hasProtocol ? 'request' : 'other';
}
