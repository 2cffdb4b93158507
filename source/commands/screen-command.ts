import {resolve} from 'node:path';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {DefaultOptions} from '../config/settings.js';
import {shellWord} from '../copy-and-save/curl-command.js';
import type {ScreenCommand, ShownScreen} from '../copy-and-save/shown-screen.js';
import {usualProxies} from '../entries/client-choice.js';
import {columnsText, isUsualChoice, usualRows} from '../format/chosen-columns.js';
import {sanitise, visibleText} from '../format/sanitise.js';
import {makeRedaction} from '../redaction/redaction.js';

/** What the program was started with. */
export type StartedWith = {
	readonly commandLine: CommandLine;
	/** What is read: paths as given, or as found. */
	readonly paths: readonly string[];
	/** What the config file sets of the options. */
	readonly defaults: DefaultOptions;
	/** The user's own names of secrets. */
	readonly secrets: readonly string[];
	/** Whether it sets how clients are chosen. */
	readonly isClientSet: boolean;
	/** The config file, where it isn't the usual one; else null. */
	readonly config: string | null;
	readonly cwd: string;
};

/**
 * What is on the screen as a command line for bash, dash, zsh and fish: options that aren't what they are without being
 * given, and paths from the root on. What the config file sets is written out, so that the line says the same without
 * that file, and with it, too.
 */
export function screenCommand(shown: ShownScreen, started: StartedWith): ScreenCommand {
	const {commandLine, paths, defaults, secrets, isClientSet, config, cwd} = started;
	const {query, columns, rows, redact} = shown;
	const {mode, trusted} = commandLine.client;
	const proxies = trusted.length === 0 ? 'none' : trusted.join(',');
	const {format, zone, maxEntries, source, store, demo, alerts} = commandLine;
	// Those of the config file have names there. What they run is not for others.
	const {shownText, redactor} = makeRedaction(redact, secrets);
	const given = alerts.map(({rule}) => rule).filter(({name, text}) => name === text);
	const rules = given.map(({text}) => shownText(text));
	// What the config file sets for files says nothing of a server.
	const isOfFiles = store === undefined;
	const isDemo = demo && commandLine.paths.length === 0;
	const at = isDemo ? [] : paths.map(path => (path === '-' ? path : resolve(cwd, path)));
	const options: ReadonlyArray<readonly [isWanted: boolean, option: string, value?: string]> = [
		[query !== '', '-q', query],
		[!isUsualChoice(columns), '--columns', columnsText(columns)],
		[rows !== usualRows || defaults.rows !== undefined, '--rows', String(rows)],
		[format !== undefined, '--format', format ?? ''],
		[isOfFiles && (isClientSet || mode !== 'auto'), '--client', mode],
		[isOfFiles && mode !== 'peer' && (isClientSet || trusted !== usualProxies), '--trusted-proxies', proxies],
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
	const unseen = words.find(text => visibleText(text) !== text);
	if (unseen !== undefined) {
		return {problem: `${sanitise(unseen)} holds what can’t be seen, and isn’t safe to paste`};
	}
	return {
		command: ['reqscope', ...words.map(shellWord)].join(' '),
		remarks: [
			...(shown.isQueryHidden ? ['what is secret in the search is hidden: write it in again'] : []),
			...(given.some(({text}, index) => text !== rules[index])
				? ['what is secret in a rule is hidden: write it in again']
				: []),
			...(at.includes('-') ? ['what was piped in has to be piped in again'] : []),
		],
	};
}
