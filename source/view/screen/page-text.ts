import {type SavingState, savingText} from '../../copy-and-save/panel/use-saving.js';
import {counted} from '../../format/amounts.js';
import {type Column, usualColumns} from '../../format/columns.js';
import {terminalWidth} from '../../format/fit-width.js';
import {keysOf} from '../../keys/key-bindings.js';
import {inParentheses, keyed} from '../../keys/keyed.js';
import {isInRow, type Needle} from '../find/needle.js';
import {type ColumnWidths, isClockAlone, textWidth} from '../layout/column-widths.js';
import type {ListingState} from '../listing/listing-state.js';
import {daysText, type Row} from '../listing/row.js';
import {pagerText} from '../listing/status-texts.js';

/** How many of the rows on the screen have what is looked for; empty where nothing is, or there are no rows. */
function findingText(needle: Needle | null, rows: readonly Row[], columns: readonly Column[]): string {
	if (!needle || rows.length === 0) {
		return '';
	}

	const n = rows.filter(row => isInRow(needle, row, columns)).length;
	const found = `found in ${n === 0 ? 'no row' : n === 1 ? '1 row' : `${n} rows`} here`;
	return found + inParentheses(keysOf('findNext', 'findPrevious'));
}

/** That not all columns that were asked for are on the screen; empty where they are, or only some of the six aren't. */
function noRoomText(wanted: readonly Column[], shown: readonly Column[]): string {
	const isUsual = (column: Column): boolean => usualColumns.some(usual => usual === column);
	const n = wanted.filter(column => !isUsual(column) && !shown.includes(column)).length;
	return n === 0 ? '' : `no room for ${counted(n, 'column')}${inParentheses(keyed`${'columns'}`)}`;
}

/**
 * The whole text of the selected cell, or else of the selected row's URL, where its column has no room for all of it;
 * empty where both have, and where nothing is selected.
 * @param wanted - the columns that were asked for, whether there is room for them or not
 */
export function cutCell(
	{rows, selected, cell}: Pick<ListingState, 'rows' | 'selected' | 'cell'>,
	wanted: readonly Column[],
	layout: ColumnWidths,
): string {
	const row = selected === null ? undefined : rows.find(({entry}) => entry.token === selected);
	if (row === undefined) {
		return '';
	}

	const isCut = (column: Column): boolean =>
		wanted.includes(column) && terminalWidth(row.text(column)) > textWidth(layout, column);
	const column = cell !== null && isCut(cell) ? cell : 'url';
	return isCut(column) ? row.text(column) : '';
}

/** The columns that were asked for, and how they are on the screen. */
type PageColumns = {readonly wanted: readonly Column[]; readonly layout: ColumnWidths};

/**
 * The line below the rows. It says what is being saved, the day of rows that show the clock alone, which rows are shown,
 * what is found in them, what had no room, and whether all is shown.
 */
export function pageText(
	saving: SavingState,
	listing: ListingState,
	needle: Needle | null,
	{wanted, layout}: PageColumns,
	isHiding: boolean,
): string {
	return [
		savingText(saving),
		isClockAlone(layout) ? daysText(listing.rows) : '',
		pagerText(listing),
		findingText(needle, listing.rows, wanted),
		noRoomText(wanted, layout.shown),
		isHiding ? `secrets hidden${inParentheses(keyed`${'redact'} shows them`)}` : '',
	]
		.filter(text => text !== '')
		.join(' · ');
}
