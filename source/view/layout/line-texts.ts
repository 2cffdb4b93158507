import type {Column} from '../../format/columns.js';
import {fitCell, fitHeader} from '../../format/fit-cell.js';
import type {ColumnWidths} from './column-widths.js';

/** The sanitised text of a row in a column. */
export type TextOf = (column: Column) => string;

/** A line of the listing: its Status column, which has a look of its own, and what stands before and behind it. */
export type LineTexts = {readonly before: string; readonly status: string; readonly after: string};

/** The text of a column as it stands on a line. */
type CellText = {
	readonly column: Column;
	/** What stands before it: spaces, or the marker of the row. */
	readonly lead: string;
	/** With that, as wide as the column and the gap before it. */
	readonly text: string;
};

/** Puts texts into the columns that are shown. `marker`: the one character before the first. */
export function cellTexts(
	textOf: TextOf,
	{shown, widths, gap, shifts, apart}: ColumnWidths,
	marker: string,
): readonly CellText[] {
	return shown.map((column, index) => {
		const lead = index === 0 ? marker : ' '.repeat(gap);
		const width = widths[column] - (index === 0 ? marker.length : 0);
		return {column, lead, text: fitCell(column, textOf(column), width, shifts[column], apart)};
	});
}

/** The same as one line. */
export function lineTexts(textOf: TextOf, layout: ColumnWidths, marker: string): LineTexts {
	const cells = cellTexts(textOf, layout, marker);
	const at = layout.shown.indexOf('status');
	const joined = (from: number, to: number): string =>
		cells
			.slice(from, to)
			.map(({lead, text}) => lead + text)
			.join('');
	return {
		before: joined(0, Math.max(0, at)),
		status: joined(Math.max(0, at), at + 1),
		after: joined(at + 1, cells.length),
	};
}

/** What stands above the columns. */
export function headerText({shown, widths, gap, shifts}: ColumnWidths): string {
	return shown.map(column => fitHeader(column, widths[column], shifts[column])).join(' '.repeat(gap));
}
