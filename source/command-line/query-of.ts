import {calendarIn} from '../format/calendar.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import type {Query} from '../query/query.js';
import type {CommandLine} from './parse-command-line.js';
import {readText} from './read-text.js';

/**
 * Parses the search of a command line. The zone of the environment must have been set before, see `takeZone`.
 * @param now - in ms since 1970
 * @throws UsageError if the search is invalid
 */
export function queryOf({query, zone}: Pick<CommandLine, 'query' | 'zone'>, now: number): Query {
	return readText('query', query, text => parseQuery(text, calendarIn(zone, now)));
}
