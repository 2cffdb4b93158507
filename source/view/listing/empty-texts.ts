import {counted} from '../../format/amounts.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {roughly} from '../../format/time-texts.js';
import {afterColon, keyed, keyedBy, withoutNulls} from '../../keys/keyed.js';
import {periodOf} from '../../query/period-of.js';
import type {Query} from '../../query/query.js';
import {quotedInMessage} from '../../query/quoted.js';
import {likelyMeanings} from '../../query/suggestions/likely-meanings.js';
import {termsOf} from '../../query/terms.js';
import {tokensOf} from '../../query/tokens/query-token.js';
import {shellPath} from '../../shell-word.js';
import type {StoreStatus} from '../../store/store.js';
import type {PathState} from '../../tail/tail-types.js';
import type {ListingState} from './listing-state.js';
import {isAway, searchingText} from './status-texts.js';

/** Number of results of a search without one of its terms. The term is as shown, not sanitised. */
export type TermCount = {readonly term: string; readonly n: number};

/** Maximum number of problems listed one by one. */
const maxTroubles = 4;

/**
 * Returns the sentences shown while there are no requests: what reqscope is waiting for. Problems are not sanitised.
 * @param name - formats a path
 * @param hint - a hint about adding rotated files; may be empty
 */
export function emptyTexts(
	{files, server, indexing, unrecognised, notRequests}: StoreStatus,
	name: (path: string) => string,
	hint = '',
): readonly string[] {
	const troubles = files.map(file => troubleOf(file, name)).filter(text => text !== undefined);
	if (server?.problem && !isAway(server)) {
		troubles.unshift(`${server.name}: ${server.problem}`);
	}
	const texts = troubles.slice(0, troubles.length > maxTroubles ? maxTroubles - 1 : maxTroubles);
	if (texts.length < troubles.length) {
		texts.push(
			`${troubles.length - texts.length} more files have problems${afterColon(keyed`${'notices'} lists them`)}.`,
		);
	}
	const [first, ...more] = files.filter(file => file.state === 'following');
	const isWhole = first && files.length === 1 && name(first.path) === first.path;
	const file = isWhole ? shellPath(first.path, 'FILE') : 'FILE';
	if (unrecognised > 0) {
		const [read, them] = unrecognised === 1 ? ['One line is', 'it'] : [`${unrecognised} lines are`, 'them'];
		const shown = keyedBy('unrecognised', `shows ${them}`);
		texts.push(
			`${read} in no known format: this doesn’t look like an access log.`,
			`${shown === null ? '' : `${shown}. `}To see why, quit and run: reqscope explain ${file}`,
		);
	} else if (notRequests > 0) {
		texts.push(
			notRequests === 1
				? 'The only line read so far is a header or a server message, not a request.'
				: `All ${notRequests} lines read so far are headers or server messages, not requests.`,
		);
	}
	if (indexing) {
		texts.push('Reading: no request found so far.');
	} else if (server) {
		texts.push(`Waiting for the first request at ${server.name}.`);
	} else if (first) {
		const what = more.length === 0 ? name(first.path) : `${more.length + 1} files`;
		texts.push(`Waiting for the first request in ${what}.`);
		if (unrecognised + notRequests + troubles.length === 0 && first.path !== '-') {
			texts.push(`If there should be some, quit and run: reqscope doctor ${file}`);
		}
	} else if (files.length === 0) {
		texts.push('Waiting for a log file to appear.');
	} else if (texts.length === 0) {
		texts.push('No requests found.');
	}
	return hint === '' ? texts : [...texts, sentence(hint)];
}

/**
 * Returns a hint for an empty result: all requests are older than the searched period.
 * @param time - see `newestBefore`; null if that isn't the reason
 */
export function newestText(time: number | null, formatTime: TimeFormatter): string | null {
	return time === null
		? null
		: `The newest request is from ${formatTime(time, null)}, before the searched period.`;
}

