import {useApp} from 'ink';
import {type Command, changesSearch, plainCommand} from '../../keys/command.js';
import {commandOf} from '../../keys/key-bindings.js';
import {afterColon, keyed, keyedBy} from '../../keys/keyed.js';
import type {Find} from '../find/use-find.js';
import type {Palette} from '../palette/use-palette.js';
import type {OpenedFrom} from '../panel/open-panel.js';
import type {PanelHost} from '../panel/panel-host.js';
import {typingInto, type Writer} from '../prompt/writer.js';
import type {LiveSearch} from '../search/live-search.js';
import {type Typed, useKeys} from '../terminal/key-queue.js';
import {type ListingCommandsOptions, listingCommands} from './listing-commands.js';
import {isSearchCommand} from './search-commands.js';

/** What the keys do on the screen, for what does the same. */
type ScreenMode = {
	/** Whether a line is being written. */
	isTyping(): boolean;
	/** Carries out a command, as its key does. */
	carryOut(command: Command): void;
};

/** What the keys work on. */
type CommandsOptions = Omit<ListingCommandsOptions, 'find' | 'palette' | 'panel' | 'quit'> & {
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
type TerminalCommands = {
	/** Puts the program to the background. */
	suspend(): void;
	/** Draws the whole screen anew. */
	redraw(): void;
	/** Has the mouse, or not any more. */
	mouse(): void;
};

const leavesHelp: ReadonlySet<Command> = new Set(['help', 'close', 'quit']);

/** Carries out what the keys ask for. */
export function useCommands(options: CommandsOptions): ScreenMode {
	const {listing, search, find, handOff, marks, searchCommands, changes, clearHint, palette, panel} = options;
	const {terminal, tell} = options;
	const {exit} = useApp();
	const meansNothing = (): void =>
		tell(`That does nothing here${afterColon(keyed`${'help'} lists the keys`)}`);

	/** A command while something lies over the listing: there first of all, and else what it does everywhere. */
	const inPanel = (command: Command): void => {
		if (command === 'palette') {
			palette.open();
		} else if (panel.take(command) || (command !== 'open' && panel.toggle(command))) {
			// What Enter opens is a row of the listing, which isn't to be seen here.
		} else if (command === 'close' || command === 'quit') {
			panel.close();
		} else if (command === 'search') {
			// It is written above the listing.
			panel.closeAll();
			searchCommands.search();
		} else if (command === 'redact') {
			// What a panel shows was redacted, or not, when it was opened.
			panel.closeAll();
			changes.redact();
		} else if (command === 'freeze') {
			listing.toggleFrozen();
		} else if (command === 'copy' || command === 'copyCurl' || command === 'chooseCopy') {
			handOff.copyIn(command, panel.copied());
		} else if (isSearchCommand(searchCommands, command) && changesSearch.has(command)) {
			// A panel counts what is searched for: it goes along.
			searchCommands[command]();
		} else {
			meansNothing();
		}
	};
	const inListing = listingCommands({...options, quit: () => exit('quit')});

	/** The lines that are written into the listing's screen: only the help ever lies over one. */
	const lines: ReadonlyArray<readonly [OpenedFrom, Writer]> = [
		['bar', search],
		['line', handOff.saving],
		['line', marks],
		[
			'line',
			{
				isOpen: find.isOpen,
				type(typed) {
					find.type(typed);
					if (typed.type === 'key' && typed.key === 'return' && find.needle()) {
						searchCommands.findFirst();
					}
				},
			},
		],
	];
	const writtenBelow = (): boolean => lines.some(([, line]) => line.isOpen());

	const carryOut = (given: Command): void => {
		clearHint();
		const command = plainCommand(given);
		if (command === 'interrupt') {
			exit('interrupted');
		} else if (command === 'suspend' || command === 'redraw' || command === 'mouse') {
			terminal[command]();
		} else if (panel.isOpen() && writtenBelow() && !leavesHelp.has(command)) {
			// What is written below is as it was when the help is closed.
			if (!panel.take(given)) {
				tell(`A line is being written${afterColon(keyedBy('close', 'goes back to it'))}`);
			}
		} else if (panel.isOpen()) {
			inPanel(given);
		} else {
			inListing(command);
		}
	};

	/** Does what was asked for by its name, where a key may mean something else in what lies over the listing. */
	const carryOutNamed = (command: Command): void => {
		if (command === 'quit' || command === 'search') {
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
		panel.writer,
		handOff.choosing,
		...lines.map(([name, line]) => ({
			isOpen: () => line.isOpen() && !panel.isOpen(),
			type(typed: Typed) {
				if (typed.type === 'key' && commandOf(typed.key) === 'help') {
					panel.toggle('help', name);
				} else {
					line.type(typed);
				}
			},
			...(line.paste && {paste: line.paste}),
		})),
	]);

	const beforeCommand = useKeys(
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

	return {
		isTyping,
		carryOut(command) {
			beforeCommand(command);
			carryOut(command);
		},
	};
}
