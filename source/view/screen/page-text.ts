import type {Column} from '../../listing/columns.js';
import {noRoomText} from '../columns/no-room-text.js';
import {findingText} from '../find/finding-text.js';
import type {Needle} from '../find/needle.js';
import {type SavingState, savingText} from '../handoff/saving-state.js';
import {inParentheses, keyed} from '../keys/keyed.js';
import type {ListingState} from '../listing/listing-state.js';
import {pagerText} from '../listing/pager-text.js';

/** The columns that were asked for, and those of them that are on the screen. */
type PageColumns = {readonly wanted: readonly Column[]; readonly shown: readonly Column[]};

/**
 * The line below the rows: what is being saved, which rows they are, what is found in them, what had no room, and
 * whether all is shown.
 */
export function pageText(
	saving: SavingState,
	listing: ListingState,
	needle: Needle | null,
	{wanted, shown}: PageColumns,
	isHiding: boolean,
): string {
	return [
		savingText(saving),
		pagerText(listing),
		findingText(needle, listing.rows, wanted),
		noRoomText(wanted, shown),
		isHiding ? `secrets hidden${inParentheses(keyed`${'redact'} shows them`)}` : '',
	]
		.filter(text => text !== '')
		.join(' · ');
}
