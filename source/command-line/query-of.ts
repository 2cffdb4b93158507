import type {Comparison} from '../differences/comparison.js';
import {calendarIn} from '../format/calendar.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import type {Query} from '../query/query.js';
import type {CommandLine} from './parse-command-line.js';
import {readText} from './read-text.js';

/**
 * Parses the comparison of a command line; null if it has none. The zone must have been set as for `queryOf`.
 * @param now - in ms since 1970
 * @throws UsageError if the search is invalid
 */
export function comparisonOf(
	{query, zone, diff, baseline}: Pick<CommandLine, 'query' | 'zone' | 'diff' | 'baseline'>,
	now: number,
): Comparison | null {
	if (diff === undefined) {
		return null;
	}
	const parsed = (option: string, search: string): Query =>
		readText(option, search, text => parseQuery(text, calendarIn(zone, now)));
	return {
		selection: parsed('diff', diff),
		within: parsed('query', query),
		baseline:
			baseline === undefined || baseline === 'rest' || baseline === 'before'
				? baseline
				: parsed('baseline', baseline),
	};
}

/**
 * Parses the search of a command line. The zone of the environment must have been set before, see `takeZone`.
 * @param now - in ms since 1970
 * @throws UsageError if the search is invalid
 */
export function queryOf({query, zone}: Pick<CommandLine, 'query' | 'zone'>, now: number): Query {
	return readText('query', query, text => parseQuery(text, calendarIn(zone, now)));
}
