import {type Cells, type Column, columns} from '../listing/columns.js';
import {fitWidth} from '../listing/fit-width.js';
import type {ColumnWidths} from './column-widths.js';

/** A line of the listing: its Status column, which has a look of its own, and the rest. */
export type LineTexts = {readonly status: string; readonly rest: string};

const clockPart = /\d+:\d\d:\d\d.*$/;

/** The text of a column as it stands on a line. */
export type CellText = {
	readonly column: Column;
	/** The spaces before it. */
	readonly gap: string;
	/** As wide as the column. */
	readonly text: string;
};

/** Puts sanitised texts into the columns that are shown. `marker`: the one character before the status. */
export function cellTexts(
	cells: Cells,
	{widths, gap, clockOnly}: ColumnWidths,
	marker = '',
): readonly CellText[] {
	const textOf = (column: Column): string => {
		const cell = cells[column];
		switch (column) {
			case 'status':
				return marker + cell;
			case 'time':
				return clockOnly ? (clockPart.exec(cell)?.[0] ?? cell) : cell;
			default:
				return cell;
		}
	};

	return columns
		.filter(column => widths[column] > 0)
		.map(column => ({
			column,
			gap: column === 'status' ? '' : ' '.repeat(gap),
			text: fitWidth(textOf(column), widths[column]),
		}));
}

/** The same as one line. */
export function lineTexts(cells: Cells, layout: ColumnWidths, marker = ''): LineTexts {
	const [status, ...rest] = cellTexts(cells, layout, marker);
	return {status: status?.text ?? '', rest: rest.map(({gap, text}) => gap + text).join('')};
}
