import type {Command} from '../../keys/command.js';
import {keyed, leaveHint} from '../../keys/keyed.js';
import type {StoreStatus} from '../../store/store.js';
import type {OpenPanel, Panel, PanelScene, TitleHints} from './open-panel.js';
import {type PanelLine, textLine} from './panel-lines.js';
import {rangeTitle} from './panel-title.js';

/** Returns the first visible line of a panel of `length` lines. `top` is the line to start with if possible. */
export function firstLine(top: number, height: number, length: number): number {
	return Math.max(0, Math.min(top, length - height));
}

/** Returns the first visible line after a command. Commands that aren't moves change nothing. */
export function scrolled(top: number, command: Command, height: number, length: number): number {
	return firstLine(firstLine(top, height, length) + steps(command, height, length), height, length);
}

/** True if a command moves within content that is longer than the screen. */
export function isScrolling(command: Command): boolean {
	return steps(command, 1, 1) !== 0;
}

/** Returns the number of lines or items by which a command moves down. */
export function steps(command: Command, height: number, length: number): number {
	switch (command) {
		case 'rowDown':
			return 1;
		case 'rowUp':
			return -1;
		case 'halfDown':
			return Math.ceil(height / 2);
		case 'halfUp':
			return -Math.ceil(height / 2);
		case 'pageDown':
			return height;
		case 'pageUp':
			return -height;
		case 'oldest':
			return length;
		case 'newest':
			return -length;
		default:
			return 0;
	}
}

/** Returns the keys for moving in a panel. */
export function moveKeys(line: string): Panel['keys'] {
	return [
		[['rowDown', 'rowUp'], `next ${line}, previous ${line}`],
		[['pageDown', 'pageDownKey'], 'next page'],
		[['pageUp', 'pageUpKey'], 'previous page'],
		[['halfDown', 'halfUp'], 'half a page down, up'],
		[['newest', 'homeKey'], 'to the beginning'],
		[['oldest', 'endKey'], 'to the end'],
	];
}

/** Content of a text panel. */
type PanelText = {
	readonly title: string;
	readonly lines: readonly PanelLine[];
	/** The line between title and text. Defaults to an empty line. */
	readonly head?: PanelLine;
	/** Returns the hints. Defaults to the ones for scrolling and closing. */
	readonly hints?: (isCut: boolean) => TitleHints;
};

/**
 * Returns a panel of text that scrolls if it doesn't fit.
 * @param textOf - returns the content. Once the user scrolls away from the top, it gets the status of that moment, so that the text doesn't move
 */
export function textPanel(textOf: (scene: PanelScene, status: StoreStatus) => PanelText): OpenPanel {
	let top = 0;
	let held: StoreStatus | null = null;
	const text = (scene: PanelScene): PanelText => textOf(scene, held ?? scene.listing.status);
	return {
		draw(scene) {
			const {title, lines, head = textLine(''), hints = scrollHints} = text(scene);
			const height = textHeight(scene);
			const first = firstLine(top, height, lines.length);
			const shown = lines.slice(first, first + height);
			const isCut = shown.length < lines.length;
			return {
				title: rangeTitle(title, {first, shown: shown.length, total: lines.length}),
				hints: [hints(isCut)],
				body: [head, ...shown],
			};
		},
		take(command, scene) {
			if (!isScrolling(command)) {
				return false;
			}
			const {status} = scene.listing;
			top = scrolled(top, command, textHeight(scene), text(scene).lines.length);
			held = top === 0 ? null : (held ?? status);
			return true;
		},
	};
}

function scrollHints(isCut: boolean): TitleHints {
	return [scrollHint(isCut), leaveHint()];
}

/** Returns the hint for a panel with hidden lines. */
export function scrollHint(isCut: boolean): string | null {
	return isCut ? keyed`${'rowDown'} ${'rowUp'} scroll` : null;
}

/** Returns the number of lines below the title and the empty line. */
export function textHeight({height}: Pick<PanelScene, 'height'>): number {
	return Math.max(1, height - 1);
}
