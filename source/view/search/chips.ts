import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import {periodFields} from '../../query/field-names.js';
import {type Term, termsOf} from '../../query/terms.js';
import {cutPeriod} from './cut-period.js';

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

/** A chip of which less is shown says too little. */
const leastCut = 16;

/** The terms of a search on a line of that width: long ones are cut, and the first ones left out, where it must be. */
export function chipsIn(text: string, width: number): Chips {
	const terms = termsOf(text);
	const longest = longestFor(
		terms.map(term => terminalWidth(chipText(term))),
		width,
	);
	const chips: Chip[] = [];
	let left = width;
	for (const [index, term] of [...terms.entries()].reverse()) {
		// Where terms are left out, a … and a space say so.
		const room = left - (index > 0 ? 2 : 0);
		const chip = cutChip(term, chips.length === 0 ? Math.min(longest, room) : longest);
		const used = terminalWidth(chip);
		if (used > room) {
			return {isCut: true, chips};
		}

		chips.unshift({text: chip, isUnwanted: isUnwanted(term)});
		left -= used + 1;
	}

	return {isCut: false, chips};
}

/** The columns past which a chip is cut: as many as they all have room with, if they have at all. */
function longestFor(widths: readonly number[], width: number): number {
	const usedBy = (longest: number): number => widths.reduce((sum, of) => sum + Math.min(of, longest) + 1, -1);
	let longest = width;
	while (longest > leastCut && usedBy(longest) > width) {
		longest--;
	}

	return longest;
}

/** A term with a space around it. */
function chipText({text}: Term): string {
	return ` ${sanitise(text)} `;
}

/** What tells most of a chip, with the space at its end: the beginning, but of a period the time of day. */
function cutChip(term: Term, width: number): string {
	const whole = chipText(term);
	if (terminalWidth(whole) <= width) {
		return whole;
	}

	const isPeriod = term.field !== null && periodFields.includes(term.field);
	return isPeriod ? ` ${cutPeriod(whole.trim(), width - 2)} ` : `${fitWidth(whole, width - 1)} `;
}

function isUnwanted({text}: Term): boolean {
	return /^[-!]/.test(text);
}
