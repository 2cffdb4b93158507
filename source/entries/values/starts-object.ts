import {carriageReturn, newline, openBrace, quote, space, tab} from '../../ascii.js';

/** Checks that a byte is white space in JSON. */
export function isSpace(byte: number | undefined): boolean {
	return byte === space || byte === tab || byte === carriageReturn || byte === newline;
}

/**
 * Checks that a line starts like a non-empty JSON object. Clients can't make a server log that at the start of a line, because
 * servers that log columns escape quotes.
 */
export function startsObject(bytes: Buffer, start: number, end: number): boolean {
	let at = start;
	while (at < end && isSpace(bytes[at])) {
		at++;
	}
	if (at >= end || bytes[at] !== openBrace) {
		return false;
	}
	at++;
	while (at < end && isSpace(bytes[at])) {
		at++;
	}
	return at < end && bytes[at] === quote;
}
