import {useApp} from 'ink';
import type {Find} from '../find/use-find.js';
import type {HandOff} from '../handoff/use-hand-off.js';
import {changesSearch} from '../keys/changes-search.js';
import {type Command, type PlaceKey, plainCommand} from '../keys/command.js';
import {keyed, toldOf} from '../keys/keyed.js';
import {useKeys} from '../keys/use-keys.js';
import type {LiveListing} from '../listing/live-listing.js';
import type {Marks} from '../marks/use-marks.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {LiveSearch} from '../search/live-search.js';
import type {SearchCommands} from './search-commands.js';

/** What the keys do on the screen, for what does the same. */
export type ScreenMode = {
	/** Whether a line is being written. */
	isTyping(): boolean;
	/** Carries out a command, as its key does. */
	carryOut(command: Command): void;
};

/** What the keys work on. */
export type CommandsOptions = {
	readonly listing: LiveListing;
	readonly search: LiveSearch;
	readonly find: Find;
	readonly handOff: HandOff;
	readonly marks: Marks;
	/** What the keys do that change the search, or look for a row. */
	readonly searchCommands: SearchCommands;
	/** Scrolls what is cut. */
	readonly shiftColumns: (step: 1 | -1) => void;
	/** Tells what a key could not do, until the next one. */
	readonly tell: (hint: string) => void;
	/** Takes back what was told of the key before. */
	readonly clearHint: () => void;
	/** Takes the search that is offered; false when none is. */
	readonly takeOffered: () => boolean;
	/** As many rows as fit, or the usual number of them. */
	readonly toggleRows: () => void;
	readonly palette: Palette;
	/** What lies over the listing. */
	readonly panel: PanelHost;
	/** Puts the program to the background. */
	readonly suspend: () => void;
	/** Draws the whole screen anew. */
	readonly redraw: () => void;
	/** Has the mouse, or not any more. */
	readonly toggleMouse: () => void;
	/** Hides what is secret, or shows it again. */
	readonly redact: () => void;
};

