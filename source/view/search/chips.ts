import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {termsOf} from '../../query/terms.js';

/** A term as it is shown. */
export type Chip = {
	/** Safe for the terminal. */
	readonly text: string;
	/** Whether it leaves requests out. */
	readonly isUnwanted: boolean;
};

/** The terms that there is room for. */
export type Chips = {
	/** Whether there are terms before the first one. */
	readonly isCut: boolean;
	/** A space is between two. */
	readonly chips: readonly Chip[];
};

/** The terms of a search on a line of that width: the last ones when it has no room for all. */
export function chipsIn(text: string, width: number): Chips {
	const chips: Chip[] = [];
	let left = width;
	const terms = termsOf(text);
	for (const [index, term] of [...terms.entries()].reverse()) {
		const chip = ` ${sanitise(term.text)} `;
		// Where terms are left out, a … and a space say so.
		const room = left - (index > 0 ? 2 : 0);
		const used = terminalWidth(chip);
		if (used > room) {
			if (chips.length === 0) {
				chips.unshift({text: fitWidth(chip, room), isUnwanted: isUnwanted(term.text)});
				return {isCut: index > 0, chips};
			}

			return {isCut: true, chips};
		}

		chips.unshift({text: chip, isUnwanted: isUnwanted(term.text)});
		left -= used + 1;
	}

	return {isCut: false, chips};
}

function isUnwanted(term: string): boolean {
	return /^[-!]/.test(term);
}
