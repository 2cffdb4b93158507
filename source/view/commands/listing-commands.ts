import type {Bookmarks} from '../../bookmarks/panel/use-bookmarks.js';
import type {HandOff} from '../../copy-and-save/panel/use-copy-and-save.js';
import type {Command, PlaceKey} from '../../keys/command.js';
import {afterColon, keyed, toldTogether} from '../../keys/keyed.js';
import type {Find} from '../find/use-find.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import {isSearchCommand, type SearchCommands} from './search-commands.js';

/** What can be made of how the listing is shown. */
type ListingChanges = {
	/** Takes the search that is offered; false when none is. */
	takeOffered(): boolean;
	/** Offers no search any more; false when none is. */
	dismissOffered(): boolean;
	/** As many rows as fit, or the usual number of them. */
	toggleRows(): void;
	/** Has rotated files read, too. */
	addRotated(): void;
	/** Scrolls what is cut. */
	shiftColumns(step: 1 | -1): void;
	/** Hides what is secret, or shows it again. */
	redact(): void;
};

/** What the keys work on while nothing lies over the listing. */
export type ListingCommandsOptions = {
	readonly listing: ListingController;
	readonly find: Pick<Find, 'clear'>;
	readonly handOff: HandOff;
	readonly marks: Bookmarks;
	readonly palette: Pick<Palette, 'open'>;
	readonly panel: Pick<PanelHost, 'toggle'>;
	/** What the keys do that change the search, or look for a row. */
	readonly searchCommands: SearchCommands;
	readonly changes: ListingChanges;
	/** Tells what a key could not do, until the next one. */
	readonly tell: (hint: string) => void;
	/** Leaves the screen. */
	readonly quit: () => void;
};

/** What is left to the listing of the commands: the others mean the same everywhere, or by their place. */
type ListingCommand = Exclude<Command, PlaceKey | 'interrupt' | 'suspend' | 'redraw' | 'mouse'>;

/** What a command does while nothing lies over the listing. */
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

	/** Of the selected request, or else of the first one, once the moves so far have been carried out. */
	const openRequestDetails = (): void => {
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

	/** The topmost goes: what is being sought, the cell, what was found, the offered search; in the end, the hold. */
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
						`A file is being saved${afterColon(toldTogether(keyed`${'close'} ends that`, keyed`${'interrupt'} quits all the same`))}`,
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
						`No search of an earlier session is offered${afterColon(keyed`${'search'} and ↑ bring earlier ones`)}`,
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
