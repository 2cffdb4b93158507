import {carriageReturn, newline, openBrace, quote, space, tab} from '../../ascii.js';

/** Whether JSON takes the byte for white space. */
export function isSpace(byte: number | undefined): boolean {
	return byte === space || byte === tab || byte === carriageReturn || byte === newline;
}

/**
 * Whether a line begins as a JSON object with something in it does. What a client can make a server log at the beginning of
 * a line doesn't: a server that logs columns escapes quotes.
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
