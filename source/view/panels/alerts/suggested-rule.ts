import {hour, minute} from '../../../durations.js';
import {counted} from '../../../format/amounts.js';
import {periodFields} from '../../../query/field-names.js';
import {besideOthers} from '../../../query/terms.js';
import type {Store} from '../../../store/store.js';
import {withTermsFor} from '../../search/chips.js';
import type {LiveSearch} from '../../search/live-search.js';

/** The search that a rule is suggested for. */
type SuggestedRuleOptions = {
	readonly store: Pick<Store, 'histogram'>;
	readonly search: Pick<LiveSearch, 'query' | 'queryOf'>;
	/** The terms of the exclude, which rules don't know; may be empty. */
	readonly excluded: string;
	/** In ms since 1970. */
	readonly now: number;
};

/** The limit of a suggested rule, as a multiple of the busiest minute's requests. */
const factor = 2;

/**
 * Suggests a rule for the search, without its period: it fires at more than twice the requests of the busiest minute of the last
 * hour, or at any request if the hour had no requests.
 */
export async function suggestedRule({
	store,
	search,
	excluded,
	now,
}: SuggestedRuleOptions): Promise<{readonly rule: string; readonly reason: string}> {
	const {query} = search;
	const searched = withTermsFor(query.text, periodFields, []);
	const text =
		excluded === '' || searched === '' ? searched + excluded : `${besideOthers(searched)} ${excluded}`;
	const {classes} = await store.histogram(search.queryOf(text) ?? query, now - hour, now, minute);
	const minutes = Array.from({length: classes[0]?.length ?? 0}, (_, index) =>
		classes.reduce((sum, counts) => sum + (counts[index] ?? 0), 0),
	);
	const busiest = Math.max(0, ...minutes);
	const word = text === '' ? '' : `${text} `;
	return busiest === 0 && text !== ''
		? {rule: `any ${text}`, reason: 'None in the last hour: any request makes the rule fire; Enter adds it'}
		: {
				rule: `${word}over ${Math.max(1, factor * busiest)} in 1m`,
				reason: `Twice the busiest minute of the last hour (${counted(busiest, 'request')}); Enter adds the rule`,
			};
}
