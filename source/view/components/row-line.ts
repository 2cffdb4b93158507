import type {Column} from '../../format/columns.js';
import type {Style, Theme} from '../../themes/theme.js';
import {foundParts, isIn, type Needle} from '../find/needle.js';
import {type ColumnWidths, withDay} from '../layout/column-widths.js';
import {cellTexts, lineTexts, type TextOf} from '../layout/line-texts.js';
import type {Row} from '../listing/row.js';
import {marker, type PieceLine, type RowSign} from '../spans/piece.js';

/** A piece of a row with a uniform style. */
export type RowPart = {
	readonly column: Column;
	readonly text: string;
	readonly isFound: boolean;
	readonly isCell: boolean;
};

/**
 * Splits a row where matches of the find needle and the selected cell begin and end. The spaces between columns belong to the
 * next piece.
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
		// The padding of a column isn't part of its value, and neither is the marker.
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

/** Everything that determines the look of a row. */
type RowShown = {
	readonly layout: ColumnWidths;
	/** True if the row must show its day, although the other rows show only the clock time. */
	readonly isNewDay: boolean;
	readonly isSelected: boolean;
	/** True if the row matches the previous search, not necessarily the current one. */
	readonly isPast: boolean;
	/** The needle to highlight, if the user searches for one. */
	readonly needle: Needle | null;
	/** The selected cell, if it is in this row. */
	readonly cell: Column | null;
	/** The sign before the row, if there is one. */
	readonly sign?: RowSign | undefined;
	readonly theme: Theme;
};

/** Caches the last line of each row, because most rows stay for several frames. */
const made = new WeakMap<Row, {readonly shown: RowShown; readonly line: PieceLine}>();

/** Returns the line of a row: the same object while its look doesn't change. */
export function rowLine(row: Row, shown: RowShown): PieceLine {
	const last = made.get(row);
	if (last !== undefined && isSame(last.shown, shown)) {
		return last.line;
	}
	const line = newLine(row, shown);
	made.set(row, {shown, line});
	return line;
}

function newLine(row: Row, {isSelected, isPast, needle, cell, sign, theme, ...shown}: RowShown): PieceLine {
	const layout = shown.isNewDay ? withDay(shown.layout) : shown.layout;
	const status = theme.status[row.text('status')[0] ?? ''] ?? {};
	const selectedStyle = cell === null ? theme.selected : theme.cellRow;
	const style = isSelected ? selectedStyle : isPast ? theme.pastRow : theme.row;
	if (needle === null && cell === null) {
		const {before, status: code, after} = lineTexts(row.text, layout, marker(isSelected, sign));
		const pieces = [{text: before}, {text: code, style: status}, {text: after}];
		return {pieces: pieces.filter(({text}) => text !== ''), style};
	}
	const parts = rowParts(row.text, layout, marker(isSelected, sign), needle, cell);
	return {
		pieces: parts.map(part => ({
			text: part.text,
			style: {...(part.column === 'status' ? status : {}), ...partStyle(part, isSelected, theme)},
		})),
		style,
	};
}

function isSame(a: RowShown, b: RowShown): boolean {
	return (
		a.layout === b.layout &&
		a.isNewDay === b.isNewDay &&
		a.isSelected === b.isSelected &&
		a.isPast === b.isPast &&
		a.needle === b.needle &&
		a.cell === b.cell &&
		a.sign === b.sign &&
		a.theme === b.theme
	);
}

/** In a selected row, the row or its cell is inverse. A match there must not look like another cell. */
function partStyle({isFound, isCell}: RowPart, isSelected: boolean, theme: Theme): Style {
	const mark = isSelected ? theme.selectedMark : theme.mark;
	return {...(isCell ? theme.cell : {}), ...(isFound ? mark : {})};
}
