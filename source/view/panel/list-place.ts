import type {Command} from '../../keys/command.js';
import {firstLine, isScrolling, steps} from './text-panel.js';

/** Where one is in a list whose items change their places. */
export type ListPlace = {
	/** What names the selected item; null for the first one, whichever it is. */
	readonly key: string | null;
	/** Where that item was when it was last seen: one that goes hands the selection on to the one in its place. */
	readonly index: number;
};

/** The first item is selected. */
export const listStart: ListPlace = {key: null, index: 0};

/** The index of the selected item; null when nothing is there. */
export function selectedIndex({key, index}: ListPlace, keys: readonly string[]): number | null {
	if (keys.length === 0) {
		return null;
	}

	const found = key === null ? 0 : keys.indexOf(key);
	return found === -1 ? Math.min(index, keys.length - 1) : found;
}

/**
 * The place after a command; null when it doesn't move about.
 * @param room - items that there is room for
 */
export function movedPlace(
	place: ListPlace,
	command: Command,
	keys: readonly string[],
	room: number,
): ListPlace | null {
	if (command === 'newest') {
		return listStart;
	}

	if (!isScrolling(command)) {
		return null;
	}

	const index = selectedIndex(place, keys);
	const last = keys.length - 1;
	const next = Math.max(0, Math.min(last, steps(command, room, keys.length) + (index ?? 0)));
	const key = keys[next];
	return key === undefined ? place : {key, index: next};
}

/** The first item to show, so that the selected one is in sight and no room is left empty. */
export function firstShown(top: number, index: number | null, room: number, length: number): number {
	const wanted = index === null ? 0 : Math.max(Math.min(top, index), index - room + 1);
	return firstLine(wanted, room, length);
}

/** The same for items of several lines: the first one to show in `room` lines. */
export function firstBlock(
	top: number,
	index: number | null,
	room: number,
	heights: readonly number[],
): number {
	let first = Math.min(top, index ?? 0, Math.max(0, heights.length - 1));
	let below = sum(heights.slice(first));
	// What ends the list goes up as long as there is room.
	while (first > 0 && below + (heights[first - 1] ?? 0) <= room) {
		first--;
		below += heights[first] ?? 0;
	}

	while (index !== null && first < index && sum(heights.slice(first, index + 1)) > room) {
		first++;
	}

	return first;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, n) => all + n, 0);
}
