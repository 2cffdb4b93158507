import type {Alert} from '../../../alerts/alerts.js';
import {defaultInterval} from '../../../alerts/parse-rule.js';
import type {Condition} from '../../../alerts/rule.js';
import type {LocalTime} from '../../../timeline/local-time.js';
import {withTerms} from '../../search/chips.js';
import {rangeTerms} from '../timeline/range-terms.js';

const units = [
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
] as const;

/**
 * Returns the search for the requests that a rule counts: the requests of its window up to now or, if these no longer make it
 * fire, of the window up to its last alert.
 */
export function ruleSearch({rule: {query, condition}, state}: Alert, local: LocalTime): string {
	const {firedAt, isFiring, backSince} = state;
	return withTerms(query.text, periodTerms());

	function periodTerms(): readonly string[] {
		const isCrossed = isFiring && condition.kind !== 'any' && backSince === null;
		if (firedAt === null || isCrossed) {
			return [`since:${written(lengthOf(condition))}`];
		}
		// As in the checks of a rule: times in logs are whole seconds, and the window includes the current second.
		const end = (Math.floor(firedAt / 1000) + 1) * 1000;
		const [since, until] = rangeTerms(
			end - lengthOf(condition) - (condition.kind === 'any' ? lateness : 0),
			end,
			local,
		);
		// More matches may have arrived since. `any` reports them together when its pause ends.
		return isFiring ? [since] : [since, until];
	}
}

/** Maximum age of a request when `any` reports it, in ms: the line was written late, or waited for the next check. */
const lateness = 10_000;

/** `any` has no window. It reports all matches since it last fired together. */
function lengthOf(condition: Condition): number {
	return condition.kind === 'any' ? Math.max(condition.every, defaultInterval) : condition.window;
}

/** Formats a duration for a term: `1h30m`. */
function written(length: number): string {
	let left = length;
	return units
		.map(([unit, size]) => {
			const n = Math.floor(left / size);
			left -= n * size;
			return n === 0 ? '' : `${n}${unit}`;
		})
		.join('');
}
