import {useApp} from 'ink';
import {useEffect, useRef} from 'react';
import type {Clock} from '../../clock.js';
import {sanitise} from '../../format/sanitise.js';
import {type Command, changesSearch, plainCommand} from '../../keys/command.js';
import {commandOf, keyLabel} from '../../keys/key-bindings.js';
import {afterColon, keyed, keyedBy} from '../../keys/keyed.js';
import type {Find} from '../find/use-find.js';
import {isMove} from '../listing/moves.js';
import type {Palette} from '../palette/use-palette.js';
import type {OpenedFrom} from '../panel/open-panel.js';
import type {PanelHost} from '../panel/panel-host.js';
import {typingInto, type Writer} from '../prompt/writer.js';
import type {LiveSearch} from '../search/live-search.js';
import {patience, type Typed, useKeys} from '../terminal/key-queue.js';
import {type ListingCommandsOptions, listingCommands} from './listing-commands.js';
import {isSearchCommand} from './search-commands.js';

/** Access to the keys' commands for other input, such as the mouse. */
type ScreenMode = {
	/** True while the user writes a line. */
	isTyping(): boolean;
	/** Executes a command like its key. */
	carryOut(command: Command): void;
};

/** The objects that keys act on. */
type CommandsOptions = Omit<ListingCommandsOptions, 'find' | 'palette' | 'panel' | 'quit'> & {
	readonly search: LiveSearch;
	readonly find: Find;
	readonly palette: Palette;
	/** The panel over the listing. */
	readonly panel: PanelHost;
	readonly clock: Clock;
	/** Removes the hint about the previous key. */
	readonly clearHint: () => void;
	readonly terminal: TerminalCommands;
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

const leavesHelp: ReadonlySet<Command> = new Set(['help', 'close', 'quit']);

/** Executes the commands of keys. */
export function useCommands(options: CommandsOptions): ScreenMode {
	const {listing, search, find, handOff, marks, searchCommands, changes, clearHint, palette, panel} = options;
	const {terminal, tell, clock} = options;
	const {exit} = useApp();
	const meansNothing = (): void =>
		tell(`That does nothing here${afterColon(keyed`${'help'} lists the keys`)}`);

	/** Explains why keys had no effect: an unbound key, or pasted text, which is never a command. */
	const tellIgnored = (names: readonly string[] | null): void => {
		clearHint();
		const [name, another] = names ?? [];
		if (name === undefined || another !== undefined) {
			tell(`Ignored pasted text${afterColon(keyed`${'search'} starts a search`)}`);
		} else {
			tell(`${sanitise(keyLabel(name))} does nothing here${afterColon(keyed`${'help'} lists the keys`)}`);
		}
	};

	/** Executes a command while a panel is open. The panel comes first, then the commands that work everywhere. */
	const inPanel = (command: Command): void => {
		if (command === 'palette') {
			palette.open();
		} else if (panel.take(command) || (command !== 'open' && panel.toggle(command))) {
			// Enter is excluded: it opens a row of the listing, which the panel hides.
		} else if (command === 'close' || command === 'quit') {
			panel.close();
		} else if (command === 'search') {
			// The search is written above the listing.
			panel.closeAll();
			searchCommands.search();
		} else if (command === 'redact') {
			// Open panels keep values that they redacted, or didn't, when they were opened.
			panel.closeAll();
			changes.redact();
		} else if (command === 'freeze') {
			listing.toggleFrozen();
		} else if (command === 'copy' || command === 'copyCurl' || command === 'chooseCopy') {
			handOff.copyIn(command, panel.copied());
		} else if (isSearchCommand(searchCommands, command) && changesSearch.has(command)) {
			// The panel counts the matches of the search, so it updates.
			searchCommands[command]();
		} else {
			meansNothing();
		}
	};
	const inListing = listingCommands({...options, quit: () => exit('quit')});

	/** The lines that the user writes on the screen of the listing. Only the help can be open over one. */
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
			// The line below stays unchanged until the help is closed.
			if (!panel.take(given)) {
				tell(`A line is being edited${afterColon(keyedBy('close', 'returns to it'))}`);
			}
		} else if (panel.isOpen()) {
			inPanel(given);
		} else {
			inListing(command);
		}
	};

	/** Executes a command given by name. Its key might have a different effect in the open panel. */
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

	const {isTyping, typed, isEarly, pasted} = typingInto([
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
			...(line.isEarly && {isEarly: line.isEarly}),
		})),
	]);

	const drawnQuery = useRef(search.query);
	useEffect(() => {
		drawnQuery.current = search.query;
	});
	const beforeCommand = useKeys(
		{
			isTyping,
			takesOne: handOff.choosing.isOpen,
			typed(one) {
				clearHint();
				typed(one);
			},
			isEarly,
			pasted,
			command: carryOut,
			ignored: tellIgnored,
			waits: (command, waited) =>
				listing.hasTasks ||
				panel.waits(command, waited) ||
				// The open panel learns of a new search with the next frame.
				(panel.isOpen() && drawnQuery.current !== search.query) ||
				// Moves wait in the listing. With a slow store, other commands don't wait for an answer.
				(waited < patience && !panel.isOpen() && !isMove(command) && listing.isBusy),
		},
		listener => {
			const unsubscribe = [panel, search, listing].map(one => one.subscribe(listener));
			return () => {
				for (const one of unsubscribe) {
					one();
				}
			};
		},
		clock,
	);

	return {
		isTyping,
		carryOut(command) {
			beforeCommand(command);
			carryOut(command);
		},
	};
}
