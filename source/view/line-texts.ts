import {type Cells, type Column, columns} from '../listing/columns.js';
import {fitWidth} from '../listing/fit-width.js';
import type {ColumnWidths} from './column-widths.js';

/** A line of the listing: its Status column, which has a look of its own, and the rest. */
export type LineTexts = {readonly status: string; readonly rest: string};

const clockPart = /\d+:\d\d:\d\d.*$/;

/** Puts sanitised texts into their columns. `marker`: the one character before the status. */
export function lineTexts(cells: Cells, layout: ColumnWidths, marker = ''): LineTexts {
	const {widths, gap, clockOnly} = layout;
	const text = (column: Column): string => {
		const cell = cells[column];
		return column === 'time' && clockOnly ? (clockPart.exec(cell)?.[0] ?? cell) : cell;
	};

	const rest = columns
		.filter(column => column !== 'status' && widths[column] > 0)
		.map(column => ' '.repeat(gap) + fitWidth(text(column), widths[column]));
	return {status: fitWidth(marker + cells.status, widths.status), rest: rest.join('')};
}
