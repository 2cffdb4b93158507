import {noStatus} from '../entries/entry-record.js';
import type {RowBounds} from '../index/bounded-sieve.js';
import type {Expression, NumberRange, Test} from './expression.js';
import {periodOf} from './period-of.js';

/** Statuses of 16 bits. */
const statusCount = noStatus + 1;

const unbounded: RowBounds = {
	statuses: null,
	from: Number.NEGATIVE_INFINITY,
	until: Number.POSITIVE_INFINITY,
	bytes: null,
	durationMs: null,
};

/** Bounds within which all that matches lies, as far as numbers and times say so; undefined where they don't. */
export const boundsOf = (expression: Expression, now: number): RowBounds | undefined => {
	const bounds = found(expression, now);
	return isUnbounded(bounds) ? undefined : bounds;
};

const isUnbounded = ({statuses, from, until, bytes, durationMs}: RowBounds): boolean =>
	statuses === null &&
	from === unbounded.from &&
	until === unbounded.until &&
	bytes === null &&
	durationMs === null;

const found = (expression: Expression, now: number): RowBounds => {
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
				: {...unbounded, [expression.field]: hull(expression.ranges)};
		case 'time': {
			const {from, until} = periodOf(expression, now);
			return {...unbounded, from: from ?? unbounded.from, until: until ?? unbounded.until};
		}
		default:
			return unbounded;
	}
};

/** The statuses that a search for statuses alone wants; null for others. */
const statusesOf = (test: Expression | Test): Uint8Array | null => {
	if (test.type !== 'number' || test.field !== 'status') {
		return null;
	}
	const statuses = new Uint8Array(statusCount);
	for (const {from, to} of test.ranges) {
		// What has no status matches none.
		statuses.fill(1, Math.max(0, Math.ceil(from)), Math.max(0, Math.min(noStatus, Math.floor(to) + 1)));
	}
	return statuses;
};

const hull = (ranges: readonly NumberRange[]): NumberRange => ({
	from: Math.min(...ranges.map(({from}) => from)),
	to: Math.max(...ranges.map(({to}) => to)),
});

const within = (a: RowBounds, b: RowBounds): RowBounds => ({
	statuses:
		a.statuses && b.statuses
			? a.statuses.map((is, at) => is & (b.statuses?.[at] ?? 0))
			: (a.statuses ?? b.statuses),
	from: Math.max(a.from, b.from),
	until: Math.min(a.until, b.until),
	bytes: bothRanges(a.bytes, b.bytes),
	durationMs: bothRanges(a.durationMs, b.durationMs),
});

const bothRanges = (a: NumberRange | null, b: NumberRange | null): NumberRange | null =>
	a && b ? {from: Math.max(a.from, b.from), to: Math.min(a.to, b.to)} : (a ?? b);

const around = (a: RowBounds, b: RowBounds): RowBounds => ({
	statuses: a.statuses && b.statuses && a.statuses.map((is, at) => is | (b.statuses?.[at] ?? 0)),
	from: Math.min(a.from, b.from),
	until: Math.max(a.until, b.until),
	bytes: a.bytes && b.bytes && hull([a.bytes, b.bytes]),
	durationMs: a.durationMs && b.durationMs && hull([a.durationMs, b.durationMs]),
});
