import {type Command, commandOf} from './key-table.js';

/**
 * The commands of keys that came at once. When one of several keys means nothing, it wasn't typing but a paste
 * into a terminal without paste marks, or the terminal's answer to something: none of them counts then.
 */
export function commandsOf(keys: readonly string[]): readonly Command[] {
	const commands: Command[] = [];
	for (const key of keys) {
		const command = commandOf(key);
		if (!command) {
			return [];
		}

		commands.push(command);
	}

	return commands;
}
