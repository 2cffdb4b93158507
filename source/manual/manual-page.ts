import {alertFacts, variableOf} from '../alerts/alert-facts.js';
import {ruleForms} from '../alerts/rule.js';
import {commands} from '../command-line/commands.js';
import {commandTerm, examples} from '../command-line/help.js';
import {type Option, options} from '../command-line/options.js';
import {wellKnownPlaces} from '../command-line/well-known-logs.js';
import {keyTable} from '../keys/key-table.js';
import {exitMeanings} from '../process/ending.js';
import {fieldNames} from '../query/field-names.js';
import {wordTable, wordTerm} from '../view/palette/palette-items.js';
import {escaped, heading, paragraph, tagged, textLine, verbatim} from './roff.js';

/** Environment variables that have an effect. */
export const environment = [
	{name: 'NO_COLOR', help: 'if it is not empty, no colours: only weight and inversion; see --color'},
	{name: 'TERM', help: 'the kind of terminal; if it is dumb, the listing is printed instead of a screen'},
	{name: 'TZ', help: 'the zone that is meant by --tz local'},
	{
		name: 'INK_SCREEN_READER',
		help: 'if it is true, text that is written line by line, for a screen reader',
	},
	{name: 'XDG_CONFIG_HOME', help: 'below it, the config file and views (~/.config)'},
	{name: 'XDG_STATE_HOME', help: 'below it, earlier searches are kept (~/.local/state)'},
	{name: 'XDG_CACHE_HOME', help: 'below it, compiled code for the next start (~/.cache)'},
	{
		name: 'CLICKHOUSE_USER',
		help: 'with --store: the user (default), with the password in CLICKHOUSE_PASSWORD',
	},
	{
		name: 'CLICKHOUSE_CA',
		help: 'with --store: the file of the authority whose certificates are trusted, PEM',
	},
	{name: 'CLICKHOUSE_URL', help: 'with --store env: the address of the server'},
	{name: 'STATE_DIRECTORY', help: 'set by systemd: directory of ship’s progress'},
	{name: 'TMPDIR', help: 'where the log of --demo is written (/tmp)'},
] as const;

function optionTerm({name, short, value}: Option): string {
	return (
		[...(short === undefined ? [] : [`-${short}`]), `--${name}`].join(', ') +
		(value === undefined ? '' : ` ${value}`)
	);
}

const description =
	`Shows the requests in the access logs of web servers, newest first, and stays live while the logs grow and
are rotated. The end of a log is shown first, its past is read behind it, so that the first page is there at once.
Lines are recognised format by format; logs may be compressed with gzip, zstd, bzip2 or xz.`.replaceAll(
		'\n',
		' ',
	);

const paths =
	`Paths are files, directories, patterns in quotes, or - for piped logs. Without one what is piped in is read, or the
places where web servers log are looked at. When the output is no terminal, or with one of the options that print, the
same listing is printed.`.replaceAll('\n', ' ');

const searching =
	`The search is the same in the search bar and with --query. Terms side by side must all hold; OR between
them: one of them; parentheses group; - before a term: without. A word alone is a part of the URL. In fields of text =text is
the whole of it, * stands for anything, ~text is a regular expression, and quotes are for spaces.`.replaceAll(
		'\n',
		' ',
	);

const alerting =
	`A rule is a search with a threshold, given by --alert or in the config file. It looks at the requests of the time
up to now, by the times in the log, about once a second; what was over before the program began fires nothing. It fires
once, and again only after it was over. Then the bell rings, a notice is shown, or with --follow written to stderr, and the
program of --exec is run: without a shell, never more than one at a time, for 30 seconds at most. It is given the message as
its argument, and finds in its environment, as far as there is such:`.replaceAll('\n', ' ');

/** Returns the manual page in troff's man macros, see man(7). */
export function manualPage(version: string): string {
	return [
		`.TH REQSCOPE 1 "" "reqscope ${escaped(version)}" "User Commands"`,
		heading('NAME'),
		textLine('reqscope - watch the requests that a web server records, live, in a terminal'),
		heading('SYNOPSIS'),
		'.B reqscope',
		textLine('[options] [path…]'),
		...commands.flatMap(word => ['.br', '.B reqscope', textLine(commandTerm(word).replace(/^\S+ /, ''))]),
		heading('DESCRIPTION'),
		textLine(description),
		paragraph(paths),
		heading('WORDS'),
		textLine('Where one of these stands first, it is no path; a file of that name is given as ./formats.'),
		...commands.map(word => tagged(commandTerm(word).replace(/^\S+ /, ''), word.help)),
		heading('OPTIONS'),
		...options.map(option => tagged(optionTerm(option), option.help)),
		heading('SEARCH'),
		textLine(searching),
		verbatim(['status:404 method:post -ip:203.0.113.9 duration:>1s since:15m (bot:yes OR agent:curl)']),
		...Object.entries(fieldNames).map(([name, {explained}]) => tagged(`${name}:`, explained)),
		heading('RULES'),
		textLine(alerting),
		...alertFacts.map(({name, help}) => tagged(variableOf(name), help)),
		paragraph('A rule is one of these, SEARCH as above, DURATION such as 30s, 5m, 1h:'),
		...ruleForms.map(({form, help}) => tagged(form, help)),
		heading('KEYS'),
		...keyTable.filter(({help}) => help !== '').map(({shown, help}) => tagged(shown, help)),
		heading('COMMANDS'),
		textLine('On the screen, : lists all that the keys do, by names; and these:'),
		...wordTable.map(row => tagged(wordTerm(row), row.help)),
		heading('EXIT STATUS'),
		...exitMeanings.map(({status, meaning}) => tagged(String(status), meaning)),
		heading('ENVIRONMENT'),
		...environment.map(({name, help}) => tagged(name, help)),
		heading('FILES'),
		tagged('~/.local/state/reqscope/searches', 'earlier searches, for the search bar; may be deleted'),
		tagged(
			'~/.local/state/reqscope/last-searches',
			'the last search in each directory, which is offered there; may be deleted',
		),
		tagged('~/.config/reqscope/views.jsonc', 'views that were saved; see --view'),
		tagged('~/.local/state/reqscope/marks', 'marks and separators; may be deleted'),
		tagged(
			'~/.local/state/reqscope/started',
			'says that there has been a first start, at which a line has the most important keys',
		),
		tagged('~/.cache/reqscope', 'compiled code, for a faster start; may be deleted'),
		paragraph('Without a path it is looked here, as far as there is something:'),
		verbatim(wellKnownPlaces),
		heading('EXAMPLES'),
		...examples.map(({command, about}) => `${paragraph(`${about}:`)}\n${verbatim([command])}`),
		heading('SEE ALSO'),
		paragraph('tail(1), lnav(1), goaccess(1)'),
		'',
	].join('\n');
}
