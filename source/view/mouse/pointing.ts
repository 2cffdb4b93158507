import type {Command} from '../keys/command.js';
import type {ListingState} from '../listing/listing-state.js';
import type {LiveListing} from '../listing/live-listing.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {LiveSearch} from '../search/live-search.js';
import type {MouseEvent} from './mouse-report.js';
import {type DrawnScreen, screenTarget} from './screen-target.js';

/** Rows that a notch of the wheel goes on. */
const notch = 3;

/** What the mouse works on. */
export type Pointed = {
	readonly screen: DrawnScreen;
	/** The listing as it was drawn. */
	readonly drawn: ListingState;
	readonly listing: Pick<LiveListing, 'select' | 'getState'>;
	readonly search: Pick<LiveSearch, 'dropTerm'>;
	readonly panel: Pick<PanelHost, 'isOpen' | 'click'>;
	/** Whether a line is being written, for which the mouse does nothing. */
	readonly isTyping: () => boolean;
	/** Carries out a command, as its key does. */
	readonly command: (command: Command) => void;
};

/** Does what is asked for with the mouse. */
export function point(event: MouseEvent, pointed: Pointed): void {
	const {screen, drawn, listing, search, panel, isTyping, command} = pointed;
	if (isTyping() || event.x >= screen.width || event.y >= screen.height) {
		return;
	}

	if (event.type !== 'click') {
		const isDown = event.type === 'wheelDown';
		const move = isDown ? 'rowDown' : 'rowUp';
		for (let n = 0; n < (event.isFar ? 1 : notch); n++) {
			command(event.isFar ? (isDown ? 'pageDown' : 'pageUp') : move);
		}
	} else if (panel.isOpen()) {
		panel.click(event, command);
	} else {
		const target = screenTarget(event, screen);
		const token = target?.type === 'row' ? drawn.rows[target.index]?.entry.token : undefined;
		if (token !== undefined && token === listing.getState().selected) {
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
