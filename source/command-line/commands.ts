import type {Values} from './options.js';

/** A command: a first word that isn't a path, for an action other than watching or printing logs. */
export type CommandWord = {
	readonly name: string;
	/** Name of its argument in the help, if it takes one. */
	readonly value?: string;
	/** Completions of the argument for shells. */
	readonly values?: Values;
	/** Description for the help. */
	readonly help: string;
};

/** All commands, in help order. A file with such a name can be given as `./formats`. */
export const commands = [
	{name: 'formats', help: 'list the formats that are recognised'},
	{
		name: 'explain',
		value: 'FILE',
		values: 'file',
		help: 'show how its first lines are read, and where reading stops',
	},
	{name: 'views', help: 'list the views that were saved on the screen, with --redact without secrets'},
	{
		name: 'ship',
		value: 'path…',
		values: 'file',
		help: 'send the requests of logs to ClickHouse (--store), each once',
	},
	{name: 'config', help: 'print the settings, and the source of each'},
	{
		name: 'doctor',
		value: '[path…]',
		values: 'file',
		help: 'check terminal, system and logs, and give advice',
	},
	{
		name: 'completions',
		value: 'SHELL',
		values: ['bash', 'zsh', 'fish'],
		help: 'print what completes options, words and values in bash, zsh or fish',
	},
	{
		name: 'help',
		value: '[COMMAND]',
		values: ['formats', 'explain', 'views', 'ship', 'config', 'doctor', 'completions'],
		help: 'show this help, or that of a command',
	},
] as const satisfies readonly CommandWord[];

/** Name of a command. */
export type CommandName = (typeof commands)[number]['name'];
