import {commandOfProgram, type WantedAlert} from '../alerts/alert-command.js';
import type {ClientChoice} from '../entries/client-choice.js';
import {nearest} from '../nearest.js';
import {type ReportName, reportNames} from '../output/reports/report.js';
import {checkOptions, checkSources} from './check-options.js';
import {type CommandName, commandNamed, commands, jsonTopic} from './commands.js';
import {type Defaults, keyOf, noDefaults, type OptionValues, options} from './options.js';
import {type GivenOptions, type ReadArguments, readArguments} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** Values that override the defaults, such as the values of a saved view. Null leaves a default unchanged. */
type Overrides = {
	readonly [Key in 'query' | 'columns' | 'rows' | 'sort' | 'redact']: OptionValues[Key] | null;
};

/** The parsed command line: the values of all options, and values computed from several options. */
export type CommandLine = OptionValues & {
	/** Files, directories, globs, `-`; empty if not given. */
	readonly paths: readonly string[];
	/** A command, instead of watching or printing logs. */
	readonly show: 'version' | CommandName | undefined;
	/** The report to print; undefined to print or show requests. */
	readonly report: ReportName | undefined;
	/** Selection of clients. */
	readonly client: ClientChoice;
	/** Value of `--rows` only, which limits the printed rows; undefined if not given. */
	readonly askedRows: number | 'fit' | undefined;
	/** True if an option, not the config file, excludes requests. */
	readonly asksToExclude: boolean;
	/** Rules to watch, the ones of the config file first. */
	readonly alerts: readonly WantedAlert[];
	/** True if an option adds rules: a message appears if they can't be watched. */
	readonly asksForAlerts: boolean;
};

/**
 * Parses the arguments, without the interpreter's.
 * @param settings - defaults
 * @param view - settings of `--view`, which override the defaults; null without a view
 * @throws UsageError if the arguments are invalid
 */
export function parseCommandLine(
	args: readonly string[],
	settings: Defaults = noDefaults,
	view: Overrides | null = null,
): CommandLine {
	const read = asked(readArguments(args));
	const {given, paths: words} = read;
	const command = commandNamed(words[0]);
	const paths = command === undefined ? words : words.slice(1);
	checkOptions(given, command, paths);
	const values = optionValues(read, settings, view ?? {});
	const client = clientChoice(values, given);
	const alerts = wantedAlerts(values, settings.alerts);
	checkSources(given, command, paths);
	return {
		...values,
		...{paths, client, alerts},
		report: reportNames.find(name => given.has(name)),
		show: given.has('version') ? 'version' : command?.name,
		askedRows: given.has('rows') ? values.rows : undefined,
		asksToExclude: given.has('exclude'),
		asksForAlerts: given.has('alert'),
	};
}

/** Reads the values of all options. An option overrides a view, a view the config file. */
function optionValues(
	{given, repeated}: ReadArguments,
	settings: Defaults,
	view: Readonly<Record<string, unknown>>,
): OptionValues {
	const {formats} = settings;
	const configured = new Map<string | undefined, unknown>([
		...Object.entries(settings),
		...Object.entries(settings.options).map(([name, value]) => [`options.${name}`, value] as const),
	]);
	const values = new Map<string, unknown>();
	for (const option of options) {
		const {name, config} = option;
		const key = keyOf(option);
		const text = given.get(name);
		if (text === undefined) {
			if (!values.has(key)) {
				const none = option.value === undefined && !('otherwise' in option) ? false : option.otherwise;
				values.set(key, view[key] ?? configured.get(config) ?? none);
			}
		} else if (option.value === undefined) {
			values.set(key, 'to' in option ? option.to : true);
		} else {
			const context = {name, formats, asksServer: given.has('store')};
			const texts = [...new Set((repeated.get(name) ?? []).map(one => one.trim()))];
			const {kind} = option;
			values.set(
				key,
				repeated.has(name) ? texts.map(one => kind.read(one, context)) : kind.read(String(text), context),
			);
		}
	}
	return Object.fromEntries(values) as OptionValues;
}

/** @throws UsageError if `--trusted-proxies` is given, but the client is always the peer */
function clientChoice({clientMode, trustedProxies}: OptionValues, given: GivenOptions): ClientChoice {
	if (given.has('trusted-proxies') && clientMode === 'peer') {
		throw new UsageError(
			given.has('client')
				? '--client peer and --trusted-proxies exclude each other: with peer, the connected address is always the client'
				: '--trusted-proxies has no effect with "client": "peer" of the config file: give --client auto, too',
		);
	}
	return {mode: clientMode, trusted: trustedProxies};
}

/**
 * Returns the rules to watch. `--exec` runs for rules without a program.
 * @throws UsageError
 */
function wantedAlerts(
	{rules, exec}: OptionValues,
	configured: readonly WantedAlert[],
): readonly WantedAlert[] {
	const all = [...configured, ...rules.map(rule => ({rule, command: undefined}))];
	if (exec === undefined) {
		return all;
	}
	if (all.length === 0) {
		throw new UsageError('--exec needs a rule: give --alert RULE, or alerts in the config file');
	}
	return all.map(({rule, command = commandOfProgram(exec)}) => ({rule, command}));
}

/** `--help`, `--version` and `help` override everything else. `--help` after a command is the help of that command. */
function asked(read: ReadArguments): ReadArguments {
	const {given, paths} = read;
	const none = {given: new Map(), repeated: new Map()};
	const [first = '', topic] = paths;
	if (first === 'help') {
		checkTopic(topic ?? first);
		return {...none, paths: topic === undefined ? [first] : [first, topic]};
	}
	if (given.has('help')) {
		return {...none, paths: commandNamed(first) === undefined ? ['help'] : ['help', first]};
	}
	return given.has('version') ? {...none, given: new Map([['version', true]]), paths: []} : read;
}

/** @throws UsageError if there is no such topic */
function checkTopic(topic: string): void {
	if (commandNamed(topic) === undefined && topic !== jsonTopic) {
		const names = [...commands.map(({name}) => name), jsonTopic];
		const near = nearest(topic, names);
		const advice = near === undefined ? `the topics are ${names.join(', ')}` : `did you mean ${near}?`;
		throw new UsageError(`help: there is no topic ${topic}: ${advice}`);
	}
}

/** Checks for arguments that are answered without the config file: the user may need the answer to fix the file. */
export function isAsking({given, paths: [first]}: ReadArguments): boolean {
	return given.has('help') || given.has('version') || first === 'help';
}
