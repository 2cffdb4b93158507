import type {WantedAlert} from '../alerts/alert-command.js';
import {noSettings, type Settings} from '../config/settings.js';
import type {ClientChoice} from '../entries/client-choice.js';
import {type ChosenColumn, ColumnsError, parseColumns, usualRows} from '../format/chosen-columns.js';
import {timeFormatter} from '../format/time-formatter.js';
import {type PrintForm, printForms} from '../output/entry-printer.js';
import type {View, ViewPanel} from '../saved-views/views.js';
import {type ThemeName, themeNames} from '../themes/choose-theme.js';
import {type ColorWhen, colorWhens} from '../themes/color-depth.js';
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
 * The columns that `--columns` asks for; undefined where it isn't given.
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
 * The file that `--output` names; undefined where it isn't given.
 * @throws UsageError
 */
function outputOption(given: Given, form: PrintForm | undefined): string | undefined {
	const output = given.get('output');
	if (output === undefined) {
		if (given.has('overwrite')) {
			throw new UsageError('--overwrite needs --output FILE: it says what may be replaced');
		}
		return undefined;
	}
	if (form === undefined) {
		throw new UsageError(
			`--output needs to be told what to write: give one of ${printForms.map(name => `--${name}`).join(', ')}`,
		);
	}
	if (output === '-') {
		throw new UsageError('--output takes a file: leave it out to print to standard output');
	}
	return String(output);
}

/**
 * The value of an option that takes a number, at least `least`; undefined where it isn't given.
 * @param orElse - what else it takes, for the message
 * @throws UsageError
 */
export function wholeNumber(given: Given, name: OptionName, least: number, orElse = ''): number | undefined {
	const value = given.get(name);
	if (value === undefined) {
		return undefined;
	}
	const number = Number(value);
	if (!/^\d+$/.test(String(value)) || !Number.isSafeInteger(number) || number < least) {
		throw new UsageError(`--${name} takes a whole number from ${least} on${orElse}, not ${value}`);
	}
	return number;
}

/**
 * The zone that `--tz` names, or else the usual one.
 * @throws UsageError when there is no such zone
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

/** What the user asked for. */
export type CommandLine = {
	/** Files, directories, globs, `-`; empty: none given. */
	readonly paths: readonly string[];
	/** What to print; undefined: the screen, on a terminal. */
	readonly form: PrintForm | undefined;
	/** What to do instead of watching or printing logs. */
	readonly show: 'help' | 'version' | CommandName | undefined;
	/** What is searched for, as it was given, see `queryOf`; empty: everything. */
	readonly query: string;
	/** The format of all lines, see `chosenReaders`; undefined: each line's is found out. */
	readonly format: string | undefined;
	/** How the clients of requests are chosen. */
	readonly client: ClientChoice;
	/** Rows per page of the screen. */
	readonly rows: number | 'fit';
	/** Those of `--rows` alone, which limit what is printed; undefined: not given. */
	readonly askedRows: number | 'fit' | undefined;
	/** What lies over the listing to begin with; null: nothing. */
	readonly panel: ViewPanel | null;
	/** The columns of the listing, and the fields that are printed; undefined: not given. */
	readonly columns: readonly ChosenColumn[] | undefined;
	readonly zone: string;
	readonly demo: boolean;
	readonly noFollow: boolean;
	readonly follow: boolean;
	readonly past: boolean;
	readonly poll: boolean;
	readonly maxEntries: number | undefined;
	readonly source: string;
	/** Rules that are watched, those of the config file first. */
	readonly alerts: readonly WantedAlert[];
	/** Whether rules are given by options: where nothing can be watched, that is said. */
	readonly asksForAlerts: boolean;
	/** Whether the bell rings when a rule fires. */
	readonly bell: boolean;
	/** Whether the screen begins with the mouse. */
	readonly mouse: boolean;
	/** The address of the server that is asked in place of files, see `openStore`; undefined: files are read. */
	readonly store: string | undefined;
	/** Whether what looks secret is hidden, on the screen and in all that is printed. */
	readonly redact: boolean;
	readonly color: ColorWhen;
	readonly theme: ThemeName;
	/** The newest so many; undefined: not given. */
	readonly limit: number | undefined;
	/** The file to print to; undefined: standard output. */
	readonly output: string | undefined;
	/** Whether `output` may replace a file. */
	readonly overwrite: boolean;
	/** What `ship` needs besides; undefined for anything else. */
	readonly ship: ShipOptions | undefined;
};

/**
 * Reads the arguments, without those of the interpreter.
 * @param settings - what holds where the arguments say nothing
 * @param view - what holds before these: see `--view`; null: none is asked for
 * @throws UsageError when the arguments can't be carried out as they stand
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
		show: given.has('help') ? 'help' : given.has('version') ? 'version' : command,
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

/** Whoever asks for help, or for the version, is answered, whatever else is given. */
function asked(read: ReadArguments): ReadArguments {
	const answers = (['help', 'version'] as const).filter(name => read.given.has(name));
	return answers.length === 0
		? read
		: {given: new Map(answers.map(name => [name, true])), repeated: new Map(), paths: []};
}
