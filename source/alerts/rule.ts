import type {Query} from '../query/query.js';
import {type Piece, readPieces} from '../query/tokens/piece.js';

/** When a rule fires. Windows and pauses in milliseconds. */
export type Condition =
	/** When requests are written that match; then no more for `every`, and those of that time together at its end. */
	| {readonly kind: 'any'; readonly every: number}
	/** When so many requests of the last `window` match. */
	| {readonly kind: 'count'; readonly side: Side; readonly limit: number; readonly window: number}
	/** When that share of the requests of the last `window` matches, percent. */
	| {
			readonly kind: 'share';
			readonly side: Side;
			readonly limit: number;
			readonly window: number;
			/** What it is a share of. */
			readonly of: Query;
			/** With fewer of these there is no share to speak of. */
			readonly least: number;
	  };

/** Whether a rule fires above its limit or below it; at the limit it never does. */
export type Side = 'over' | 'under';

/** A search with a threshold. */
export type Rule = {
	/** What it is called: by the name that it was given, else as it was written. */
	readonly name: string;
	/** As it was written. */
	readonly text: string;
	/** What is counted. Of a share: what of `of` is counted, so that all that matches this also matches that. */
	readonly query: Query;
	readonly condition: Condition;
};

/** The forms of a rule, and what each is for: for messages, help and manual. */
export const ruleForms = [
	{form: 'any SEARCH [every DURATION]', help: 'each new match; told once in that time at most (1m)'},
	{form: 'SEARCH over N in DURATION', help: 'more than N requests match'},
	{form: 'SEARCH under N in DURATION', help: 'fewer than N do: under 1 in 5m is silence'},
	{
		form: 'SEARCH share over P% in DURATION [min N] [of SEARCH]',
		help: 'so much of N (20) requests or more; also under',
	},
] as const;

/** A piece of a rule that isn't within parentheses, with the word that it is when it is nothing else. */
export type RuleWord = {
	/** Its place in the rule, in UTF-16 units. */
	readonly start: number;
	readonly end: number;
	/** As it is written; empty for what is no bare word: a term with a field or a sign, quotes, a group. */
	readonly word: string;
};

/**
 * Cuts a rule into its words. A group in parentheses is one, so that what is within is never a word of the rule.
 * @throws QueryError where it can't be cut
 */
export function ruleWords(text: string): readonly RuleWord[] {
	const words: RuleWord[] = [];
	let depth = 0;
	let start = 0;
	for (const piece of readPieces(text)) {
		if (piece.kind === 'close') {
			depth = Math.max(0, depth - 1);
		}
		if (depth === 0) {
			const from = piece.kind === 'close' ? start : piece.start;
			words.push({start: from, end: piece.end, word: bareWord(piece, text)});
		}
		if (piece.kind === 'open') {
			start = depth === 0 ? piece.start : start;
			depth++;
		}
	}
	return words;
}

/** The text of a piece that is a bare word, or several with commas between. */
export function bareWord(piece: Piece, text: string): string {
	const written = text.slice(piece.start, piece.end);
	return piece.kind === 'term' && piece.field === undefined && !piece.isNegated && !written.includes('"')
		? written
		: '';
}
