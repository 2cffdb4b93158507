import type {WantedAlert} from '../alerts/alert-command.js';
import {clientModes, defaultProxies} from '../entries/client-choice.js';
import {defaultRows} from '../format/chosen-columns.js';
import {type Form, forms, formTable, type PrintForm, printForms} from '../output/forms.js';
import {type ReportName, reportForms, reportNames, valueOrders} from '../output/reports/report.js';
import {orders} from '../query/order.js';
import {colorWhens} from '../themes/color-depth.js';
import {themeNames} from '../themes/theme.js';
import type {Command, CommandName} from './commands.js';
import {
	clusterName,
	columnList,
	exclude,
	fieldList,
	format,
	type Kind,
	outputFile,
	proxies,
	rowCount,
	rule,
	type SettingKind,
	serverAddress,
	step,
	text,
	wholeNumber,
	word,
	zone,
} from './kinds.js';
import {schemas} from './store-address.js';

/** An option of the command line, with everything that the program knows about it. */
export type Option<Name extends string = string> = {
	readonly short?: string;
	/** Description for the help. */
	readonly help: string;
	/** Commands that it affects, besides watching and printing. */
	readonly commands?: readonly CommandName[] | 'all';
	/** The only command that it is for. */
	readonly belongsTo?: CommandName;
	/** True if commands that it doesn't affect accept it: options for appearance, and options that switch something off. */
	readonly isIgnored?: true;
	/** Options that it excludes, and the reasons. */
	readonly excludes?: ReadonlyArray<readonly [option: Name, because: string]>;
	/** It needs one of these options: the message continues with the text. */
	readonly needs?: readonly [options: readonly Name[], text: string];
	/** Reason why it only makes sense with `--follow` when printing. */
	readonly needsFollow?: string;
	/** Reason why printing excludes it. */
	readonly onlyOnScreen?: string;
	/** True if it is for reading files. It doesn't apply to a server. */
	readonly isForFiles?: true;
	/** Returns the error if a path is given that can't be meant. */
	readonly withPath?: (path: string) => string | undefined;
	/** Name of its value in the parsed command line. Default: its own, in camel case. */
	readonly sets?: string;
	/** The value if neither the command line, nor a view, nor the config file has one. Default: undefined, or false without a value. */
	readonly otherwise?: unknown;
	/** Without a value: what it sets. Default: true. */
	readonly to?: unknown;
	/** True if it may be repeated, and each distinct value counts. */
	readonly repeats?: true;
	readonly mayBeEmpty?: true;
	/** Name of its value in the help. Without it, the option takes no value. */
	readonly value?: string;
	/** Name in the config file, where options without a value are true or false. */
	readonly config?: string;
} & (
	| {readonly value: string; readonly kind: Kind<unknown>; readonly config?: undefined}
	| {readonly value: string; readonly kind: SettingKind<unknown>}
	| {readonly value?: undefined; readonly kind?: undefined}
);

/** The option of a form. */
type FormOption<Name> = {sets: 'form'; to: Name; otherwise: undefined; help: string};

const formOptions = Object.fromEntries(
	printForms.map(form => [form, {sets: 'form', to: form, otherwise: undefined, help: forms[form].help}]),
) as {readonly [Name in PrintForm]: Readonly<FormOption<Name>>};

/** The forms that no report has. */
const otherForms = printForms.filter(form => !(reportForms as readonly PrintForm[]).includes(form));

/**
 * Returns what a report excludes, and the reasons.
 * @param rows - the contents of its rows
 */
function excludedBy<Name extends ReportName>(name: Name, rows: string) {
	// The durations in the steps of a timeline are one report.
	const after = reportNames
		.slice(reportNames.indexOf(name) + 1)
		.filter(other => name !== 'latency' || other !== 'timeline');
	return [
		...(
			[
				['follow', `--${name} prints once, at the end`],
				['no-past', 'no requests would remain'],
				['alert', `rules check new requests, --${name} counts existing ones`],
				['exec', 'it belongs to rules, which check only new requests'],
				['rows', name === 'visits' ? 'it prints one row' : `--limit N prints only the first N ${rows}`],
				['columns', `--${name} has its own columns`],
				[
					'sort',
					`it orders requests, and --${name} prints ${rows}${name === 'top' || name === 'routes' ? ', which --by orders' : ''}`,
				],
			] as const
		).map(([option, because]) => [option, because] as const),
		...otherForms.map(form => [form, `--${name} prints ${rows}`] as const),
		...(name === 'visits' ? [['limit', 'it prints one row'] as const] : []),
		...after.map(other => [other, 'each prints its own table'] as const),
	];
}

