import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	dash,
	isDigit,
	openBrace,
	openBracket,
	quote,
} from '../../ascii.js';
import {isSpace} from '../values/starts-object.js';

/** What a value without quotes is made of: numbers, `null`, `-`; and, where a server had nothing to log, nothing. */
const isBare = new Uint8Array(256);
for (const character of '0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
	isBare[character.charCodeAt(0)] = 1;
}

/** Position of the first byte from `start` on that is no white space, or `end`. */
export const afterSpaces = (bytes: Buffer, start: number, end: number): number => {
	let at = start;
	while (at < end && isSpace(bytes[at])) {
		at++;
	}
	return at;
};

/** Position after the value without quotes that begins at `start`; it may be empty. */
export const bareEnd = (bytes: Buffer, start: number, end: number): number => {
	let at = start;
	while (at < end && isBare[bytes[at] ?? 0] === 1) {
		at++;
	}
	return at;
};

/**
 * Position after the list of values without quotes whose first ends at `at`: `0.001, 0.002 : 0.003`, as nginx writes times
 * of several upstreams. JSON has no such lists; what goes on with a digit or a dash can be nothing else.
 */
export const bareListEnd = (bytes: Buffer, at: number, end: number): number => {
	let listEnd = at;
	for (;;) {
		const separator = afterSpaces(bytes, listEnd, end);
		if (separator >= end || (bytes[separator] !== comma && bytes[separator] !== colon)) {
			return listEnd;
		}
		const next = afterSpaces(bytes, separator + 1, end);
		const first = next < end ? (bytes[next] ?? 0) : 0;
		if (!isDigit(first) && first !== dash) {
			return listEnd;
		}
		listEnd = bareEnd(bytes, next, end);
	}
};

/** Position of the quote that ends the string whose text begins at `start`, or -1. */
export const stringEnd = (bytes: Buffer, start: number, end: number): number => {
	for (let at = start; at < end; at++) {
		const byte = bytes[at];
		if (byte === quote) {
			return at;
		}
		if (byte === backslash) {
			at++;
		}
	}
	return -1;
};

/** Position after the array or object whose inside begins at `start`, or -1. */
export const containerEnd = (bytes: Buffer, start: number, end: number): number => {
	let depth = 1;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (byte === quote) {
			at = stringEnd(bytes, at + 1, end);
			if (at === -1) {
				return -1;
			}
		} else if (byte === openBrace || byte === openBracket) {
			depth++;
		} else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) {
			return at + 1;
		}
	}
	return -1;
};
