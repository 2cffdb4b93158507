import type {WantedAlert} from '../alerts/alert-command.js';
import {type DefaultOptions, noSettings, type Settings} from '../config/settings.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {formats} from '../entries/formats.js';
import {FormatError} from '../entries/pattern/format-error.js';
import type {ChosenColumn} from '../listing/chosen-columns.js';
import {timeFormatter} from '../listing/time-formatter.js';
import {usualRows} from '../listing/usual-rows.js';
import {nearest} from '../nearest.js';
import {type PrintForm, printForms} from '../output/print-form.js';
import {type ThemeName, themeNames} from '../view/themes/choose-theme.js';
import {type ColorWhen, colorWhens} from '../view/themes/color-when.js';
import type {View, ViewPanel} from '../view/views/views.js';
import {wantedAlerts} from './alerts-option.js';
import {columnsOption} from './columns-option.js';
import {type CommandName, commands} from './commands.js';
import type {OptionName} from './options.js';
import {type Given, readArguments} from './read-arguments.js';
import {type ShipOptions, shipOptions} from './ship-options.js';
import {storeOption} from './store-option.js';
import {UsageError} from './usage-error.js';

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
	readonly rows: number | 'fit';
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
export const parseCommandLine = (
	args: readonly string[],
	settings: Settings = noSettings,
	view: View | null = null,
): CommandLine => {
	const {given, repeated, paths: words} = readArguments(args);
	const defaults = settings.options;
	const command = commands.find(({name}) => name === words[0])?.name;
	const paths = command === undefined ? words : words.slice(1);
	const forms = printForms.filter(form => given.has(form));
	const form = forms[0];
	const limit = wholeNumber(given, 'limit', 0);
	if (forms.length > 1) {
		throw new UsageError(
			`${forms.map(name => `--${name}`).join(' and ')} exclude each other: give one of them`,
		);
	}
	exclude(given, 'count', 'limit', 'it counts all that match');
	exclude(given, 'count', 'follow', 'it is said once, at the end');
	for (const printing of printForms) {
		exclude(given, 'max-entries', printing, 'it is the screen that holds no more than so many');
	}
	exclude(given, 'columns', 'raw', 'lines are printed as they were logged');
	exclude(given, 'columns', 'count', 'nothing but the number is printed');
	exclude(given, 'no-follow', 'follow', 'one reads once, the other goes on');
	exclude(given, 'no-follow', 'no-past', 'nothing would be left to show');
	exclude(given, 'alert', 'no-follow', 'a rule looks at what is written from now on');
	if (given.has('alert') && form !== undefined && !given.has('follow')) {
		throw new UsageError(
			`--alert with --${form} needs --follow: a rule looks at what is written from now on`,
		);
	}
	if (given.has('no-past') && form !== undefined && !given.has('follow')) {
		throw new UsageError(`--no-past with --${form} needs --follow: nothing would be left to print`);
	}
	exclude(given, 'mouse', 'no-mouse', 'one begins with the mouse, the other without');
	exclude(given, 'color', 'no-color', 'one says when there are colours, the other never');
	exclude(given, 'config', 'no-config', 'one names the config file, the other reads none');
	if (command === 'config' && paths.length > 0) {
		throw new UsageError(
			'config takes no path: it prints the settings; --config FILE names the file of them',
		);
	}
	if (command === 'views' && paths.length > 0) {
		throw new UsageError('views takes no path: it lists the views; --view NAME begins with one');
	}
	const output = outputFile(given, form);
	const store = storeOption(given, command, paths);
	if (command === 'doctor' && ((form !== undefined && form !== 'json') || output !== undefined)) {
		throw new UsageError('doctor prints text, or with --json one object a line');
	}
	return {
		paths,
		form,
		show: given.has('help') ? 'help' : given.has('version') ? 'version' : command,
		query: String(given.get('query') ?? view?.query ?? ''),
		format: format(given.get('format'), settings.formats),
		rows:
			given.get('rows') === 'fit'
				? 'fit'
				: (wholeNumber(given, 'rows', 1, ', or fit') ?? view?.rows ?? defaults.rows ?? usualRows),
		panel: view?.panel ?? null,
		columns: columnsOption(given.get('columns')) ?? view?.columns ?? undefined,
		zone: zone(given.get('tz'), defaults.tz),
		demo: given.has('demo'),
		noFollow: given.has('no-follow'),
		follow: given.has('follow'),
		past: !given.has('no-past'),
		poll: given.has('poll') || (defaults.poll ?? false),
		maxEntries: wholeNumber(given, 'max-entries', 1) ?? defaults['max-entries'],
		source: String(given.get('source') ?? ''),
		alerts: wantedAlerts(repeated.get('alert') ?? [], given.get('exec'), settings.alerts),
		asksForAlerts: given.has('alert'),
		bell: !given.has('no-bell') && (defaults.bell ?? true),
		mouse: !given.has('no-mouse') && (given.has('mouse') || (defaults.mouse ?? false)),
		store,
		redact: given.has('redact') || (view?.redact ?? false),
		color: color(given, defaults),
		theme: theme(given.get('theme'), settings),
		limit,
		output,
		overwrite: given.has('overwrite'),
		ship: shipOptions(given, command, paths),
	};
};

