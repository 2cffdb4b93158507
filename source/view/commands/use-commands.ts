import {useApp} from 'ink';
import type {Find} from '../find/use-find.js';
import {changesSearch} from '../keys/changes-search.js';
import {type Command, plainCommand} from '../keys/command.js';
import {afterColon, keyed} from '../keys/keyed.js';
import {useKeys} from '../keys/use-keys.js';
import type {Palette} from '../palette/use-palette.js';
import type {PanelHost} from '../panel/panel-host.js';
import {typingInto} from '../prompt/writer.js';
import type {LiveSearch} from '../search/live-search.js';
import {type ListingCommandsOptions, listingCommands} from './listing-commands.js';
import {panelCommands} from './panel-commands.js';
import {isSearchCommand} from './search-commands.js';

/** What the keys do on the screen, for what does the same. */
export type ScreenMode = {
	/** Whether a line is being written. */
	isTyping(): boolean;
	/** Carries out a command, as its key does. */
	carryOut(command: Command): void;
};

/** What the keys work on. */
export type CommandsOptions = Omit<ListingCommandsOptions, 'find' | 'palette' | 'panel' | 'quit'> & {
	readonly search: LiveSearch;
	readonly find: Find;
	readonly palette: Palette;
	/** What lies over the listing. */
	readonly panel: PanelHost;
	/** Takes back what was told of the key before. */
	readonly clearHint: () => void;
	/** What keys do to the terminal, whatever there is on the screen. */
	readonly terminal: TerminalCommands;
};

/** What keys do to the terminal, by their commands. */
export type TerminalCommands = {
	/** Puts the program to the background. */
	suspend(): void;
	/** Draws the whole screen anew. */
	redraw(): void;
	/** Has the mouse, or not any more. */
	mouse(): void;
};

/** Carries out what the keys ask for. */
export function useCommands(options: CommandsOptions): ScreenMode {
	const {search, find, handOff, marks, searchCommands, changes, clearHint, palette, panel, terminal, tell} =
		options;
	const {exit} = useApp();
	const meansNothing = (): void =>
		tell(`That does nothing here${afterColon(keyed`${'help'} lists the keys`)}`);

	const inPanel = panelCommands({...options, meansNothing, redact: changes.redact});
	const inListing = listingCommands({...options, quit: () => exit('quit')});

	const carryOut = (given: Command): void => {
		clearHint();
		const command = plainCommand(given);
		if (command === 'interrupt') {
			exit('interrupted');
		} else if (command === 'suspend' || command === 'redraw' || command === 'mouse') {
			terminal[command]();
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
		} else if (isSearchCommand(searchCommands, command) && changesSearch.has(command)) {
			searchCommands[command]();
		} else {
			carryOut(command);
		}
	};

	const {isTyping, typed, pasted} = typingInto([
		{
			isOpen: palette.isOpen,
			type(typed) {
				const command = palette.type(typed);
				if (command) {
					carryOutNamed(command);
				}
			},
		},
		handOff.choosing,
		search,
		handOff.saving,
		marks,
		{
			isOpen: find.isOpen,
			type(typed) {
				find.type(typed);
				if (typed.type === 'key' && typed.key === 'return' && find.needle()) {
					searchCommands.findFirst();
				}
			},
		},
	]);

	useKeys(
		{
			isTyping,
			takesOne: handOff.choosing.isOpen,
			typed(one) {
				clearHint();
				typed(one);
			},
			pasted,
			command: carryOut,
			waits: panel.waits,
		},
		panel.subscribe,
	);

	return {isTyping, carryOut};
}
