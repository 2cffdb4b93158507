import {hour, minute} from '../../../durations.js';
import {counted} from '../../../format/amounts.js';
import {periodFields} from '../../../query/field-names.js';
import {everything, type Query} from '../../../query/query.js';
import {besideOthers, termsOf} from '../../../query/terms.js';
import type {Store} from '../../../store/store.js';
import {withTerms, withTermsFor} from '../../search/chips.js';
import type {LiveSearch} from '../../search/live-search.js';

/** Input for the suggestion of a rule. */
type SuggestedRuleOptions = {
	readonly store: Pick<Store, 'histogram'>;
	readonly search: Pick<LiveSearch, 'query' | 'queryOf'>;
	/** A search for the selection in a panel, which the rule adds to the search; null without a selection. */
	readonly selection: string | null;
	/** The terms of the exclude, which rules don't know; may be empty. */
	readonly excluded: string;
	/** In ms since 1970. */
	readonly now: number;
};

/** The limit of a suggested rule, as a multiple of the busiest ordinary minute's requests. */
const factor = 2;

/** Minimum number of minutes with requests for recognising an incident among them. */
const minMinutes = 10;

/** Number of earlier hours that show whether the whole last hour belongs to an incident. */
const hoursBefore = 5;

/** Returns the number of requests that a share of the minutes doesn't exceed. */
function quantile(minutes: readonly number[], share: number): number {
	return [...minutes].sort((a, b) => a - b)[Math.floor(minutes.length * share)] ?? 0;
}

/** True if a typical number of requests per minute is so much higher than a calm one that it belongs to an incident. */
function isIncident(typical: number, calm: number): boolean {
	return typical > 3 * calm + 3;
}

/**
 * Returns the requests of the busiest ordinary minute. A minute isn't ordinary if it has more requests than a typical one by 4
 * standard deviations of a Poisson distribution and 3: it belongs to an incident. Typical is the median, or if the incident has
 * lasted for more than half of the minutes, the lower quartile.
 */
function busiestOrdinary(minutes: readonly number[]): number {
	const [calm, median] = [quantile(minutes, 1 / 4), quantile(minutes, 1 / 2)];
	const typical = isIncident(median, calm) ? calm : median;
	const bound = minutes.length < minMinutes ? Number.POSITIVE_INFINITY : typical + 4 * Math.sqrt(typical) + 3;
	return Math.max(0, ...minutes.filter(n => n <= bound));
}

/**
 * Suggests a rule for a search, without its period. It fires at more than twice the requests of the busiest minute of the last
 * hour. During and after an incident, it fires at half of the busiest minute, or at the busiest ordinary minute if that has more,
 * so that it fires if the incident happens again. If the hour had no requests, it fires at any request. If the incident has lasted
 * for the whole hour, the hours before show what is ordinary.
 */
export async function suggestedRule({
	store,
	search,
	selection,
	excluded,
	now,
}: SuggestedRuleOptions): Promise<{readonly rule: string; readonly reason: string}> {
	const {query} = search;
	const selected = termsOf(selection ?? '').map(term => term.text);
	const searched = withTermsFor(withTerms(query.text, selected), periodFields, []);
	const text =
		excluded === '' || searched === '' ? searched + excluded : `${besideOthers(searched)} ${excluded}`;
	// Whole minutes of the clock: the busiest one mustn’t depend on the second of the key. The last one still runs.
	const until = minute * (Math.floor(now / minute) + 1);
	const countsOf = async (asked: Query): Promise<readonly number[]> => {
		const {classes} = await store.histogram(asked, until - (1 + hoursBefore) * hour, until, minute);
		return Array.from({length: classes[0]?.length ?? 0}, (_, index) =>
			classes.reduce((sum, counts) => sum + (counts[index] ?? 0), 0),
		);
	};
	const [found, all] = await Promise.all([countsOf(search.queryOf(text) ?? query), countsOf(everything)]);
	// A log may be younger.
	const within = (from: number, to: number): readonly number[] =>
		found.slice(from, to).filter((_, index) => (all[from + index] ?? 0) > 0);
	const lastHour = hoursBefore * (hour / minute);
	const [before, minutes] = [within(0, lastHour), within(lastHour, found.length)];
	const isLong = before.length >= minMinutes && isIncident(quantile(minutes, 1 / 4), quantile(before, 1 / 2));
	const busiest = Math.max(0, ...minutes);
	const ordinary = busiestOrdinary(isLong ? before : minutes);
	const word = text === '' ? '' : `${text} `;
	if (busiest === 0 && text !== '') {
		return {
			rule: `any ${text}`,
			reason: 'None in the last hour: any request makes the rule fire; Enter adds it',
		};
	}
	if (busiest > ordinary) {
		return {
			rule: `${word}over ${Math.max(ordinary, busiest >> 1)} in 1m`,
			reason: isLong
				? `Before the last hour, ordinary minutes had ${ordinary}, now up to ${busiest}; Enter adds it`
				: `The last hour had ${ordinary} in ordinary minutes, ${busiest} in the busiest; Enter adds the rule`,
		};
	}
	return {
		rule: `${word}over ${Math.max(1, factor * busiest)} in 1m`,
		reason: `Twice the busiest minute of the last hour (${counted(busiest, 'request')}); Enter adds the rule`,
	};
}
