import type {Baseline} from '../../../differences/comparison.js';
import type {Differences, Finding} from '../../../differences/differences.js';
import {termsOf as findingTerms} from '../../../differences/finding-terms.js';
import {second} from '../../../durations.js';
import {periodOf} from '../../../query/period-of.js';
import type {Query} from '../../../query/query.js';
import {besideOthers, termsOf} from '../../../query/terms.js';
import type {LocalTime} from '../../../timeline/local-time.js';
import {withTerms} from '../../search/chips.js';
import type {Search} from '../../search/live-search.js';
import {rangeTerms} from '../timeline/range-terms.js';

/** The compared sides. */
type Sides = {readonly selection: Query; readonly within: Query; readonly baseline: Baseline};

/** True if no selected request has the value of a finding. */
export function isGone({selected}: Finding): boolean {
	return selected.n === 0;
}

/** Returns the search for the requests of the baseline with a value that is gone; null if no search can find them. */
export function goneSearch(
	finding: Finding,
	{selection, within, baseline}: Sides,
	{before}: Pick<Differences, 'before'>,
	{parse, now, local}: Pick<Search, 'parse'> & {readonly now: number; readonly local: LocalTime},
): string | null {
	const terms = findingTerms(finding);
	if (terms.length === 0) {
		return null;
	}
	const isPeriod = (text: string): boolean => {
		const {from, until} = periodOf(parse(text).expression, now);
		return from !== null || until !== null;
	};
	const conditions =
		typeof baseline === 'object'
			? baseline.text
			: termsOf(selection.text)
					.map(({text}) => text)
					.filter(text => !isPeriod(text))
					.join(' ');
	// No selected request has the value, so the range may be rounded up to whole seconds.
	const period =
		baseline === 'before' && before !== null
			? rangeTerms(
					second * Math.floor(before.from / second),
					second * Math.ceil((before.until + 1) / second),
					local,
				)
			: [];
	const limits = within.text === '' ? [] : [besideOthers(within.text)];
	return withTerms(conditions, [...limits, ...period, ...terms]);
}
