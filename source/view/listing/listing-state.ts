import {readMark} from '../../format/cells.js';
import {type Column, columns, rulesOf} from '../../format/columns.js';
import {terminalWidth} from '../../format/fit-width.js';
import {clockOf} from '../../format/time-texts.js';
import type {Count, Entry, StoreStatus} from '../../store/store.js';
import type {Row} from './row.js';

/** What a page is held by. */
export type Anchor = {
	readonly entry: Entry;
	/** Rows above it. */
	readonly line: number;
};

/** The anchor that a row of a page is; null when there is no such row. */
export function anchorAt(rows: readonly Row[], line: number): Anchor | null {
	const entry = rows[line]?.entry;
	return entry ? {entry, line} : null;
}

/** Whether an entry on a line is what an anchor holds there. */
export function isAnchor(anchor: Anchor | null, entry: Entry, line: number): boolean {
	return anchor?.entry.token === entry.token && anchor.line === line;
}

/** The anchor with so many rows more above it. */
export function lowered(anchor: Anchor, lines: number): Anchor {
	return lines === 0 ? anchor : {...anchor, line: Math.max(0, anchor.line + lines)};
}

/** The width of the widest text in each column that is measured; 0 for the others. */
export type Widest = Readonly<Record<Column, number>>;

/** Before there were any rows. */
export const nothingWide = Object.fromEntries(columns.map(column => [column, 0])) as Widest;

/** Past this it makes no difference how wide a text is: the column is cut anyway. */
const enough = 64;

const measured = columns.filter(column => rulesOf(column).width.by === 'measured');

/**
 * Grows with the rows and never shrinks: columns that follow every row that comes and goes would jump about.
 * Gives back `widest` itself when nothing grew.
 */
export function widen(widest: Widest, rows: readonly Row[]): Widest {
	const grown = {...widest};
	let changed = false;
	for (const row of rows) {
		for (const column of measured) {
			const width = needed(column, row.text(column).slice(0, enough));
			if (width > grown[column]) {
				grown[column] = width;
				changed = true;
			}
		}
	}

	return changed ? grown : widest;
}

/** The day of a time, with the space behind it, has the room of the longest: what is left without it is for the clock. */
const day = '30 Sep 2026 ';

function needed(column: Column, text: string): number {
	const clock = column === 'time' && text.startsWith(readMark) ? clockOf(text) : null;
	return Math.max(terminalWidth(text), clock === null ? 0 : day.length + clock.length);
}

/** What the listing shows. Never changed in place. */
export type ListingState = {
	/** `following`: the first page, nothing selected, rows flow. `held`: the page stands still. */
	readonly mode: 'following' | 'held';
	/** True: nothing changes but by the user's own moves. */
	readonly frozen: boolean;
	/** Rows to a page. */
	readonly size: number;
	readonly rows: readonly Row[];
	/** How many matching entries are newer than the first row. */
	readonly newer: number;
	/** Token of the selected row. */
	readonly selected: string | null;
	/** The selected cell of the selected row. */
	readonly cell: Column | null;
	/** What the page is held by across changes of the query: the entry that the user came to, and its line. */
	readonly anchor: Anchor | null;
	/** Null until the first answer. */
	readonly count: Count | null;
	/** What `count.arrived` was when all that had arrived could be seen. */
	readonly seen: number;
	readonly status: StoreStatus;
	/** Where nothing matches as all there is came before the time that is searched: when the newest did. Else null. */
	readonly newestBefore: number | null;
	readonly widest: Widest;
	/** Another search has taken so long that it must be said: what is shown is that of the one before. */
	readonly isSearching: boolean;
	/** What the store couldn't do. */
	readonly problem: string | null;
};

/** Before the store has answered. `size`: rows to a page. */
export function initialListing(size: number, status: StoreStatus): ListingState {
	return {
		mode: 'following',
		frozen: false,
		size,
		rows: [],
		newer: 0,
		selected: null,
		cell: null,
		anchor: null,
		count: null,
		seen: 0,
		status,
		newestBefore: null,
		widest: nothingWide,
		isSearching: false,
		problem: null,
	};
}

/** The place of the selected row on the page, or -1. */
export function selectedLine({rows, selected: token}: Pick<ListingState, 'rows' | 'selected'>): number {
	return rows.findIndex(row => row.entry.token === token);
}
