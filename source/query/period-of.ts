import type {Expression, TimePoint} from './expression.js';
import type {Query} from './query.js';

/** The period of a search, in ms since 1970. An open end is null. */
export type Period = {
	readonly from: number | null;
	readonly until: number | null;
	/** True if the start is relative to the current time. */
	readonly rolls: boolean;
};

const open: Period = {from: null, until: null, rolls: false};

/** Returns a period that contains every match. It is open if the search doesn't limit the time. */
export function periodOf(expression: Expression, now: number): Period {
	const at = (point: TimePoint): number => ('at' in point ? point.at : now - point.ago);
	switch (expression.type) {
		case 'time':
			return {
				from: expression.from && at(expression.from),
				until: expression.until && at(expression.until),
				rolls: expression.from !== null && 'ago' in expression.from,
			};
		case 'and':
			return expression.of.map(part => periodOf(part, now)).reduce(within, open);
		default:
			return open;
	}
}

/** Returns the query for all entries in the period of a query. */
export function onlyPeriod({expression}: Query): Query {
	return {text: '', expression: {type: 'and', of: timesOf(expression)}};
}

function timesOf(expression: Expression): readonly Expression[] {
	return expression.type === 'time'
		? [expression]
		: expression.type === 'and'
			? expression.of.flatMap(timesOf)
			: [];
}

function within(a: Period, b: Period): Period {
	return {
		from: a.from === null ? b.from : Math.max(a.from, b.from ?? a.from),
		until: a.until === null ? b.until : Math.min(a.until, b.until ?? a.until),
		rolls: a.rolls || b.rolls,
	};
}
