import {useApp} from 'ink';
import {useEffect, useRef} from 'react';
import type {Clock} from '../../clock.js';
import {sanitise} from '../../format/sanitise.js';
import {type Command, commandRows, plainCommand, reachesTo} from '../../keys/command.js';
import {commandOf, keyLabel} from '../../keys/key-bindings.js';
import {afterColon, keyed, keyedBy, withoutNulls} from '../../keys/keyed.js';
import {type Surroundings, whyNot} from '../../keys/why-not.js';
import type {Find} from '../find/use-find.js';
import {isMove} from '../listing/moves.js';
import type {Palette} from '../palette/use-palette.js';
import type {OpenedFrom} from '../panel/open-panel.js';
import type {Question} from '../prompt/use-question.js';
import {typingInto, type Writer} from '../prompt/writer.js';
import type {LiveSearch} from '../search/live-search.js';
import {patience, type Typed, useKeys} from '../terminal/key-queue.js';
import {type EffectsOptions, effects} from './effects.js';

/** Access to the keys' commands for other input, such as the mouse. */
type ScreenMode = {
	/** True while the user writes a line. */
	isTyping(): boolean;
	/** Executes a command like its key. */
	carryOut(command: Command): void;
};

/** The objects that keys act on. */
type CommandsOptions = Omit<EffectsOptions, 'find' | 'palette' | 'exit'> & {
	readonly search: LiveSearch;
	readonly find: Find;
	readonly palette: Palette;
	/** Returns what decides which commands work now. */
	readonly surroundings: () => Surroundings;
	readonly question: Pick<Question, 'answer'>;
	readonly clock: Clock;
	/** Removes the hint about the previous key. `command`: the command of this key, if it has one. */
	readonly clearHint: (command?: Command) => void;
};

/** Executes the commands of keys. */
export function useCommands(options: CommandsOptions): ScreenMode {
	const {listing, search, find, handOff, bookmarks, searchCommands, clearHint, palette, panel} = options;
	const {surroundings, showHint, question, clock} = options;
	const {exit} = useApp();
	const effectOf = effects({...options, exit});

	/** Explains why keys had no effect: an unbound key, or pasted text, which is never a command. */
	const explainIgnored = (names: readonly string[] | null): void => {
		clearHint();
		const [name, another] = names ?? [];
		if (name === undefined || another !== undefined) {
			showHint(`Ignored pasted text${afterColon(keyed`${'search'} starts a search`)}`);
		} else {
			const texts = withoutNulls([
				`${sanitise(keyLabel(name))} has no function`,
				keyed`${'help'} lists the keys`,
			]);
			showHint(texts.join('; '));
		}
	};

	/** The lines that the user writes on the screen of the listing. Only the help can be open over one. */
	const lines: ReadonlyArray<readonly [OpenedFrom, Writer]> = [
		['bar', search],
		['line', handOff.saving],
		['line', bookmarks],
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

	/** Executes a command, after all pending moves if they decide whether it works. If it doesn't work here, shows the reason. */
	const execute = (command: ReturnType<typeof plainCommand>): void => {
		const reason = (): string => whyNot(command, surroundings()) ?? '';
		if (isMove(command)) {
			if (panel.isOpen()) {
				showHint(reason());
			} else {
				listing.move(command, () => showHint(reason()));
			}
			return;
		}
		const run = (): void => {
			const why = reason();
			if (why === '') {
				effectOf[command]();
			} else {
				showHint(why);
			}
		};
		const {needs} = commandRows[command];
		if (!panel.isOpen() && (needs === 'request' || needs === 'cell')) {
			listing.afterMoves(run);
		} else {
			run();
		}
	};
	const carryOut = (given: Command): void => {
		clearHint(given);
		const command = plainCommand(given);
		if (panel.take(given)) {
			return;
		}
		if (panel.opened()?.command === 'help' && writtenBelow() && !reachesTo(command, 'help')) {
			// The line below stays unchanged until the help is closed.
			showHint(`A line is being edited${afterColon(keyedBy('close', 'returns to it'))}`);
		} else {
			execute(command);
		}
	};

	/** Executes a command given by name. If its key has a different effect in the open panel, that doesn't count. */
	const carryOutNamed = (command: Command): void => {
		if (command === 'quit') {
			panel.closeAll();
		}
		if (reachesTo(command, 'panels') && command !== 'close') {
			execute(plainCommand(command));
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
			isOpen: () => line.isOpen() && panel.opened()?.command !== 'help',
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
			chooses(name) {
				if (question.answer(name)) {
					return true;
				}
				const chosen = panel.choose(name);
				if (chosen !== false) {
					clearHint();
				}
				if (typeof chosen === 'string') {
					palette.open(chosen);
				}
				return chosen !== false;
			},
			command(command) {
				carryOut(command);
				panel.offerChoice(command);
			},
			ignored: explainIgnored,
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
