import {calendarIn} from '../format/calendar.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import type {Query} from '../query/query.js';
import type {CommandLine} from './parse-command-line.js';
import {readText} from './read-text.js';

/**
 * The search of a command line. In the zone of the environment, this must have been taken before.
 * @param now - milliseconds since 1970
 * @throws UsageError when it can't be understood
 */
export function queryOf({query, zone}: Pick<CommandLine, 'query' | 'zone'>, now: number): Query {
	return readText('query', query, text => parseQuery(text, calendarIn(zone, now)));
}
