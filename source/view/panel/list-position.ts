import type {Command} from '../../keys/command.js';
import {firstLine, isScrolling, steps} from './text-panel.js';

/** The selection in a list whose items may change their order. */
export type ListPosition = {
	/** Key of the selected item; null selects the first item, regardless of its key. */
	readonly key: string | null;
	/** Last known index of the item. If the item is removed, the item at this index is selected next. */
	readonly index: number;
};

/** Selects the first item. */
export const listStart: ListPosition = {key: null, index: 0};

/** Returns the index of the selected item; null if the list is empty. */
export function selectedIndex({key, index}: ListPosition, keys: readonly string[]): number | null {
	if (keys.length === 0) {
		return null;
	}
	const found = key === null ? 0 : keys.indexOf(key);
	return found === -1 ? Math.min(index, keys.length - 1) : found;
}

/**
 * Returns the selection after a command; null if the command isn't a move.
 * @param capacity - number of items that fit
 */
export function movedPosition(
	position: ListPosition,
	command: Command,
	keys: readonly string[],
	capacity: number,
): ListPosition | null {
	if (command === 'newest') {
		return listStart;
	}
	if (!isScrolling(command)) {
		return null;
	}
	const index = selectedIndex(position, keys);
	const last = keys.length - 1;
	const next = Math.max(0, Math.min(last, steps(command, capacity, keys.length) + (index ?? 0)));
	const key = keys[next];
	return key === undefined ? position : {key, index: next};
}

/** Returns the first item to show, so that the selected item is visible and no lines are wasted. */
export function firstShown(top: number, index: number | null, capacity: number, length: number): number {
	const wanted = index === null ? 0 : Math.max(Math.min(top, index), index - capacity + 1);
	return firstLine(wanted, capacity, length);
}

/** Returns the first item to show in `height` lines if items have several lines each. */
export function firstBlock(
	top: number,
	index: number | null,
	height: number,
	heights: readonly number[],
): number {
	let first = Math.min(top, index ?? 0, Math.max(0, heights.length - 1));
	let below = sum(heights.slice(first));
	// Move the end of the list up while more items fit above it.
	while (first > 0 && below + (heights[first - 1] ?? 0) <= height) {
		first--;
		below += heights[first] ?? 0;
	}
	while (index !== null && first < index && sum(heights.slice(first, index + 1)) > height) {
		first++;
	}
	return first;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, n) => all + n, 0);
}
