import type {Command} from '../../keys/command.js';
import {type ListingState, selectedLine} from './listing-state.js';

/** Commands that move about in the listing. */
export type MoveCommand = Extract<
	Command,
	'rowDown' | 'rowUp' | 'pageDown' | 'pageUp' | 'halfDown' | 'halfUp' | 'oldest'
>;

/** What a move comes to. */
export type Move =
	| {readonly type: 'none'}
	/** A row of the page is selected. */
	| {readonly type: 'select'; readonly index: number}
	| PageMove;

/** A move to another page. */
export type PageMove =
	/** A later page is turned to, the first after this one or a further one, and its row `index` selected. */
	| {readonly type: 'older'; readonly pages: number; readonly index: number}
	/** An earlier page is turned to, and the row `above` rows above the present first one selected. */
	| {readonly type: 'newer'; readonly above: number}
	| {readonly type: 'oldest'};

/**
 * What a command that was given so many times in a row means for the listing as it stands. Rows are numbered through
 * as if there were no pages: a move that leaves the page turns it, and selects the row that the move would have come
 * to.
 */
export function plannedMove(state: ListingState, command: MoveCommand, times = 1): Move {
	const {rows, size} = state;
	if (rows.length === 0) {
		return {type: 'none'};
	}

	const index = selectedLine(state);
	const half = Math.max(1, Math.floor(size / 2));
	switch (command) {
		case 'rowDown':
			return moved(index + times, rows.length, size);
		case 'rowUp':
			return movedUp(index, 1, times, rows.length, size);
		case 'halfDown':
			return moved(index + half * times, rows.length, size);
		case 'halfUp':
			return movedUp(index, half, times, rows.length, size);
		case 'pageDown':
			return {type: 'older', pages: times, index: Math.max(0, index)};
		case 'pageUp':
			return {type: 'newer', above: size * times - Math.max(0, index)};
		case 'oldest':
			return {type: 'oldest'};
	}
}

function moved(index: number, length: number, size: number): Move {
	if (index < 0) {
		return {type: 'newer', above: -index};
	}

	const beyond = index - length;
	return beyond < 0
		? {type: 'select', index}
		: {type: 'older', pages: 1 + Math.floor(beyond / size), index: beyond % size};
}

/** Where nothing is selected, the first time selects the first row. */
function movedUp(index: number, rows: number, times: number, length: number, size: number): Move {
	return index === -1
		? moved(0 - rows * (times - 1), length, size)
		: moved(index - rows * times, length, size);
}
