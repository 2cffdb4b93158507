import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {periodFields} from '../../query/field-names.js';
import {besideOthers, type Term, termsOf} from '../../query/terms.js';

/** A field, and a day with or without a time of day. */
const dated = /^(.*?:"?)\d{4}-(\d{1,2}-(\d{1,2}(?:[Tt ] *(\d{1,2}:\d{2}.*))?))$/;

/**
 * Brings a term that names a period to at most `width` columns. Its date goes first, from the year on: periods that are
 * looked at together differ in their day, and most often in the time of day only.
 * @param text - one that is wider than that, sanitised
 */
function cutPeriod(text: string, width: number): string {
	const [, field = '', ...ends] = dated.exec(text) ?? [];
	const shortened = ends.flatMap(end => (end === undefined ? [] : [`${field}…${end}`]));
	return shortened.find(({length}) => length <= width) ?? fitWidth(shortened.at(-1) ?? text, width).trimEnd();
}

/**
 * The search with further terms; those that it has already are not added, and those that say the contrary give way.
 */
export function withTerms(text: string, added: readonly string[]): string {
	const terms = termsOf(text);
	const contrary = new Set(added.flatMap(contraries));
	const kept = terms.filter(term => !contrary.has(term.text));
	const present = new Set(kept.map(term => term.text));
	const news = [...new Set(added)].filter(term => !present.has(term)).join(' ');
	const old = kept.length === terms.length ? text.trim() : kept.map(term => term.text).join(' ');
	return old === '' || news === '' ? old + news : `${besideOthers(old)} ${news}`;
}

/** How the opposite of a term may be written. */
function contraries(term: string): readonly string[] {
	return /^[-!]/.test(term) ? [term.slice(1)] : [`-${term}`, `!${term}`];
}

/** The search with other terms in place of those that ask for one of these fields. */
export function withTermsFor(text: string, fields: readonly string[], added: readonly string[]): string {
	const kept = termsOf(text).filter(({field}) => field === null || !fields.includes(field));
	return withTerms(kept.map(term => term.text).join(' '), added);
}

/** The search without a term, counted from the last one, which is 1; null when it has none there. */
export function withoutTerm(text: string, fromLast: number): string | null {
	const term = termsOf(text).at(-fromLast);
	return term
		? [text.slice(0, term.start).trim(), text.slice(term.end).trim()].filter(part => part !== '').join(' ')
		: null;
}

/** The search without its last term; null when it has none. */
export function withoutLastTerm(text: string): string | null {
	const last = termsOf(text).at(-1);
	return last ? text.slice(0, last.start).trim() : null;
}

/** A term as it is shown. */
type Chip = {
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
