import type {Bookmarks} from '../../bookmarks/panel/use-bookmarks.js';
import type {HandOff} from '../../copy-and-save/panel/use-copy-and-save.js';
import type {Command, PlaceKey} from '../../keys/command.js';
import {afterColon, keyed, toldTogether} from '../../keys/keyed.js';
import type {Find} from '../find/use-find.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import {isSearchCommand, type SearchCommands} from './search-commands.js';

/** Changes to how the listing is shown. */
type ListingChanges = {
	/** Applies the offered search. Returns false if none is offered. */
	takeOffered(): boolean;
	/** Removes the offered search. Returns false if none is offered. */
	dismissOffered(): boolean;
	/** Switches between a full screen and the default number of rows. */
	toggleRows(): void;
	/** Includes rotated files. */
	addRotated(): void;
	/** Scrolls a column whose cells are cut. */
	shiftColumns(step: 1 | -1): void;
	/** Turns redaction on or off. */
	redact(): void;
};

/** The objects that keys act on while no panel is open. */
export type ListingCommandsOptions = {
	readonly listing: ListingController;
	readonly find: Pick<Find, 'clear'>;
	readonly handOff: HandOff;
	readonly marks: Bookmarks;
	readonly palette: Pick<Palette, 'open'>;
	readonly panel: Pick<PanelHost, 'toggle'>;
	/** The commands that change the search or search for a row. */
	readonly searchCommands: SearchCommands;
	readonly changes: ListingChanges;
	/** Shows a hint until the next key. */
	readonly tell: (hint: string) => void;
	/** Leaves the screen. */
	readonly quit: () => void;
};

/** The commands that the listing executes. The rest works the same everywhere or depends on the position. */
type ListingCommand = Exclude<Command, PlaceKey | 'interrupt' | 'suspend' | 'redraw' | 'mouse'>;

/** Returns a function that executes a command while no panel is open. */
export function listingCommands({
	listing,
	find,
	handOff,
	marks,
	palette,
	panel,
	searchCommands,
	changes,
	tell,
	quit,
}: ListingCommandsOptions): (command: ListingCommand) => void {
	const {saving} = handOff;

	/** Opens the details of the selected request, or of the first one, after all pending moves. */
	const openRequestDetails = (): void => {
		listing.afterMoves(() => {
			const {rows, selected} = listing.getState();
			if (rows.length === 0) {
				tell('No request to open');
				return;
			}

			if (selected === null) {
				listing.move('rowDown');
			}

			panel.toggle('open');
		});
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
		} else if (!find.clear() && !saving.cancel() && !changes.dismissOffered()) {
			listing.release();
		}
	};

	return command => {
		if (isSearchCommand(searchCommands, command)) {
			searchCommands[command]();
			return;
		}

		switch (command) {
			case 'quit':
				if (saving.isRunning()) {
					tell(
						`A file is being saved${afterColon(toldTogether(keyed`${'close'} cancels`, keyed`${'interrupt'} quits anyway`))}`,
					);
				} else {
					quit();
				}

				break;
			case 'saveFile':
				saving.open();
				break;
			case 'lastSearch':
				if (!changes.takeOffered()) {
					tell(
						`No search of an earlier session is offered${afterColon(keyed`${'search'} and ↑ show earlier ones`)}`,
					);
				}

				break;
			case 'palette':
				palette.open();
				break;
			case 'help':
				panel.toggle(command, listing.getState().selected === null ? 'listing' : 'row');
				break;
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
				openRequestDetails();
				break;
			case 'nextTab':
				break;
			case 'scrollRight':
			case 'scrollLeft':
				changes.shiftColumns(command === 'scrollRight' ? 1 : -1);
				break;
			case 'rows':
				changes.toggleRows();
				break;
			case 'rotated':
				changes.addRotated();
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
				changes.redact();
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
}
