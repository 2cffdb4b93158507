import {join} from 'node:path';
import type {WantedAlert} from '../alerts/alert-command.js';
import type {ClientMode} from '../entries/client-choice.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import type {OwnKeys} from '../keys/key-bindings.js';
import type {RouteTemplate} from '../routes/route-shape.js';
import type {CustomStyles, ThemeName} from '../themes/choose-theme.js';
import type {ColorWhen} from '../themes/color-depth.js';
import {type UserPath, userFolder} from '../user-files/user-folder.js';

/** The config file can't be used as it stands; each mistake says where it is and what to write instead. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
	/** In the order of the file. */
	readonly mistakes: readonly string[];

	constructor(mistakes: readonly string[], options?: ErrorOptions) {
		super(mistakes.join('\n'), options);
		this.mistakes = mistakes;
	}
}

/** A name that says that comments are allowed, so that editors know it. */
const fileName = 'config.jsonc';

/**
 * The config file, where the system has such files. Null when it has no place for them. A library for it
 * (env-paths 4) brings another one along; these are its places, but that XDG_CONFIG_HOME counts on macOS, too.
 */
export const configPath: UserPath = (env, platform, home) => {
	const inHome = platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
	const folder = userFolder({windows: 'APPDATA', xdg: 'XDG_CONFIG_HOME', inHome}, env, platform, home);
	return folder && join(folder, fileName);
};

/** What the user has set of the options of the command line. */
export type DefaultOptions = {
	readonly rows?: number | 'fit';
	readonly tz?: string;
	readonly poll?: boolean;
	readonly mouse?: boolean;
	readonly 'max-entries'?: number;
	readonly color?: ColorWhen;
	readonly bell?: boolean;
};

/** What a config file says. */
export type Settings = {
	/** The file; null where there is none. */
	readonly file: string | null;
	/** By the names of settings, such as `options.rows`: the lines of the file that they stand in. */
	readonly lines: ReadonlyMap<string, number>;
	/** Undefined: nothing is said of it. */
	readonly theme: ThemeName | undefined;
	/** In place of those of the theme. */
	readonly colors: CustomStyles;
	/** Those of the screen, to begin with; undefined: the six. */
	readonly columns: readonly ChosenColumn[] | undefined;
	/** In place of the usual ones. */
	readonly keys: OwnKeys;
	/** Tried before those that are built in. */
	readonly routes: readonly RouteTemplate[];
	/** What `--format` takes a name for: see `chosenReaders`. */
	readonly formats: ReadonlyMap<string, string>;
	/** How clients are chosen, and the proxies that are trusted; undefined: nothing is said of it. */
	readonly client: ClientMode | undefined;
	readonly trustedProxies: readonly string[] | undefined;
	/** Searches by their names, in the order of the file. */
	readonly searches: ReadonlyMap<string, string>;
	/** Names that `--redact` takes for those of secrets, beside those that it knows. */
	readonly secrets: readonly string[];
	/** Rules that are watched, in the order of the file. */
	readonly alerts: readonly WantedAlert[];
	readonly options: DefaultOptions;
};

/** Nothing is set. */
export const noSettings: Settings = {
	file: null,
	lines: new Map(),
	theme: undefined,
	colors: new Map(),
	columns: undefined,
	keys: new Map(),
	routes: [],
	formats: new Map(),
	client: undefined,
	trustedProxies: undefined,
	searches: new Map(),
	secrets: [],
	alerts: [],
	options: {},
};
