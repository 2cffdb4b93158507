import {isDeepStrictEqual} from 'node:util';
import type {Expression} from '../query/expression.js';
import {periodOf} from '../query/period-of.js';
import {everything, isEverything, type Query} from '../query/query.js';
import {termsOf} from '../query/terms.js';
import {UserError} from '../user-error.js';
import type {Totals} from './change.js';

/**
 * The entries that a selection is compared with. `rest`: all other entries. `before`: the same conditions in the period of equal
 * length just before. In each case without the entries of the selection.
 */
export type Baseline = 'rest' | 'before' | Query;

/** A comparison of a selection with a baseline. */
export type Comparison = {
	readonly selection: Query;
	/** Limits both sides. */
	readonly within: Query;
	/** By default `before` if the selection has a start, otherwise `rest`. See also `splitSearch`. */
	readonly baseline?: Baseline | undefined;
};

/** Returns the searches of a comparison. */
export function queriesOf({selection, within, baseline}: Comparison): readonly Query[] {
	return [selection, within, ...(typeof baseline === 'object' ? [baseline] : [])];
}

/** The conditions that distinguish a search, and the conditions that limit both sides. */
export type SearchSplit = Pick<Comparison, 'selection' | 'within'>;

/** The fields of a place: where requests go. */
const placeFields: readonly string[] = ['url', 'route', 'param'];

/**
 * Splits a search into its conditions, and its period and place, which limit both sides; null unless it has both. Failures of the
 * last minutes, compared with failures before, are alike during an incident: the other requests of the period are the better
 * baseline. For the slow requests of a route, it is the other requests of the route: other routes have other parameters.
 */
export function splitSearch({text, expression}: Query): SearchSplit | null {
	const all = expression.type === 'and' ? expression.of : [];
	const terms = termsOf(text);
	// Parentheses around the whole search are one term.
	if (terms.length !== all.length) {
		return null;
	}
	const split = (fields: readonly string[]): SearchSplit => {
		const areLimits = all.map(one => limits(one, fields));
		const part = (isLimit: boolean): Query => {
			const isPart = (_: unknown, index: number): boolean => areLimits[index] === isLimit;
			const texts = terms.filter(isPart).map(term => term.text);
			return {text: texts.join(' '), expression: {type: 'and', of: all.filter(isPart)}};
		};
		return {selection: part(false), within: part(true)};
	};
	const isSplit = (of: SearchSplit): boolean => !isEverything(of.selection) && !isEverything(of.within);
	return [placeFields, []].map(split).find(isSplit) ?? null;
}

/** True for a condition only on the period and these fields. */
function limits(one: Expression, fields: readonly string[]): boolean {
	switch (one.type) {
		case 'and':
		case 'or':
			return one.of.every(part => limits(part, fields));
		case 'not':
			return limits(one.of, fields);
		default:
			return one.type === 'time' || (one.type === 'text' && fields.includes(one.field));
	}
}

/** The error for a selection without a start that is compared with the period before. */
const noStart =
	'there is no period before: the selection has no start, such as since:15m; compare it with the rest';

/** Returns why a comparison isn't possible with any entries; null if it is possible. */
export function whyNotComparable({selection, baseline}: Comparison, now: number): string | null {
	return baseline === 'before' && periodOf(selection.expression, now).from === null ? noStart : null;
}

/** A range of time in ms since 1970, including both ends. */
export type TimeRange = {readonly from: number; readonly until: number};

/** A comparison whose periods are known. */
export type ResolvedComparison = {
	readonly kind: 'rest' | 'before' | 'search';
	/** The query of the baseline; undefined for the rest. */
	readonly baseline: Query | undefined;
	/** Conditions that only the selection has, and not the baseline. */
	readonly distinct: Expression;
	/** The part of the period before that the log covers, for `before`; null if it covers none. */
	readonly before: TimeRange | null;
	/** Lengths of the periods: see `Totals`. */
	readonly seconds: Totals['seconds'];
};

/**
 * Determines the baseline and the periods of a comparison.
 * @param covered - the times of the oldest and the newest entry
 * @throws UserError if `before` has no start to be before of
 */
export function resolve(
	{selection, within, baseline: wanted}: Comparison,
	covered: TimeRange,
	now: number,
): ResolvedComparison {
	const {from, until} = periodOf(selection.expression, now);
	const baseline = wanted ?? (from === null ? 'rest' : 'before');
	const limits = overlap(rangeOf(within.expression, now), covered);
	const selected = overlap(rangeOf(selection.expression, now), limits);
	const isPeriod = from !== null || until !== null;
	if (baseline === 'rest') {
		return {
			kind: 'rest',
			baseline: undefined,
			distinct: selection.expression,
			before: null,
			seconds: isPeriod
				? {selected: secondsIn(selected), baseline: Math.max(1, secondsIn(limits) - secondsIn(selected))}
				: null,
		};
	}
	if (baseline === 'before') {
		if (from === null) {
			throw new UserError(noStart);
		}
		const end = Math.min(until ?? Number.POSITIVE_INFINITY, Math.max(covered.until, from));
		const before = {from: from - (end - from) - 1, until: from - 1};
		const covering = overlap(before, limits);
		return {
			kind: 'before',
			baseline: {text: '', expression: inPeriod(selection.expression, before)},
			distinct: everything.expression,
			before: covering.from < covering.until ? covering : null,
			seconds: {selected: secondsIn(selected), baseline: secondsIn(covering)},
		};
	}
	const other = periodOf(baseline.expression, now);
	const shared = partsOf(baseline.expression);
	return {
		kind: 'search',
		baseline,
		distinct: {
			type: 'and',
			of: partsOf(selection.expression).filter(part => !shared.some(one => isDeepStrictEqual(part, one))),
		},
		before: null,
		seconds:
			isPeriod && (other.from !== null || other.until !== null)
				? {
						selected: secondsIn(selected),
						baseline: secondsIn(overlap(rangeOf(baseline.expression, now), limits)),
					}
				: null,
	};
}

function rangeOf(expression: Expression, now: number): TimeRange {
	const {from, until} = periodOf(expression, now);
	return {from: from ?? Number.NEGATIVE_INFINITY, until: until ?? Number.POSITIVE_INFINITY};
}

function overlap(a: TimeRange, b: TimeRange): TimeRange {
	return {from: Math.max(a.from, b.from), until: Math.min(a.until, b.until)};
}

/** Length of a period in seconds, at least one. */
function secondsIn({from, until}: TimeRange): number {
	return Math.max(1, (until - from) / 1000);
}

/** Returns the conditions of an expression in another period. */
function inPeriod(expression: Expression, {from, until}: TimeRange): Expression {
	return {
		type: 'and',
		of: [...withoutTime(partsOf(expression)), {type: 'time', from: {at: from}, until: {at: until}}],
	};
}

/** Returns the conditions that must all match. */
function partsOf(expression: Expression): readonly Expression[] {
	return expression.type === 'and' ? expression.of : [expression];
}

function withoutTime(parts: readonly Expression[]): readonly Expression[] {
	return parts
		.filter(({type}) => type !== 'time')
		.map(part => (part.type === 'and' ? {type: 'and', of: withoutTime(part.of)} : part));
}
