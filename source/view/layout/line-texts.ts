import {type Column, headerOf} from '../../format/columns.js';
import {fitCell, fitHeader} from '../../format/fit-cell.js';
import type {ShownField} from '../../query/log-field-name.js';
import {type ColumnWidths, widthOf} from './column-widths.js';

/** Returns the sanitised value of a row in a column. */
export type TextOf = (column: Column) => string;

/** A cell on a line. */
type CellText = {
	readonly column: Column;
	/** The characters before the cell: spaces, or the marker of the row. */
	readonly lead: string;
	/** The content. With `lead`, it is as wide as the column and the gap before it. */
	readonly text: string;
};

/** Fits values into the visible columns. `marker`: the single character before the first column. */
export function cellTexts(textOf: TextOf, layout: ColumnWidths, marker: string): readonly CellText[] {
	const {shown, gap, shifts, apart} = layout;
	return shown.map((column, index) => {
		const lead = index === 0 ? marker : ' '.repeat(gap);
		const width = widthOf(layout, column) - (index === 0 ? marker.length : 0);
		return {column, lead, text: fitCell(column, textOf(column), width, shifts[column], apart)};
	});
}

/** Returns the header line. */
export function headerText(layout: ColumnWidths, shownField: ShownField): string {
	return headerParts(layout, shownField).join('');
}

/** Returns the cells of the header line, with the gaps between them. */
export function headerParts(layout: ColumnWidths, shownField: ShownField): readonly string[] {
	const {shown, gap, shifts} = layout;
	return shown.flatMap((column, index) => [
		...(index === 0 ? [] : [' '.repeat(gap)]),
		fitHeader(column, headerOf(column, shownField), widthOf(layout, column), shifts[column]),
	]);
}
