import type {ChartKey, Command} from '../../keys/command.js';
import {afterColon, joinedHints, keyed} from '../../keys/keyed.js';
import {nextOrder} from '../../query/order.js';
import type {Bookmarks} from '../bookmarks/use-bookmarks.js';
import type {HandOff} from '../copy-and-save/use-copy-and-save.js';
import type {StandingExclude} from '../exclude/standing-exclude.js';
import type {Find} from '../find/use-find.js';
import type {History} from '../history/use-history.js';
import {hidesListing} from '../layout/panes.js';
import type {PageRows} from '../layout/use-rows.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {MoveCommand} from '../listing/moves.js';
import type {UsedRotated} from '../listing/use-rotated.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {OfferedSearch} from '../search/use-search.js';
import type {SearchCommands} from './search-commands.js';

/** The objects that commands act on. */
export type EffectsOptions = {
	readonly listing: ListingController;
	readonly find: Pick<Find, 'clear'>;
	readonly handOff: HandOff;
	readonly bookmarks: Bookmarks;
	readonly palette: Pick<Palette, 'open'>;
	/** The panels. */
	readonly panel: PanelHost;
	/** The commands that change the search or search for a row. */
	readonly searchCommands: SearchCommands;
	readonly exclude: Pick<StandingExclude, 'toggle'>;
	/** Writes a rule for the search into the palette. */
	readonly alertSearch: () => void;
	readonly offered: Pick<OfferedSearch, 'take' | 'dismiss'>;
	readonly pageRows: Pick<PageRows, 'toggle'>;
	readonly history: History;
	readonly rotated: Pick<UsedRotated, 'add'>;
	/** Scrolls a column whose cells are cut. */
	readonly shiftColumns: (step: 1 | -1) => void;
	/** Turns redaction on or off. */
	readonly redact: () => void;
	readonly terminal: TerminalCommands;
	/** Shows a hint until the next key. */
	readonly showHint: (hint: string) => void;
	/** Leaves the screen. */
	readonly exit: (how: 'quit' | 'interrupted') => void;
};

/** Commands that act on the terminal, regardless of the content of the screen. */
type TerminalCommands = {
	/** Puts the program into the background. */
	suspend(): void;
	/** Redraws the whole screen. */
	redraw(): void;
	/** Turns the mouse on or off. */
	mouse(): void;
};

/** The effects of all commands except moves, which the listing executes. */
export type Effects = Readonly<Record<Exclude<Command, ChartKey | MoveCommand>, () => void>>;

/** Returns the effects of the commands where `whyNot` has no reason against them. */
export function effects({
	listing,
	find,
	handOff,
	bookmarks,
	palette,
	panel,
	searchCommands,
	exclude,
	alertSearch,
	offered,
	pageRows,
	history,
	rotated,
	shiftColumns,
	redact,
	terminal,
	showHint,
	exit,
}: EffectsOptions): Effects {
	const {saving} = handOff;
	const toggle = (command: Command) => () => void panel.toggle(command);
	const copying = (command: 'copy' | 'copyCurl' | 'chooseCopy') => () => {
		if (panel.isOpen()) {
			handOff.copyIn(command, panel.copied());
		} else {
			handOff[command]();
		}
	};

	/**
	 * Closes the topmost of: the search for an entry, the cell selection, the find result, the file being saved, the offered
	 * search, the held page.
	 */
	const closeTopmost = (): void => {
		if (listing.stopSeeking()) {
			return;
		}
		if (listing.getState().cell !== null) {
			listing.selectCell(null);
		} else if (!find.clear() && !saving.cancel() && !offered.dismiss()) {
			listing.release();
		}
	};
	const quit = (): void => {
		if (saving.isRunning()) {
			showHint(
				`A file is being saved${afterColon(joinedHints(keyed`${'close'} cancels`, keyed`${'interrupt'} quits anyway`))}`,
			);
		} else {
			exit('quit');
		}
	};
	return {
		...searchCommands,
		newest: () => listing.release(),
		/** Opens the details of the selected request, or of the first one. */
		open() {
			if (listing.getState().selected === null) {
				listing.move('rowDown');
			}
			panel.toggle('open');
		},
		search() {
			// A panel next to the listing shows results of the typed text. A panel over the listing would hide the rows.
			if (hidesListing(panel.positions())) {
				panel.closeAll();
			}
			panel.leave();
			searchCommands.search();
		},
		scrollRight: () => shiftColumns(1),
		scrollLeft: () => shiftColumns(-1),
		exclude: exclude.toggle,
		lastSearch: offered.take,
		mark: bookmarks.mark,
		nextMark: bookmarks.nextMark,
		previousMark: bookmarks.previousMark,
		onlyMarked: bookmarks.onlyMarked,
		separator: bookmarks.separator,
		timeline: toggle('timeline'),
		latency: toggle('latency'),
		differences: toggle('differences'),
		facets: toggle('facets'),
		routes: toggle('routes'),
		columns: toggle('columns'),
		notices: toggle('notices'),
		alerts: toggle('alerts'),
		alertSearch,
		unrecognised: toggle('unrecognised'),
		help: () => void panel.toggle('help', listing.getState().selected === null ? 'listing' : 'row'),
		nextPane() {
			if (!panel.turn(1)) {
				showHint('No other pane is visible');
			}
		},
		wholePane: () => void panel.toggleWhole(),
		nextRequest: () => listing.move('rowDown'),
		previousRequest: () => listing.move('rowUp'),
		sort: () => listing.setOrder(nextOrder(listing.order)),
		// Only panels have charts.
		scale() {},
		freeze: () => listing.toggleFrozen(),
		rows: pageRows.toggle,
		copy: copying('copy'),
		copyCurl: copying('copyCurl'),
		chooseCopy: copying('chooseCopy'),
		saveFile: saving.open,
		back: () => history.step(-1),
		forward: () => history.step(1),
		redact() {
			redact();
			panel.renew();
		},
		close() {
			if (!panel.close()) {
				closeTopmost();
			}
		},
		quit: () => (panel.isOpen() ? panel.close() : quit()),
		rotated: rotated.add,
		mouse: terminal.mouse,
		palette: () => palette.open(),
		redraw: terminal.redraw,
		suspend: terminal.suspend,
		interrupt: () => exit('interrupted'),
	};
}