/** Returns the sentence shown if all requests, or all matching requests, are excluded. */
export function excludedText(n: number, isSearched: boolean): string {
	const which = isSearched
		? `${counted(n, 'request')} that would match ${n === 1 ? 'is' : 'are'}`
		: n === 1
			? 'The only request is'
			: `All ${n} requests are`;
	return `${which} excluded${afterColon(keyedBy('exclude', n === 1 ? 'shows it' : 'shows them'))}.`;
}

/**
 * Returns the sentences shown if no request matches the search. Not sanitised.
 * @param text - the search
 * @param isWriting - true while the user edits the search
 * @param newest - see `newestText`
 * @param counts - results without each of the last terms; empty until known
 */
export function nothingFound(
	{
		status: {indexing},
		count,
		unknownFields,
		excluded,
	}: Pick<ListingState, 'status' | 'count' | 'unknownFields' | 'excluded'>,
	text: string,
	isWriting: boolean,
	newest: string | null,
	counts: readonly TermCount[],
): readonly string[] {
	const isReading = indexing !== null || searchingText(count) !== null;
	const none = isReading ? 'Reading: no request matches so far.' : noneText(termsOf(text).length);
	const unknown = unknownFields === '' ? [] : [sentence(unknownFields)];
	const meanings = likelyMeanings(text);
	const cures = withoutNulls([
		keyed`${'dropTerm'} removes the last term`,
		keyed`${'search'} changes the search`,
		keyed`${'clearSearch'} clears it`,
	]);
	return [
		none,
		...(excluded === 0 ? [] : [excludedText(excluded, true)]),
		...(isReading ? [] : countLines(counts)),
		...unknown,
		...(newest === null ? [] : [newest]),
		...meanings,
		...(meanings.length === 0 && !isReading && !isWriting ? bareWordTexts(text) : []),
		...(isWriting || cures.length === 0 ? [] : [`${cures.join(', ')}.`]),
	];
}

/**
 * Returns the line below an empty result: `0 of 15210 in the last 5 min`, `0 of 15210 requests`; '' if the period is empty, too.
 * @param inPeriod - number of all requests in the searched period
 */
export function noneOfText(inPeriod: number, {expression}: Query): string {
	// Relative to now, a rolling start is negative.
	const {from, until} = periodOf(expression, 0);
	const where =
		from === null && until === null
			? 'requests'
			: from !== null && from < 0 && until === null
				? `in the last ${roughly(from)}`
				: 'in this period';
	return inPeriod === 0 ? '' : `0 of ${inPeriod} ${where}`;
}

function noneText(terms: number): string {
	return terms < 2
		? 'No request matches.'
		: `No request matches ${terms === 2 ? 'both' : `all ${terms}`} terms.`;
}

/** Returns a line for each term: the number of results without it. */
function countLines(counts: readonly TermCount[]): readonly string[] {
	const digits = Math.max(0, ...counts.map(({n}) => String(n).length));
	return counts.map(({term, n}) => `  ${String(n).padStart(digits)}  without  ${term}`);
}

/** Returns a sentence about the first bare word of a search: it is searched in URLs only. */
function bareWordTexts(text: string): readonly string[] {
	const word = tokensOf(text).find(
		piece => piece.kind === 'term' && piece.field === undefined && !piece.isNegated,
	);
	const [item] = word?.kind === 'term' ? word.items : [];
	return item === undefined
		? []
		: [
				`“${quotedInMessage(item.text)}” is searched in URLs: line:${quotedInMessage(text.slice(item.start, item.end))} searches whole lines.`,
			];
}

/** Returns a sentence without a full stop, because some problems end with a command to type. */
function troubleOf({path, state, problem}: PathState, name: (path: string) => string): string | undefined {
	if (state === 'waiting') {
		return `Waiting for ${name(path)}: ${problem ?? 'no such file'}`;
	}
	if (state === 'unreadable') {
		return `${name(path)} can’t be read: ${problem ?? 'the reason is unknown'}`;
	}
	return problem === undefined ? undefined : `${name(path)}: ${problem}`;
}

/** Returns a string as a sentence. */
function sentence(text: string): string {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;
}
