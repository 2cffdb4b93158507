import {cellText} from '../format/cells.js';
import {usualColumns} from '../format/columns.js';
import {visibleText} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {Entry} from '../store/store.js';

/** A part of a request that can be copied. */
export type Copy = {
	/** The key that chooses it. */
	readonly key: string;
	/** What it is, for reading. */
	readonly name: string;
	/** The same among all that can be copied, which is to fit on a line of a small terminal. */
	readonly short?: string;
	/** Safe to paste; null where the request doesn't have it. */
	text(entry: Entry, formatTime: TimeFormatter): string | null;
};

function safe(text: string | null): string | null {
	return text === null ? null : visibleText(text);
}

/** The row as the listing has it, its cells in full, with a space between two. */
export function rowText(entry: Entry, formatTime: TimeFormatter): string {
	return usualColumns.map(column => visibleText(cellText(column, entry, formatTime))).join(' ');
}

/** What can be copied besides the row, the command and the line: those are made elsewhere. */
export const copies: readonly Copy[] = [
	{key: 'r', name: 'row', text: rowText},
	{key: 'u', name: 'URL', text: ({url}) => safe(url)},
	{key: 'i', name: 'address', short: 'IP', text: ({ip}) => safe(ip)},
	{key: 'a', name: 'user agent', short: 'agent', text: ({userAgent}) => safe(userAgent)},
	{key: 'f', name: 'referer', text: ({referer}) => safe(referer)},
	{key: 't', name: 'token', text: ({token}) => token},
];
