import type {PanelScene, PanelView} from '../panel/open-panel.js';
import {textLine} from '../panel/panel-line.js';
import {firstLine} from '../panel/scrolled.js';
import {textRoom} from '../panel/text-panel.js';
import {asSelected} from './as-selected.js';
import type {StoryLine} from './lines/story-line.js';
import {type StoryPosition, shownOfStory} from './story-position.js';
import {storyTitle} from './story-title.js';

/** What of a story is on the screen. */
export function storyView(
	lines: readonly StoryLine[],
	place: StoryPosition & {
		readonly token: string;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
		/** Whether it was opened from another story. */
		readonly isFurther: boolean;
	},
	scene: PanelScene,
): PanelView {
	const {token, top, selected, message, isFurther} = place;
	const room = textRoom(scene);
	const first = firstLine(top, room, lines.length);
	const shown = shownOfStory(place, lines, room);
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
		scene.titleWidth,
	);
	const body = shown.map(({line, key}) =>
		key !== undefined && key === selected ? asSelected(line, scene.theme) : line,
	);
	return {...title, body: [textLine(''), ...body]};
}
