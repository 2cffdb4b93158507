import {esc, hash, quote} from '../../ascii.js';
import {Arena} from '../arena.js';
import type {InnerLine, Wrapper} from './wrapper.js';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

/** A colour code: `ESC[0;33m`, or `#033[0;33m` as rsyslog writes it. */
const colour = '(?:\u001B|#033)\\[[\\d;]*m';

const colourFirst = new RegExp(`^${colour}`);
const anyColour = new RegExp(colour);
const allColours = new RegExp(colour, 'g');

/** Checks that the line starts with a colour code. */
export function isColoured({bytes, start, end}: InnerLine): boolean {
	const isPossible = bytes[start] === esc || bytes[start] === hash;
	return isPossible && colourFirst.test(bytes.toString('latin1', start, end));
}

/** Checks that the line contains a colour code. */
export function hasColour(bytes: Buffer, start: number, end: number): boolean {
	return anyColour.test(bytes.toString('latin1', start, end));
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
			const text = inner.text();
			const plain = text.replace(allColours, '');
			if (plain.length < text.length) {
				inner.setText(plain, arena);
			}
			return plain.length < text.length;
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
