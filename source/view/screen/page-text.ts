import {counted} from '../../format/amounts.js';
import {type Column, defaultColumns} from '../../format/columns.js';
import {terminalWidth} from '../../format/fit-width.js';
import {inParentheses, joinedHints, keyed, keyedBy} from '../../keys/keyed.js';
import {type RunningSave, savingText} from '../copy-and-save/use-saving.js';
import {isInRow, type Needle} from '../find/needle.js';
import {type ColumnWidths, isClockAlone, textWidth} from '../layout/column-widths.js';
import type {ListingState} from '../listing/listing-state.js';
import {daysText, type Row} from '../listing/row.js';
import {pagerText} from '../listing/status-texts.js';

/** Returns the number of rows on the screen that contain the needle. Empty if there is no needle or no row. */
function findingText(needle: Needle | null, rows: readonly Row[], columns: readonly Column[]): string {
	if (!needle || rows.length === 0) {
		return '';
	}
	const n = rows.filter(row => isInRow(needle, row, columns)).length;
	const found = n === 0 ? 'not on this page' : `found in ${counted(n, 'row')} here`;
	return found + inParentheses(joinedHints(keyedBy('findNext', 'next'), keyedBy('findPrevious', 'previous')));
}

/** Reports chosen columns that don't fit. Empty if all fit or only some of the six default columns don't. */
function noSpaceText(wanted: readonly Column[], shown: readonly Column[]): string {
	const isUsual = (column: Column): boolean => defaultColumns.some(usual => usual === column);
	const n = wanted.filter(column => !isUsual(column) && !shown.includes(column)).length;
	return n === 0
		? ''
		: `${counted(n, 'column')} ${n === 1 ? 'doesn’t' : 'don’t'} fit${inParentheses(keyed`${'columns'}`)}`;
}

/**
 * Returns the whole text of the selected cell if its column truncates it, otherwise the truncated URL of the selected row. Empty
 * if neither is truncated or no row is selected.
 * @param wanted - the chosen columns, including columns that don't fit
 */
export function truncatedText(
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

/** The chosen columns and their layout on the screen. */
type PageColumns = {readonly wanted: readonly Column[]; readonly layout: ColumnWidths};

/**
 * Returns the text of the line below the rows: progress of saving, the range of rows, the number of matches of the needle, columns
 * that don't fit, and whether secrets are hidden. `day`: the date of the rows if they show only the clock; else empty.
 * @param none - the text for a search without results, instead of the range; null if it has results
 */
export function pageText(
	saving: RunningSave | null,
	listing: ListingState,
	none: string | null,
	needle: Needle | null,
	{wanted, layout}: PageColumns,
	isHiding: boolean,
): {readonly day: string; readonly text: string} {
	const texts = [
		savingText(saving),
		none ?? pagerText(listing),
		findingText(needle, listing.rows, wanted),
		noSpaceText(wanted, layout.shown),
		isHiding ? `secrets hidden${inParentheses(keyed`${'redact'} shows them`)}` : '',
	];
	return {
		day: isClockAlone(layout) ? daysText(listing.rows, listing.order) : '',
		text: texts.filter(text => text !== '').join(' · '),
	};
}
