import type {Command} from '../../keys/command.js';
import type {StoreStatus} from '../../store/store.js';
import type {OpenPanel, PanelScene} from './open-panel.js';
import {type PanelLine, textLine} from './panel-lines.js';
import {type PanelTitle, panelTitle, type ShownLines} from './panel-title.js';

/** The first line of a panel of `length` lines that is shown, where `top` is the first one wanted. */
export function firstLine(top: number, room: number, length: number): number {
	return Math.max(0, Math.min(top, length - room));
}

/** The first line that is shown after a command; others than moves change nothing. */
export function scrolled(top: number, command: Command, room: number, length: number): number {
	return firstLine(firstLine(top, room, length) + steps(command, room, length), room, length);
}

/** Whether a command moves about in what is longer than the screen. */
export function isScrolling(command: Command): boolean {
	return steps(command, 1, 1) !== 0;
}

/** How many lines, or items, further down a command leads. */
export function steps(command: Command, room: number, length: number): number {
	switch (command) {
		case 'rowDown':
			return 1;
		case 'rowUp':
			return -1;
		case 'halfDown':
			return Math.ceil(room / 2);
		case 'halfUp':
			return -Math.ceil(room / 2);
		case 'pageDown':
			return room;
		case 'pageUp':
			return -room;
		case 'oldest':
			return length;
		case 'newest':
			return -length;
		default:
			return 0;
	}
}

/** What a panel says. */
type PanelText = {
	readonly title: string;
	readonly lines: readonly PanelLine[];
	/** What stands between the title and the lines; without it, an empty line. */
	readonly head?: PanelLine;
	/** The keys behind a title, which says what lines are shown; without it, how to scroll and to close. */
	readonly titled?: (title: string, shown: ShownLines, width: number) => PanelTitle;
};

/**
 * A panel of lines to be read, scrolled where there are more than fit.
 * @param textOf - what it says; with the status as it was when it was scrolled away from its top: it holds still from then on
 */
export function textPanel(textOf: (scene: PanelScene, status: StoreStatus) => PanelText): OpenPanel {
	let top = 0;
	let held: StoreStatus | null = null;
	const text = (scene: PanelScene): PanelText => textOf(scene, held ?? scene.listing.status);
	return {
		draw(scene) {
			const {title, lines, head = textLine(''), titled = panelTitle} = text(scene);
			const room = textRoom(scene);
			const first = firstLine(top, room, lines.length);
			const shown = lines.slice(first, first + room);
			return {
				...titled(title, {first, shown: shown.length, total: lines.length}, scene.titleWidth),
				body: [head, ...shown],
			};
		},
		take(command, scene) {
			if (!isScrolling(command)) {
				return false;
			}

			const {status} = scene.listing;
			top = scrolled(top, command, textRoom(scene), text(scene).lines.length);
			held = top === 0 ? null : (held ?? status);
			return true;
		},
	};
}

/** The lines that are left below the title and the empty line. */
export function textRoom({room}: Pick<PanelScene, 'room'>): number {
	return Math.max(1, room - 1);
}
