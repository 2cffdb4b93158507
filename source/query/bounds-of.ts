import {noStatus} from '../entries/entry-record.js';
import {amountFields, type SearchedText} from '../fields/fields.js';
import type {RowBounds} from '../index/entry-filter.js';
import type {LinePart} from '../wasm/batch.js';
import type {Expression, NumberRange, TextMatch} from './expression.js';
import {periodOf} from './period-of.js';

/** Number of 16-bit statuses. */
const statusCount = noStatus + 1;

const unbounded: RowBounds = {
	statuses: null,
	from: Number.NEGATIVE_INFINITY,
	until: Number.POSITIVE_INFINITY,
	amounts: {},
	parts: [],
};

/**
 * Returns bounds that contain every match, derived from the numbers, times and strings of the search; undefined if these don't
 * limit it.
 */
export function boundsOf(expression: Expression, now: number): RowBounds | undefined {
	const bounds = found(expression, now);
	return isUnbounded(bounds) ? undefined : bounds;
}

function isUnbounded({statuses, from, until, amounts, parts}: RowBounds): boolean {
	return (
		statuses === null &&
		from === unbounded.from &&
		until === unbounded.until &&
		Object.keys(amounts).length === 0 &&
		parts.length === 0
	);
}

function found(expression: Expression, now: number): RowBounds {
	switch (expression.type) {
		case 'and':
			return expression.of.map(part => found(part, now)).reduce(within, unbounded);
		case 'or':
			return expression.of.length === 0
				? unbounded
				: expression.of.map(part => found(part, now)).reduce(around);
		case 'not': {
			const statuses = statusesOf(expression.of);
			return {...unbounded, statuses: statuses?.map(is => 1 - is) ?? null};
		}
		case 'number':
			return expression.field === 'status'
				? {...unbounded, statuses: statusesOf(expression)}
				: {...unbounded, amounts: {[expression.field]: hull(expression.ranges)}};
		case 'time': {
			const {from, until} = periodOf(expression, now);
			return {...unbounded, from: from ?? unbounded.from, until: until ?? unbounded.until};
		}
		case 'text':
			return {...unbounded, parts: inLine.has(expression.field) ? partsOf(expression.matches) : []};
		case 'line':
			return {...unbounded, parts: partsOf(expression.matches)};
		default:
			return unbounded;
	}
}

/** Returns the statuses that match a test of the status; null for any other expression. */
function statusesOf(test: Expression): Uint8Array | null {
	if (test.type !== 'number' || test.field !== 'status') {
		return null;
	}
	const statuses = new Uint8Array(statusCount);
	for (const {from, to} of test.ranges) {
		// Entries without a status never match.
		statuses.fill(1, Math.max(0, Math.ceil(from)), Math.max(0, Math.min(noStatus, Math.floor(to) + 1)));
	}
	return statuses;
}

/** Fields whose value appears verbatim in a line, escape sequences aside. */
const inLine: ReadonlySet<SearchedText> = new Set([
	'method',
	'url',
	'protocol',
	'user',
	'referer',
	'userAgent',
]);

/** Maximum length of a part, in bytes. Longer parts rule out no more lines. */
const maxPartLength = 64;

/** Maximum number of parts. */
const maxParts = 3;

const ascii = /^[\x20-\x7e]+$/;

/** Returns strings that every matching line contains; empty if the search requires none. */
function partsOf([match, ...others]: readonly TextMatch[]): readonly LinePart[] {
	if (match === undefined || others.length > 0) {
		return [];
	}
	const texts = match.kind === 'whole' ? match.parts : 'text' in match ? [match.text] : [];
	const isFolded = !('isExact' in match && match.isExact);
	return texts
		.filter(text => ascii.test(text))
		.map(text => ({bytes: Buffer.from(text.slice(0, maxPartLength), 'latin1'), isFolded}));
}

/** Limits the number of parts, because each costs time in every line. Keeps the longest, which rule out the most. */
function someOf(parts: readonly LinePart[]): readonly LinePart[] {
	return parts.toSorted((a, b) => b.bytes.length - a.bytes.length).slice(0, maxParts);
}

function hull(ranges: readonly NumberRange[]): NumberRange {
	return {
		from: Math.min(...ranges.map(({from}) => from)),
		to: Math.max(...ranges.map(({to}) => to)),
	};
}

function within(a: RowBounds, b: RowBounds): RowBounds {
	return {
		statuses:
			a.statuses && b.statuses
				? a.statuses.map((is, at) => is & (b.statuses?.[at] ?? 0))
				: (a.statuses ?? b.statuses),
		from: Math.max(a.from, b.from),
		until: Math.min(a.until, b.until),
		amounts: combined(a, b, bothRanges),
		parts: someOf([...a.parts, ...b.parts]),
	};
}

type Combine = (a: NumberRange | undefined, b: NumberRange | undefined) => NumberRange | undefined;

const bothRanges: Combine = (a, b) =>
	a && b ? {from: Math.max(a.from, b.from), to: Math.min(a.to, b.to)} : (a ?? b);

function combined(a: RowBounds, b: RowBounds, combine: Combine): RowBounds['amounts'] {
	const ranges = amountFields.map(field => [field, combine(a.amounts[field], b.amounts[field])] as const);
	return Object.fromEntries(ranges.filter(([, range]) => range !== undefined));
}

function around(a: RowBounds, b: RowBounds): RowBounds {
	return {
		statuses: a.statuses && b.statuses && a.statuses.map((is, at) => is | (b.statuses?.[at] ?? 0)),
		from: Math.min(a.from, b.from),
		until: Math.max(a.until, b.until),
		amounts: combined(a, b, (one, other) => one && other && hull([one, other])),
		parts: [],
	};
}
