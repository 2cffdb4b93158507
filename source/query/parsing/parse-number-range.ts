import type {NumberField} from '../../fields/fields.js';
import type {NumberRange} from '../expression.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';
import {durations, nextUp, sizes} from './units.js';

type Kind = {
	/** Name of a value in messages. */
	readonly is: string;
	/** Examples of valid values. */
	readonly examples: string;
	/** Factors of the units. The empty string is the factor without a unit. */
	readonly units: ReadonlyMap<string, number>;
	readonly isWhole: boolean;
};

const count: Kind = {is: 'a number', examples: '1, >100, 2-10', units: new Map([['', 1]]), isWhole: true};

/** The fields that aren't counts. */
const kinds: Readonly<Partial<Record<NumberField, Kind>>> = {
	status: {...count, is: 'a status', examples: '404, 5xx, 400-499, >=500'},
	bytes: {is: 'a size', examples: '512, 10k, >1mb, 1ki-2ki', units: sizes, isWhole: true},
	durationMs: {is: 'a time taken', examples: '500ms, >=1.5s, 1s-2s, >1m', units: durations, isWhole: false},
};

/**
 * Parses a value of a numeric field: a number with a unit, a range (open or closed), a comparison, `*` for any value, or a status
 * class such as `5xx`.
 * @throws QueryError for any other value
 */
export function parseNumberRange(field: NumberField, item: Item): NumberRange {
	const {text, sign, start, end} = item;
	const {is, examples} = kinds[field] ?? count;
	if (sign === '~') {
		throw new QueryError(
			`${is} is a number and can’t be matched by a regular expression: write ${examples}`,
			start,
			end,
		);
	}
	if (text === '*' && !item.isQuoted) {
		return {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};
	}
	if (/^!=?./.test(text)) {
		throw new QueryError('to exclude values, write - before the field, such as -status:404', start, end);
	}
	// Some users write `=>500`, whose `=` has been read as the operator.
	const [, comparison, compared = ''] = /^([<>]=?)(.*)$/s.exec(text) ?? [];
	if (comparison !== undefined && (sign === '' || sign === '=')) {
		return compare(field, item, sign === '=' ? `${comparison[0]}=` : comparison, compared);
	}
	if (sign === '') {
		const [, first, second] = /^([^-]*)-([^-]*)$/s.exec(text) ?? [];
		if (first !== undefined && second !== undefined && first + second !== '') {
			return between(field, item, first, second);
		}
	}
	return oneValue(field, item, text, 0);
}

function compare(field: NumberField, item: Item, comparison: string, compared: string): NumberRange {
	const {is, isWhole, examples} = kinds[field] ?? count;
	if (compared === '') {
		throw new QueryError(`${is} is missing after ${comparison}: write ${examples}`, item.start, item.end);
	}
	const {from, to} = oneValue(field, item, compared, item.text.length - compared.length);
	switch (comparison) {
		case '>=':
			return {from, to: Number.POSITIVE_INFINITY};
		case '<=':
			return {from: Number.NEGATIVE_INFINITY, to};
		case '>':
			return {from: isWhole ? Math.floor(to) + 1 : nextUp(to), to: Number.POSITIVE_INFINITY};
		default:
			return {from: Number.NEGATIVE_INFINITY, to: isWhole ? Math.ceil(from) - 1 : -nextUp(-from)};
	}
}

function between(field: NumberField, item: Item, first: string, second: string): NumberRange {
	const from = first === '' ? Number.NEGATIVE_INFINITY : oneValue(field, item, first, 0).from;
	const to = second === '' ? Number.POSITIVE_INFINITY : oneValue(field, item, second, first.length + 1).to;
	if (from > to) {
		throw new QueryError(
			`the range from ${quotedInMessage(first)} to ${quotedInMessage(second)} is empty: write the smaller value first, ${quotedInMessage(second)}-${quotedInMessage(first)}`,
			item.start,
			item.end,
		);
	}
	return {from, to};
}

const number = /^(\d+(?:\.\d+)?|\.\d+)([a-zµ]*)$/i;

/** @param skipped - number of units of the item before `text` */
function oneValue(field: NumberField, item: Item, text: string, skipped: number): NumberRange {
	const {is, examples, units} = kinds[field] ?? count;
	const [, digits, open] = (field === 'status' && /^(\d{1,2})(x{1,2})$/i.exec(text)) || [];
	if (digits !== undefined && open !== undefined && digits.length + open.length === 3) {
		const from = Number(digits) * 10 ** open.length;
		return {from, to: from + 10 ** open.length - 1};
	}
	const [, amount = '', unit = ''] = number.exec(text) ?? [];
	// `μ` (Greek mu) looks the same as `µ` (micro sign).
	const factor = units.get(unit.toLowerCase().replace('μ', 'µ'));
	const value = Number(amount) * (factor ?? Number.NaN);
	if (amount !== '' && Number.isFinite(value)) {
		return {from: value, to: value};
	}
	const start = item.offsetOf(skipped);
	throw new QueryError(
		`“${quotedInMessage(text)}” is not ${is}: write ${examples}`,
		item.isQuoted ? item.start : start,
		item.isQuoted ? item.end : item.offsetOf(skipped + text.length),
	);
}
