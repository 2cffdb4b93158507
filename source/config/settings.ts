import {basename, dirname, join} from 'node:path';
import {type Defaults, noDefaults} from '../command-line/options.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import type {OwnKeys} from '../keys/key-bindings.js';
import type {RouteTemplate} from '../routes/route-shape.js';
import type {CustomStyles} from '../themes/choose-theme.js';
import {type UserPath, userFolder} from '../user-files/user-folder.js';

/** The config file is invalid. Each error contains its position and the solution. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
	/** Sorted by position in the file. */
	readonly mistakes: readonly string[];

	constructor(mistakes: readonly string[], options?: ErrorOptions) {
		super(mistakes.join('\n'), options);
		this.mistakes = mistakes;
	}
}

/** The extension tells editors that comments are allowed. */
const fileName = 'config.jsonc';

/**
 * Path of the config file. Null if the system has no directory for it. The paths are the same as in the library env-paths 4,
 * which would add a dependency, except that XDG_CONFIG_HOME is also used on macOS.
 */
export const configPath: UserPath = (env, platform, home) => {
	const inHome = platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
	const folder = userFolder({windows: 'APPDATA', xdg: 'XDG_CONFIG_HOME', inHome}, env, platform, home);
	return folder && join(folder, fileName);
};

/** The content of a config file: defaults for options, and settings without an option. */
export type Settings = Defaults & {
	/** The file, or null. */
	readonly file: string | null;
	/** A file in its folder that isn't read because of its name; null if there is a config file, or no such file. */
	readonly misnamed: string | null;
	/** Line of each setting in the file by name, such as `options.rows`. */
	readonly lines: ReadonlyMap<string, number>;
	/** Replace the styles of the theme. */
	readonly colors: CustomStyles;
	/** Initial columns of the screen; undefined for the default six. */
	readonly columns: readonly ChosenColumn[] | undefined;
	/** Paths of databases of addresses, as written: relative to the folder of the file. */
	readonly geo: readonly string[];
	/** Replace the default keys. */
	readonly keys: OwnKeys;
	/** Tried before the built-in routes. */
	readonly routes: readonly RouteTemplate[];
	/** Searches by name, in file order. */
	readonly searches: ReadonlyMap<string, string>;
	/** Additional names of secrets for `--redact`. */
	readonly secrets: readonly string[];
};

/** Returns a message about a config file that isn't read because of its name; empty without such a file. Not sanitised. */
export function misnamedText({misnamed}: Pick<Settings, 'misnamed'>): string {
	return misnamed === null
		? ''
		: `${basename(misnamed)} isn’t read: rename it to ${fileName} (in ${dirname(misnamed)})`;
}

/** No settings. */
export const noSettings: Settings = {
	...noDefaults,
	file: null,
	misnamed: null,
	lines: new Map(),
	colors: new Map(),
	columns: undefined,
	geo: [],
	keys: new Map(),
	routes: [],
	searches: new Map(),
	secrets: [],
};
