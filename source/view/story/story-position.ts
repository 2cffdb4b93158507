import type {Command} from '../keys/command.js';
import {firstLine} from '../panel/scrolled.js';
import type {StoryLine} from './lines/story-line.js';
import {storyMove} from './story-move.js';

/** Where one is in a story, however its lines change meanwhile. */
export type StoryPosition = {
	/** The first line wanted. */
	readonly top: number;
	/** What is selected: the key of its line. */
	readonly selected: string | null;
};

/** Where a command leads. */
export function movedInStory(
	{top, selected}: StoryPosition,
	command: Command,
	lines: readonly StoryLine[],
	room: number,
): StoryPosition {
	const keys = lines.map(({key}) => key);
	const stops = keys.flatMap((key, index) => (key === undefined ? [] : [index]));
	const at = selected === null ? -1 : keys.indexOf(selected);
	const moved = storyMove({top, at: at === -1 ? null : at}, command, stops, room, lines.length);
	return {top: moved.top, selected: moved.at === null ? null : (keys[moved.at] ?? null)};
}

/** What is selected, where it can be seen. */
export function selectedInStory(
	{top, selected}: StoryPosition,
	lines: readonly StoryLine[],
	room: number,
): StoryLine | undefined {
	return shownOfStory({top}, lines, room).find(({key}) => key !== undefined && key === selected);
}

/** The lines that are shown. */
export function shownOfStory(
	{top}: Pick<StoryPosition, 'top'>,
	lines: readonly StoryLine[],
	room: number,
): readonly StoryLine[] {
	const first = firstLine(top, room, lines.length);
	return lines.slice(first, first + room);
}
