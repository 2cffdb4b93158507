import type {Command} from '../keys/command.js';
import {firstLine, isScrolling, steps} from './scrolled.js';

/** Where one is in a list whose items change their places. */
export type ListPlace = {
	/** What names the selected item; null before anything was selected. */
	readonly key: string | null;
	/** Where that item was when it was last seen: one that goes hands the selection on to the one in its place. */
	readonly index: number;
};

/** Nothing is selected, and the first items are shown. */
export const listStart: ListPlace = {key: null, index: 0};

/** The index of the selected item; null when nothing is selected, or nothing is there. */
export function selectedIndex({key, index}: ListPlace, keys: readonly string[]): number | null {
	if (key === null || keys.length === 0) {
		return null;
	}

	const found = keys.indexOf(key);
	return found === -1 ? Math.min(index, keys.length - 1) : found;
}

/**
 * The place after a command; null when it doesn't move about. The first move selects the first item.
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
	const next = Math.max(0, Math.min(last, steps(command, room, keys.length) + (index ?? startOf(command))));
	const key = keys[next];
	return key === undefined ? place : {key, index: next};
}

/** The first item to show, so that the selected one is in sight and no room is left empty. */
export function firstShown(top: number, index: number | null, room: number, length: number): number {
	const wanted = index === null ? 0 : Math.max(Math.min(top, index), index - room + 1);
	return firstLine(wanted, room, length);
}

function startOf(command: Command): number {
	return command === 'rowDown' ? -1 : 0;
}
