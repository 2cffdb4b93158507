import type {NumberField} from '../../../fields/fields.js';
import {fieldTable} from '../../../fields/fields.js';
import {type Expression, type NumberRange, needsLines, type TimePoint} from '../../../query/expression.js';
import {parametersSql, textSql} from './derived-sql.js';
import {logFieldCondition} from './log-field-condition.js';
import type {ParameterList} from './parameter-list.js';
import {lineCondition, textCondition} from './text-condition.js';
import {earliestTime, latestTime, timeValue} from './time-value.js';

/** SQL conditions that match every row and no row. */
const always = 'true';
const never = 'false';

/** Number of digits of a token. */
const digits = 13;

/**
 * Compiles an expression to an SQL condition. A comparison with a missing field is NULL, which counts as false; a `NOT` converts
 * it to false before it negates it.
 *
 * If the expression needs lines, NULL means that the result is unknown, because it depends on a line or on log fields that aren't
 * stored. A `NOT` keeps it, so such a row matches neither a term nor its negation. Comparisons with missing fields are then false.
 * @param now - current time, in ms since 1970
 */
export function condition(expression: Expression, parameters: ParameterList, now: number): string {
	const mayBeUnknown = needsLines(expression);
	const compile = (part: Expression): string => {
		switch (part.type) {
			case 'and':
				return joined(part.of.map(compile), 'AND', always);
			case 'or':
				return joined(part.of.map(compile), 'OR', never);
			case 'not':
				return mayBeUnknown ? `NOT (${compile(part.of)})` : `NOT ifNull(${compile(part.of)}, false)`;
			case 'line':
				return `if(empty(line), NULL, ${lineCondition(part.matches, parameters)})`;
			case 'logField':
				return `if(empty(fields), NULL, ${logFieldCondition(part.name, part.matches, parameters)})`;
			case 'number':
			case 'text':
			case 'bot': {
				const test = fieldTest(part, parameters);
				return mayBeUnknown ? `ifNull(${test}, false)` : test;
			}
			case 'time':
				return between(part.from, part.until, parameters, now);
			case 'token':
				return joined(
					part.prefixes.map(prefix => tokenBegins(prefix, parameters)),
					'OR',
					never,
				);
		}
	};
	return compile(expression);
}

/**
 * Compiles a condition that holds for each row whose result isn't false: see `condition`. It needs no lines, so the server can use
 * its indices. Returns undefined if it holds for all rows.
 */
export function weakerCondition(
	expression: Expression,
	parameters: ParameterList,
	now: number,
): string | undefined {
	const possible = condition(withoutLines(expression, true), parameters, now);
	return possible === always ? undefined : possible;
}

/** Replaces the tests of lines by conditions that are always true, or, unless `isWanted`, always false. */
function withoutLines(expression: Expression, isWanted: boolean): Expression {
	switch (expression.type) {
		case 'and':
		case 'or':
			return {type: expression.type, of: expression.of.map(part => withoutLines(part, isWanted))};
		case 'not':
			return {type: 'not', of: withoutLines(expression.of, !isWanted)};
		case 'line':
		case 'logField':
			return {type: isWanted ? 'and' : 'or', of: []};
		default:
			return expression;
	}
}

type FieldTest = Extract<Expression, {type: 'number' | 'text' | 'bot'}>;

/** Compiles a test of a field, which is NULL for a row without the field. */
function fieldTest(test: FieldTest, parameters: ParameterList): string {
	switch (test.type) {
		case 'number':
			return joined(
				test.ranges.map(range => inRange(test.field, range, parameters)),
				'OR',
				never,
			);
		case 'text': {
			const conditions = (text: string): string =>
				joined(
					test.matches.map(match => textCondition(text, match, parameters)),
					'OR',
					never,
				);
			return test.field === 'param'
				? `arrayExists(one -> ${conditions('one')}, ${parametersSql})`
				: conditions(textSql(test.field));
		}
		case 'bot':
			return `bot = ${test.isBot}`;
	}
}

/** @param none - result if there are no parts */
function joined(parts: readonly string[], by: 'AND' | 'OR', none: string): string {
	const [first = none, ...others] = parts;
	return others.length === 0 ? first : `(${parts.join(` ${by} `)})`;
}

/** Integer columns have no larger number, because integers are printed exactly or not at all. */
const maxNumber = Number.MAX_SAFE_INTEGER;

function inRange(field: NumberField, {from, to}: NumberRange, parameters: ParameterList): string {
	const column = fieldTable[field].sql;
	const isWhole = field !== 'durationMs';
	const first = isWhole ? Math.ceil(Math.max(from, 0)) : from;
	const last = isWhole ? Math.floor(Math.min(to, maxNumber)) : to;
	if (Number.isNaN(first) || Number.isNaN(last) || first > last) {
		return never;
	}
	const value = (number: number): string => parameters.add(isWhole ? 'UInt64' : 'Float64', number);
	if (first === last) {
		return `${column} = ${value(first)}`;
	}
	const parts = [
		...(first > (isWhole ? 0 : Number.NEGATIVE_INFINITY) ? [`${column} >= ${value(first)}`] : []),
		...(last < (isWhole ? maxNumber : Number.POSITIVE_INFINITY) ? [`${column} <= ${value(last)}`] : []),
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
