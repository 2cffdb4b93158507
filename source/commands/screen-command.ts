import {resolve} from 'node:path';
import type {OptionSettings} from '../command-line/options.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {ScreenCommand, ShownScreen} from '../copy-and-save/shown-screen.js';
import {defaultProxies} from '../entries/client-choice.js';
import {
	columnsText,
	defaultChoice,
	defaultRows,
	hiddenRemarks,
	shownColumns,
} from '../format/chosen-columns.js';
import {makeRedaction} from '../redaction/redaction.js';
import {shellLine} from '../shell-word.js';

/** The arguments and settings of the program. */
export type StartedWith = {
	readonly commandLine: CommandLine;
	/** The paths that are read, as given or found. */
	readonly paths: readonly string[];
	/** The options that the config file sets. */
	readonly defaults: OptionSettings;
	/** The user's additional names of secrets. */
	readonly secrets: readonly string[];
	/** True if the config file selects how clients are chosen. */
	readonly isClientSet: boolean;
	/** The config file; null if it is the default one. */
	readonly config: string | null;
	readonly cwd: string;
};

/**
 * Returns the command line that reproduces the screen in bash, dash, zsh and fish: options with other than default values, and
 * absolute paths. Settings of the config file are included, so that the result is the same with and without that file.
 */
export function screenCommand(shown: ShownScreen, started: StartedWith): ScreenCommand {
	const {commandLine, paths, defaults, secrets, isClientSet, config, cwd} = started;
	const {query, exclude, columns, rows, order, rules: watched, redact} = shown;
	const {mode, trusted} = commandLine.client;
	const proxies = trusted.length === 0 ? 'none' : trusted.join(',');
	const {format, zone, maxEntries, source, store, demo} = commandLine;
	// Rules of the config file have names. Their programs aren't part of a command for other people.
	const {shownText, shownField, redactor} = makeRedaction(redact, secrets);
	const given = watched.filter(({name, text}) => name === text);
	const rules = given.map(({text}) => shownText(text));
	// Settings for files don't apply to a server.
	const isOfFiles = store === undefined;
	const isDemo = demo && commandLine.paths.length === 0;
	const at = isDemo ? [] : paths.map(path => (path === '-' ? path : resolve(cwd, path)));
	const options: ReadonlyArray<readonly [isWanted: boolean, option: string, value?: string]> = [
		[query !== '', '-q', query],
		[exclude !== '' || commandLine.exclude !== '', '--exclude', exclude],
		[columns !== defaultChoice, '--columns', columnsText(shownColumns(columns, shownField))],
		[rows !== defaultRows || defaults.rows !== undefined, '--rows', String(rows)],
		[order !== 'time', '--sort', order],
		[format !== undefined, '--format', format ?? ''],
		[isOfFiles && (isClientSet || mode !== 'auto'), '--client', mode],
		[
			isOfFiles && mode !== 'peer' && (isClientSet || trusted !== defaultProxies),
			'--trusted-proxies',
			proxies,
		],
		[zone !== 'local' || defaults.tz !== undefined, '--tz', zone],
		[redact, '--redact'],
		[isDemo, '--demo'],
		[commandLine.noFollow, '--no-follow'],
		[!commandLine.past, '--no-past'],
		[isOfFiles && commandLine.poll, '--poll'],
		[isOfFiles && maxEntries !== undefined, '--max-entries', String(maxEntries)],
		[source !== '', '--source', source],
		[store !== undefined, '--store', redact ? redactor.texts.redact(store ?? '', 'url') : (store ?? '')],
		...rules.map(text => [true, '--alert', text] as const),
		[config !== null, '--config', config === null ? '' : resolve(cwd, config)],
	];
	const words = [
		...options.flatMap(([isWanted, option, value]) =>
			isWanted ? [option, ...(value === undefined ? [] : [value])] : [],
		),
		...at,
	];
	const made = shellLine(['reqscope', ...words]);
	if ('problem' in made) {
		return made;
	}
	return {
		command: made.command,
		remarks: [
			...(shown.isQueryHidden ? ['secrets in the search are hidden: type them again'] : []),
			...hiddenRemarks(columns, shownField),
			...(given.some(({text}, index) => text !== rules[index])
				? ['secrets in a rule are hidden: type them again']
				: []),
			...(at.includes('-') ? ['piped input has to be piped in again'] : []),
		],
	};
}
