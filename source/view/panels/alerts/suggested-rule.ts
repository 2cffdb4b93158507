import {hour, minute} from '../../../durations.js';
import {counted} from '../../../format/amounts.js';
import {periodFields} from '../../../query/field-names.js';
import {everything, type Query} from '../../../query/query.js';
import {besideOthers, termsOf} from '../../../query/terms.js';
import type {Store} from '../../../store/store.js';
import {withTerms, withTermsFor} from '../../search/chips.js';
import type {LiveSearch} from '../../search/live-search.js';

/** What a rule is suggested for. */
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

/** Number of minutes with requests from which an incident among them can be recognised. */
const minMinutes = 10;

/**
 * Returns the requests of the busiest ordinary minute. A minute isn't ordinary if it has more requests than the median by 4 standard
 * deviations of a Poisson distribution and 3: it belongs to an incident.
 */
function busiestOrdinary(minutes: readonly number[]): number {
	const median = [...minutes].sort((a, b) => a - b)[minutes.length >> 1] ?? 0;
	const bound = minutes.length < minMinutes ? Number.POSITIVE_INFINITY : median + 4 * Math.sqrt(median) + 3;
	return Math.max(0, ...minutes.filter(n => n <= bound));
}

/**
 * Suggests a rule for a search, without its period. It fires at more than twice the requests of the busiest ordinary minute of the
 * last hour; after an incident at half of its busiest minute, so that it fires if this happens again; at any request if the hour had
 * none.
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
		const {classes} = await store.histogram(asked, until - hour, until, minute);
		return Array.from({length: classes[0]?.length ?? 0}, (_, index) =>
			classes.reduce((sum, counts) => sum + (counts[index] ?? 0), 0),
		);
	};
	const [found, all] = await Promise.all([countsOf(search.queryOf(text) ?? query), countsOf(everything)]);
	// A log may be younger than an hour.
	const minutes = found.filter((_, index) => (all[index] ?? 0) > 0);
	const busiest = Math.max(0, ...minutes);
	const ordinary = busiestOrdinary(minutes);
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
			reason: `The last hour had ${ordinary} in ordinary minutes, ${busiest} in the busiest; Enter adds the rule`,
		};
	}
	return {
		rule: `${word}over ${Math.max(1, factor * busiest)} in 1m`,
		reason: `Twice the busiest minute of the last hour (${counted(busiest, 'request')}); Enter adds the rule`,
	};
}
