import {calendarIn} from '../listing/calendar.js';
import {parseQuery} from '../query/parse-query.js';
import type {Query} from '../query/query.js';
import {QueryError} from '../query/query-error.js';
import type {CommandLine} from './parse-command-line.js';
import {placeLines} from './place-lines.js';
import {UsageError} from './usage-error.js';

/**
 * The search of a command line. In the zone of the environment, this must have been taken before.
 * @param now - milliseconds since 1970
 * @throws UsageError when it can't be understood
 */
export const queryOf = ({query, zone}: Pick<CommandLine, 'query' | 'zone'>, now: number): Query => {
	try {
		return parseQuery(query, calendarIn(zone, now));
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		throw new UsageError(`--query: ${error.message}`, {
			shown: placeLines(query, error.start, error.end),
			cause: error,
		});
	}
};
