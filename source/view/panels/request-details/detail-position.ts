import type {Command} from '../../../keys/command.js';
import {firstLine, scrolled} from '../../panel/text-panel.js';
import type {DetailLine} from './lines/detail-line.js';

/** Scroll position and selection in the request details, independent of lines that change. */
export type DetailPosition = {
	/** First line to show, before clamping to the number of lines. */
	readonly top: number;
	/** Key of the selected line. */
	readonly selected: string | null;
};

/** Returns the position after a command. */
export function movedInDetails(
	{top, selected}: DetailPosition,
	command: Command,
	lines: readonly DetailLine[],
	height: number,
): DetailPosition {
	const keys = lines.map(({key}) => key);
	const stops = keys.flatMap((key, index) => (key === undefined ? [] : [index]));
	const at = selected === null ? -1 : keys.indexOf(selected);
	const moved = moveInDetails({top, at: at === -1 ? null : at}, command, stops, height, lines.length);
	return {top: moved.top, selected: moved.at === null ? null : (keys[moved.at] ?? null)};
}

/** Returns the selected line if it is visible. */
export function selectedInDetails(
	{top, selected}: DetailPosition,
	lines: readonly DetailLine[],
	height: number,
): DetailLine | undefined {
	return shownOfDetails({top}, lines, height).find(({key}) => key !== undefined && key === selected);
}

/** Returns the visible lines. */
export function shownOfDetails(
	{top}: Pick<DetailPosition, 'top'>,
	lines: readonly DetailLine[],
	height: number,
): readonly DetailLine[] {
	const first = firstLine(top, height, lines.length);
	return lines.slice(first, first + height);
}

/** Scroll position and selection as line numbers. */
type LinePosition = {
	/** First visible line. */
	readonly top: number;
	/** Selected line, one of the lines that open something; null: no selection. */
	readonly at: number | null;
};

/**
 * Returns the position after a command. `rowDown` selects the next line that opens something if it is visible, and scrolls
 * otherwise. So the same key reaches everything and skips nothing. A line scrolled out of view loses the selection.
 * @param stops - the lines that open something, ascending
 */
export function moveInDetails(
	position: LinePosition,
	command: Command,
	stops: readonly number[],
	height: number,
	length: number,
): LinePosition {
	const top = firstLine(position.top, height, length);
	const isShown = (line: number | null, from: number): line is number =>
		line !== null && line >= from && line < from + height;
	const at = isShown(position.at, top) ? position.at : null;
	const next = nextStop(command, stops, at ?? (command === 'rowDown' ? top - 1 : top + height));
	if (isShown(next, top)) {
		return {top, at: next};
	}
	const moved = scrolled(top, command, height, length);
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
