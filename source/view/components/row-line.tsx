import {Text} from 'ink';
import {memo} from 'react';
import type {Column} from '../../listing/columns.js';
import type {ColumnWidths} from '../column-widths.js';
import type {Needle} from '../find/needle.js';
import {lineTexts} from '../line-texts.js';
import type {Row} from '../listing/row.js';
import {marker} from '../marker.js';
import type {Look, Theme} from '../theme.js';
import {type RowPart, rowParts} from './row-parts.js';

type Props = {
	readonly row: Row;
	readonly layout: ColumnWidths;
	readonly isSelected: boolean;
	/** Whether it was found by the search before. */
	readonly isPast: boolean;
	/** What is marked in it, if anything is. */
	readonly needle: Needle | null;
	/** The selected cell, if one of this row is. */
	readonly cell: Column | null;
	readonly theme: Theme;
};

/**
 * A request. Memoised, and one text but for the colour of the status: forty rows of six texts each cost 10 ms
 * a frame, of one text each less than 4 ms.
 */
export const RowLine = memo(function RowLine({row, layout, isSelected, isPast, needle, cell, theme}: Props) {
	const status = theme.status[row.cells.status[0] ?? ''] ?? {};
	const selectedLook = cell === null ? theme.selected : theme.cellRow;
	const look = isSelected ? selectedLook : isPast ? theme.pastRow : theme.row;
	if (needle === null && cell === null) {
		const texts = lineTexts(row.cells, layout, marker(isSelected));
		return (
			<Text {...look} wrap="truncate-end">
				<Text {...status}>{texts.status}</Text>
				{texts.rest}
			</Text>
		);
	}

	return (
		<Text {...look} wrap="truncate-end">
			{rowParts(row.cells, layout, marker(isSelected), needle, cell).map((part, index) => (
				<Text
					// biome-ignore lint/suspicious/noArrayIndexKey: parts are nothing but their text and their place
					key={index}
					{...(part.column === 'status' ? status : {})}
					{...partLook(part, isSelected, theme)}
				>
					{part.text}
				</Text>
			))}
		</Text>
	);
});

/** In a selected row what is inverse is the row, or the cell: a mark there must not look like another cell. */
function partLook({isMarked, isCell}: RowPart, isSelected: boolean, theme: Theme): Look {
	const mark = isSelected ? theme.selectedMark : theme.mark;
	return {...(isCell ? theme.cell : {}), ...(isMarked ? mark : {})};
}
