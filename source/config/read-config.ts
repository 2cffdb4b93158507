import type {Node} from 'jsonc-parser';
import {ConfigError} from './config-error.js';
import {Section} from './section.js';
import {readAlerts} from './sections/alerts.js';
import {readClientMode, readTrustedProxies} from './sections/client.js';
import {readColors} from './sections/colors.js';
import {readColumns} from './sections/columns.js';
import {readFormats} from './sections/formats.js';
import {readKeys} from './sections/keys.js';
import {readOptions} from './sections/options.js';
import {readRoutes} from './sections/routes.js';
import {readSearches} from './sections/searches.js';
import {readSecrets} from './sections/secrets.js';
import {readTheme} from './sections/theme.js';
import {noSettings, type Settings} from './settings.js';
import {lineFinder, type Mistake, readSyntax} from './syntax.js';

/** What is set in each part of a config file. */
type Values = Omit<Settings, 'file' | 'lines'>;

type Sections = {readonly [Name in keyof Values]: (node: Node, section: Section) => Values[Name]};

const sections: Sections = {
	theme: readTheme,
	colors: readColors,
	columns: readColumns,
	keys: readKeys,
	routes: readRoutes,
	formats: readFormats,
	client: readClientMode,
	trustedProxies: readTrustedProxies,
	searches: readSearches,
	secrets: readSecrets,
	alerts: readAlerts,
	options: readOptions,
};

const names = Object.keys(sections) as readonly (keyof Values)[];

/**
 * Reads the text of a config file.
 * @param file - its name, for messages
 * @param mistrust - why `exec` in it is refused; null when it is allowed
 * @throws ConfigError with every mistake in it; one in the syntax hides those behind it
 */
export const readConfig = (text: string, file: string, mistrust: string | null = null): Settings => {
	const content = text.replace(/^\uFEFF/, '');
	const syntax = readSyntax(content);
	if ('mistake' in syntax) {
		throw configError(content, file, [syntax.mistake]);
	}
	const {root} = syntax;
	if (root === undefined) {
		return {...noSettings, file};
	}
	const section = new Section(mistrust);
	const values = readValues(root, section);
	if (section.mistakes.length > 0) {
		throw configError(content, file, section.mistakes);
	}
	const lineAt = lineFinder(content);
	const lines = Array.from(section.places, ([name, offset]) => [name, lineAt(offset)] as const);
	return {...noSettings, ...values, file, lines: new Map(lines)};
};

const readValues = (root: Node, section: Section): Partial<Values> => {
	const values: {-readonly [Name in keyof Values]?: Values[Name]} = {};
	const read = <Name extends keyof Values>(name: Name, node: Node): void => {
		values[name] = sections[name](node, section);
	};
	for (const entry of section.entries(root, 'the config', '{"options": {"rows": 20}}')) {
		const name = section.known(entry, 'setting', names);
		if (name !== undefined) {
			section.place(name, entry.value);
			read(name, entry.value);
		}
	}
	return values;
};

const configError = (text: string, file: string, mistakes: readonly Mistake[]): ConfigError => {
	const lineAt = lineFinder(text);
	return new ConfigError(
		[...mistakes]
			.sort((a, b) => a.offset - b.offset)
			.map(mistake => `${file}:${lineAt(mistake.offset)}: ${mistake.text}`),
	);
};
