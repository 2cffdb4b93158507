import {byteSize, counted} from '../../format/amounts.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {clockText} from '../../format/time-texts.js';
import {inParentheses, keyed, keyedBy} from '../../keys/keyed.js';
import {firstOf} from '../../query/order.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {Count, Indexing, ServerState, StoreStatus} from '../../store/store.js';
import type {PathState} from '../../tail/tail-types.js';
import type {ListingState} from './listing-state.js';

/** True if the queried server doesn't answer. */
export function isAway(server: ServerState | undefined): boolean {
	return server !== undefined && server.nextAttempt !== null;
}

/** Returns the problem of the queried server and the time of the next attempt; null if it has no problem. Not sanitised. */
function serverText({name, problem, nextAttempt}: ServerState, formatTime: TimeFormatter): string | null {
	if (problem === null) {
		return null;
	}
	return nextAttempt === null
		? `${name}: ${problem}`
		: `No answer, tried again at ${clockText(nextAttempt, formatTime)}: ${problem}`;
}

/** Returns the progress of the backfill, `reading 42 %`; null when it has been read completely. */
export function indexingText({indexing}: Pick<StoreStatus, 'indexing'>): string | null {
	if (!indexing) {
		return null;
	}
	return `reading ${percentRead(indexing)} %`;
}

/** Returns how much of the backfill has been read, in percent. */
export function percentRead({read, total}: Pick<Indexing, 'read' | 'total'>): number {
	return total > 0 ? Math.min(99, Math.floor((read / total) * 100)) : 0;
}

/**
 * Number of unread lines below which a search that reads lines counts as complete. A busy log has as many new lines per refresh.
 */
const fewLines = 5000;

/**
 * Returns the progress of a search that reads lines again, `searching lines 42 %`; null if it needs no lines or has read them
 * all.
 */
export function searchingText(count: Pick<Count, 'lines'> | null): string | null {
	const {read, total} = count?.lines ?? {read: 0, total: 0};
	if (total - read < fewLines) {
		return null;
	}
	return `searching lines ${Math.min(99, Math.floor((read / total) * 100))} %`;
}

/**
 * Returns the range of rows on the page, and the key that lets a held page follow again. The footer of a held page must not change, so it omits
 * the total, which keeps growing in the count line.
 */
export function pagerText({mode, frozen, order, rows, newer, count, status}: ListingState): string {
	if (rows.length === 0) {
		return '';
	}
	const range = `${newer + 1}–${newer + rows.length}`;
	if (frozen) {
		return `${range}, frozen${inParentheses(keyed`${'freeze'} continues`)}`;
	}
	if (mode === 'held') {
		const isFirst = order !== 'time' || isReadToTheEnd(status.files);
		const does = isFirst ? `shows the ${firstOf(order)}` : 'follows again';
		return `${range}, held${inParentheses(keyedBy('newest', does))}`;
	}
	return `${range} of ${count?.n ?? 0}`;
}

/** True if no more rows can arrive: the pipe was closed, or files aren't followed. */
export function isReadToTheEnd(files: readonly PathState[]): boolean {
	return (
		files.some(({state}) => state === 'ended') &&
		!files.some(({state}) => state === 'following' || state === 'waiting')
	);
}

/**
 * Thresholds for reporting a lag. A lag below `lag` bytes is read before anyone could see the note, unless it lasts `time` ms. A
 * lag shorter than `minTime` ms, such as with a fast pipe, would only flicker.
 */
const notable = {lag: 64 * 1024, time: 1000, minTime: 250};

/** True if the status lines report the lag. */
export function isNotable({lag, lagTime}: Pick<StoreStatus, 'lag' | 'lagTime'>): boolean {
	return lagTime >= (lag >= notable.lag ? notable.minTime : notable.time);
}

/** Content of the status lines below the rows. */
export type StatusTexts = {
	/** Sentences, the most urgent first. Their paths and problems are not sanitised. */
	readonly sentences: readonly string[];
	/** Numbers with the keys that show more. `shortCounts` has the same numbers as short as possible. */
	readonly counts: readonly string[];
	readonly shortCounts: readonly string[];
	/** Facts that aren't problems, shown only if there is space. */
	readonly asides: readonly string[];
};

