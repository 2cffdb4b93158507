import {keyOf, type OptionName, options, settableOptions} from '../command-line/options.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {GivenOptions} from '../command-line/read-arguments.js';
import {configPath, misnamedText, type Settings} from '../config/settings.js';
import {clientModes} from '../entries/client-choice.js';
import {columns} from '../fields/fields.js';
import {choiceText, defaultChoice} from '../format/chosen-columns.js';
import {sanitise} from '../format/sanitise.js';
import {defaultCap} from '../index/index-limits.js';
import type {Command} from '../keys/command.js';
import {boundKeys} from '../keys/key-bindings.js';
import {commandName, lostKeys, takenKeysText} from '../keys/own-keys.js';
import type {View} from '../saved-views/views.js';
import {styleNames} from '../themes/choose-theme.js';
import {styleText} from '../themes/style-text.js';
import {backgroundIn} from '../view/terminal/background.js';

/** The arguments and settings of the program. */
export type Started = {
	readonly settings: Settings;
	readonly commandLine: CommandLine;
	readonly given: GivenOptions;
	/** The view of `--view`. */
	readonly view?: View | null;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** An effective setting and its source. In a list it has no name. */
type Shown = {readonly name?: string; readonly value: unknown; readonly from: string};

/**
 * Returns the effective settings as an equivalent config file, with the source of each: `default`, the file and line, an
 * environment variable, or an option.
 */
export function configLines(started: Started): readonly string[] {
	const {settings, commandLine} = started;
	const {client} = commandLine;
	const {colors, formats, geo, searches, secrets, routes} = settings;
	const own = (
		section: string,
		values: Iterable<readonly [name: string, value: unknown]>,
	): readonly Shown[] =>
		Array.from(values, ([name, value]) => ({name, value, from: fromFile(started, `${section}.${name}`)}));
	const styles = Array.from(styleNames).flatMap(([name, part]) => {
		const style = colors.get(part);
		return style === undefined ? [] : [[name, styleText(style)] as const];
	});
	const lines = [
		...headLines(started),
		...takenKeys(started),
		'{',
		settingLine(shownTheme(started)),
		`\t// parts of the screen: ${[...styleNames.keys()].join(', ')}`,
		...braced('colors', own('colors', styles)),
		`\t// columns of the screen: ${columns.join(', ')}`,
		settingLine({
			name: 'columns',
			value: choiceText(commandLine.columns ?? settings.columns ?? defaultChoice),
			from: sourceOf(started, 'columns', 'columns'),
		}),
		'\t// what the screen hides: -url:/health,/ready',
		settingLine({
			name: 'exclude',
			value: commandLine.exclude,
			from: sourceOf(started, 'exclude', 'exclude'),
		}),
		'\t// interrupt is always ctrl-c',
		...braced('keys', shownKeys(started)),
		'\t// tried first, then the built-in routes, then the URL without numbers',
		...bracketed(
			'routes',
			routes.map(({template, status}, index) => ({
				value: status === undefined ? template : {path: template, status},
				from: fromFile(started, `routes.${index}`),
			})),
		),
		...braced('formats', own('formats', formats)),
		`\t// the client: ${clientModes.join(', ')}; and the trusted proxies`,
		settingLine({name: 'client', value: client.mode, from: sourceOf(started, 'client', 'client')}),
		...bracketed(
			'trustedProxies',
			client.trusted.map((value, index) => ({
				value,
				from: sourceOf(started, 'trusted-proxies', `trustedProxies.${index}`),
			})),
		),
		'\t// databases of addresses for asn: and country:, relative to this file',
		...bracketed(
			'geo',
			geo.map((value, index) => ({value, from: fromFile(started, `geo.${index}`)})),
		),
		...braced('searches', own('searches', searches)),
		'\t// names whose values --redact hides, in addition to the built-in names',
		...bracketed(
			'secrets',
			secrets.map((value, index) => ({value, from: fromFile(started, `secrets.${index}`)})),
		),
		...braced('alerts', shownAlerts(started)),
		...braced('options', shownOptions(started)),
		'}',
	];
	// Leading tabs come from the program. The rest may come from the user and must be sanitised.
	return lines.map(line =>
		line.replace(/^(\t*)(.*)$/s, (_, tabs: string, text: string) => tabs + sanitise(text)),
	);
}

function headLines({settings, given, env}: Started): readonly string[] {
	const {file} = settings;
	if (file !== null) {
		return [`// ${file}`];
	}
	const path = configPath(env, process.platform);
	const missing = path === null ? 'HOME is not set' : `${path} isn't there`;
	const misnamed = misnamedText(settings);
	return [
		`// no config file: ${given.has('no-config') ? '--no-config' : missing}`,
		...(misnamed === '' ? [] : [`// ${sanitise(misnamed)}`]),
	];
}

/** The keys are far below. A command that lost its keys would be overlooked there. */
function takenKeys({settings: {keys}}: Started): readonly string[] {
	const text = takenKeysText(keys);
	return text === '' ? [] : [`// keys: ${text}`];
}

function shownTheme(started: Started): Shown {
	const {commandLine, env} = started;
	const known = backgroundIn(env);
	const hint = commandLine.theme === 'auto' && known !== null ? `; COLORFGBG says ${known}` : '';
	return {name: 'theme', value: commandLine.theme, from: sourceOf(started, 'theme', 'theme') + hint};
}

function shownKeys(started: Started): readonly Shown[] {
	return boundKeys(started.settings.keys).flatMap(({command, keys}) => {
		const name = commandName(command);
		return command === 'interrupt'
			? []
			: [{name, value: keys, from: fromFile(started, `keys.${name}`) + withoutText(started, command)}];
	});
}

function shownAlerts(started: Started): readonly Shown[] {
	return started.commandLine.alerts.map(({rule: {name, text}, command}) => ({
		name,
		value: command === undefined ? text : {rule: text, exec: [command.program, ...command.args]},
		from: started.settings.alerts.some(({rule}) => rule.name === name)
			? fromFile(started, `alerts.${name}`)
			: '--alert',
	}));
}

/** Describes the keys of a command that the user gave to other commands, and whether the command has a key left. */
function withoutText({settings: {keys}}: Started, command: Command): string {
	const found = lostKeys(keys).find(one => one.command === command);
	if (found === undefined) {
		return '';
	}
	const taken = found.lost
		.map(({key, now}) => `, without ${key}, which now runs ${commandName(now)}`)
		.join('');
	return found.left.length > 0 ? taken : `${taken}: it has no key left`;
}

function shownOptions(started: Started): readonly Shown[] {
	const {commandLine, env, view} = started;
	const values = {...commandLine, maxEntries: commandLine.maxEntries ?? defaultCap()};
	const isNoColor = commandLine.color === 'auto' && (env.NO_COLOR ?? '') !== '';
	const shown = Array.from(settableOptions, ([name, option]) => {
		const from = sourceOf(started, option.name, `options.${name}`);
		const one = {name, value: values[keyOf(option)], from};
		if (name === 'color' && isNoColor) {
			return {...one, value: 'never', from: 'NO_COLOR'};
		}
		return name === 'rows' && view?.rows != null && !started.given.has('rows')
			? {...one, from: '--view'}
			: one;
	});
	// An option without a default has no value that a config file could contain.
	return shown.filter(({value}) => value !== undefined);
}

/** Returns the option that has set the value of an option, or the source of a setting of the config file. */
function sourceOf(started: Started, option: OptionName, setting: string): string {
	const keys = new Map(options.map(one => [one.name, keyOf(one)]));
	const setter = [...started.given.keys()].find(name => keys.get(name) === keys.get(option));
	return setter === undefined ? fromFile(started, setting) : `--${setter}`;
}

function fromFile({settings: {file, lines}}: Started, name: string): string {
	const line = lines.get(name);
	return line === undefined ? 'default' : `${file}:${line}`;
}

function braced(name: string, shown: readonly Shown[]): readonly string[] {
	return group(name, '{}', shown);
}
function bracketed(name: string, shown: readonly Shown[]): readonly string[] {
	return group(name, '[]', shown);
}

function group(name: string, [open = '', close = '']: string, shown: readonly Shown[]): readonly string[] {
	return shown.length === 0
		? [`\t${JSON.stringify(name)}: ${open}${close},`]
		: [`\t${JSON.stringify(name)}: ${open}`, ...shown.map(one => `\t${settingLine(one)}`), `\t${close},`];
}

function settingLine({name, value, from}: Shown): string {
	return `\t${name === undefined ? '' : `${JSON.stringify(name)}: `}${JSON.stringify(value)}, // ${from}`;
}
