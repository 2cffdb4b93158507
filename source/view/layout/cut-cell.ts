import type {Column} from '../../listing/columns.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {ListingState} from '../listing/listing-state.js';
import {type ColumnWidths, textWidth} from './column-widths.js';

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
