import {counted} from '../../format/amounts.js';
import {afterColon, inParentheses, keyed, toldTogether} from '../../keys/keyed.js';
import {type Direction, where} from '../../view/find/entry-finder.js';
import type {Bookmark} from '../bookmark-record.js';
import type {FoundBookmark} from './bookmark-finder.js';

/** So many tokens can still be looked through, and changed, in the search bar. */
export const mostTokens = 100;

/** The field that a search for marked requests asks for. */
export const markedField = 'token';

/** The term that finds these marked requests, the newest of them; null where there is none. */
export function markedTerm(bookmarks: readonly Bookmark[]): string | null {
	return bookmarks.length === 0
		? null
		: `${markedField}:${bookmarks
				.slice(-mostTokens)
				.map(({token}) => token)
				.join(',')}`;
}

/** What is told of a request that has been marked. */
export function markedText(): string {
	return `Marked${afterColon(
		toldTogether(
			keyed`${'nextMark'} ${'previousMark'} go along the marks`,
			keyed`${'mark'} takes this one off`,
		),
	)}`;
}

/**
 * What is told of a separator that has been put into the listing.
 * @param kept - characters that are kept of a longer text; null: all of it is
 */
export function separatedText(kept: number | null): string {
	return `Put into the listing${kept === null ? '' : `, the first ${kept} characters of it`}${afterColon(
		toldTogether(keyed`${'nextMark'} ${'previousMark'} go to it`, keyed`${'separator'} takes it away there`),
	)}`;
}

/**
 * What is to be said of the way to a mark; empty when nothing is.
 * @param separator - what the separator says that was found; null where none was
 * @param isReading - whether the past is still being read
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
			? [`${marked(leftOut)} left out by this search${inParentheses(keyed`${'clearSearch'} shows all`)}`]
			: []),
		...(gone > 0 ? [`${marked(gone)} ${missing}`] : []),
	].join('; ');
	if (entry === null) {
		return passed === ''
			? `No mark or separator further ${where[direction]}`
			: `Further ${where[direction]} only ${passed}`;
	}

	return [
		...(separator === null
			? []
			: [`Separator ${separator}${afterColon(keyed`${'separator'} takes it away`)}`]),
		...(passed === '' ? [] : [`Passed ${passed}`]),
	].join('; ');
}
