import {alertFacts, variableOf} from '../alerts/alert-facts.js';
import {ruleForms} from '../alerts/rule.js';
import {commands} from '../command-line/commands.js';
import {commandTerm, examples, optionTerm} from '../command-line/help.js';
import {options} from '../command-line/options.js';
import {wellKnownPaths} from '../command-line/well-known-logs.js';
import {defaultBindings} from '../keys/key-bindings.js';
import {exitMeanings} from '../process/ending.js';
import {fieldNames} from '../query/field-names.js';
import {wordTable, wordTerm} from '../view/palette/palette-items.js';
import {escaped, heading, paragraph, tagged, textLine, verbatim} from './roff.js';

/** Environment variables that have an effect. */
export const environment = [
	{name: 'NO_COLOR', help: 'if not empty: no colours, only bold and inverse; see --color'},
	{name: 'TERM', help: 'type of the terminal; if dumb, reqscope prints the listing instead of a screen'},
	{name: 'TZ', help: 'the zone of --tz local'},
	{
		name: 'INK_SCREEN_READER',
		help: 'if true: plain lines for a screen reader',
	},
	{name: 'XDG_CONFIG_HOME', help: 'parent directory of the config file and views (~/.config)'},
	{name: 'XDG_STATE_HOME', help: 'parent directory of stored searches (~/.local/state)'},
	{name: 'XDG_CACHE_HOME', help: 'parent directory of compiled code for the next start (~/.cache)'},
	{
		name: 'CLICKHOUSE_USER',
		help: 'with --store: the user (default), with the password in CLICKHOUSE_PASSWORD',
	},
	{
		name: 'CLICKHOUSE_CA',
		help: 'with --store: file with the trusted certificate authority, PEM',
	},
	{name: 'CLICKHOUSE_URL', help: 'with --store env: the address of the server'},
	{name: 'STATE_DIRECTORY', help: 'set by systemd: directory for the progress of ship'},
	{name: 'TMPDIR', help: 'directory for the log of --demo (/tmp)'},
] as const;

const description =
	`Shows the requests in the access logs of web servers, newest first, and stays live while the logs grow and
are rotated. It shows the end of a log at once, and reads older lines in the background.
Lines are recognised format by format; logs may be compressed with gzip, zstd, bzip2 or xz.`.replaceAll(
		'\n',
		' ',
	);

const paths =
	`Paths are files, directories, patterns in quotes, or - for piped logs. Without a path, reqscope reads piped
input, or else the default logs of web servers. If the output isn’t a terminal, or with an option that prints, it prints
the same listing.`.replaceAll('\n', ' ');

const searching = `The search is the same in the search bar and with --query. All terms must match, or one of
them with OR between them. Parentheses group, - before a term excludes. A word without a field matches part of the URL. In text
fields =text matches the whole text, * anything, ~text a regular expression; quote text that contains spaces.`.replaceAll(
	'\n',
	' ',
);

const alerting =
	`A rule is a search with a threshold, given by --alert or in the config file. reqscope checks the requests
of the last period, by the times in the log, about once a second. A condition that ended before the start doesn’t fire. A
rule fires once, and again only after its condition has ended. Then the bell rings, a notice appears (with --follow on stderr),
and the program of --exec runs: without a shell, one instance at a time, for at most 30 seconds. It gets the message as its
argument, and these variables in its environment, if they have a value:`.replaceAll('\n', ' ');

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
		textLine('As the first argument, these words are commands; for a file of that name write ./formats.'),
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
		...defaultBindings.flatMap(({shown, help}) => (help === undefined ? [] : [tagged(shown, help)])),
		heading('COMMANDS'),
		textLine('On the screen, : lists all commands of the keys by name, and these:'),
		...wordTable.map(row => tagged(wordTerm(row), row.help)),
		heading('EXIT STATUS'),
		...exitMeanings.map(({status, meaning}) => tagged(String(status), meaning)),
		heading('ENVIRONMENT'),
		...environment.map(({name, help}) => tagged(name, help)),
		heading('FILES'),
		tagged('~/.local/state/reqscope/searches', 'stored searches, for the search bar; may be deleted'),
		tagged('~/.local/state/reqscope/last-searches', 'the last search in each directory; may be deleted'),
		tagged('~/.config/reqscope/views.jsonc', 'saved views; see --view'),
		tagged('~/.local/state/reqscope/marks', 'bookmarks and separators; may be deleted'),
		tagged(
			'~/.local/state/reqscope/started',
			'exists after the first start, which shows the most important keys',
		),
		tagged('~/.cache/reqscope', 'compiled code, for a faster start; may be deleted'),
		paragraph('Default logs, read without a path if they exist:'),
		verbatim(wellKnownPaths),
		heading('EXAMPLES'),
		...examples.map(({command, about}) => `${paragraph(`${about}:`)}\n${verbatim([command])}`),
		heading('SEE ALSO'),
		paragraph('tail(1), lnav(1), goaccess(1)'),
		'',
	].join('\n');
}
