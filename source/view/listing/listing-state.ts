import {columns} from '../../fields/fields.js';
import {readMark} from '../../format/cells.js';
import {type Column, rulesOf} from '../../format/columns.js';
import {terminalWidth} from '../../format/fit-width.js';
import {clockOf} from '../../format/time-texts.js';
import type {LogFieldName} from '../../query/log-field-name.js';
import type {Order} from '../../query/order.js';
import type {Count, Entry, StoreStatus} from '../../store/store.js';
import type {Row} from './row.js';

/** An entry and its line on the page. The page is kept around it. */
export type Anchor = {
	readonly entry: Entry;
	/** Number of rows above it. */
	readonly line: number;
};

/** Returns the anchor for a row of a page; null if there is no such row. */
export function anchorAt(rows: readonly Row[], line: number): Anchor | null {
	const entry = rows[line]?.entry;
	return entry ? {entry, line} : null;
}

/** True if the anchor has this entry on this line. */
export function isAnchor(anchor: Anchor | null, entry: Entry, line: number): boolean {
	return anchor?.entry.token === entry.token && anchor.line === line;
}

/** Returns the anchor moved down by `lines`. */
export function lowered(anchor: Anchor, lines: number): Anchor {
	return lines === 0 ? anchor : {...anchor, line: Math.max(0, anchor.line + lines)};
}

/** Width of the widest cell in each measured column; 0, or missing for a log field, for all other columns. */
export type MaxWidths = Readonly<Record<Column, number>>;

/** Initial value, before any rows. */
export const noWidths = Object.fromEntries(columns.map(column => [column, 0])) as MaxWidths;

/** Maximum measured width. Wider cells are cut anyway. */
const enough = 64;

const measured = columns.filter(column => rulesOf(column).width.by === 'measured');

/**
 * Widens columns for new rows and never narrows them, because columns that follow every row would jump. Returns `widest` itself
 * if nothing changed.
 */
export function widen(widest: MaxWidths, rows: readonly Row[]): MaxWidths {
	const grown: Record<Column, number> = {...widest};
	let changed = false;
	for (const row of rows) {
		const logFields = Object.keys(row.entry.fields).map((name): LogFieldName => `@${name}`);
		for (const column of logFields.length === 0 ? measured : [...measured, ...logFields]) {
			const width = needed(column, row.text(column).slice(0, enough));
			if (width > (grown[column] ?? 0)) {
				grown[column] = width;
				changed = true;
			}
		}
	}
	return changed ? grown : widest;
}

/** A day and its space reserve the width of the longest day; the rest of the cell is the clock. */
const day = '30 Sep 2026 ';

function needed(column: Column, text: string): number {
	const clock = column === 'time' && text.startsWith(readMark) ? clockOf(text) : null;
	return Math.max(terminalWidth(text), clock === null ? 0 : day.length + clock.length);
}

/** The first row, and `count.arrived`. */
type Left = {readonly token: string | null; readonly arrived: number};

/** Content of the listing. Immutable. */
export type ListingState = {
	/** `following`: first page, no selection, new rows appear. `held`: the page doesn't move. */
	readonly mode: 'following' | 'held';
	/** True if only the user's moves change the screen. */
	readonly frozen: boolean;
	/** Rows per page. */
	readonly size: number;
	/** The order of the rows. */
	readonly order: Order;
	readonly rows: readonly Row[];
	/** Number of matching entries above the first row: newer ones, unless the order differs. */
	readonly newer: number;
	/** Token of the selected row. */
	readonly selected: string | null;
	/** Column of the selected cell in the selected row. */
	readonly cell: Column | null;
	/** The entry that the user moved to, and its line. Keeps the page in place across changes of the query. */
	readonly anchor: Anchor | null;
	/** Null until the first answer. */
	readonly count: Count | null;
	/** Value of `count.arrived` when the newest entries were last visible. */
	readonly seen: number;
	/** The listing when the window lost the focus, until the next key; null if the window hasn't lost it. */
	readonly left: Left | null;
	readonly status: StoreStatus;
	/** Time of the newest entry if no entry matches because all are older than the searched period; otherwise null. */
	readonly newestBefore: number | null;
	/** The error for log fields in the search that no line has, see `unknownFieldsText`; mostly empty. */
	readonly unknownFields: string;
	/** Number of requests that match the search and are excluded. */
	readonly excluded: number;
	readonly widest: MaxWidths;
	/** True if a new search takes long enough to be reported. The rows still match the previous search. */
	readonly isSearching: boolean;
	/** The store's error. */
	readonly problem: string | null;
};

/** Returns the state before the first answer of the store. `size`: rows per page. */
export function initialListing(size: number, status: StoreStatus, order: Order = 'time'): ListingState {
	return {
		mode: 'following',
		frozen: false,
		size,
		order,
		rows: [],
		newer: 0,
		selected: null,
		cell: null,
		anchor: null,
		count: null,
		seen: 0,
		left: null,
		status,
		newestBefore: null,
		unknownFields: '',
		excluded: 0,
		widest: noWidths,
		isSearching: false,
		problem: null,
	};
}

/** Returns the index of the selected row on the page, or -1. */
export function selectedLine({rows, selected: token}: Pick<ListingState, 'rows' | 'selected'>): number {
	return rows.findIndex(row => row.entry.token === token);
}

/**
 * Returns the number of requests that are new since the window lost the focus, and the index of the first row that isn't; -1 if
 * all rows are new, if none are, or if they aren't sorted by time.
 */
export function newSinceLeft({mode, frozen, order, rows, count, left}: ListingState): {
	readonly n: number;
	readonly index: number;
} {
	if (left === null || mode === 'held' || frozen) {
		return {n: 0, index: -1};
	}
	// In another order, new requests may be anywhere.
	const index = order === 'time' ? rows.findIndex(({entry}) => entry.token === left.token) : -1;
	return index === -1 ? {n: (count?.arrived ?? 0) - left.arrived, index} : {n: index, index: index || -1};
}

/** Returns the text about requests that are new since the window lost the focus. */
export function newText(n: number): string {
	return `${n} new since you looked away`;
}
