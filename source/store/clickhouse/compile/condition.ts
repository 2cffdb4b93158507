import type {Expression, NumberField, NumberRange, TimePoint} from '../../../query/expression.js';
import {UserError} from '../../../user-error.js';
import {numberColumns, textColumns} from './columns.js';
import type {ParameterList} from './parameter-list.js';
import {textCondition} from './text-condition.js';
import {earliestTime, latestTime, timeValue} from './time-value.js';

/** SQL conditions that match every row and no row. */
const always = 'true';
const never = 'false';

/** Number of digits of a token. */
const digits = 13;

/**
 * Compiles an expression to an SQL condition. A comparison with a missing field is NULL, which counts as false; a `NOT` converts
 * it to false before it negates it.
 * @param now - current time, in ms since 1970
 */
export function condition(expression: Expression, parameters: ParameterList, now: number): string {
	const of = (part: Expression): string => {
		switch (part.type) {
			case 'and':
				return joined(part.of.map(of), 'AND', always);
			case 'or':
				return joined(part.of.map(of), 'OR', never);
			case 'not':
				return `NOT ifNull(${of(part.of)}, false)`;
			case 'number':
				return joined(
					part.ranges.map(range => inRange(part.field, range, parameters)),
					'OR',
					never,
				);
			case 'text':
				return joined(
					part.matches.map(match => textCondition(textColumns[part.field], match, parameters)),
					'OR',
					never,
				);
			case 'time':
				return between(part.from, part.until, parameters, now);
			case 'token':
				return joined(
					part.prefixes.map(prefix => tokenBegins(prefix, parameters)),
					'OR',
					never,
				);
			case 'line':
				return joined(
					part.matches.map(match => textCondition('line', match, parameters)),
					'OR',
					never,
				);
			case 'logField':
				throw new UserError('log fields (@name) can’t be searched on a server yet');
			case 'bot':
				return `bot = ${part.isBot}`;
		}
	};
	return of(expression);
}

/** @param none - result if there are no parts */
function joined(parts: readonly string[], by: 'AND' | 'OR', none: string): string {
	const [first = none, ...others] = parts;
	return others.length === 0 ? first : `(${parts.join(` ${by} `)})`;
}

/** Integer columns have no number as large as this or larger, because integers are printed exactly or not at all. */
const most = Number.MAX_SAFE_INTEGER;

function inRange(field: NumberField, {from, to}: NumberRange, parameters: ParameterList): string {
	const column = numberColumns[field];
	const isWhole = field !== 'durationMs';
	const first = isWhole ? Math.ceil(Math.max(from, 0)) : from;
	const last = isWhole ? Math.floor(Math.min(to, most)) : to;
	if (Number.isNaN(first) || Number.isNaN(last) || first > last) {
		return never;
	}
	const value = (number: number): string => parameters.add(isWhole ? 'UInt64' : 'Float64', number);
	if (first === last) {
		return `${column} = ${value(first)}`;
	}
	const parts = [
		...(first > (isWhole ? 0 : Number.NEGATIVE_INFINITY) ? [`${column} >= ${value(first)}`] : []),
		...(last < (isWhole ? most : Number.POSITIVE_INFINITY) ? [`${column} <= ${value(last)}`] : []),
	];
	return joined(parts, 'AND', `isNotNull(${column})`);
}

function between(
	from: TimePoint | null,
	until: TimePoint | null,
	parameters: ParameterList,
	now: number,
): string {
	const moment = (point: TimePoint | null, open: number): number =>
		point === null ? open : 'at' in point ? point.at : now - point.ago;
	const first = Math.ceil(moment(from, Number.NEGATIVE_INFINITY));
	const last = Math.floor(moment(until, Number.POSITIVE_INFINITY));
	if (first > last || first > latestTime || last < earliestTime) {
		return never;
	}
	const parts = [
		'timed',
		...(first > earliestTime ? [`time >= ${timeValue(parameters, first)}`] : []),
		...(last < latestTime ? [`time <= ${timeValue(parameters, last)}`] : []),
	];
	return joined(parts, 'AND', always);
}

function tokenBegins(prefix: string, parameters: ParameterList): string {
	if (prefix.length > digits) {
		return never;
	}
	// An equality test of a complete token can use the index.
	return prefix.length === digits
		? `token = ${parameters.add(`FixedString(${digits})`, prefix)}`
		: `startsWith(token, ${parameters.add('String', prefix)})`;
}
