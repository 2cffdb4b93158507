import type {Column} from '../../listing/columns.js';
import {noRoomText} from '../columns/no-room-text.js';
import {findingText} from '../find/finding-text.js';
import type {Needle} from '../find/needle.js';
import {type SavingState, savingText} from '../handoff/saving-state.js';
import {inParentheses, keyed} from '../keys/keyed.js';
import {type ColumnWidths, isClockAlone} from '../layout/column-widths.js';
import type {ListingState} from '../listing/listing-state.js';
import {pagerText} from '../listing/pager-text.js';
import {daysText} from '../listing/row.js';

/** The columns that were asked for, and how they are on the screen. */
type PageColumns = {readonly wanted: readonly Column[]; readonly layout: ColumnWidths};

/**
 * The line below the rows. It says what is being saved, the day of rows that show the clock alone, which rows are shown,
 * what is found in them, what had no room, and whether all is shown.
 */
export function pageText(
	saving: SavingState,
	listing: ListingState,
	needle: Needle | null,
	{wanted, layout}: PageColumns,
	isHiding: boolean,
): string {
	return [
		savingText(saving),
		isClockAlone(layout) ? daysText(listing.rows) : '',
		pagerText(listing),
		findingText(needle, listing.rows, wanted),
		noRoomText(wanted, layout.shown),
		isHiding ? `secrets hidden${inParentheses(keyed`${'redact'} shows them`)}` : '',
	]
		.filter(text => text !== '')
		.join(' · ');
}