/** Carries out what the keys ask for. */
export function useCommands({
	listing,
	search,
	find,
	handOff,
	marks,
	searchCommands,
	shiftColumns,
	tell,
	clearHint,
	takeOffered,
	toggleRows,
	palette,
	panel,
	suspend,
	redraw,
	toggleMouse,
	redact,
}: CommandsOptions): ScreenMode {
	const {exit} = useApp();
	const {saving} = handOff;

	const inPanel = (command: Command): void => {
		if (command === 'palette') {
			palette.open();
			return;
		}

		// What Enter opens is a row of the listing, which isn't to be seen here.
		if (panel.take(command) || (command !== 'open' && panel.toggle(command))) {
			return;
		}

		if (command === 'close' || command === 'quit') {
			panel.close();
		} else if (command === 'search') {
			// It is written above the listing.
			panel.closeAll();
			searchCommands.search();
		} else if (command === 'redact') {
			// What a panel has been told is as it was shown then.
			panel.closeAll();
			redact();
		} else if (command === 'freeze') {
			listing.toggleFrozen();
		} else if (command === 'copy' || command === 'copyCurl' || command === 'chooseCopy') {
			handOff.copyIn(command, panel.copied());
		} else if (isSearchCommand(command) && changesSearch.has(command)) {
			// What a panel counts is what is searched for: it goes along.
			searchCommands[command]();
		}
	};

	/** Of the selected request, or else of the first one, once the moves so far have been carried out. */
	const openStory = (): void => {
		listing.afterMoves(() => {
			const {rows, selected} = listing.getState();
			if (rows.length === 0) {
				return;
			}

			if (selected === null) {
				listing.move('rowDown');
			}

			panel.toggle('open');
		});
	};

	const isSearchCommand = (command: Command): command is Command & keyof SearchCommands =>
		Object.hasOwn(searchCommands, command);

	/** The topmost goes: what is being sought, the cell, the marks; in the end, the hold. */
	const closeTopmost = (): void => {
		if (listing.stopSeeking()) {
			return;
		}

		if (listing.getState().cell !== null) {
			listing.selectCell(null);
		} else if (!find.clear() && !saving.cancel()) {
			listing.release();
		}
	};

	const inListing = (
		command: Exclude<Command, PlaceKey | 'interrupt' | 'suspend' | 'redraw' | 'mouse'>,
	): void => {
		if (isSearchCommand(command)) {
			searchCommands[command]();
			return;
		}

		switch (command) {
			case 'quit':
				if (saving.isRunning()) {
					tell(
						`A file is being saved: ${toldOf([keyed`${'close'} ends that`, '^C quits all the same']).join(', ')}`,
					);
				} else {
					exit('quit');
				}

				break;
			case 'saveFile':
				saving.open();
				break;
			case 'lastSearch':
				if (!takeOffered()) {
					tell('No search of an earlier session is offered: / and ↑ bring earlier ones');
				}

				break;
			case 'palette':
				palette.open();
				break;
			case 'help':
			case 'notices':
			case 'alerts':
			case 'unrecognised':
			case 'timeline':
			case 'facets':
			case 'routes':
			case 'columns':
				panel.toggle(command);
				break;
			case 'open':
				openStory();
				break;
			case 'nextTab':
				break;
			case 'scrollRight':
			case 'scrollLeft':
				shiftColumns(command === 'scrollRight' ? 1 : -1);
				break;
			case 'rows':
				toggleRows();
				break;
			case 'freeze':
				listing.toggleFrozen();
				break;
			case 'copy':
			case 'copyCurl':
			case 'chooseCopy':
				handOff[command]();
				break;
			case 'mark':
			case 'nextMark':
			case 'previousMark':
			case 'onlyMarked':
			case 'separator':
				marks[command]();
				break;
			case 'redact':
				redact();
				break;
			case 'newest':
				listing.release();
				break;
			case 'close':
				closeTopmost();
				break;
			default:
				listing.move(command);
		}
	};

	const isTyping = (): boolean =>
		palette.isOpen() ||
		search.isOpen() ||
		find.isOpen() ||
		saving.isOpen() ||
		marks.isOpen() ||
		handOff.isChoosing();

	const carryOut = (given: Command): void => {
		clearHint();
		const command = plainCommand(given);
		if (command === 'interrupt') {
			exit('interrupted');
		} else if (command === 'suspend') {
			suspend();
		} else if (command === 'redraw') {
			redraw();
		} else if (command === 'mouse') {
			toggleMouse();
		} else if (panel.isOpen()) {
			inPanel(given);
		} else {
			inListing(command);
		}
	};

	/** Does what was asked for by its name, where a key may mean something else in what lies over the listing. */
	const carryOutNamed = (command: Command): void => {
		if (command === 'quit') {
			panel.closeAll();
			inListing(command);
		} else if (isSearchCommand(command) && changesSearch.has(command)) {
			searchCommands[command]();
		} else {
			carryOut(command);
		}
	};

	useKeys({
		isTyping,
		takesOne: handOff.isChoosing,
		typed(typed) {
			clearHint();
			if (palette.isOpen()) {
				const command = palette.type(typed);
				if (command) {
					carryOutNamed(command);
				}

				return;
			}

			if (handOff.isChoosing()) {
				handOff.choose(typed);
				return;
			}

			if (search.isOpen()) {
				search.type(typed);
				return;
			}

			if (saving.isOpen()) {
				saving.type(typed);
				return;
			}

			if (marks.isOpen()) {
				marks.type(typed);
				return;
			}

			find.type(typed);
			if (typed.type === 'key' && typed.key === 'return' && find.needle()) {
				searchCommands.findFirst();
			}
		},
		pasted(text) {
			if (palette.isOpen()) {
				palette.type({type: 'text', text});
			} else if (handOff.isChoosing()) {
				handOff.choose({type: 'text', text});
			} else if (search.isOpen()) {
				search.paste(text);
			} else if (saving.isOpen()) {
				saving.type({type: 'text', text});
			} else if (marks.isOpen()) {
				marks.type({type: 'text', text});
			} else {
				find.type({type: 'text', text});
			}
		},
		command: carryOut,
	});

	return {isTyping, carryOut};
}
