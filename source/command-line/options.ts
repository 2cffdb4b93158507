import {clientModes} from '../entries/client-choice.js';
import {colorWhens} from '../themes/color-depth.js';
import {themeNames} from '../themes/theme.js';
import {schemas} from './store-address.js';

/** Completions of a value: words, a file, the name of a format, or the start of a search. */
export type Values = readonly string[] | 'file' | 'format' | 'search';

/** An option of the command line. */
export type Option = {
	readonly name: string;
	readonly short?: string;
	/** Name of its value in the help. Without it, the option takes no value. */
	readonly value?: string;
	/** Completions of its value for shells. */
	readonly values?: Values;
	/** True if the option may be repeated, and each value counts. */
	readonly repeats?: true;
	/** Description for the help. */
	readonly help: string;
};

/** All options, in help order. Used by the parser, the help, and suggestions. */
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
		help: 'rows per page (10), or fit: fill the screen; with --text the same as --limit N',
	},
	{name: 'columns', value: 'LIST', help: 'columns with optional widths: status,url:60,@tenant (see below)'},
	{
		name: 'view',
		value: 'NAME',
		help: 'start with a view saved by :save NAME; other options override it',
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
		help: 'zone of displayed and of zoneless times: local (default), utc, log, Area/City',
	},
	{name: 'demo', help: 'without a path: live storefront traffic in a temporary log'},
	{name: 'no-follow', help: "read once, don't watch for more"},
	{name: 'no-past', help: 'only lines written from now on'},
	{name: 'poll', help: 'no file events; poll the files every 0.4 s'},
	{name: 'max-entries', value: 'N', help: 'on the screen: keep at most N entries, evict the oldest'},
	{name: 'source', value: 'NAME', help: 'name of this source, a part of every token (empty)'},
	{name: 'mouse', help: 'with the mouse: wheel, click on rows, terms, tabs; p there turns it off and on'},
	{name: 'no-mouse', help: 'without the mouse, even if the config file turns it on'},
	{
		name: 'store',
		value: 'URL',
		help: 'ask ClickHouse, not files: clickhouse://host:8123/logs, clickhouses:// for TLS',
	},
	{
		name: 'checkpoint',
		value: 'DIR',
		values: 'file',
		help: 'ship: directory of its progress (default: a directory of the user)',
	},
	{
		name: 'schema',
		value: 'KIND',
		values: schemas,
		help: 'ship: print the statements that create the tables',
	},
	{name: 'cluster', value: 'NAME', help: 'ship: the cluster that --schema is for ({cluster})'},
	{name: 'init', help: 'ship: create the tables of --schema (default: single)'},
	{
		name: 'redact',
		help: 'hide secrets (token=…, key=…, email=…, users), shorten addresses',
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
		help: 'the config file, instead of the default; reqscope config shows it',
	},
	{name: 'no-config', help: 'without a config file'},
	{
		name: 'alert',
		value: 'RULE',
		repeats: true,
		help: 'rule for the bell, such as 5xx share over 5% in 1m (below); repeatable',
	},
	{
		name: 'exec',
		value: 'PROGRAM',
		values: 'file',
		help: 'run PROGRAM when a rule fires; the message is its argument (see below)',
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
		help: 'print to a new file, which appears once it is complete',
	},
	{name: 'overwrite', help: 'let --output replace a file'},
	{name: 'follow', help: 'print oldest first, then each new entry; ends with piped input'},
	{name: 'help', short: 'h', help: 'show this help'},
	{name: 'version', short: 'V', help: 'show the version'},
] as const satisfies readonly Option[];

/** Name of an option without the dashes. */
export type OptionName = (typeof options)[number]['name'];
