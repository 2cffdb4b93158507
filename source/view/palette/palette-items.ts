import type {Command} from '../keys/command.js';
import {commandName} from '../keys/command-names.js';
import {bindings, keysOf} from '../keys/keys-in-force.js';
import {isOffered, type Surroundings} from './offered.js';
import type {PaletteItem, PaletteWord} from './palette-item.js';

/** All that can be run there: the commands in the order of the help, and among them the words, by their names. */
export function paletteItems(
	words: readonly PaletteWord[],
	surroundings: Surroundings,
): readonly PaletteItem[] {
	let told = '';
	const commands = bindings().flatMap(({command, help}): readonly PaletteItem[] => {
		// What has no text of its own is told with the one before it.
		told = help === '' ? told : help;
		if (!isOffered(command, surroundings)) {
			return [];
		}

		const name = commandName(command);
		const word = words.find(one => one.name === name) ?? null;
		return [{name, key: keyOf(command), help: word?.help ?? told, command, word}];
	});
	const names = new Set(commands.map(({name}) => name));
	const others = words
		.filter(({name, isHidden}) => !names.has(name) && !isHidden)
		.map(word => ({name: word.name, key: wordKey(word), help: word.help, command: null, word}));
	return [...others, ...commands];
}

const wordKey = ({keys}: PaletteWord): string => {
	const first = keys ? keysOf(keys.after) : null;
	return keys && first !== null ? `${first} ${keys.next}` : '';
};

const keyOf = (command: Command): string => keysOf(command) ?? '';
