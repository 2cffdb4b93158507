import {type Column, headerOf, rulesOf} from '../../format/columns.js';
import {terminalWidth} from '../../format/fit-width.js';
import {afterColon, keyed} from '../../keys/keyed.js';
import type {ShownField} from '../../query/log-field-name.js';
import {type ColumnWidths, textWidth} from '../layout/column-widths.js';
import type {ColumnSettings} from '../layout/use-columns.js';
import type {ListingController} from '../listing/listing-controller.js';

/** The objects that scrolling acts on. */
type ShiftOptions = {
	readonly listing: Pick<ListingController, 'getState'>;
	readonly settings: ColumnSettings;
	readonly layout: ColumnWidths;
	readonly shownField: ShownField;
	/** Shows a hint until the next key. */
	readonly showHint: (hint: string) => void;
};

/**
 * Scrolls a column by half its width: the column of the selected cell, otherwise URL or the first flexible column. New rows don't
 * change the scroll position.
 * @param step - 1: towards the end of the values
 */
export function shiftColumns({
	listing,
	settings,
	layout,
	shownField,
	showHint,
}: ShiftOptions): (step: 1 | -1) => void {
	return step => {
		const {rows, cell} = listing.getState();
		const column = shiftedColumn(cell, layout.shown);
		if (column === undefined) {
			showHint(
				`There is no URL to scroll${afterColon(keyed`${'cellLeft'} ${'cellRight'} select a cell of the column to scroll`)}`,
			);
			return;
		}
		const header = headerOf(column, shownField);
		const width = textWidth(layout, column);
		const now = settings.getState().shifts[column] ?? 0;
		if (step === -1 && now === 0) {
			showHint(`${header}: already at the beginning`);
			return;
		}
		const widest = Math.max(0, ...rows.map(row => terminalWidth(row.text(column))));
		const next = now + step * Math.max(1, Math.floor(width / 2));
		// Scrolls to the end of the longest visible value, but never back, because earlier rows may have been longer.
		const maxSkip = Math.max(now, widest - width);
		if (step === 1 && now >= maxSkip) {
			showHint(`${header}: already at the end`);
			return;
		}
		settings.shift(column, Math.max(0, Math.min(next, maxSkip)));
	};
}

function shiftedColumn(cell: Column | null, shown: readonly Column[]): Column | undefined {
	if (cell !== null && shown.includes(cell)) {
		return cell;
	}
	return shown.includes('url') ? 'url' : shown.find(column => rulesOf(column).width.by === 'rest');
}
