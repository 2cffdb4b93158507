import type {Bookmark} from '../../bookmarks/bookmark-record.js';
import {counted} from '../../format/amounts.js';
import {afterColon, inParentheses, joinedHints, keyed} from '../../keys/keyed.js';
import {type Direction, where} from '../find/entry-finder.js';
import type {FoundBookmark} from './bookmark-finder.js';

/** Maximum number of tokens in a search: more can't be edited in the search bar. */
export const maxTokens = 100;

/** The field of a search for bookmarked requests. */
export const markedField = 'token';

/** Returns the term that finds the newest of these requests, or null. */
export function markedTerm(bookmarks: readonly Bookmark[]): string | null {
	return bookmarks.length === 0
		? null
		: `${markedField}:${bookmarks
				.slice(-maxTokens)
				.map(({token}) => token)
				.join(',')}`;
}

/** Returns the hint for a request that was just bookmarked. */
export function markedText(): string {
	return `Marked${afterColon(
		joinedHints(
			keyed`${'nextMark'} ${'previousMark'} go to the next and previous marks`,
			keyed`${'mark'} removes this mark`,
		),
	)}`;
}

/**
 * Returns the hint for a separator that was just inserted.
 * @param kept - number of characters that are stored of a longer text; null if all of its characters are
 */
export function separatedText(kept: number | null): string {
	return `Separator inserted${kept === null ? '' : `, with the first ${kept} characters`}${afterColon(
		joinedHints(keyed`${'nextMark'} ${'previousMark'} go to it`, keyed`${'separator'} removes it there`),
	)}`;
}

/**
 * Describes the way to a bookmark; may be empty.
 * @param separator - text of the separator that was found, or null
 * @param isReading - true while the backfill is still running
 */
export function foundText(
	{entry, leftOut, gone}: FoundBookmark,
	direction: Direction,
	separator: string | null,
	isReading: boolean,
): string {
	const marked = (n: number): string => counted(n, 'marked request');
	const missing = gone > 0 && isReading ? 'not read yet' : 'gone: with its file, or by --max-entries';
	const passed = [
		...(leftOut > 0
			? [`${marked(leftOut)} hidden by this search${inParentheses(keyed`${'clearSearch'} shows all`)}`]
			: []),
		...(gone > 0 ? [`${marked(gone)} ${missing}`] : []),
	].join('; ');
	if (entry === null) {
		return passed === ''
			? `No mark or separator further ${where[direction]}`
			: `Further ${where[direction]} only ${passed}`;
	}
	return [
		...(separator === null ? [] : [`Separator ${separator}${afterColon(keyed`${'separator'} removes it`)}`]),
		...(passed === '' ? [] : [`Passed ${passed}`]),
	].join('; ');
}
