import {byteSize, counted} from '../../format/amounts.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {clockText} from '../../format/time-texts.js';
import {inParentheses, keyed, keyedBy} from '../../keys/keyed.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {ServerState, StoreStatus} from '../../store/store.js';
import type {PathState} from '../../tail/tail-types.js';
import type {ListingState} from './listing-state.js';

/** Whether there is no answer from the server that is asked, if one is. */
export function isAway(server: ServerState | undefined): boolean {
	return server !== undefined && server.nextAttempt !== null;
}

/** What is the matter with the server that is asked, and when it is tried again; null: nothing is. Not sanitised. */
function serverText({name, problem, nextAttempt}: ServerState, formatTime: TimeFormatter): string | null {
	if (problem === null) {
		return null;
	}

	return nextAttempt === null
		? `${name}: ${problem}`
		: `No answer, tried again at ${clockText(nextAttempt, formatTime)}: ${problem}`;
}

/** How far the past has been read, `indexing 42 %`; null when all of it has been. */
export function indexingText({indexing}: Pick<StoreStatus, 'indexing'>): string | null {
	if (!indexing) {
		return null;
	}

	const {read, total} = indexing;
	return `indexing ${total > 0 ? Math.min(99, Math.floor((read / total) * 100)) : 0} %`;
}

/**
 * Which rows the page has, and whether it flows. A held page is to stay as it is, so it doesn't name the
 * total, which goes on growing in the count line.
 */
export function pagerText({mode, frozen, rows, newer, count, status}: ListingState): string {
	if (rows.length === 0) {
		return '';
	}

	const range = `${newer + 1}–${newer + rows.length}`;
	if (frozen) {
		return `${range}, frozen${inParentheses(keyed`${'freeze'} goes on`)}`;
	}

	const isOver = isReadToTheEnd(status.files);
	if (mode === 'held') {
		return `${range}, held${inParentheses(keyedBy('newest', isOver ? 'shows the newest' : 'follows again'))}`;
	}

	return `${range} of ${count?.n ?? 0}, ${isOver ? 'read to the end' : 'following'}`;
}

/** True when nothing can come any more: a pipe that was closed, files that aren't followed. */
function isReadToTheEnd(files: readonly PathState[]): boolean {
	return (
		files.some(({state}) => state === 'ended') &&
		!files.some(({state}) => state === 'following' || state === 'waiting')
	);
}

/**
 * Less than this is read before anyone has read about it, unless it takes longer; and what is read in a moment would
 * only flicker, a fast pipe for instance. Bytes and milliseconds.
 */
const notable = {lag: 64 * 1024, time: 1000, least: 250};

/** What stands below the rows. */
export type StatusTexts = {
	/** Sentences, the most urgent first. Paths and problems in them are not sanitised. */
	readonly told: readonly string[];
	/** Numbers, with the keys that show more, and the same in as few words as can be. */
	readonly counts: readonly string[];
	readonly shortCounts: readonly string[];
	/** What is as it should be, and only said where there is room. */
	readonly asides: readonly string[];
};

/**
 * What is to be known besides the rows.
 * @param notice - the one that is still news
 * @param formatTime - how times are written
 * @param name - how a path is written
 */
export function statusTexts(
	{status, problem, count, rows}: ListingState,
	notice: NotedNotice | null,
	formatTime: TimeFormatter,
	name: (path: string) => string,
): StatusTexts {
	const told: string[] = [];
	const {server} = status;
	const ofServer = server === undefined ? null : serverText(server, formatTime);
	const hasNoAnswer = isAway(server);
	if (hasNoAnswer && ofServer !== null) {
		// Why there is no answer is why nothing could be done, too.
		told.push(ofServer);
	} else if (problem !== null) {
		told.push(problem);
	}

	const ofFiles = [...(hasNoAnswer || ofServer === null ? [] : [ofServer]), ...fileTexts(status.files, name)];
	if (notice) {
		const text = notice.path === '' ? notice.text : `${name(notice.path)}: ${notice.text}`;
		// What has become of a file, or of a server, and still is so, is said once.
		const isTold = ofFiles.includes(text) || (hasNoAnswer && notice.path === server?.name);
		if (!isTold) {
			told.push(text + (notice.times > 1 ? ` (×${notice.times})` : ''));
		}
	}

	// Where there is no row, what has become of the files stands there.
	if (!count || rows.length > 0) {
		told.push(...ofFiles);
	}

	const {unrecognised, notRequests, lag, lagTime} = status;
	const counts: string[] = [];
	const shortCounts: string[] = [];
	if (lagTime >= (lag >= notable.lag ? notable.least : notable.time)) {
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

	const asides =
		notRequests === 0
			? []
			: [`${notRequests} ${notRequests === 1 ? 'line is no request' : 'lines are no requests'}`];
	return {told, counts, shortCounts, asides};
}

/** One text for each kind of trouble: the file that has it, or how many have, which `!` lists. */
function fileTexts(files: readonly PathState[], name: (path: string) => string): readonly string[] {
	const kinds = [
		[files.filter(({state}) => state === 'unreadable'), 'can’t be read'],
		[files.filter(({state}) => state === 'waiting'), 'are waited for'],
		[files.filter(({state, problem}) => state === 'following' && problem !== undefined), 'have a problem'],
	] as const;
	return kinds.flatMap(([[first, ...more], all]) => {
		if (!first) {
			return [];
		}

		if (more.length > 0) {
			return [`${more.length + 1} of ${files.length} files ${all}${inParentheses(keyed`${'notices'}`)}`];
		}

		const waiting = first.state === 'waiting' ? 'waiting for ' : '';
		const problem = first.problem ?? (first.state === 'waiting' ? 'no such file' : 'unreadable');
		return [`${waiting}${name(first.path)}: ${problem}`];
	});
}
