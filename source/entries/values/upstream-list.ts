import {colon, comma, dash, equals, isLetter, space, underscore} from '../../ascii.js';
import {wordEnd} from './words.js';

/**
 * Returns the end of a list without quotes from `start` on, in which nginx writes an item for each upstream server:
 * `10.0.0.1:80, 10.0.0.2:80 : 10.0.0.3:80`. A pair after a comma isn't an item.
 */
export function listEnd(bytes: Buffer, start: number, end: number): number {
	let position = wordEnd(bytes, Math.min(start, end), end);
	for (;;) {
		const next =
			bytes[position - 1] === comma ? position + 1 : isColon(bytes, position + 1) ? position + 3 : end;
		const nextEnd = next < end ? wordEnd(bytes, next, end) : next;
		if (next >= end || valueStart(bytes, next, nextEnd) > next) {
			return position;
		}
		position = nextEnd;
	}
}

/** Checks for a colon followed by a space. nginx writes it between the servers of consecutive internal redirects. */
export function isColon(bytes: Buffer, at: number): boolean {
	return bytes[at] === colon && bytes[at + 1] === space;
}

/** Maximum length of a name. */
const maxNameLength = 20;

/** Returns the offset after the `=` of `name=value`, or `start`. */
export function valueStart(bytes: Buffer, start: number, end: number): number {
	for (let index = start; index < end && index - start <= maxNameLength; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === equals) {
			return index > start ? index + 1 : start;
		}
		if (!isLetter(byte) && byte !== underscore && byte !== dash) {
			return start;
		}
	}
	return start;
}
