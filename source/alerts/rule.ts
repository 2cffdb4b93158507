import type {Query} from '../query/query.js';
import {type QueryToken, readTokens} from '../query/tokens/query-token.js';

/** Condition under which a rule fires. Windows and pauses are in ms. */
export type Condition =
	/**
	 * Fires when matching requests are written. After that it pauses for `every`, and then reports the matches of the pause
	 * together.
	 */
	| {readonly kind: 'any'; readonly every: number}
	/** Fires when the number of matching requests in the last `window` crosses the limit. */
	| {readonly kind: 'count'; readonly side: Side; readonly limit: number; readonly window: number}
	/** Fires when the share of matching requests in the last `window` crosses the limit, in percent. */
	| {
			readonly kind: 'share';
			readonly side: Side;
			readonly limit: number;
			readonly window: number;
			/** The search for all requests, matching or not. */
			readonly of: Query;
			/** Minimum number of requests. The share of fewer requests isn't significant. */
			readonly min: number;
	  };

/** Whether a rule fires above or below its limit. It never fires exactly at the limit. */
export type Side = 'over' | 'under';

/** A search with a condition. */
export type Rule = {
	/** The name that the user gave it, or its text. */
	readonly name: string;
	/** The rule as the user wrote it. */
	readonly text: string;
	/** The counted requests. For a share it includes `of`, so that all its matches also match `of`. */
	readonly query: Query;
	readonly condition: Condition;
};

/** The forms of a rule, and the use of each, for messages, help and manual. */
export const ruleForms = [
	{form: 'any SEARCH [every DURATION]', help: 'each new match; at most one notice in DURATION (1m)'},
	{form: 'SEARCH over N in DURATION', help: 'more than N requests match'},
	{form: 'SEARCH under N in DURATION', help: 'fewer than N requests match; under 1 in 5m: silence'},
	{
		form: 'SEARCH share over P% in DURATION [min N] [of SEARCH]',
		help: 'more than P% of at least N (20) requests; also under',
	},
] as const;

/** A token of a rule outside of parentheses, with its bare word. */
export type RuleWord = {
	/** Offsets in the rule, in UTF-16 units. */
	readonly start: number;
	readonly end: number;
	/** The bare word as written; empty for a term with a field or a sign, for quotes and groups. */
	readonly word: string;
};

/**
 * Splits a rule into words. A group in parentheses is one word: its content never counts as a keyword of the rule.
 * @throws QueryError if the text can't be split
 */
export function ruleWords(text: string): readonly RuleWord[] {
	const words: RuleWord[] = [];
	let depth = 0;
	let start = 0;
	for (const token of readTokens(text)) {
		if (token.kind === 'close') {
			depth = Math.max(0, depth - 1);
		}
		if (depth === 0) {
			const from = token.kind === 'close' ? start : token.start;
			words.push({start: from, end: token.end, word: bareWord(token, text)});
		}
		if (token.kind === 'open') {
			start = depth === 0 ? token.start : start;
			depth++;
		}
	}
	return words;
}

/** Returns the text of a token if it is a bare word, or several with commas between; otherwise an empty string. */
export function bareWord(token: QueryToken, text: string): string {
	const written = text.slice(token.start, token.end);
	return token.kind === 'term' && token.field === undefined && !token.isNegated && !written.includes('"')
		? written
		: '';
}
