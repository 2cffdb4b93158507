import type {Column} from '../listing/columns.js';
import {noRoomText} from './columns/no-room-text.js';
import {markedText} from './find/marked-text.js';
import type {Needle} from './find/needle.js';
import type {ListingState} from './listing/listing-state.js';
import {pagerText} from './listing/pager-text.js';

/**
 * What stands below the rows: which ones they are, how many are marked, and what had no room.
 * @param wanted - the columns that were asked for
 * @param shown - those of them that are on the screen
 * @param also - how far saving is, and that something isn't shown as it is; empty where there is nothing to say
 */
export function pageLine(
	state: ListingState,
	needle: Needle | null,
	wanted: readonly Column[],
	shown: readonly Column[],
	also: {readonly saving: string; readonly hidden: string},
): string {
	const texts = [
		also.saving,
		pagerText(state),
		markedText(needle, state.rows, wanted),
		noRoomText(wanted, shown),
		also.hidden,
	];
	return texts.filter(text => text !== '').join(' · ');
}
