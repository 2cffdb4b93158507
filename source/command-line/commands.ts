import type {Values} from './options.js';

/** A word that is no path where it stands first, and asks for something else than watching or printing logs. */
export type CommandWord = {
	readonly name: string;
	/** What follows it, as the help calls it; without one nothing does. */
	readonly value?: string;
	/** What shells complete that with; without it, there is nothing to choose from. */
	readonly values?: Values;
	/** What it does, for the help. */
	readonly help: string;
};

/** All such words, in the order of the help. A file of such a name is given as `./formats`. */
export const commands = [
	{name: 'formats', help: 'list the formats that are recognised'},
	{
		name: 'explain',
		value: 'FILE',
		values: 'file',
		help: 'show what is read of its first lines as what, and where reading stops',
	},
	{name: 'views', help: 'list the views that were saved on the screen, with --redact without secrets'},
	{
		name: 'ship',
		value: 'path…',
		values: 'file',
		help: 'send the requests of logs to ClickHouse (--store), each once',
	},
	{name: 'config', help: 'print the settings, and where each of them comes from'},
	{
		name: 'doctor',
		value: '[path…]',
		values: 'file',
		help: 'look whether terminal, system and logs are well, and say what to do',
	},
	{
		name: 'completions',
		value: 'SHELL',
		values: ['bash', 'zsh', 'fish'],
		help: 'print what completes options, words and values in bash, zsh or fish',
	},
] as const satisfies readonly CommandWord[];

/** What a command is called. */
export type CommandName = (typeof commands)[number]['name'];
