import {type Comparison, queriesOf, splitSearch, whyNotComparable} from '../differences/comparison.js';
import {calendarIn} from '../format/calendar.js';
import {type ReportQuestion, valueOrders} from '../output/reports/report.js';
import {isLogFieldName, writtenLogField} from '../query/log-field-name.js';
import {parseExclude} from '../query/parsing/parse-exclude.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import {both, isEverything, type Query} from '../query/query.js';
import type {CommandLine} from './parse-command-line.js';
import {readText} from './read-text.js';
import {UsageError} from './usage-error.js';

/** The options that a question is parsed from. */
type Asking = Pick<CommandLine, 'zone' | 'report' | 'top' | 'by' | 'timeline' | 'diff' | 'baseline'>;

/**
 * Parses the question of a report; null if the command line doesn't have a report. The zone must have been set as for
 * `queryOf`.
 * @param within - the search of the command line
 * @param now - in ms since 1970
 * @throws UsageError if a search is invalid
 */
export function reportQuestionOf(
	{zone, report, top, by, timeline, diff, baseline}: Asking,
	within: Query,
	now: number,
): ReportQuestion | null {
	const parsed = (option: string, search: string): Query =>
		readText(option, search, text => parseQuery(text, calendarIn(zone, now)));
	switch (report) {
		case 'top': {
			const fields = top ?? [];
			// Queries for the log field make the store read all lines again.
			const known = fields.filter(isLogFieldName).map(field => parsed('top', `${writtenLogField(field)}:*`));
			return {report, fields, by: valueOrders[by], queries: [within, ...known]};
		}
		case 'routes':
			return {report, by: valueOrders[by], queries: [within]};
		case 'timeline':
		case 'latency':
			return {report, step: timeline ?? 'auto', queries: [within]};
		case 'diff': {
			const selection = parsed('diff', diff ?? '');
			const split = baseline === undefined || baseline === 'rest' ? splitSearch(selection) : null;
			const comparison: Comparison = {
				selection,
				within,
				baseline:
					baseline === undefined || baseline === 'rest' || baseline === 'before'
						? baseline
						: parsed('baseline', baseline),
				...(split && {
					selection: split.selection,
					within: both(within, split.within),
					baseline: 'rest',
				}),
			};
			const problem = whyNotComparable(comparison, now);
			if (problem !== null) {
				throw new UsageError(`--baseline: ${problem}`);
			}
			return {report, comparison, queries: queriesOf(comparison)};
		}
		case 'visits':
			return {report, queries: [within]};
		case undefined:
			return null;
	}
}

/**
 * Parses the search of a command line. The zone of the environment must have been set before, see `takeZone`.
 * @param now - in ms since 1970
 * @throws UsageError if the search is invalid
 */
export function queryOf({query, zone}: Pick<CommandLine, 'query' | 'zone'>, now: number): Query {
	return readText('query', query, text => parseQuery(text, calendarIn(zone, now)));
}

/**
 * Parses the exclude of the screen; null if nothing is excluded. The zone must have been set as for `queryOf`.
 * @param now - in ms since 1970
 * @throws UsageError if it is invalid
 */
export function excludeOf({exclude, zone}: Pick<CommandLine, 'exclude' | 'zone'>, now: number): Query | null {
	const query = readText('exclude', exclude, text => parseExclude(text, calendarIn(zone, now)));
	return isEverything(query) ? null : query;
}

/**
 * Parses the search of a command that prints, without what `--exclude` hides. The exclude of the config file is for the screen: the
 * results of scripts must not depend on it.
 * @param now - in ms since 1970
 * @throws UsageError if it is invalid
 */
export function printedQueryOf(
	commandLine: Pick<CommandLine, 'query' | 'exclude' | 'asksToExclude' | 'zone'>,
	now: number,
): Query {
	const query = queryOf(commandLine, now);
	const exclude = commandLine.asksToExclude ? excludeOf(commandLine, now) : null;
	return exclude === null ? query : both(query, exclude);
}
