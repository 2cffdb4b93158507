import type {HandOff} from '../handoff/use-hand-off.js';
import {type Command, changesSearch} from '../keys/command.js';
import type {LiveListing} from '../listing/live-listing.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import {isSearchCommand, type SearchCommands} from './search-commands.js';

/** What the keys work on while something lies over the listing. */
type PanelCommandsOptions = {
	readonly listing: Pick<LiveListing, 'toggleFrozen'>;
	readonly panel: PanelHost;
	readonly palette: Pick<Palette, 'open'>;
	readonly handOff: Pick<HandOff, 'copyIn'>;
	readonly searchCommands: SearchCommands;
	/** Hides what is secret, or shows it again. */
	readonly redact: () => void;
	/** Says that nothing comes of a key here. */
	readonly meansNothing: () => void;
};

/** What a command does while something lies over the listing: there first of all, and else what it does everywhere. */
export function panelCommands({
	listing,
	panel,
	palette,
	handOff,
	searchCommands,
	redact,
	meansNothing,
}: PanelCommandsOptions): (command: Command) => void {
	return command => {
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
		} else if (isSearchCommand(searchCommands, command) && changesSearch.has(command)) {
			// What a panel counts is what is searched for: it goes along.
			searchCommands[command]();
		} else {
			meansNothing();
		}
	};
}
