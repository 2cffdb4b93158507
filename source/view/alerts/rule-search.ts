import type {Alert} from '../../alerts/alerts.js';
import {usualEvery} from '../../alerts/parse-rule.js';
import type {Condition} from '../../alerts/rule.js';
import {besideOthers} from '../../query/terms.js';
import type {LocalTime} from '../timeline/local-time.js';
import {rangeTerms} from '../timeline/range-terms.js';

const units = [
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
] as const;

/**
 * The search for the requests that a rule counts: those of its time up to now, and of one that isn't firing any more
 * those of the time up to when it last did.
 */
export function ruleSearch({rule: {query, condition}, state}: Alert, local: LocalTime): string {
	const {firedAt, isFiring} = state;
	const length = lengthOf(condition);
	return [besideOthers(query.text), ...periodTerms()].filter(term => term !== '').join(' ');

	function periodTerms(): readonly string[] {
		if (firedAt === null || (isFiring && condition.kind !== 'any')) {
			return [`since:${written(length)}`];
		}

		// As a rule looks at it: times in logs are whole seconds, and the one that has begun belongs to it.
		const end = (Math.floor(firedAt / 1000) + 1) * 1000;
		const [since, until] = rangeTerms(end - length, end, local);
		// More of `any` may have come meanwhile: they are told together when its time is over.
		return isFiring ? [since] : [since, until];
	}
}

/** `any` looks at no time; what is written late has a time before, and all of it is told together after `every`. */
const lengthOf = (condition: Condition): number =>
	condition.kind === 'any' ? Math.max(condition.every, usualEvery) : condition.window;

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
