import type {Command} from '../keys/key-table.js';
import type {ListingState} from './listing-state.js';

export type MoveCommand = Extract<
	Command,
	'rowDown' | 'rowUp' | 'pageDown' | 'pageUp' | 'halfDown' | 'halfUp' | 'oldest'
>;

/** What a move comes to. */
export type Move =
	| {readonly type: 'none'}
	/** A row of the page is selected. */
	| {readonly type: 'select'; readonly index: number}
	/** The next page is turned to, and its row `index` selected. */
	| {readonly type: 'older'; readonly index: number}
	/** The previous page is turned to, and the row `above` rows above the present first one selected. */
	| {readonly type: 'newer'; readonly above: number}
	| {readonly type: 'oldest'};

/**
 * What a command means for the listing as it stands. Rows are numbered through as if there were no pages:
 * a move that leaves the page turns it, and selects the row that the move would have come to.
 */
export function plannedMove(state: ListingState, command: MoveCommand): Move {
	const {rows, size, selected} = state;
	if (rows.length === 0) {
		return {type: 'none'};
	}

	const index = rows.findIndex(row => row.entry.token === selected);
	const half = Math.max(1, Math.floor(size / 2));
	switch (command) {
		case 'rowDown':
			return moved(index + 1, rows.length);
		case 'rowUp':
			return index === -1 ? {type: 'select', index: 0} : moved(index - 1, rows.length);
		case 'halfDown':
			return moved(index + half, rows.length);
		case 'halfUp':
			return index === -1 ? {type: 'select', index: 0} : moved(index - half, rows.length);
		case 'pageDown':
			return {type: 'older', index: Math.max(0, index)};
		case 'pageUp':
			return {type: 'newer', above: size - Math.max(0, index)};
		case 'oldest':
			return {type: 'oldest'};
	}
}

function moved(index: number, length: number): Move {
	if (index < 0) {
		return {type: 'newer', above: -index};
	}

	return index < length ? {type: 'select', index} : {type: 'older', index: index - length};
}