/** All options by name, in help order. */
export const optionTable = {
	query: {
		short: 'q',
		value: 'TEXT',
		kind: text('search'),
		mayBeEmpty: true,
		otherwise: '',
		help: 'search: only requests that match, as in the search bar',
	},
	exclude: {
		value: 'TEXT',
		kind: exclude,
		config: 'exclude',
		mayBeEmpty: true,
		otherwise: '',
		commands: ['config'],
		help: 'hide requests in every search: -url:/health,/ready; X shows them',
	},
	rows: {
		short: 'n',
		value: 'N|fit',
		kind: rowCount,
		config: 'options.rows',
		otherwise: defaultRows,
		commands: ['config'],
		excludes: [['limit', 'to print, give one of them']],
		help: 'rows per page (10), or fit: fill the screen; with --text the same as --limit N',
	},
	columns: {
		value: 'LIST',
		kind: columnList,
		commands: ['config'],
		help: 'columns with optional widths: status,url:60,@tenant (see below)',
	},
	sort: {
		value: 'ORDER',
		kind: word(orders),
		otherwise: 'time',
		excludes: [['follow', 'requests are printed as they arrive']],
		help: 'order: duration or bytes, the largest first; -time, oldest first; time (default)',
	},
	view: {
		value: 'NAME',
		kind: text(),
		// A view may switch the redaction on.
		commands: ['explain', 'views', 'config'],
		help: 'start with a view saved by :save NAME; other options override it',
	},
	format: {
		value: 'F',
		kind: format,
		commands: ['explain', 'ship', 'doctor'],
		isForFiles: true,
		help: 'format of all lines: a name, a log_format, a LogFormat, or json: field=name …',
	},
	client: {
		value: 'WHOM',
		kind: word(clientModes),
		config: 'client',
		sets: 'clientMode',
		otherwise: 'auto',
		commands: ['explain', 'ship', 'config', 'doctor'],
		isForFiles: true,
		help: 'the client: peer, forwarded, or auto (default): forwarded by trusted proxies',
	},
	'trusted-proxies': {
		value: 'LIST',
		kind: proxies,
		config: 'trustedProxies',
		otherwise: defaultProxies,
		commands: ['explain', 'ship', 'config', 'doctor'],
		isForFiles: true,
		help: 'addresses and networks of proxies, default (private and local ones), or none',
	},
	tz: {
		value: 'ZONE',
		kind: zone,
		config: 'options.tz',
		sets: 'zone',
		otherwise: 'local',
		commands: ['explain', 'ship', 'config', 'doctor'],
		help: 'zone of displayed and of zoneless times: local (default), utc, log, Area/City',
	},
	demo: {
		isForFiles: true,
		withPath: path =>
			`--demo generates its own traffic, but ${path} is ${path === '-' ? 'piped input' : 'a log'}: use only one of them`,
		help: 'without a path: live storefront traffic in a temporary log',
	},
	'no-follow': {
		isIgnored: true,
		excludes: [
			['follow', 'one stops at the end, the other continues'],
			['no-past', 'no requests would remain to show'],
		],
		help: "read once, don't watch for more",
	},
	'no-past': {
		sets: 'past',
		to: false,
		otherwise: true,
		needsFollow: 'no requests would remain to print',
		isForFiles: true,
		help: 'only lines written from now on',
	},
	poll: {
		config: 'options.poll',
		commands: ['ship', 'config'],
		isForFiles: true,
		help: 'no file events; poll the files every 0.4 s',
	},
	'max-entries': {
		value: 'N',
		kind: wholeNumber(1),
		config: 'options.max-entries',
		commands: ['config', 'doctor'],
		onlyOnScreen: 'only the screen limits the number of entries',
		isForFiles: true,
		help: 'on the screen: keep at most N entries, evict the oldest',
	},
	source: {
		value: 'NAME',
		kind: text(),
		mayBeEmpty: true,
		otherwise: '',
		commands: ['ship'],
		isForFiles: true,
		help: 'name of this source, part of every token (default: empty)',
	},
	mouse: {
		config: 'options.mouse',
		isIgnored: true,
		excludes: [['no-mouse', 'one turns the mouse on, the other off']],
		help: 'turn the mouse on: wheel, clicks on rows, terms, tabs; p turns it off and on',
	},
	'no-mouse': {
		sets: 'mouse',
		to: false,
		isIgnored: true,
		help: 'turn the mouse off, even if the config file turns it on',
	},
	store: {
		value: 'URL',
		kind: serverAddress,
		commands: ['ship'],
		withPath: path =>
			`--store queries a server, and ${path} is a file: give one of them; reqscope ship --store … sends files there`,
		help: 'query ClickHouse, not files: clickhouse://host:8123/logs, clickhouses:// for TLS',
	},
	checkpoint: {
		value: 'DIR',
		kind: text('file'),
		belongsTo: 'ship',
		help: 'ship: directory for its progress (default: in the state directory of the user)',
	},
	schema: {
		value: 'KIND',
		kind: word(schemas),
		belongsTo: 'ship',
		help: 'ship: print the statements that create the tables',
	},
	cluster: {
		value: 'NAME',
		kind: clusterName,
		otherwise: '{cluster}',
		belongsTo: 'ship',
		help: 'ship: name of the cluster for --schema ({cluster})',
	},
	init: {
		belongsTo: 'ship',
		help: 'ship: create the tables of --schema (default: single)',
	},
	redact: {
		commands: ['explain', 'views'],
		help: 'hide secrets (token=…, key=…, email=…, users), shorten addresses',
	},
	color: {
		value: 'WHEN',
		kind: word(colorWhens),
		config: 'options.color',
		otherwise: 'auto',
		isIgnored: true,
		excludes: [['no-color', 'one sets when to use colours, the other turns them off']],
		help: 'auto (default), always, never',
	},
	theme: {
		value: 'NAME',
		kind: word(themeNames),
		config: 'theme',
		otherwise: 'auto',
		isIgnored: true,
		help: 'auto (default), dark, light, high-contrast, terminal, none',
	},
	'no-color': {sets: 'color', to: 'never', isIgnored: true, help: 'the same as --color never'},
	config: {
		value: 'FILE',
		kind: text('file'),
		// Errors in the config file concern every command.
		commands: 'all',
		excludes: [['no-config', 'one names the config file, the other reads none']],
		help: 'use FILE as the config file; reqscope config shows the path of the default',
	},
	'no-config': {commands: 'all', help: 'use no config file'},
	alert: {
		value: 'RULE',
		kind: rule,
		repeats: true,
		sets: 'rules',
		otherwise: [],
		commands: ['config'],
		excludes: [['no-follow', 'rules check only new requests']],
		needsFollow: 'rules check only new requests',
		help: 'alert rule, such as 5xx share over 5% in 1m (see below); repeatable',
	},
	exec: {
		value: 'PROGRAM',
		kind: text('file'),
		commands: ['config'],
		needsFollow: 'it belongs to rules, which check only new requests',
		help: 'run PROGRAM when a rule fires; the message is its argument (see below)',
	},
	'no-bell': {
		sets: 'bell',
		to: false,
		otherwise: true,
		config: 'options.bell',
		isIgnored: true,
		help: "don't ring the bell when a rule fires",
	},
	notify: {
		config: 'options.notify',
		isIgnored: true,
		help: 'send a desktop notification when a rule fires and the terminal isn’t focused',
	},
	...formOptions,
	top: {
		value: 'FIELDS',
		kind: fieldList,
		excludes: excludedBy('top', 'values'),
		help: 'print the most frequent values of fields: route,ip,@tenant (--json, --csv)',
	},
	routes: {
		excludes: excludedBy('routes', 'routes'),
		help: 'print the most frequent routes, with their unexpected requests (--json, --csv)',
	},
	by: {
		value: 'ORDER',
		kind: word(Object.keys(valueOrders) as ReadonlyArray<keyof typeof valueOrders>),
		otherwise: 'requests',
		needs: [['top', 'routes'], '--top FIELDS or --routes: it is their order'],
		help: 'sort --top and --routes by requests (default), 4xx, 5xx, bytes, p95, max, time',
	},
	timeline: {
		value: 'STEP',
		kind: step,
		excludes: excludedBy('timeline', 'steps of time'),
		help: 'print the requests over time, in steps of 1m, 5m, 1h, 1d, auto … (--json, --csv)',
	},
	latency: {
		excludes: excludedBy('latency', 'steps of time'),
		withPath: path =>
			/^(?:auto|\d+[smhdw])$/.test(path)
				? `--latency takes no step: write --latency --timeline ${path}`
				: undefined,
		help: 'print the durations over time, in the steps of --timeline, or auto',
	},
	diff: {
		value: 'SEARCH',
		kind: text('search'),
		excludes: excludedBy('diff', 'findings'),
		help: 'print the differences between these and other requests (--json, --csv)',
	},
	baseline: {
		value: 'WHAT',
		kind: text('search'),
		needs: [['diff'], '--diff SEARCH: it is what the requests of that search are compared with'],
		help: 'baseline of --diff: rest, before (default for a period alone), or a search',
	},
	visits: {
		excludes: excludedBy('visits', 'one row'),
		help: 'print the numbers of clients and of their visits (--json, --csv)',
	},
	limit: {
		value: 'N',
		kind: wholeNumber(0),
		commands: ['explain'],
		help: 'print the first N (all; --top, --routes: 20; --diff: 10), or the last N steps',
	},
	output: {
		short: 'o',
		value: 'FILE',
		kind: outputFile,
		needs: [
			[...printForms, ...reportNames],
			`a format: add one of ${printForms.map(form => `--${form}`).join(', ')}`,
		],
		excludes: [['follow', 'the file appears once it is complete, which never happens']],
		help: 'print to a new file, which appears once it is complete',
	},
	overwrite: {
		needs: [['output'], '--output FILE: it allows replacing FILE'],
		help: 'let --output replace a file',
	},
	follow: {help: 'print oldest first, then each new entry; ends with piped input'},
	help: {short: 'h', commands: 'all', help: 'show this help'},
	version: {short: 'V', help: 'show the version'},
} as const satisfies Readonly<Record<string, Option>>;

