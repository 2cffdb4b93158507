import {alertFacts, variableOf} from '../alerts/alert-facts.js';
import {ruleForms} from '../alerts/rule.js';
import {columns} from '../fields/fields.js';
import {columnTable} from '../format/columns.js';
import {wrapText} from '../format/fit-width.js';
import {exitMeanings} from '../process/ending.js';
import {bytesOf} from '../start/parts.js';
import {type CommandWord, commandNamed, commands, jsonTopic} from './commands.js';
import {type NamedOption, options, optionsOf} from './options.js';

/** Example command lines, with a description of each. */
export const examples = [
	{command: 'reqscope /var/log/nginx/access.log', about: 'watch a log'},
	{
		command: "reqscope '/var/log/nginx/*access*.log'",
		about: 'watch all matching files, also future ones',
	},
	{
		command: "reqscope -q 'status:5xx since:15m -url:/health' access.log",
		about: 'watch what a search finds',
	},
	{command: 'docker logs -f web | reqscope', about: 'watch what another program writes'},
	{
		command: 'reqscope --json --limit 100 access.log',
		about: 'print the newest hundred requests, for other programs',
	},
	{
		command: 'reqscope --format \'$remote_addr [$time_local] "$request" $status\' access.log',
		about: 'read a custom format, copied from the configuration of the server',
	},
	{
		command: "reqscope --alert '5xx share over 5% in 1m' --exec ./page-me access.log",
		about: 'ring the bell and run a program when too many requests fail',
	},
	{command: 'reqscope --demo', about: 'watch live traffic of a made-up storefront'},
] as const;

/** Width of text below a heading, in columns. */
const textWidth = 100;

const usage = 'Usage: reqscope [options] [path…]';

const about = `Watch the requests that a web server records, live, newest first.

Paths are files, directories, globs, or - for piped logs. Without a path, reqscope reads piped
input, or else the default logs of nginx, Apache, Caddy and others. On a terminal it shows the screen
(? lists the keys). If the output isn’t a terminal, or with an option that prints, it prints the same
listing.
`;

/** Formats an option: `-q, --query TEXT`. */
export function optionTerm({name, short, value}: NamedOption): string {
	return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Formats options and their descriptions, with aligned names. */
function optionLines(some: readonly NamedOption[]): readonly string[] {
	return inColumns(
		some.map(option => [`${option.short === undefined ? '    ' : ''}${optionTerm(option)}`, option.help]),
	).map(line => `  ${line}`);
}

/** Formats a command and its argument: `reqscope explain FILE`. */
export function commandTerm({name, value}: CommandWord): string {
	return ['reqscope', name, value].filter(part => part !== undefined).join(' ');
}

function inColumns(lines: ReadonlyArray<readonly [term: string, text: string]>): readonly string[] {
	const width = Math.max(...lines.map(([term]) => term.length));
	return lines.map(([term, text]) => `${term.padEnd(width)}  ${text}`);
}

/** Returns the output of `help TOPIC`: the help of a command, the page about JSON, or `--help` for an unknown topic. */
export function topicHelp(name: string): string {
	if (name === jsonTopic) {
		return bytesOf('command-line/commands.md').toString();
	}
	const word = commandNamed(name);
	if (word === undefined || word.name === 'help') {
		return help();
	}
	const [begin, ...rest] = word.help;
	return [
		...[`Usage: ${commandTerm(word)}`, '', `${begin?.toUpperCase()}${rest.join('')}.`, ''],
		...['Options:', ...optionLines(optionsOf(word)), ''],
		'reqscope help lists all commands and options.\n',
	].join('\n');
}

/** Returns the text of `--help`. */
export function help(): string {
	const words = inColumns(commands.map(word => [commandTerm(word), word.help])).map(line => `       ${line}`);
	const fields = inColumns([
		...columns.map(column => [column, columnTable[column].explained] as const),
		['@name', 'a log field that has no other column: @tenant, @upstream_cache_status'],
	]);
	const forms = inColumns(ruleForms.map(({form, help}) => [form, help]));
	const variables = alertFacts.map(({name}) => variableOf(name)).join(' ');
	return [
		...[usage, ...words, '', about, 'Options:', ...optionLines(options), ''],
		'Columns of --columns, in any order; in JSON and CSV, fields:',
		...[...fields.map(line => `  ${line}`), ''],
		'Rules of --alert, with SEARCH as in --query and DURATION such as 30s, 5m, 1h:',
		...[...forms.map(line => `  ${line}`), ''],
		'Environment variables for the program of --exec, if they have a value:',
		...[...wrapText(variables, textWidth).map(line => `  ${line}`), ''],
		...['Examples:', ...examples.map(({command}) => `  ${command}`), ''],
		`Exit status: ${exitMeanings.map(({status, meaning}) => `${status} ${meaning}`).join(', ')}.\n`,
	].join('\n');
}
