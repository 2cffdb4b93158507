import {esc, hash, isDigit, lowerM, openBracket, quote, semicolon} from '../../ascii.js';
import {Arena} from '../arena.js';
import type {Wrapper} from './wrapper.js';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

/** rsyslog writes ESC as `#033`. This is the start of an escaped colour without the `#`. */
const escapedEscape = Buffer.from('033[');

/** Returns the offset after the colour code at `at` (`ESC[0;33m`, or `#033[0;33m` as rsyslog writes it), or `at`. */
function colourEnd(bytes: Buffer, at: number, end: number): number {
	let position = at + 2;
	if (bytes[at] === hash) {
		position = at + 1 + escapedEscape.length;
		for (let index = 0; index < escapedEscape.length; index++) {
			if (bytes[at + 1 + index] !== escapedEscape[index]) {
				return at;
			}
		}
	} else if (bytes[at] !== esc || bytes[at + 1] !== openBracket) {
		return at;
	}
	while (position < end && (isDigit(bytes[position] ?? 0) || bytes[position] === semicolon)) {
		position++;
	}
	return position < end && bytes[position] === lowerM ? position + 1 : at;
}

/** Checks that the line starts with a colour code. */
export function isColoured(bytes: Buffer, start: number, end: number): boolean {
	return colourEnd(bytes, start, end) > start;
}

/** Checks that the line contains a colour code. */
export function hasColour(bytes: Buffer, start: number, end: number): boolean {
	for (let index = start; index < end; index++) {
		if ((bytes[index] === esc || bytes[index] === hash) && colourEnd(bytes, index, end) > index) {
			return true;
		}
	}
	return false;
}

/** Removes all colour codes from the line. */
export const colours: Wrapper = {
	name: 'colours',
	title: 'colours for terminals, anywhere in the line',
	source: 'https://ecma-international.org/publications-and-standards/standards/ecma-48/',
	example: `\u001B[36mweb-1  | \u001B[0m${line}`,
	open() {
		const arena = new Arena();
		return inner => {
			const {bytes, start, end} = inner;
			if (!hasColour(bytes, start, end)) {
				return false;
			}
			arena.reserve(end - start);
			const {buffer, used} = arena;
			let written = used;
			for (let index = start; index < end; ) {
				const next = colourEnd(bytes, index, end);
				if (next === index) {
					buffer[written++] = bytes[index++] ?? 0;
				} else {
					index = next;
				}
			}
			arena.used = written;
			inner.bytes = buffer;
			inner.start = used;
			inner.end = written;
			return true;
		};
	},
};

/** Removes quotes around the whole line. */
export const quotes: Wrapper = {
	name: 'quotes',
	title: 'quotes around the line, by OpenLiteSpeed',
	source: 'https://docs.openlitespeed.org/config/logs/',
	example: `"${line}"`,
	open: () => inner => {
		const {bytes, start, end} = inner;
		// Requires exactly one pair. Otherwise a line full of quotes would be read again for each pair.
		if (end - start < 3 || bytes[start] !== quote || bytes[start + 1] === quote || bytes[end - 1] !== quote) {
			return false;
		}
		inner.start++;
		inner.end--;
		return true;
	},
};
