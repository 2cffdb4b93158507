import {columns, columnTable} from '../listing/columns.js';
import {type CommandWord, commands} from './commands.js';
import {type Option, options} from './options.js';

const usage = 'Usage: reqscope [options] [path…]';

const about = `Watch the requests that a web server records, live, newest first.

Paths are files, directories, globs, or - for piped logs. Without one what is piped in is read, or the
places where nginx, Apache, Caddy and others log are looked at. On a terminal it shows the screen (press
? there for the keys); when the output goes elsewhere, or with one of the options that print, it prints
the same listing.
`;

const examples = `Examples:
  reqscope /var/log/nginx/access.log
  reqscope '/var/log/nginx/*access*.log'
  reqscope -q 'status:5xx since:15m -url:/health' access.log
  xzcat access.log.2.xz | reqscope
  reqscope --json --limit 100 access.log
  reqscope --format '$remote_addr [$time_local] "$request" $status' access.log
  reqscope --demo

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted, 143 terminated, 129 hung up.
`;

const term = ({name, short, value}: Option): string =>
	`${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

/** A word and what follows it: `reqscope explain FILE`. */
export const commandTerm = ({name, value}: CommandWord): string =>
	['reqscope', name, value].filter(part => part !== undefined).join(' ');

const inColumns = (lines: ReadonlyArray<readonly [term: string, text: string]>): readonly string[] => {
	const width = Math.max(...lines.map(([term]) => term.length));
	return lines.map(([term, text]) => `${term.padEnd(width)}  ${text}`);
};

/** The text of --help. */
export const help = (): string => {
	const words = inColumns(commands.map(word => [commandTerm(word), word.help])).map(line => `       ${line}`);
	const terms = inColumns(options.map(option => [term(option), option.help])).map(line => `  ${line}`);
	const cells = inColumns(columns.map(column => [column, columnTable[column].explained]));
	const fields = cells.map(line => `  ${line}`);
	const ofColumns = 'Columns of --columns, in any order; in JSON and CSV, fields:';
	return [usage, ...words, '', about, 'Options:', ...terms, '', ofColumns, ...fields, '', examples].join('\n');
};
