import type {NumberRange, ValueMatch} from '../expression.js';
import {type LogFieldName, writtenLogField} from '../log-field-name.js';
import {QueryError} from '../query-error.js';
import {quoted, quotedInMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';
import {parseTextMatch} from './parse-text-match.js';
import {durations, nextUp, sizes} from './units.js';

/** A number with a unit, as a size or plain number, and as a duration in ms; NaN if it can't be one. */
type Bound = {readonly number: number; readonly duration: number};

/**
 * Parses a value of a log field: text in the forms of the text fields, a comparison, or a range of numbers. A range also matches
 * its own text, because a log field can contain anything.
 * @throws QueryError for an invalid regular expression, and for a comparison with something that isn't a number
 */
export function parseLogValue(field: LogFieldName, item: Item): readonly ValueMatch[] {
	const {text, sign, isQuoted} = item;
	if (!isQuoted && sign === '' && /^\*+$/.test(text)) {
		return [{kind: 'any'}];
	}
	if (isQuoted || sign !== '') {
		return [parseTextMatch('line', item)];
	}
	const [, comparison, compared = ''] = /^([<>]=?)(.*)$/s.exec(text) ?? [];
	if (comparison !== undefined) {
		return [compare(field, item, comparison, compared)];
	}
	const range = rangeIn(text);
	const asText = parseTextMatch('line', item);
	return range === undefined ? [asText] : [range, asText];
}

function compare(field: LogFieldName, item: Item, comparison: string, compared: string): ValueMatch {
	const bound = boundIn(compared);
	if (bound === undefined) {
		const name = writtenLogField(field);
		const problem =
			compared === ''
				? `a number is missing after ${comparison}`
				: `“${quotedInMessage(compared)}” is not a number`;
		throw new QueryError(
			`${problem}: write ${name}:${comparison}0.5, ${comparison}10k or ${comparison}250ms; for the text, write ${name}:${quotedInMessage(quoted(comparison + compared))}`,
			item.start,
			item.end,
		);
	}
	const ranged = (value: number): NumberRange | null =>
		Number.isNaN(value) ? null : beside(comparison, value);
	return {kind: 'number', number: ranged(bound.number), duration: ranged(bound.duration)};
}

function beside(comparison: string, value: number): NumberRange {
	switch (comparison) {
		case '>=':
			return {from: value, to: Number.POSITIVE_INFINITY};
		case '<=':
			return {from: Number.NEGATIVE_INFINITY, to: value};
		case '>':
			return {from: nextUp(value), to: Number.POSITIVE_INFINITY};
		default:
			return {from: Number.NEGATIVE_INFINITY, to: -nextUp(-value)};
	}
}

/** Returns the range of numbers in `10k-20k`, `0.5-`, `-1s`; undefined for any other text. */
function rangeIn(text: string): ValueMatch | undefined {
	const [, first, second] = /^([^-]*)-([^-]*)$/s.exec(text) ?? [];
	if (first === undefined || second === undefined || first + second === '') {
		return undefined;
	}
	const [from, to] = [
		first === '' ? open(Number.NEGATIVE_INFINITY) : boundIn(first),
		second === '' ? open(Number.POSITIVE_INFINITY) : boundIn(second),
	];
	if (from === undefined || to === undefined) {
		return undefined;
	}
	const number = rangeOf(from.number, to.number);
	const duration = rangeOf(from.duration, to.duration);
	return number === null && duration === null ? undefined : {kind: 'number', number, duration};
}

function open(value: number): Bound {
	return {number: value, duration: value};
}

function rangeOf(from: number, to: number): NumberRange | null {
	return from <= to ? {from, to} : null;
}

/** Parses a number with a unit, or a plain number. `m` means millions as well as minutes. */
function boundIn(text: string): Bound | undefined {
	const [, amount = '', unit = ''] = /^(-?(?:\d+(?:\.\d+)?|\.\d+))([a-zµμ]*)$/i.exec(text) ?? [];
	const name = unit.toLowerCase().replace('μ', 'µ');
	const size = sizes.get(name);
	const time = name === '' ? undefined : durations.get(name);
	if (amount === '' || (size === undefined && time === undefined)) {
		return undefined;
	}
	const value = Number(amount);
	return Number.isFinite(value)
		? {number: value * (size ?? Number.NaN), duration: value * (time ?? Number.NaN)}
		: undefined;
}
