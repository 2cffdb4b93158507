import type {Command} from '../keys/command.js';
import {firstLine, scrolled} from '../panel/scrolled.js';

/** What is shown of a story. */
export type StoryPlace = {
	/** The first line that is shown. */
	readonly top: number;
	/** The line that is selected, of those that open something; null: none. */
	readonly at: number | null;
};

/**
 * Where a command leads in a story. One line down selects the next line that opens something, where that is on the
 * screen, else scrolls: so nothing is skipped, and all is reached with the same key. What is scrolled away is selected
 * no more.
 * @param stops - the lines that open something, ascending
 */
export function storyMove(
	place: StoryPlace,
	command: Command,
	stops: readonly number[],
	room: number,
	length: number,
): StoryPlace {
	const top = firstLine(place.top, room, length);
	const isShown = (line: number | null, from: number): line is number =>
		line !== null && line >= from && line < from + room;
	const at = isShown(place.at, top) ? place.at : null;
	const next = nextStop(command, stops, at ?? (command === 'rowDown' ? top - 1 : top + room));
	if (isShown(next, top)) {
		return {top, at: next};
	}

	const moved = scrolled(top, command, room, length);
	if (isShown(next, moved)) {
		return {top: moved, at: next};
	}

	return {top: moved, at: isShown(at, moved) ? at : null};
}

function nextStop(command: Command, stops: readonly number[], from: number): number | null {
	switch (command) {
		case 'rowDown':
			return stops.find(stop => stop > from) ?? null;
		case 'rowUp':
			return stops.findLast(stop => stop < from) ?? null;
		default:
			return null;
	}
}
