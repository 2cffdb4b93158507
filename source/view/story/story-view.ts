import type {PanelScene, PanelView} from '../panel/open-panel.js';
import {textLine} from '../panel/panel-line.js';
import {selectedLine} from './selected-line.js';
import type {StoryLine} from './story-line.js';
import {storyTitle} from './story-title.js';

/** The lines that are left below the title and the empty line. */
export const storyRoom = ({room}: Pick<PanelScene, 'room'>): number => Math.max(1, room - 1);

/** The first of so many lines that is shown, where `top` is the first one wanted. */
export const firstShown = (top: number, length: number, room: number): number =>
	Math.max(0, Math.min(top, length - room));

/** What of a story is on the screen. */
export function storyView(
	lines: readonly StoryLine[],
	place: {
		readonly token: string;
		readonly top: number;
		/** The key of the line that is selected. */
		readonly selected: string | null;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
		/** Whether it was opened from another story. */
		readonly isFurther: boolean;
	},
	scene: PanelScene,
): PanelView {
	const {token, top, selected, message, isFurther} = place;
	const room = storyRoom(scene);
	const first = firstShown(top, lines.length, room);
	const shown = lines.slice(first, first + room);
	const title = storyTitle(
		`Request ${token}`,
		{
			first,
			shown: shown.length,
			total: lines.length,
			isFurther,
			hasStops: lines.some(({opens}) => opens !== undefined),
			message,
		},
		scene.width,
	);
	const body = shown.map(({line, key}) =>
		key !== undefined && key === selected ? selectedLine(line, scene.theme) : line,
	);
	return {...title, body: [textLine(''), ...body]};
}
