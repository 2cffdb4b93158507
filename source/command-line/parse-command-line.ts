import type {WantedAlert} from '../alerts/alert-command.js';
import {noSettings, type Settings} from '../config/settings.js';
import type {ClientChoice} from '../entries/client-choice.js';
import {type ChosenColumn, ColumnsError, parseColumns, usualRows} from '../format/chosen-columns.js';
import {timeFormatter} from '../format/time-formatter.js';
import {nearest} from '../nearest.js';
import {type PrintForm, printForms} from '../output/forms.js';
import type {View, ViewPanel} from '../saved-views/views.js';
import {type ColorWhen, colorWhens} from '../themes/color-depth.js';
import {type ThemeName, themeNames} from '../themes/theme.js';
import {checkTogether} from './check-together.js';
import {type CommandName, commands} from './commands.js';
import {clientOption, formatOption, oneOf, wantedAlerts} from './option-values.js';
import type {OptionName} from './options.js';
import {type Given, type ReadArguments, readArguments} from './read-arguments.js';
import {type ShipOptions, shipOptions} from './ship-options.js';
import {storeOption} from './store-option.js';
import {checkTaken} from './taken-options.js';
import {UsageError} from './usage-error.js';

/**
 * Parses the value of `--columns`; undefined if it isn't given.
 * @throws UsageError
 */
function columnsOption(value: string | true | undefined): readonly ChosenColumn[] | undefined {
	if (value === undefined) {
		return undefined;
	}
	try {
		return parseColumns(String(value));
	} catch (error) {
		if (!(error instanceof ColumnsError)) {
			throw error;
		}
		throw new UsageError(`--columns: ${error.message}`, {cause: error});
	}
}

/**
 * Returns the file of `--output`; undefined if it isn't given.
 * @throws UsageError
 */
function outputOption(given: Given, form: PrintForm | undefined): string | undefined {
	const output = given.get('output');
	if (output === undefined) {
		if (given.has('overwrite')) {
			throw new UsageError('--overwrite needs --output FILE: it allows replacing FILE');
		}
		return undefined;
	}
	if (form === undefined) {
		throw new UsageError(
			`--output needs a format: add one of ${printForms.map(name => `--${name}`).join(', ')}`,
		);
	}
	if (output === '-') {
		throw new UsageError('--output takes a file: remove it to print to standard output');
	}
	return String(output);
}

/**
 * Parses a number of at least `least`; undefined if the option isn't given.
 * @param orElse - the alternative to a number, for the message
 * @throws UsageError
 */
export function wholeNumber(given: Given, name: OptionName, least: number, orElse = ''): number | undefined {
	const value = given.get(name);
	if (value === undefined) {
		return undefined;
	}
	const number = Number(value);
	if (!/^\d+$/.test(String(value)) || !Number.isSafeInteger(number) || number < least) {
		throw new UsageError(`--${name} takes an integer of at least ${least}${orElse}, not ${value}`);
	}
	return number;
}

/**
 * Returns the zone of `--tz`, or the default.
 * @throws UsageError for an unknown zone
 */
function zoneOption(value: string | true | undefined, usual = 'local'): string {
	const name = String(value ?? usual);
	try {
		timeFormatter(name);
	} catch (error) {
		throw new UsageError(
			`--tz ${name}: there is no such zone; use local, utc, log, or a name such as Europe/Vienna`,
			{cause: error},
		);
	}
	return name;
}

/** The parsed command line. */
export type CommandLine = {
	/** Files, directories, globs, `-`; empty if not given. */
	readonly paths: readonly string[];
	/** The form to print; undefined for the screen if the output is a terminal. */
	readonly form: PrintForm | undefined;
	/** A command, instead of watching or printing logs. */
	readonly show: 'version' | CommandName | undefined;
	/** The search as given, see `queryOf`; empty for everything. */
	readonly query: string;
	/** The format of all lines, see `chosenReaders`; undefined to detect it for each line. */
	readonly format: string | undefined;
	/** Selection of clients. */
	readonly client: ClientChoice;
	/** Rows per page of the screen. */
	readonly rows: number | 'fit';
	/** Value of `--rows` only, which limits the printed rows; undefined if not given. */
	readonly askedRows: number | 'fit' | undefined;
	/** The panel that is open at the start, or null. */
	readonly panel: ViewPanel | null;
	/** The columns of the listing, and the printed fields; undefined if not given. */
	readonly columns: readonly ChosenColumn[] | undefined;
	readonly zone: string;
	readonly demo: boolean;
	readonly noFollow: boolean;
	readonly follow: boolean;
	readonly past: boolean;
	readonly poll: boolean;
	readonly maxEntries: number | undefined;
	readonly source: string;
	/** Rules to watch, the ones of the config file first. */
	readonly alerts: readonly WantedAlert[];
	/** True if an option adds rules: a message appears if they can't be watched. */
	readonly asksForAlerts: boolean;
	/** True if the bell rings when a rule fires. */
	readonly bell: boolean;
	/** True if the mouse is on at the start. */
	readonly mouse: boolean;
	/** Address of the server to query instead of files, see `openStore`; undefined to read files. */
	readonly store: string | undefined;
	/** True if secrets are redacted, on the screen and in all printed output. */
	readonly redact: boolean;
	readonly color: ColorWhen;
	readonly theme: ThemeName;
	/** Maximum number of printed entries, newest first; undefined if not given. */
	readonly limit: number | undefined;
	/** The file to print to; undefined for standard output. */
	readonly output: string | undefined;
	/** True if `output` may replace a file. */
	readonly overwrite: boolean;
	/** Options of `ship`; undefined for any other command. */
	readonly ship: ShipOptions | undefined;
};

