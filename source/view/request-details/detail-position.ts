import type {Command} from '../../keys/command.js';
import {firstLine, scrolled} from '../panel/text-panel.js';
import type {DetailLine} from './lines/detail-line.js';

/** Where one is in a request details, however its lines change meanwhile. */
export type DetailPosition = {
	/** The first line wanted. */
	readonly top: number;
	/** What is selected: the key of its line. */
	readonly selected: string | null;
};

/** Where a command leads. */
export function movedInDetails(
	{top, selected}: DetailPosition,
	command: Command,
	lines: readonly DetailLine[],
	room: number,
): DetailPosition {
	const keys = lines.map(({key}) => key);
	const stops = keys.flatMap((key, index) => (key === undefined ? [] : [index]));
	const at = selected === null ? -1 : keys.indexOf(selected);
	const moved = moveInDetails({top, at: at === -1 ? null : at}, command, stops, room, lines.length);
	return {top: moved.top, selected: moved.at === null ? null : (keys[moved.at] ?? null)};
}

/** What is selected, where it can be seen. */
export function selectedInDetails(
	{top, selected}: DetailPosition,
	lines: readonly DetailLine[],
	room: number,
): DetailLine | undefined {
	return shownOfDetails({top}, lines, room).find(({key}) => key !== undefined && key === selected);
}

/** The lines that are shown. */
export function shownOfDetails(
	{top}: Pick<DetailPosition, 'top'>,
	lines: readonly DetailLine[],
	room: number,
): readonly DetailLine[] {
	const first = firstLine(top, room, lines.length);
	return lines.slice(first, first + room);
}

/** What is shown of a request details. */
type DetailPlace = {
	/** The first line that is shown. */
	readonly top: number;
	/** The line that is selected, of those that open something; null: none. */
	readonly at: number | null;
};

/**
 * Where a command leads in a request details. One line down selects the next line that opens something, where that is on the
 * screen, else scrolls: so nothing is skipped, and all is reached with the same key. What is scrolled away is selected
 * no more.
 * @param stops - the lines that open something, ascending
 */
export function moveInDetails(
	place: DetailPlace,
	command: Command,
	stops: readonly number[],
	room: number,
	length: number,
): DetailPlace {
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
