import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {isPeriodField} from '../../query/field-names.js';
import {besideOthers, type Term, termsOf} from '../../query/terms.js';

/** Matches a field with a date and an optional time of day. */
const dated = /^(.*?:"?)\d{4}-(\d{1,2}-(\d{1,2}(?:[Tt ] *(\d{1,2}:\d{2}.*))?))$/;

/**
 * Shortens a term that names a period to `width` columns. Cuts the date from the left, year first: periods that users compare
 * differ in the day and most often only in the time of day.
 * @param text - a sanitised term wider than `width`
 */
function cutPeriod(text: string, width: number): string {
	const [, field = '', ...ends] = dated.exec(text) ?? [];
	const shortened = ends.flatMap(end => (end === undefined ? [] : [`${field}…${end}`]));
	return shortened.find(({length}) => length <= width) ?? fitWidth(shortened.at(-1) ?? text, width).trimEnd();
}

/** Returns the search with added terms. Skips terms that it already has and removes the opposites of the added ones. */
export function withTerms(text: string, added: readonly string[]): string {
	const terms = termsOf(text);
	const contrary = new Set(added.flatMap(contraries));
	const kept = terms.filter(term => !contrary.has(term.text));
	const present = new Set(kept.map(term => term.text));
	const news = [...new Set(added)].filter(term => !present.has(term)).join(' ');
	const old = kept.length === terms.length ? text.trim() : kept.map(term => term.text).join(' ');
	return old === '' || news === '' ? old + news : `${besideOthers(old)} ${news}`;
}

/** Returns all spellings of the opposite of a term. */
function contraries(term: string): readonly string[] {
	return /^[-!]/.test(term) ? [term.slice(1)] : [`-${term}`, `!${term}`];
}

/** Returns the search with all terms of these fields replaced by other terms. */
export function withTermsFor(text: string, fields: readonly string[], added: readonly string[]): string {
	const kept = termsOf(text).filter(({field}) => field === null || !fields.includes(field));
	return withTerms(kept.map(term => term.text).join(' '), added);
}

/** Returns the search without one term, or null if it has no such term. `fromLast` counts from the end; the last term is 1. */
export function withoutTerm(text: string, fromLast: number): string | null {
	const term = termsOf(text).at(-fromLast);
	return term
		? [text.slice(0, term.start).trim(), text.slice(term.end).trim()].filter(part => part !== '').join(' ')
		: null;
}

/** Returns the search without its last term, or null if it has no terms. */
export function withoutLastTerm(text: string): string | null {
	const last = termsOf(text).at(-1);
	return last ? text.slice(0, last.start).trim() : null;
}

/** A term as shown on the search line. */
type Chip = {
	/** Safe for the terminal. */
	readonly text: string;
	/** True if the term excludes requests. */
	readonly isUnwanted: boolean;
};

/** The terms that fit on the search line. */
export type Chips = {
	/** True if earlier terms don't fit. */
	readonly isCut: boolean;
	/** In order. The line has one space between two chips. */
	readonly chips: readonly Chip[];
};

/** Minimum width to which chips are cut, in columns. A narrower chip isn't informative. */
const minCutWidth = 16;

/** Returns the terms of a search for a line of `width` columns. If they don't fit, cuts long terms, then drops the first ones. */
export function chipsIn(text: string, width: number): Chips {
	const terms = termsOf(text);
	const maxChipWidth = maxChipWidthFor(
		terms.map(term => terminalWidth(chipText(term))),
		width,
	);
	const chips: Chip[] = [];
	let left = width;
	for (const [index, term] of [...terms.entries()].reverse()) {
		// A `…` and a space mark dropped terms.
		const maxWidth = left - (index > 0 ? 2 : 0);
		const chip = cutChip(term, chips.length === 0 ? Math.min(maxChipWidth, maxWidth) : maxChipWidth);
		const used = terminalWidth(chip);
		if (used > maxWidth) {
			return {isCut: true, chips};
		}
		chips.unshift({text: chip, isUnwanted: isUnwanted(term)});
		left -= used + 1;
	}
	return {isCut: false, chips};
}

/** Returns the maximum width of a chip: the largest with which all chips fit, but at least `minCutWidth`. */
function maxChipWidthFor(widths: readonly number[], width: number): number {
	const usedBy = (maxChipWidth: number): number =>
		widths.reduce((sum, of) => sum + Math.min(of, maxChipWidth) + 1, -1);
	let maxChipWidth = width;
	while (maxChipWidth > minCutWidth && usedBy(maxChipWidth) > width) {
		maxChipWidth--;
	}
	return maxChipWidth;
}

/** Returns a term with a space on both sides. */
function chipText({text}: Term): string {
	return ` ${sanitise(text)} `;
}

/** Cuts a chip to its most informative part and ends it with a space: the time of day of a period, otherwise the beginning. */
function cutChip(term: Term, width: number): string {
	const whole = chipText(term);
	if (terminalWidth(whole) <= width) {
		return whole;
	}
	const isPeriod = isPeriodField(term.field);
	return isPeriod ? ` ${cutPeriod(whole.trim(), width - 2)} ` : `${fitWidth(whole, width - 1)} `;
}

function isUnwanted({text}: Term): boolean {
	return /^[-!]/.test(text);
}