/**
 * Returns the content of the status lines.
 * @param notice - the notice that is still new
 * @param name - formats a path
 */
export function statusTexts(
	{status, problem, count, rows}: ListingState,
	notice: NotedNotice | null,
	formatTime: TimeFormatter,
	name: (path: string) => string,
): StatusTexts {
	const sentences: string[] = [];
	const {server} = status;
	const ofServer = server === undefined ? null : serverText(server, formatTime);
	const hasNoAnswer = isAway(server);
	if (hasNoAnswer && ofServer !== null) {
		// The store failed for the same reason.
		sentences.push(ofServer);
	} else if (problem !== null) {
		sentences.push(problem);
	}
	const ofFiles = [...(hasNoAnswer || ofServer === null ? [] : [ofServer]), ...fileTexts(status.files, name)];
	if (notice) {
		const text = notice.path === '' ? notice.text : `${name(notice.path)}: ${notice.text}`;
		// If the state of a file or server still is as in the notice, it is reported only once.
		const isReported = ofFiles.includes(text) || (hasNoAnswer && notice.path === server?.name);
		if (!isReported) {
			sentences.push(text + (notice.times > 1 ? ` (×${notice.times})` : ''));
		}
	}
	// Without rows, the listing shows the state of the files instead of rows.
	if (!count || rows.length > 0) {
		sentences.push(...ofFiles);
	}
	const {unrecognised, notRequests, lag} = status;
	const counts: string[] = [];
	const shortCounts: string[] = [];
	if (isNotable(status)) {
		counts.push(`${byteSize(lag)} behind`);
		shortCounts.push(`${byteSize(lag)} behind`);
	}
	const listed = inParentheses(keyed`${'notices'}`);
	const notices = status.notices.length + status.noticesLeftOut;
	if (notices > (notice ? 1 : 0)) {
		counts.push(`${counted(notices, 'notice')}${listed}`);
		shortCounts.push(`${notices}${listed || ' notices'}`);
	}
	if (unrecognised > 0) {
		const shown = inParentheses(keyed`${'unrecognised'}`);
		counts.push(`${counted(unrecognised, 'line')} not recognised${shown}`);
		shortCounts.push(`${unrecognised}${shown || ' not recognised'}`);
	}
	const unreadable = count?.lines?.unreadable ?? 0;
	if (unreadable > 0) {
		counts.push(`${counted(unreadable, 'line')} can no longer be read`);
		shortCounts.push(`${unreadable} unreadable`);
	}
	const asides =
		notRequests === 0
			? []
			: [`${notRequests} ${notRequests === 1 ? 'line isn’t a request' : 'lines aren’t requests'}`];
	return {sentences, counts, shortCounts, asides};
}

/** Returns a sentence per kind of problem: the file that has it, or the number of files that do. `!` lists them. */
function fileTexts(files: readonly PathState[], name: (path: string) => string): readonly string[] {
	const kinds = [
		[files.filter(({state}) => state === 'unreadable'), (many: string) => `${many} can’t be read`],
		[files.filter(({state}) => state === 'waiting'), (many: string) => `waiting for ${many}`],
		[
			files.filter(({state, problem}) => state === 'following' && problem !== undefined),
			(many: string) => `${many} have a problem`,
		],
	] as const;
	return kinds.flatMap(([[first, ...more], textOf]) => {
		if (!first) {
			return [];
		}
		if (more.length > 0) {
			return [textOf(`${more.length + 1} of ${files.length} files`) + inParentheses(keyed`${'notices'}`)];
		}
		const waiting = first.state === 'waiting' ? 'waiting for ' : '';
		const problem = first.problem ?? (first.state === 'waiting' ? 'no such file' : 'unreadable');
		return [`${waiting}${name(first.path)}: ${problem}`];
	});
}