type Table = typeof optionTable;

/** Name of an option without the dashes. */
export type OptionName = keyof Table;

/** An option with its name. */
export type NamedOption = Option<OptionName> & {readonly name: OptionName};

/** Checks that the options that others exclude or need exist. */
const checkedTable: {readonly [Name in OptionName]: Option<OptionName>} = optionTable;

/** All options, in help order. */
export const options: readonly NamedOption[] = Object.entries(checkedTable).map(([name, option]) => ({
	...option,
	name: name as OptionName,
}));

/** The options that forms exclude, and the reasons. */
export const formExclusions: {
	readonly [Name in PrintForm]: {readonly excludes: ReadonlyArray<readonly [OptionName, string]>} & Form;
} = formTable;

/** Returns the options that affect a command, in help order. */
export function optionsOf({name: command, forms: printed = []}: Command): readonly NamedOption[] {
	return options.filter(
		({name, commands, belongsTo}) =>
			commands === 'all' ||
			commands?.includes(command) ||
			belongsTo === command ||
			printed.some(form => form === name),
	);
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
	? `${Head}${Capitalize<CamelCase<Tail>>}`
	: Name;

/** Name of the value that an option sets. */
type KeyOf<Name extends OptionName> = Table[Name] extends {readonly sets: infer Key extends string}
	? Key
	: CamelCase<Name>;

/** The value that an option reads or sets. */
type ValueOf<Row> = Row extends {readonly kind: Kind<infer Value>}
	? Row extends {readonly repeats: true}
		? readonly Value[]
		: Value
	: Row extends {readonly to: infer Value}
		? Value
		: true;

/** The value without the option. Never for options that only set the value of a different option. */
type Otherwise<Row> = Row extends {readonly otherwise: infer Value}
	? Value
	: Row extends {readonly sets: string}
		? never
		: Row extends {readonly value: string}
			? undefined
			: false;

/** The value in the config file. */
type Configured<Row> = Row extends {readonly config: string}
	? Row extends {readonly kind: SettingKind<infer Value>}
		? Value
		: boolean
	: never;

/** The effective values of all options. */
export type OptionValues = {
	readonly [Name in OptionName as KeyOf<Name>]:
		| ValueOf<Table[Name]>
		| Otherwise<Table[Name]>
		| Configured<Table[Name]>;
};

/** The settings of the config file for options, by their names there. */
type ByConfig = {
	readonly [Name in OptionName as Table[Name] extends {readonly config: infer Key extends string}
		? Key
		: never]: Configured<Table[Name]>;
};

/** The options in the section `options` of the config file. */
export type OptionSettings = {
	readonly [Path in keyof ByConfig as Path extends `options.${infer Key}` ? Key : never]?: ByConfig[Path];
};

/** The settings of the config file that are defaults for options. */
export type Defaults = {
	readonly [Path in Exclude<keyof ByConfig, `options.${string}`>]: ByConfig[Path] | undefined;
} & {
	readonly options: OptionSettings;
	/** Names for `--format`: see `chosenReaders`. */
	readonly formats: ReadonlyMap<string, string>;
	/** Rules to watch, in file order. */
	readonly alerts: readonly WantedAlert[];
};

/** No settings. */
export const noDefaults: Defaults = {
	options: {},
	theme: undefined,
	exclude: undefined,
	client: undefined,
	trustedProxies: undefined,
	formats: new Map(),
	alerts: [],
};

/** Returns the name of the value that an option sets. */
export function keyOf({name, sets}: NamedOption): keyof OptionValues {
	return (sets ?? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())) as keyof OptionValues;
}

/** The settings of the section `options`, sorted as users see them. */
const settingOrder: Readonly<Record<keyof OptionSettings, true>> = {
	rows: true,
	tz: true,
	poll: true,
	mouse: true,
	'max-entries': true,
	color: true,
	bell: true,
	notify: true,
};

/** The options that the section `options` of the config file can set, by their names there. */
export const settableOptions: ReadonlyMap<string, NamedOption> = new Map(
	Object.keys(settingOrder).flatMap(name =>
		options.filter(({config}) => config === `options.${name}`).map(option => [name, option] as const),
	),
);
