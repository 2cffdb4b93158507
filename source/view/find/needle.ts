import type {Column} from '../../format/columns.js';
import {sanitise} from '../../format/sanitise.js';
import type {Row} from '../listing/row.js';

/** A text that is looked for on the screen. */
export type Needle = {
	readonly text: string;
	/** Finds it in texts as they are shown. Global: set `lastIndex` before. */
	readonly pattern: RegExp;
};

/** The needle for a text; null for an empty one. As in the search, case makes no difference unless it has a capital. */
export function needleOf(text: string): Needle | null {
	const shown = sanitise(text);
	if (shown === '') {
		return null;
	}

	const literal = shown.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return {text, pattern: new RegExp(literal, /\p{Lu}/u.test(text) ? 'gu' : 'giu')};
}

/** Whether a text as it is shown has it. */
export function isIn({pattern}: Needle, text: string): boolean {
	pattern.lastIndex = 0;
	return pattern.test(text);
}

/** Whether one of these texts of a row has it. */
export function isInRow(needle: Needle, row: Row, columns: readonly Column[]): boolean {
	return columns.some(column => isIn(needle, row.text(column)));
}

/** A part of a text: what is looked for, or what is between. */
type FoundPart = {readonly text: string; readonly isFound: boolean};

/** A text cut where what is looked for begins and ends. */
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
