import {closeBracket, colon, openBracket, quote, slash, space} from '../../ascii.js';
import {stringEnd} from '../values/json-syntax.js';
import {listEnd} from '../values/upstream-list.js';
import {afterSpaces, wordEnd} from '../values/words.js';

/** Maximum length of a time in brackets. */
const maxTimeLength = 48;

/**
 * Returns the offset after the request of a line in the common format or a format that starts like it: `… [time] "request"`.
 * Returns -1 if the line has no such part.
 */
export function afterRequest(bytes: Buffer, start: number, end: number): number {
	for (let at = start + 1; at < end; at++) {
		if (bytes[at] === openBracket && bytes[at - 1] === space) {
			const position = afterTime(bytes, at, end);
			if (position !== -1) {
				return position;
			}
		}
	}
	return -1;
}

/** Returns the offset after `[time] "request"` at `start`, or -1. */
function afterTime(bytes: Buffer, start: number, end: number): number {
	const max = Math.min(end, start + maxTimeLength);
	const close = wordEnd(bytes, start + 1, max, closeBracket);
	const request = close < max ? afterSpaces(bytes, close + 1, end) : end;
	const isRequest = request < end && request > close + 1 && bytes[request] === quote;
	const requestEnd = isRequest ? stringEnd(bytes, request + 1, end) : -1;
	return requestEnd === -1 ? -1 : requestEnd + 1;
}

/**
 * Like `afterRequest`, for a line that may have prefixes and wrappers. Returns -1 if the offset in the line could differ without
 * them.
 */
export function afterPlainRequest(bytes: Buffer, start: number, end: number): number {
	for (let at = start; ; at++) {
		while (beginStops[bytes[at] ?? quote] === 0) {
			at++;
		}
		// Anything but a bracket may mean JSON around the line, quotes around it, or colours in it.
		if (at >= end || bytes[at] !== openBracket) {
			return -1;
		}
		if (at > start && bytes[at - 1] === space && isClfTime(bytes, at + 1)) {
			return afterTime(bytes, at, end);
		}
	}
}

/**
 * 1 for the start of a time, and for signs of wrappers. Includes all control characters, so that the loop stops at the end of each
 * line without a comparison for each byte.
 */
const beginStops = new Uint8Array(256).fill(1, 0, space);
for (const character of '["{#') {
	beginStops[character.charCodeAt(0)] = 1;
}

/** Checks for the start of a time like `20/Nov/2026:`. */
function isClfTime(bytes: Buffer, start: number): boolean {
	return bytes[start + 2] === slash && bytes[start + 6] === slash && bytes[start + 11] === colon;
}

/** Names of the columns that ingress-nginx writes after the user agent: see clf-tails.ts. */
const ingressNames = [
	'request_length',
	'request_time',
	'proxy_upstream_name',
	'proxy_alternative_upstream_name',
	'upstream_addr',
	'upstream_response_length',
	'upstream_response_time',
	'upstream_status',
	'req_id',
];

/** Visits the columns of ingress-nginx in a line whose request ends at `start`. */
export function visitIngress(
	bytes: Buffer,
	start: number,
	end: number,
	visit: (name: string, from: number, to: number) => void,
): void {
	let at = afterQuoted(bytes, afterQuoted(bytes, start, end), end);
	for (const name of ingressNames) {
		const from = afterSpaces(bytes, at, end);
		if (from >= end) {
			return;
		}
		const isList = name.startsWith('upstream_');
		at = isList ? listEnd(bytes, from, end) : wordEnd(bytes, from, end);
		const isInBrackets = bytes[from] === openBracket && bytes[at - 1] === closeBracket && !isList;
		visit(name, isInBrackets ? from + 1 : from, isInBrackets ? at - 1 : at);
	}
}

/** Returns the offset after the next quoted string from `start` on, or `end`. */
function afterQuoted(bytes: Buffer, start: number, end: number): number {
	const at = wordEnd(bytes, start, end, quote);
	const close = at < end ? stringEnd(bytes, at + 1, end) : -1;
	return close === -1 ? end : close + 1;
}
