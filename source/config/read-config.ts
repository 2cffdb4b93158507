import type {Node} from 'jsonc-parser';
import {type OptionSettings, optionTable, settableOptions} from '../command-line/options.js';
import {type CustomStyles, type StyleName, styleNames} from '../themes/choose-theme.js';
import {readStyle} from '../themes/style-text.js';
import type {Style} from '../themes/theme.js';
import {Section} from '../user-files/section.js';
import {lineFinder, type Mistake, readSyntax} from '../user-files/syntax.js';
import {readAlerts} from './sections/alerts.js';
import {readColumns} from './sections/columns.js';
import {readFormats} from './sections/formats.js';
import {readKeys} from './sections/keys.js';
import {readRoutes} from './sections/routes.js';
import {readSearches} from './sections/searches.js';
import {ConfigError, noSettings, type Settings} from './settings.js';

/** Parses the section `colors`: custom styles that replace the theme's. */
function readColors(node: Node, section: Section): CustomStyles {
	const own = new Map<StyleName, Style>();
	for (const entry of section.entries(node, 'colors', '{"5xx": "bold red"}')) {
		const {name: written, value} = entry;
		const known = section.known(entry, 'part of the screen', [...styleNames.keys()]);
		const name = known === undefined ? undefined : styleNames.get(known);
		const text = section.text(value, written, '"bold red", "white on #8a2f3c"');
		if (name === undefined || text === undefined) {
			continue;
		}
		section.noteOffset(`colors.${written}`, value);
		const read = readStyle(text);
		if ('problem' in read) {
			section.mistake(value, `${written}: ${read.problem}`);
		} else {
			own.set(name, read.style);
		}
	}
	return own;
}

const secretExample = '"customer_ref"';

/** Parses the section `secrets`: additional names whose values `--redact` hides. */
function readSecrets(node: Node, section: Section): readonly string[] {
	return section.texts(node, 'secrets', 'a name', secretExample, name =>
		/\p{L}/u.test(name) ? undefined : `has no letter: write a name such as ${secretExample}`,
	);
}

/** Parses the section `geo`: databases of addresses. */
function readGeo(node: Node, section: Section): readonly string[] {
	return section.texts(node, 'geo', 'a path', '"GeoLite2-ASN.mmdb"', path =>
		/^[a-z]+:\/\//i.test(path)
			? 'is an address: reqscope downloads nothing; write the path of a file'
			: undefined,
	);
}

/** Parses the section `options`: defaults for options of the command line. */
function readOptions(node: Node, section: Section): OptionSettings {
	const values: Record<string, unknown> = {};
	for (const entry of section.entries(node, 'options', '{"rows": 20}')) {
		const name = section.known(entry, 'option for a config file', [...settableOptions.keys()]);
		const option = name === undefined ? undefined : settableOptions.get(name);
		if (name === undefined || option === undefined) {
			continue;
		}
		section.noteOffset(`options.${name}`, entry.value);
		const value =
			option.config !== undefined && option.kind !== undefined
				? option.kind.readSetting(entry.value, section, name)
				: section.yesOrNo(entry.value, name);
		if (value !== undefined) {
			values[name] = value;
		}
	}
	return values;
}

/** The values of all parts of a config file. */
type Values = Omit<Settings, 'file' | 'misnamed' | 'lines'>;

type Sections = {
	readonly [Name in keyof Values]: (node: Node, section: Section, name: Name) => Values[Name];
};

const sections: Sections = {
	theme: optionTable.theme.kind.readSetting,
	colors: readColors,
	columns: readColumns,
	exclude: optionTable.exclude.kind.readSetting,
	geo: readGeo,
	keys: readKeys,
	routes: readRoutes,
	formats: readFormats,
	client: optionTable.client.kind.readSetting,
	trustedProxies: optionTable['trusted-proxies'].kind.readSetting,
	searches: readSearches,
	secrets: readSecrets,
	alerts: readAlerts,
	options: readOptions,
};

const names = Object.keys(sections) as readonly (keyof Values)[];

/**
 * Parses the text of a config file.
 * @param file - its name, for messages
 * @param execProblem - reason why `exec` is refused; null if it is allowed
 * @throws ConfigError with all errors; after a syntax error, later ones aren't found
 */
export function readConfig(text: string, file: string, execProblem: string | null = null): Settings {
	const content = text.replace(/^\uFEFF/, '');
	const syntax = readSyntax(content);
	if ('mistake' in syntax) {
		throw configError(content, file, [syntax.mistake]);
	}
	const {root} = syntax;
	if (root === undefined) {
		return {...noSettings, file};
	}
	const section = new Section(execProblem);
	const values = readValues(root, section);
	if (section.mistakes.length > 0) {
		throw configError(content, file, section.mistakes);
	}
	const lineAt = lineFinder(content);
	const lines = Array.from(section.offsets, ([name, offset]) => [name, lineAt(offset)] as const);
	return {...noSettings, ...values, file, lines: new Map(lines)};
}

function readValues(root: Node, section: Section): Partial<Values> {
	const values: {-readonly [Name in keyof Values]?: Values[Name]} = {};
	const read = <Name extends keyof Values>(name: Name, node: Node): void => {
		values[name] = sections[name](node, section, name);
	};
	for (const entry of section.entries(root, 'the config', '{"options": {"rows": 20}}')) {
		const name = section.known(entry, 'setting', names);
		if (name !== undefined) {
			section.noteOffset(name, entry.value);
			read(name, entry.value);
		}
	}
	return values;
}

function configError(text: string, file: string, mistakes: readonly Mistake[]): ConfigError {
	const lineAt = lineFinder(text);
	return new ConfigError(
		[...mistakes]
			.sort((a, b) => a.offset - b.offset)
			.map(mistake => `${file}:${lineAt(mistake.offset)}: ${mistake.text}`),
	);
}
