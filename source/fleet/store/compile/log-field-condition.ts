import {unitOfName} from '../../../entries/log-fields/log-value.js';
import {isTextMatch} from '../../../query/evaluation/value-match.js';
import type {NumberRange, ValueMatch} from '../../../query/expression.js';
import type {ParameterList} from './parameter-list.js';
import {textCondition} from './text-condition.js';

/** `listMark` in SQL. */
const listMark = "'\\x1E'";

/** SQL expression for the stored form of a log field; empty for a row without a value. */
export function storedField(name: string, parameters: ParameterList): string {
	return `fields[${parameters.add('String', name)}]`;
}

/** SQL expression for the printed form of a stored value: see `printedValue`. */
export function printedField(stored: string): string {
	return `if(startsWith(${stored}, ${listMark}), replaceAll(substring(${stored}, 2), ${listMark}, ', '), ${stored})`;
}

/**
 * Compiles the conditions on a log field to an SQL condition, which matches like `isValueMatch`.
 * @param name - in lower case
 */
export function logFieldCondition(
	name: string,
	matches: readonly ValueMatch[],
	parameters: ParameterList,
): string {
	const stored = storedField(name, parameters);
	const isMissing = `${stored} IN ('', '-')`;
	if (matches.some(({kind}) => kind === 'any')) {
		return `NOT (${isMissing})`;
	}
	const texts = matches.filter(isTextMatch);
	const numbers = matches.filter(match => match.kind === 'number');
	const ofElement = [
		...texts.map(match => textCondition('x', match, parameters)),
		...numbers.flatMap(({number, duration}) => [
			...(number === null ? [] : [within('number', number, parameters)]),
			...(duration === null ? [] : [within('duration', duration, parameters)]),
		]),
	];
	// The text before the first mark of a list is empty, so it isn't an element either.
	const elements = `splitByChar(${listMark}, ${stored})`;
	const isElement = `x NOT IN ('', '-') AND (${ofElement.length === 0 ? 'false' : ofElement.join(' OR ')})`;
	const hasElement =
		numbers.length === 0
			? `arrayExists(x -> ${isElement}, ${elements})`
			: `arrayExists((x, number, duration) -> ${isElement}, ${elements}, ${numbersIn(elements)}, ${durationsIn(elements, name)})`;
	// A list also equals its printed form.
	const wholes = texts.filter(({kind}) => kind === 'equals');
	const isList = `position(substring(${stored}, 2), ${listMark}) > 0`;
	const isWhole = wholes.map(match => textCondition(printedField(stored), match, parameters));
	return isWhole.length === 0
		? `(NOT (${isMissing}) AND ${hasElement})`
		: `(NOT (${isMissing}) AND (${hasElement} OR (${isList} AND (${isWhole.join(' OR ')}))))`;
}

/** Longer elements aren't numbers: see `valueNumber`. */
const isShort = 'lengthUTF8(x) <= 64';

/** A plain number. */
const plain = `match(x, '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$')`;

/** Splits a number with a unit into both. */
const amountOf = `'^(-?[0-9]+(?:[.][0-9]+)?)([a-zA-Zµμ]+)$'`;

/** Splits a duration as Go writes it, `1h2m3.5s`, into its sign, hours, minutes and seconds. */
const clockOf = `'^(-?)(?:([0-9]+(?:[.][0-9]+)?)h)?(?:([0-9]+(?:[.][0-9]+)?)m)?(?:([0-9]+(?:[.][0-9]+)?)s)?$'`;

/** Returns the groups of each element; none for a plain number, and for an element that doesn't match. */
function groups(pattern: string, elements: string): string {
	return `arrayMap(x -> if(${plain}, CAST([], 'Array(String)'), extractGroups(x, ${pattern})), ${elements})`;
}

/** The units of sizes, in lower case, and their factors. */
const sizes = [
	['b', 1],
	...['k', 'm', 'g', 't'].flatMap((letter, index) =>
		['', 'b'].flatMap(end => [
			[letter + end, 1000 ** (index + 1)] as const,
			[`${letter}i${end}`, 1024 ** (index + 1)] as const,
		]),
	),
] as const;

/** Small units of durations, with their factors in ms. */
const smallUnits = [
	['ms', '1'],
	['us', '1e-3'],
	['µs', '1e-3'],
	['μs', '1e-3'],
	['ns', '1e-6'],
] as const;

function factor(
	unit: string,
	units: ReadonlyArray<readonly [name: string, factor: number | string]>,
): string {
	const names = units.map(([name]) => `'${name}'`).join(', ');
	const factors = units.map(([, one]) => `toFloat64(${one})`).join(', ');
	return `transform(${unit}, [${names}], [${factors}], nan)`;
}

/** Returns the plain number or the size in each element; NaN or NULL for an element without a number: see `valueNumber`. */
function numbersIn(elements: string): string {
	const number = `multiIf(${plain}, toFloat64OrNull(x), amount[2] = 'm', NULL, toFloat64OrNull(amount[1]) * ${factor('lower(amount[2])', sizes)})`;
	return `arrayMap((x, amount) -> if(${isShort}, ${number}, NULL), ${elements}, ${groups(amountOf, elements)})`;
}

/** Returns the duration in each element, in ms; NaN or NULL for an element without a duration: see `durationOf`. */
function durationsIn(elements: string, name: string): string {
	const unit = unitOfName(name) ?? "if(position(x, '.') > 0, 1000, 1)";
	const small = `toFloat64OrNull(amount[1]) * ${factor('amount[2]', smallUnits)}`;
	const clock =
		"(toFloat64OrZero(clock[2]) * 3600000 + toFloat64OrZero(clock[3]) * 60000 + toFloat64OrZero(clock[4]) * 1000) * if(clock[1] = '-', -1, 1)";
	const duration = `multiIf(${plain}, toFloat64OrNull(x) * ${unit}, notEmpty(clock), ${clock}, ${small})`;
	return `arrayMap((x, amount, clock) -> if(${isShort}, ${duration}, NULL), ${elements}, ${groups(amountOf, elements)}, ${groups(clockOf, elements)})`;
}

function within(value: 'number' | 'duration', {from, to}: NumberRange, parameters: ParameterList): string {
	const parts = [
		...(from > Number.NEGATIVE_INFINITY ? [`${value} >= ${parameters.add('Float64', from)}`] : []),
		...(to < Number.POSITIVE_INFINITY ? [`${value} <= ${parameters.add('Float64', to)}`] : []),
	];
	// NaN doesn't equal itself.
	return `ifNull(${parts.length === 0 ? `${value} = ${value}` : parts.join(' AND ')}, false)`;
}
