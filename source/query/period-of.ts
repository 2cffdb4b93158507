import type {Expression, TimePoint} from './expression.js';

/** From when to when a search asks, milliseconds since 1970; null where that is open. */
type Period = {
	readonly from: number | null;
	readonly until: number | null;
	/** Whether it begins so long before the present moment, wherever that is. */
	readonly rolls: boolean;
};

const open: Period = {from: null, until: null, rolls: false};

/** The period in which all that matches lies, as far as the search says so by itself. */
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

function within(a: Period, b: Period): Period {
	return {
		from: a.from === null ? b.from : Math.max(a.from, b.from ?? a.from),
		until: a.until === null ? b.until : Math.min(a.until, b.until ?? a.until),
		rolls: a.rolls || b.rolls,
	};
}
