import {schemas} from '../clickhouse/schema.js';
import {clientModes} from '../entries/client-choice.js';
import {themeNames} from '../themes/choose-theme.js';
import {colorWhens} from '../themes/color-depth.js';

/** What a value is completed with: these words, a file, the name of a format, or what a search begins with. */
export type Values = readonly string[] | 'file' | 'format' | 'search';

/** An option of the command line. */
export type Option = {
	readonly name: string;
	readonly short?: string;
	/** What its value is called in the help; without one it takes none. */
	readonly value?: string;
	/** What shells complete its value with; without it, there is nothing to choose from. */
	readonly values?: Values;
	/** Whether it may be given several times, and each counts. */
	readonly repeats?: true;
	/** What it does, for the help. */
	readonly help: string;
};

/** Every option, in the order of the help: for parsing, for the help, and for finding the nearest one. */
export const options = [
	{
		name: 'query',
		short: 'q',
		value: 'TEXT',
		values: 'search',
		help: 'search: only requests that match, as in the search bar',
	},
	{
		name: 'rows',
		short: 'n',
		value: 'N|fit',
		values: ['fit'],
		help: 'rows per page, or as many as fit (10); with --text the same as --limit N',
	},
	{name: 'columns', value: 'LIST', help: 'columns, and widths of them: status,url:60,agent (see below)'},
	{
		name: 'view',
		value: 'NAME',
		help: 'begin with a view that :save NAME has kept; other options win over it',
	},
	{
		name: 'format',
		value: 'F',
		values: 'format',
		help: 'format of all lines: a name, a log_format, a LogFormat, or json: field=name …',
	},
	{
		name: 'client',
		value: 'WHOM',
		values: clientModes,
		help: 'the client: peer, forwarded, or auto (default): forwarded by trusted proxies',
	},
	{
		name: 'trusted-proxies',
		value: 'LIST',
		help: 'addresses and networks of proxies, default (private and local ones), or none',
	},
	{
		name: 'tz',
		value: 'ZONE',
		values: ['local', 'utc', 'log'],
		help: 'zone of times shown, and of zoneless ones: local (default), utc, log, Area/City',
	},
	{name: 'demo', help: 'without a path: live storefront traffic in a temporary log'},
	{name: 'no-follow', help: "read once, don't watch for more"},
	{name: 'no-past', help: 'only what is written from now on'},
	{name: 'poll', help: 'no file events, look at the files four times a second'},
	{name: 'max-entries', value: 'N', help: 'on the screen: hold at most N entries, past it the oldest go'},
	{name: 'source', value: 'NAME', help: 'name of this source, a part of every token (empty)'},
	{name: 'mouse', help: 'with the mouse: wheel, click on rows, terms, tabs; p there turns it off and on'},
	{name: 'no-mouse', help: 'without the mouse, also where the config file begins with it'},
	{
		name: 'store',
		value: 'URL',
		help: 'ask ClickHouse, not files: clickhouse://host:8123/logs, clickhouses:// for TLS',
	},
	{
		name: 'checkpoint',
		value: 'DIR',
		values: 'file',
		help: 'ship: where it is remembered how far that has come (a folder of the user)',
	},
	{
		name: 'schema',
		value: 'KIND',
		values: schemas,
		help: 'ship: print the statements that make the tables',
	},
	{name: 'cluster', value: 'NAME', help: 'ship: the cluster that --schema is for ({cluster})'},
	{name: 'init', help: 'ship: make the tables; those of --schema, or else single'},
	{
		name: 'redact',
		help: 'hide what looks secret (token=…, key=…, email=…, users), shorten addresses',
	},
	{
		name: 'color',
		value: 'WHEN',
		values: colorWhens,
		help: 'auto (default), always, never',
	},
	{
		name: 'theme',
		value: 'NAME',
		values: themeNames,
		help: 'auto (default), dark, light, high-contrast, terminal, none',
	},
	{name: 'no-color', help: 'the same as --color never'},
	{
		name: 'config',
		value: 'FILE',
		values: 'file',
		help: 'the config file, in place of the usual one; reqscope config shows it',
	},
	{name: 'no-config', help: 'without a config file'},
	{
		name: 'alert',
		value: 'RULE',
		repeats: true,
		help: 'rule that rings the bell, such as 5xx share over 5% in 1m (below); repeatable',
	},
	{
		name: 'exec',
		value: 'PROGRAM',
		values: 'file',
		help: 'run PROGRAM when a rule fires; what is to be said is its argument (see below)',
	},
	{name: 'no-bell', help: 'no bell when a rule fires'},
	{name: 'json', help: 'print one object a line'},
	{name: 'csv', help: 'print comma-separated values with a header row'},
	{name: 'text', help: 'print the listing: count line, header line, all rows'},
	{name: 'raw', help: 'print the lines as they were logged'},
	{name: 'count', help: 'print the count line'},
	{name: 'limit', value: 'N', help: 'print only the newest N (default: all)'},
	{
		name: 'output',
		short: 'o',
		value: 'FILE',
		values: 'file',
		help: 'print to a new file, which appears when it is whole',
	},
	{name: 'overwrite', help: 'let --output replace a file'},
	{name: 'follow', help: 'print oldest first, then each new entry as it comes; ends with what is piped in'},
	{name: 'help', short: 'h', help: 'show this help'},
	{name: 'version', short: 'V', help: 'show the version'},
] as const satisfies readonly Option[];

/** What an option is called, without the dashes. */
export type OptionName = (typeof options)[number]['name'];
