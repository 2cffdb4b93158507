import type {NumberField, SearchedText} from '../fields/fields.js';

/** A condition on entries. */
export type Expression =
	/** True if all conditions are. Without conditions, every entry matches. */
	| {readonly type: 'and'; readonly of: readonly Expression[]}
	/** True if at least one condition is. */
	| {readonly type: 'or'; readonly of: readonly Expression[]}
	| {readonly type: 'not'; readonly of: Expression}
	| Test;

/**
 * A test of one field. An entry without the field fails every test: `status:404` and `bytes:>0` don't match an entry without a
 * status or a size, `-status:404` does.
 */
export type Test =
	| {readonly type: 'number'; readonly field: NumberField; readonly ranges: readonly NumberRange[]}
	| {readonly type: 'text'; readonly field: SearchedText; readonly matches: readonly TextMatch[]}
	| {readonly type: 'time'; readonly from: TimePoint | null; readonly until: TimePoint | null}
	/** Matches tokens that start with one of these prefixes, in lower-case hexadecimal digits. */
	| {readonly type: 'token'; readonly prefixes: readonly string[]}
	/** Matches entries by their line, as it was logged. */
	| {readonly type: 'line'; readonly matches: readonly TextMatch[]}
	/** Matches entries by the value of a log field. `name` is in lower case and has no @. */
	| {readonly type: 'logField'; readonly name: string; readonly matches: readonly ValueMatch[]}
	/** Matches entries whose user agent belongs to a program (or to a person's browser). Without a user agent, neither matches. */
	| {readonly type: 'bot'; readonly isBot: boolean};

/** A range that includes both ends. Open ends are infinite. */
export type NumberRange = {readonly from: number; readonly to: number};

/**
 * A condition on the parts of a string. Unless `isExact`, case makes no difference: both strings are compared after `toLowerCase`,
 * and `text` is already in lower case.
 */
export type PartsMatch =
	| {readonly kind: 'contains' | 'equals'; readonly text: string; readonly isExact: boolean}
	/** The parts in this order, with anything between them. The first part starts the value, the last one ends it. */
	| {readonly kind: 'whole'; readonly parts: readonly string[]; readonly isExact: boolean};

/** A condition on a string. */
export type TextMatch =
	| PartsMatch
	/** A URL that meets the condition as it was logged, or percent-decoded: see `textOfUrl`. */
	| {readonly kind: 'url'; readonly of: PartsMatch}
	/** Unless `isExact`, case makes no difference. */
	| {readonly kind: 'regexp'; readonly source: string; readonly isExact: boolean}
	/** An address in a network: 16 bytes of IPv6, or IPv4 in its mapped form. Only the first `bits` count. */
	| {readonly kind: 'network'; readonly address: Uint8Array; readonly bits: number};

/**
 * A condition on the value of a log field: on its text, or on the number in it. `any` matches each value. The range `number`
 * applies to plain numbers and sizes, the range `duration`, in ms, to durations: see `durationOf`. Null matches no number.
 */
export type ValueMatch =
	| TextMatch
	| {readonly kind: 'any'}
	| {readonly kind: 'number'; readonly number: NumberRange | null; readonly duration: NumberRange | null};

/** A point in time: in ms since 1970 (`at`), or in ms before the current time (`ago`). */
export type TimePoint = {readonly at: number} | {readonly ago: number};

/** True if the matches depend on the current time, so that they change even without new entries. */
export function rolls(expression: Expression): boolean {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.some(rolls);
		case 'not':
			return rolls(expression.of);
		case 'time':
			return [expression.from, expression.until].some(point => point !== null && 'ago' in point);
		default:
			return false;
	}
}

/** Returns the distinct names of the log fields in an expression. */
export function logFieldsIn(expression: Expression): readonly string[] {
	switch (expression.type) {
		case 'and':
		case 'or':
			return [...new Set(expression.of.flatMap(logFieldsIn))];
		case 'not':
			return logFieldsIn(expression.of);
		default:
			return expression.type === 'logField' ? [expression.name] : [];
	}
}

/** Returns the fields of an expression that are searched as strings. */
export function textFieldsIn(expression: Expression): readonly SearchedText[] {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.flatMap(textFieldsIn);
		case 'not':
			return textFieldsIn(expression.of);
		default:
			return expression.type === 'text' ? [expression.field] : [];
	}
}

/** True if the matches depend on the lines of entries, not only on their fields. */
export function needsLines(expression: Expression): boolean {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.some(needsLines);
		case 'not':
			return needsLines(expression.of);
		default:
			return expression.type === 'line' || expression.type === 'logField';
	}
}
