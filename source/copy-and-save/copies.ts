import {cellText} from '../format/cells.js';
import {defaultColumns} from '../format/columns.js';
import {visibleText} from '../format/sanitise.js';
import type {TimeFormatter} from '../format/time-formatter.js';
import type {Entry} from '../store/store.js';

/** A part of a request that can be copied. */
export type Copy = {
	/** The key that selects it. */
	readonly key: string;
	/** Name for messages. */
	readonly name: string;
	/** Short name for the list of all parts, which must fit on a line of a small terminal. */
	readonly short?: string;
	/** Returns the part, safe to paste; null if the request doesn't have it. */
	text(entry: Entry, formatTime: TimeFormatter): string | null;
};

function safe(text: string | null): string | null {
	return text === null ? null : visibleText(text);
}

/** Returns the row as in the listing, with complete cells separated by a space. */
export function rowText(entry: Entry, formatTime: TimeFormatter): string {
	return defaultColumns.map(column => visibleText(cellText(column, entry, formatTime))).join(' ');
}

/** The parts that can be copied, except the command and the line, which are created elsewhere. */
export const copies: readonly Copy[] = [
	{key: 'r', name: 'row', text: rowText},
	{key: 'u', name: 'URL', text: ({url}) => safe(url)},
	{key: 'i', name: 'address', short: 'IP', text: ({ip}) => safe(ip)},
	{key: 'a', name: 'user agent', short: 'agent', text: ({userAgent}) => safe(userAgent)},
	{key: 'f', name: 'referer', text: ({referer}) => safe(referer)},
	{key: 't', name: 'token', text: ({token}) => token},
];
