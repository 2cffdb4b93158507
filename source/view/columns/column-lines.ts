import type {ChosenColumn} from '../../listing/chosen-columns.js';
import {type Column, rulesOf} from '../../listing/columns.js';
import {fitWidth} from '../../listing/fit-width.js';
import {type ColumnWidths, textWidth} from '../layout/column-widths.js';
import {headerText, lineTexts} from '../layout/line-texts.js';
import type {PanelScene} from '../panel/open-panel.js';
import {fittedLine, type PanelLine, textLine} from '../panel/panel-line.js';
import {marker} from '../pieces/marker.js';

const headerWidth = 10;
const widthWidth = 11;

/** The first rows of the listing with these columns, below what stands above them; `rows`: at most so many. */
export function exampleLines(layout: ColumnWidths, rows: number, scene: PanelScene): readonly PanelLine[] {
	const {listing, theme} = scene;
	const lines = listing.rows.slice(0, rows).map((row): PanelLine => {
		const {before, status, after} = lineTexts(row.text, layout, marker(false));
		const look = theme.status[row.text('status')[0] ?? ''];
		return {pieces: [{text: before}, {text: status, look}, {text: after}], look: theme.row};
	});
	const none = lines.length > 0 ? [] : [fittedLine(' No request is shown now.', scene.width, theme.aside)];
	return [textLine(headerText(layout), theme.header), ...lines, ...none];
}

/** Columns as lines: whether each is shown, how wide it is, and what it tells. */
export function columnLines(
	listed: readonly Column[],
	selected: Column | null,
	chosen: readonly ChosenColumn[],
	layout: ColumnWidths,
	{width, theme}: PanelScene,
): readonly PanelLine[] {
	return listed.map(name => {
		const column = chosen.find(candidate => candidate.name === name);
		const {header, explained} = rulesOf(name);
		const text = [
			`${marker(name === selected)}[${column ? 'x' : ' '}] `,
			fitWidth(header, headerWidth),
			fitWidth(column ? widthText(column, layout) : '', widthWidth),
			explained,
		].join('');
		return fittedLine(text, width, name === selected ? theme.selected : theme.row);
	});
}

/** How wide a column is, and how wide it was asked to be where that is something else. */
function widthText({name, width}: ChosenColumn, layout: ColumnWidths): string {
	if (!layout.shown.includes(name)) {
		return 'no room';
	}

	const now = textWidth(layout, name);
	return width === null || width === now ? String(now) : `${now} of ${width}`;
}
