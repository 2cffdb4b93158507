import {terminalWidth} from '../../format/fit-width.js';
import type {Command} from '../../keys/command.js';
import {type FooterHint, hintsText} from '../../keys/footer-hints.js';
import {commandAt} from '../../keys/key-bindings.js';
import type {ScreenParts} from '../layout/screen-parts.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {ShownPane} from '../panel/use-panel.js';
import {chipsIn} from '../search/chips.js';
import type {LiveSearch} from '../search/live-search.js';
import type {MouseEvent} from '../terminal/mouse-report.js';

/** The listing's screen as drawn. */
export type DrawnScreen = {
	readonly parts: ScreenParts;
	readonly width: number;
	readonly height: number;
	/** Index of the row on each line of the page; null for other lines. */
	readonly rows: ReadonlyArray<number | null>;
	/** The search as shown. */
	readonly text: string;
	/** Width of the exclude at the end of the search, with the gap before it; 0 without an exclude. */
	readonly excludeWidth: number;
	readonly footer: readonly FooterHint[];
	readonly panes: ReadonlyArray<Pick<ShownPane, 'kind' | 'rectangle'>>;
};

/** The target of a click. */
type ScreenTarget =
	| {readonly type: 'row'; readonly index: number}
	/** A term of the search, counted from the last one, which is 1. */
	| {readonly type: 'chip'; readonly fromLast: number}
	| {readonly type: 'command'; readonly command: Command};

/** Returns the target at a position of the listing's screen; null if a click there has no effect. */
export function screenTarget(
	{x, y}: {readonly x: number; readonly y: number},
	{parts, width, height, rows, text, excludeWidth, footer}: DrawnScreen,
): ScreenTarget | null {
	const above = [parts.title, parts.search].filter(Boolean).length;
	if (parts.search && y === above - 1) {
		const searchWidth = width - excludeWidth;
		return x >= searchWidth
			? {type: 'command', command: 'exclude'}
			: text.trim() === ''
				? {type: 'command', command: 'search'}
				: chipAt(text, searchWidth, x);
	}
	// Skips the count line and the header line.
	const index = rows[y - above - 2];
	if (index !== undefined && index !== null) {
		return {type: 'row', index};
	}
	const command = parts.footer && y === height - 1 ? commandAt(hintsText(footer), x) : null;
	return command && {type: 'command', command};
}

function chipAt(text: string, width: number, x: number): ScreenTarget | null {
	const {isCut, chips} = chipsIn(text, width);
	let start = isCut ? 2 : 0;
	for (const [index, chip] of chips.entries()) {
		const end = start + terminalWidth(chip.text);
		if (x >= start && x < end) {
			return {type: 'chip', fromLast: chips.length - index};
		}
		start = end + 1;
	}
	return null;
}

/** Number of rows per notch of the wheel. */
const notch = 3;

/** The objects that the mouse acts on. */
type Pointed = {
	readonly screen: DrawnScreen;
	readonly listing: Pick<ListingController, 'select' | 'getState'>;
	readonly search: Pick<LiveSearch, 'dropTerm'>;
	readonly panel: Pick<PanelHost, 'click' | 'leave'>;
	/** True while the user writes a line. The mouse has no effect then. */
	readonly isTyping: () => boolean;
	/** Executes a command like its key. */
	readonly command: (command: Command) => void;
};

/** Executes the action of a mouse event. */
export function point(event: MouseEvent, pointed: Pointed): void {
	const {screen, listing, search, panel, isTyping, command} = pointed;
	if (isTyping() || event.x >= screen.width || event.y >= screen.height) {
		return;
	}
	const pane = screen.panes.find(({rectangle: {x, y, width, height}}) => {
		const isBeside = event.x >= x && event.x < x + width;
		return isBeside && event.y >= y && event.y < y + height;
	});
	if (event.type !== 'click') {
		const isDown = event.type === 'wheelDown';
		const move = isDown ? 'rowDown' : 'rowUp';
		for (let n = 0; n < (event.isFar ? 1 : notch); n++) {
			command(event.isFar ? (isDown ? 'pageDown' : 'pageUp') : move);
		}
	} else if (pane) {
		const {kind, rectangle} = pane;
		panel.click(kind, {x: event.x - rectangle.x, y: event.y - rectangle.y}, command);
	} else {
		panel.leave();
		const target = screenTarget(event, screen);
		const {rows, selected} = listing.getState();
		const token = target?.type === 'row' ? rows[target.index]?.entry.token : undefined;
		if (token !== undefined && token === selected) {
			command('open');
		} else if (token !== undefined) {
			listing.select(token);
		} else if (target?.type === 'chip') {
			search.dropTerm(target.fromLast);
		} else if (target?.type === 'command') {
			command(target.command);
		}
	}
}
