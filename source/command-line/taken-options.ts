import {printForms} from '../output/forms.js';
import type {CommandName} from './commands.js';
import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** The options that affect a command. */
type Taken = {
	/** Description of the command, for errors about other options. */
	readonly does: string;
	readonly options: readonly OptionName[];
	/** Advice for a path, if the command takes none. */
	readonly noPath?: string;
};

/** Settings of the config file, a view or the environment aren't meant for a particular command, so they never cause an error. */
const taken: Readonly<Record<CommandName, Taken>> = {
	formats: {
		does: 'lists the recognised formats',
		options: [],
		noPath: 'reqscope explain FILE shows the format of a file',
	},
	// A view may switch the redaction on.
	explain: {
		does: 'shows how the first lines of a file are read',
		options: ['format', 'client', 'trusted-proxies', 'limit', 'tz', 'redact', 'view'],
	},
	views: {
		does: 'lists the views',
		options: ['redact', 'view'],
		noPath: '--view NAME starts with one',
	},
	ship: {
		does: 'sends the logs unchanged',
		options: [
			...(['store', 'source', 'format', 'client', 'trusted-proxies', 'tz', 'poll'] as const),
			...(['checkpoint', 'schema', 'cluster', 'init'] as const),
		],
	},
	config: {
		does: 'prints the settings',
		options: [
			...(['columns', 'view', 'rows', 'client', 'trusted-proxies', 'tz', 'poll'] as const),
			...(['max-entries', 'alert', 'exec'] as const),
		],
		noPath: '--config FILE chooses their file',
	},
	doctor: {
		does: 'checks terminal, system and logs, and prints text, or with --json one object per line',
		options: ['format', 'client', 'trusted-proxies', 'tz', 'max-entries', 'json'],
	},
	completions: {
		does: 'prints a completion script for a shell',
		options: [],
	},
	help: {
		does: 'shows the help',
		options: [],
	},
};

/**
 * Options that all commands accept. Errors in the config file concern every command. Scripts and aliases contain options for
 * appearance, and options that switch something off.
 */
const everywhere: ReadonlySet<OptionName> = new Set<OptionName>([
	'config',
	'no-config',
	'theme',
	'color',
	'no-color',
	'mouse',
	'no-mouse',
	'no-bell',
	'no-follow',
]);

/** Options with an effect on every command: the config file, and the help. */
const forAll: readonly OptionName[] = ['config', 'no-config', 'help'];

/** Returns the options that affect a command. */
export function optionsOf(command: CommandName): readonly OptionName[] {
	return [...taken[command].options, ...forAll];
}

/** Options that print. */
const printing: readonly OptionName[] = [...printForms, 'follow'];

/**
 * Checks that every option affects the command, so that no option is ignored silently.
 * @throws UsageError
 */
export function checkTaken(given: Given, command: CommandName | undefined, paths: readonly string[]): void {
	if (command === undefined) {
		checkPrinting(given);
		checkDemo(given, paths);
		return;
	}
	const {does, options, noPath} = taken[command];
	const other = Array.from(given.keys()).find(name => !everywhere.has(name) && !options.includes(name));
	if (other !== undefined) {
		throw new UsageError(`${command} ${does}: --${other} has no effect there; remove one of them`);
	}
	if (noPath !== undefined && paths.length > 0) {
		throw new UsageError(`${command} takes no path: it ${does}; ${noPath}`);
	}
}

function checkPrinting(given: Given): void {
	const printer = printing.find(name => given.has(name));
	if (printer !== undefined && given.has('max-entries')) {
		throw new UsageError(
			`--max-entries and --${printer} exclude each other: only the screen limits the number of entries`,
		);
	}
}

function checkDemo(given: Given, [path]: readonly string[]): void {
	if (given.has('demo') && path !== undefined) {
		throw new UsageError(
			`--demo generates its own traffic, but ${path} is ${path === '-' ? 'piped input' : 'a log'}: use only one of them`,
		);
	}
}
