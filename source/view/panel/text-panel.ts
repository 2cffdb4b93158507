import type {StoreStatus} from '../../store/store.js';
import type {OpenPanel, PanelScene} from './open-panel.js';
import {type PanelLine, textLine} from './panel-line.js';
import {panelTitle, type ShownLines} from './panel-title.js';
import {firstLine, isScrolling, scrolled} from './scrolled.js';
import type {PanelTitle} from './title-with-hints.js';

/** What a panel says. */
export type PanelText = {
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
