import {withTerms} from '../../view/search/chips.js';
import {rangeTerms} from '../../view/timeline/range-terms.js';
import type {LocalTime} from '../../view/timeline/time-texts.js';
import type {Alert} from '../alerts.js';
import {usualEvery} from '../parse-rule.js';
import type {Condition} from '../rule.js';

const units = [
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
] as const;

/**
 * The search for the requests that a rule counts: those of its time up to now, and where these no longer are what makes
 * it fire, those of the time up to when it last did.
 */
export function ruleSearch({rule: {query, condition}, state}: Alert, local: LocalTime): string {
	const {firedAt, isFiring, backSince} = state;
	return withTerms(query.text, periodTerms());

	function periodTerms(): readonly string[] {
		const isCrossed = isFiring && condition.kind !== 'any' && backSince === null;
		if (firedAt === null || isCrossed) {
			return [`since:${written(lengthOf(condition))}`];
		}

		// As a rule looks at it: times in logs are whole seconds, and the one that has begun belongs to it.
		const end = (Math.floor(firedAt / 1000) + 1) * 1000;
		const [since, until] = rangeTerms(
			end - lengthOf(condition) - (condition.kind === 'any' ? lateness : 0),
			end,
			local,
		);
		// More may have come meanwhile: those of `any` are told together when its time is over.
		return isFiring ? [since] : [since, until];
	}
}

/** So long before it was noticed a request may have had its time, milliseconds: it was written late, or looked for. */
const lateness = 10_000;

/** `any` looks at no time, and tells together what came since it last fired. */
function lengthOf(condition: Condition): number {
	return condition.kind === 'any' ? Math.max(condition.every, usualEvery) : condition.window;
}

/** A length of time as it stands in a term: `1h30m`. */
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
