import {printForms} from '../output/entry-printer.js';
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
		does: 'lists the formats that are recognised',
		options: [],
		noPath: 'reqscope explain FILE says which of them a file is in',
	},
	// A view may switch the redaction on.
	explain: {
		does: "shows what is read of a file's first lines as what",
		options: ['format', 'client', 'trusted-proxies', 'limit', 'tz', 'redact', 'view'],
	},
	views: {
		does: 'lists the views',
		options: ['redact', 'view'],
		noPath: '--view NAME begins with one',
	},
	ship: {
		does: 'sends all that is in the logs, as it was logged',
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
		noPath: '--config FILE names the file of them',
	},
	doctor: {
		does: 'looks whether all is well, and prints text, or with --json one object a line',
		options: ['format', 'client', 'trusted-proxies', 'tz', 'max-entries', 'json'],
	},
	completions: {
		does: 'prints what completes options and words in a shell',
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
		throw new UsageError(`${command} ${does}: --${other} makes no difference to that; leave one of them out`);
	}
	if (noPath !== undefined && paths.length > 0) {
		throw new UsageError(`${command} takes no path: it ${does}; ${noPath}`);
	}
}

function checkPrinting(given: Given): void {
	const printer = printing.find(name => given.has(name));
	if (printer !== undefined && given.has('max-entries')) {
		throw new UsageError(
			`--max-entries and --${printer} exclude each other: it is the screen that holds no more than so many`,
		);
	}
}

function checkDemo(given: Given, [path]: readonly string[]): void {
	if (given.has('demo') && path !== undefined) {
		throw new UsageError(
			`--demo is traffic of its own, and ${path} is ${path === '-' ? 'what is piped in' : 'a log'}: give one of them`,
		);
	}
}
