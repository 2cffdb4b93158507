import type {Command} from '../../keys/command.js';
import {type ListingState, selectedLine} from './listing-state.js';

const moveCommands = [
	'rowDown',
	'rowUp',
	'pageDown',
	'pageUp',
	'halfDown',
	'halfUp',
	'oldest',
] as const satisfies readonly Command[];

/** Commands that move within the listing. */
export type MoveCommand = (typeof moveCommands)[number];

/** Checks that a command moves within the listing. */
export function isMove(command: Command): command is MoveCommand {
	return (moveCommands as readonly Command[]).includes(command);
}

/** The effect of a move. */
export type Move =
	| {readonly type: 'none'}
	/** Selects a row of the page. */
	| {readonly type: 'select'; readonly index: number}
	| PageMove;

/** A move to another page. */
export type PageMove =
	/** Turns `pages` pages down and selects row `index` of the new page. */
	| {readonly type: 'older'; readonly pages: number; readonly index: number}
	/** Turns pages up and selects the row that is `above` rows above the current first row. */
	| {readonly type: 'newer'; readonly above: number}
	| {readonly type: 'oldest'};

/**
 * Plans the effect of a command given `times` times in a row. Rows are counted as if there were no pages: a move that leaves the
 * page turns it and selects the row that the move would have reached.
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

/** If no row is selected, the first step selects the first row. */
function movedUp(index: number, rows: number, times: number, length: number, size: number): Move {
	return index === -1
		? moved(0 - rows * (times - 1), length, size)
		: moved(index - rows * times, length, size);
}
