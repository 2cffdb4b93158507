import type {Command} from './command.js';
import {keyTable} from './key-table.js';

/** What a command is called in a config file: `row-down`. */
export const commandName = (command: Command): string =>
	command.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** All commands by what they are called, in the order of the help. */
export const commandNames: ReadonlyMap<string, Command> = new Map(
	keyTable.map(({command}) => [commandName(command), command]),
);
