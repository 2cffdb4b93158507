import type {Column} from '../../format/columns.js';
import {sanitise} from '../../format/sanitise.js';
import type {Row} from '../listing/row.js';

/** A text to find on the screen. */
export type Needle = {
	readonly text: string;
	/** Matches the needle in text as shown. Global: reset `lastIndex` before use. */
	readonly pattern: RegExp;
};

/**
 * Returns the needle for a string; null if it is empty. As in the search, only a needle with a capital letter is case-sensitive.
 */
export function needleOf(text: string): Needle | null {
	const shown = sanitise(text);
	if (shown === '') {
		return null;
	}
	const literal = shown.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return {text, pattern: new RegExp(literal, /\p{Lu}/u.test(text) ? 'gu' : 'giu')};
}

/** Returns true if text as shown contains the needle. */
export function isIn({pattern}: Needle, text: string): boolean {
	pattern.lastIndex = 0;
	return pattern.test(text);
}

/** Returns true if one of these columns of a row contains the needle. */
export function isInRow(needle: Needle, row: Row, columns: readonly Column[]): boolean {
	return columns.some(column => isIn(needle, row.text(column)));
}

/** A match, or the text between matches. */
type FoundPart = {readonly text: string; readonly isFound: boolean};

/** Splits a string into matches and the parts between them. */
export function foundParts({pattern}: Needle, text: string): readonly FoundPart[] {
	const parts: FoundPart[] = [];
	let end = 0;
	pattern.lastIndex = 0;
	for (const {0: found, index} of text.matchAll(pattern)) {
		if (index > end) {
			parts.push({text: text.slice(end, index), isFound: false});
		}
		parts.push({text: found, isFound: true});
		end = index + found.length;
	}
	return end < text.length ? [...parts, {text: text.slice(end), isFound: false}] : parts;
}