/**
 * Parses the arguments, without the interpreter's.
 * @param settings - defaults
 * @param view - settings of `--view`, which override the defaults; null without a view
 * @throws UsageError if the arguments are invalid
 */
export function parseCommandLine(
	args: readonly string[],
	settings: Settings = noSettings,
	view: View | null = null,
): CommandLine {
	const {given, repeated, paths: words} = asked(readArguments(args));
	const defaults = settings.options;
	const command = commands.find(({name}) => name === words[0])?.name;
	const paths = command === undefined ? words : words.slice(1);
	const forms = printForms.filter(form => given.has(form));
	const [form] = forms;
	const askedRows = given.get('rows') === 'fit' ? 'fit' : wholeNumber(given, 'rows', 1, ', or fit');
	checkTaken(given, command, paths);
	checkTogether(given, forms);
	return {
		paths,
		form,
		show: given.has('version') ? 'version' : command,
		query: String(given.get('query') ?? view?.query ?? ''),
		format: formatOption(given.get('format'), settings.formats),
		client: clientOption(given, settings),
		rows: askedRows ?? view?.rows ?? defaults.rows ?? usualRows,
		askedRows,
		panel: view?.panel ?? null,
		columns: columnsOption(given.get('columns')) ?? view?.columns ?? undefined,
		zone: zoneOption(given.get('tz'), defaults.tz),
		demo: given.has('demo'),
		noFollow: given.has('no-follow'),
		follow: given.has('follow'),
		past: !given.has('no-past'),
		poll: given.has('poll') || (defaults.poll ?? false),
		maxEntries: wholeNumber(given, 'max-entries', 1) ?? defaults['max-entries'],
		source: String(given.get('source') ?? ''),
		alerts: wantedAlerts(repeated.get('alert') ?? [], given.get('exec'), settings.alerts, given.has('store')),
		asksForAlerts: given.has('alert'),
		bell: !given.has('no-bell') && (defaults.bell ?? true),
		mouse: !given.has('no-mouse') && (given.has('mouse') || (defaults.mouse ?? false)),
		store: storeOption(given, command, paths),
		redact: given.has('redact') || (view?.redact ?? false),
		color: given.has('no-color') ? 'never' : (oneOf(given, 'color', colorWhens) ?? defaults.color ?? 'auto'),
		theme: oneOf(given, 'theme', themeNames) ?? settings.theme ?? 'auto',
		limit: wholeNumber(given, 'limit', 0),
		output: outputOption(given, form),
		overwrite: given.has('overwrite'),
		ship: shipOptions(given, command, paths),
	};
}

/** `--help`, `--version` and `help` override everything else. `--help` after a command is the help of that command. */
function asked(read: ReadArguments): ReadArguments {
	const {given, paths} = read;
	const none = {given: new Map(), repeated: new Map()};
	const [first = '', topic] = paths;
	if (first === 'help') {
		return {...none, paths: topic === undefined ? [first] : [first, commandNamed(topic)]};
	}
	if (given.has('help')) {
		return {...none, paths: commands.some(({name}) => name === first) ? ['help', first] : ['help']};
	}
	return given.has('version') ? {...none, given: new Map([['version', true]]), paths: []} : read;
}

/** @throws UsageError if there is no such command */
function commandNamed(topic: string): string {
	const names = commands.map(({name}) => name);
	const known = names.find(name => name === topic);
	if (known === undefined) {
		const near = nearest(topic, names);
		const advice = near === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`;
		throw new UsageError(`help: there is no command ${topic}: ${advice}`);
	}
	return known;
}

/** Checks for arguments that are answered without the config file: the user may need the answer to fix the file. */
export function isAsking({given, paths: [first]}: ReadArguments): boolean {
	return given.has('help') || given.has('version') || first === 'help';
}
