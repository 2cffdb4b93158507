import {counted} from '../../format/amounts.js';
import {fitWidth, unitsPerColumn} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {Query} from '../../query/query.js';
import {newestText} from '../listing/empty-texts.js';
import {indexingText, searchingText} from '../listing/status-texts.js';
import type {PanelScene} from './open-panel.js';
import {type PanelLine, wrappedLines} from './panel-lines.js';

/** Maximum width of a search in columns. No screen is wider. */
const maxSearchWidth = 200;

/** Returns the text of a search; sanitised. */
export function searchText({text}: Query): string {
	return text === ''
		? ''
		: fitWidth(sanitise(text.slice(0, unitsPerColumn * maxSearchWidth)), maxSearchWidth).trimEnd();
}

/** Returns `1234 requests` and the search that they match; sanitised. */
export function requestsText(n: number, query: Query): string {
	const text = searchText(query);
	return text === '' ? counted(n, 'request') : `${counted(n, 'request')} of ${text}`;
}

/**
 * Returns `text`, followed by the progress of the backfill and of a search that reads lines, while they are being read.
 * @param isLate - true if the count is outdated and being updated
 */
export function whileIndexing(text: string, {listing}: Pick<PanelScene, 'listing'>, isLate = false): string {
	const remarks = [indexingText(listing.status), searchingText(listing.count)].filter(one => one !== null);
	return [text, ...(isLate ? ['updating …'] : []), ...remarks].join(' · ');
}

/** Returns the same hint as the listing if a panel has no requests to count. */
export function noneLines({listing, formatTime, width}: PanelScene): readonly PanelLine[] {
	const text = newestText(listing.newestBefore, formatTime);
	return text === null ? [] : wrappedLines('', text, width);
}
