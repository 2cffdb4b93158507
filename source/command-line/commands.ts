import type {PrintForm} from '../output/forms.js';
import type {Completion} from './kinds.js';

/** A command: a first word that isn't a path, for an action other than watching or printing logs. */
export type CommandWord = {
	readonly name: string;
	/** Name of its argument in the help, if it takes one. */
	readonly value?: string;
	/** Completions of the argument for shells. */
	readonly completes?: Completion;
	/** Description for the help. */
	readonly help: string;
	/** The purpose of the command, for errors about options without an effect on it. */
	readonly does: string;
	/** Advice for a path, if the command takes none. */
	readonly noPath?: string;
	/** The forms in which it prints. */
	readonly forms?: readonly PrintForm[];
};

const table = [
	{
		name: 'formats',
		help: 'list the recognised formats',
		does: 'lists the recognised formats',
		noPath: 'reqscope explain FILE shows the format of a file',
	},
	{
		name: 'explain',
		value: 'FILE',
		completes: 'file',
		help: 'show how its first lines are read, and where reading stops',
		does: 'shows how the first lines of a file are read',
	},
	{
		name: 'views',
		help: 'list the views saved on the screen; --redact hides their secrets',
		does: 'lists the views',
		noPath: '--view NAME starts with one',
	},
	{
		name: 'ship',
		value: 'path…',
		completes: 'file',
		help: 'send the requests of logs to ClickHouse (--store), exactly once',
		does: 'sends the logs unchanged',
	},
	{
		name: 'config',
		help: 'print the settings, and the source of each',
		does: 'prints the settings',
		noPath: '--config FILE chooses their file',
	},
	{
		name: 'doctor',
		value: '[path…]',
		completes: 'file',
		help: 'check terminal, system and logs, and give advice',
		does: 'checks terminal, system and logs, and prints text, or with --json one object per line',
		forms: ['json'],
	},
	{
		name: 'completions',
		value: 'SHELL',
		completes: ['bash', 'zsh', 'fish'],
		help: 'print completions of options, words and values for bash, zsh or fish',
		does: 'prints a completion script for a shell',
	},
	{
		name: 'help',
		value: '[TOPIC]',
		completes: 'command',
		help: 'show this help, the help of a command, or with json: the page on all output',
		does: 'shows the help',
	},
] as const satisfies readonly CommandWord[];

/** The topic of `help` that isn't a command: the page with the commands for scripts, and their JSON. */
export const jsonTopic = 'json';

/** Name of a command. */
export type CommandName = (typeof table)[number]['name'];

/** A command with its name. */
export type Command = CommandWord & {readonly name: CommandName};

/** All commands, in help order. A file with such a name can be given as `./formats`. */
export const commands: readonly Command[] = table;

/** Returns the command of that name, or undefined. */
export function commandNamed(name: string | undefined): Command | undefined {
	return commands.find(command => command.name === name);
}