const format = (value: string | true | undefined, own: Settings['formats']): string | undefined => {
	if (value === undefined) {
		return undefined;
	}
	const given = String(value);
	const named = own.get(given);
	if (named !== undefined) {
		return named;
	}
	try {
		chosenReaders(given);
	} catch (error) {
		if (!(error instanceof FormatError)) {
			throw error;
		}
		const near = nearest(given, [...formats.map(({name}) => name), ...own.keys()]);
		const isName = /^[\w-]+$/.test(given);
		const list = isName ? ' (reqscope formats lists them)' : '';
		const advice = isName && near !== undefined ? ` (did you mean ${near}?)` : list;
		throw new UsageError(`--format ${given}: ${error.message}${advice}`, {cause: error});
	}
	return given;
};

const exclude = (given: Given, one: OptionName, other: OptionName, because: string): void => {
	if (given.has(one) && given.has(other)) {
		throw new UsageError(`--${one} and --${other} exclude each other: ${because}`);
	}
};

const wholeNumber = (given: Given, name: OptionName, least: number, orElse = ''): number | undefined => {
	const value = given.get(name);
	if (value === undefined) {
		return undefined;
	}
	const number = Number(value);
	if (!/^\d+$/.test(String(value)) || !Number.isSafeInteger(number) || number < least) {
		throw new UsageError(`--${name} takes a whole number from ${least} on${orElse}, not ${value}`);
	}
	return number;
};

const outputFile = (given: Given, form: PrintForm | undefined): string | undefined => {
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
	exclude(given, 'output', 'follow', 'the file appears when it is whole, which would be never');
	if (output === '-') {
		throw new UsageError('--output takes a file: leave it out to print to standard output');
	}
	return String(output);
};

const zone = (value: string | true | undefined, usual = 'local'): string => {
	const name = String(value ?? usual);
	try {
		timeFormatter(name);
	} catch (error) {
		throw new UsageError(
			`--tz ${name}: there is no such zone; use local, utc, log, or a name such as Europe/Vienna`,
			{
				cause: error,
			},
		);
	}
	return name;
};

const color = (given: Given, defaults: DefaultOptions): ColorWhen => {
	const value = given.has('no-color') ? 'never' : (given.get('color') ?? defaults.color ?? 'auto');
	const when = colorWhens.find(known => known === value);
	if (when === undefined) {
		throw new UsageError(`--color takes auto, always or never, not ${value}`);
	}
	return when;
};

const theme = (value: string | true | undefined, settings: Settings): ThemeName => {
	if (value === undefined) {
		return settings.theme ?? 'auto';
	}
	const name = themeNames.find(known => known === value);
	if (name === undefined) {
		throw new UsageError(`--theme takes one of ${themeNames.join(', ')}, not ${value}`);
	}
	return name;
};
