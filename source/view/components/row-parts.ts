import type {Column} from '../../listing/columns.js';
import {foundParts, isIn, type Needle} from '../find/needle.js';
import type {ColumnWidths} from '../layout/column-widths.js';
import {cellTexts, type TextOf} from '../layout/line-texts.js';

/** A piece of a row that looks the same throughout. */
export type RowPart = {
	readonly column: Column;
	readonly text: string;
	readonly isFound: boolean;
	readonly isCell: boolean;
};

/**
 * A row cut into pieces where what is looked for and the selected cell begin and end. The spaces between belong to what
 * follows.
 */
export function rowParts(
	textOf: TextOf,
	layout: ColumnWidths,
	marker: string,
	needle: Needle | null,
	cell: Column | null,
): readonly RowPart[] {
	return cellTexts(textOf, layout, marker).flatMap(({column, lead, text}) => {
		const isCell = column === cell;
		// What fills the column up is no part of its text; neither is the marker.
		const from = text.length - text.trimStart().length;
		const whole = text.trim();
		const parts = needle && isIn(needle, whole) ? foundParts(needle, whole) : [{text: whole, isFound: false}];
		return [
			{column, text: lead + text.slice(0, from), isFound: false, isCell: false},
			...parts.map(part => ({column, ...part, isCell})),
			{column, text: text.slice(from + whole.length), isFound: false, isCell: false},
		].filter(part => part.text !== '');
	});
}
