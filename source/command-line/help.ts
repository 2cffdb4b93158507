import {columns, columnTable} from '../listing/columns.js';
import {type Option, options} from './options.js';

const usage = `Usage: reqscope [options] [path…]
       reqscope formats        list the formats that are recognised
       reqscope explain FILE   show what is read of its first lines as what, and where reading stops

Watch the requests that a web server records, live, newest first.

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

/** The columns that there are. */
const columnLines = (): string => {
	const width = Math.max(...columns.map(({length}) => length));
	const lines = columns.map(column => `  ${column.padEnd(width)}  ${columnTable[column].explained}`);
	return `Columns of --columns, in any order; in JSON and CSV, fields:\n${lines.join('\n')}\n`;
};

/** The text of --help. */
export const help = (): string => {
	const terms = options.map(option => ({term: term(option), text: option.help}));
	const width = Math.max(...terms.map(({term: {length}}) => length));
	const lines = terms.map(line => `  ${line.term.padEnd(width)}  ${line.text}`);
	return `${usage}\nOptions:\n${lines.join('\n')}\n\n${columnLines()}\n${examples}`;
};
