import {
	asLogged,
	isLogFieldName,
	type LogFieldName,
	type ShownField,
	writtenLogField,
} from '../query/log-field-name.js';
import {terminalWidth} from './fit-width.js';
import {sanitise} from './sanitise.js';

/** Width of a column on the screen, in terminal columns, without the marker of the selected row. */
type WidthRules = {
	/** With normal space: the width, or the minimum for `measured` and `rest`. */
	readonly least: number;
	/** With normal space: the maximum for `measured`, the minimum for `rest`. */
	readonly usual?: number;
	/** With ample space: the width, the maximum for `measured`, or the minimum for `rest`. */
	readonly ample: number;
	/** With ample space: the minimum for `measured`. */
	readonly leastAmple?: number;
	/** With little space, and with even less. */
	readonly small?: number;
	readonly tight?: number;
	/**
	 * `measured`: as wide as the widest text so far; it never shrinks. `rest`: the space that the other columns leave. All other
	 * widths don't depend on the content, so that nothing moves when rows arrive.
	 */
	readonly by?: 'measured' | 'rest';
	/** True if the column gets the space beyond the ample width of `rest`, as far as its cells need it. */
	readonly grows?: true;
	/** Share of the remaining space, relative to other `rest` columns. */
	readonly weight?: number;
};

/** Definition of a column of the listing. */
export type ColumnRules = {
	/** Description for the help. */
	readonly explained: string;
	/** Name in JSON and CSV. */
	readonly field: string;
	readonly width: WidthRules;
	/** Typical width of its cells: the initial width in printed tables, which grow with their content. */
	readonly typical: number;
	/** The way to shorten a cell; by default its end is cut. */
	readonly cut?: 'clock' | 'path' | 'agent';
	/** True if cells are right-aligned. */
	readonly isRight?: true;
};

/**
 * All columns except log fields, the six default ones first. This is the only definition of the columns: screen, printing and help
 * derive from it. `cells.ts` defines their content.
 */
export const columnTable = {
	status: {
		header: 'Status',
		explained: 'status of the response',
		field: 'status',
		width: {by: 'measured', least: 5, usual: 7, ample: 7, small: 5},
		typical: 3,
	},
	ip: {
		header: 'IP',
		explained: 'address of the client',
		field: 'ip',
		// A complete IPv4 address; IPv6 with ample space.
		width: {by: 'measured', least: 9, usual: 15, leastAmple: 15, ample: 39, grows: true},
		typical: 15,
	},
	method: {
		header: 'Method',
		explained: 'GET, POST, …',
		field: 'method',
		// Fits OPTIONS and CONNECT. Common methods are shorter than the header.
		width: {by: 'measured', least: 6, usual: 7, ample: 10, small: 6, tight: 4},
		typical: 4,
	},
	url: {
		header: 'URL',
		explained: 'path and query',
		field: 'url',
		// Most URLs are shorter than the ample 40. Before the URL is narrower than its usual width, other default columns are
		// dropped.
		width: {by: 'rest', least: 12, usual: 26, ample: 40, weight: 4},
		typical: 3,
	},
	time: {
		header: 'Time',
		explained: 'time of the request; no date in narrow columns',
		field: 'time',
		width: {by: 'measured', least: 18, usual: 24, leastAmple: 20, ample: 24},
		typical: 20,
		cut: 'clock',
	},
	token: {
		header: 'Token',
		explained: 'the name of the request in reqscope',
		field: 'token',
		width: {least: 13, ample: 13},
		typical: 13,
	},
	host: {
		header: 'Host',
		explained: 'the requested site',
		field: 'host',
		width: {least: 16, ample: 24, small: 10},
		typical: 12,
	},
	user: {
		header: 'User',
		explained: 'the logged-in user',
		field: 'user',
		width: {least: 10, ample: 16, small: 6},
		typical: 8,
	},
	bytes: {
		header: 'Bytes',
		explained: 'size of the response',
		field: 'bytes',
		width: {least: 9, ample: 9},
		typical: 9,
		isRight: true,
	},
	duration: {
		header: 'Duration',
		explained: 'time taken',
		field: 'durationMs',
		width: {least: 8, ample: 8},
		typical: 8,
		isRight: true,
	},
	referer: {
		header: 'Referer',
		explained: 'the page with the link',
		field: 'referer',
		width: {by: 'rest', least: 10, ample: 24, weight: 2},
		typical: 7,
	},
	agent: {
		header: 'Agent',
		explained: 'the user agent of the client',
		field: 'userAgent',
		width: {by: 'rest', least: 12, ample: 30, weight: 3},
		typical: 5,
		cut: 'agent',
	},
	route: {
		header: 'Route',
		explained: 'shape of the URL',
		field: 'route',
		width: {by: 'rest', least: 12, ample: 30, weight: 3},
		typical: 5,
	},
	file: {
		header: 'File',
		explained: 'path of the log',
		field: 'file',
		width: {by: 'rest', least: 10, ample: 20, weight: 1},
		typical: 4,
		cut: 'path',
	},
	client: {
		header: 'Client',
		explained: 'browser, bot or tool, by user agent',
		field: 'client',
		width: {least: 7, ample: 7},
		typical: 7,
	},
	protocol: {
		header: 'Protocol',
		explained: 'HTTP/1.1, HTTP/2.0, …',
		field: 'protocol',
		width: {least: 8, ample: 8},
		typical: 8,
	},
	forwarded: {
		header: 'Forwarded',
		explained: 'forwarded addresses, as logged',
		field: 'forwardedFor',
		// An IPv4 address; two with ample space.
		width: {least: 15, ample: 32, small: 9},
		typical: 15,
	},
	upstream: {
		header: 'Upstream',
		explained: 'the server behind the proxy',
		field: 'upstream',
		width: {least: 16, ample: 24, small: 10},
		typical: 13,
	},
	source: {
		header: 'Source',
		explained: 'server of a fleet',
		field: 'source',
		width: {by: 'measured', least: 6, usual: 10, ample: 20, small: 6},
		typical: 6,
	},
} as const satisfies Readonly<Record<string, ColumnRules & {readonly header: string}>>;

/** Name of a column that isn't a log field. */
export type OwnColumn = keyof typeof columnTable;

/** Name of a column. Every log field can be one. */
export type Column = OwnColumn | LogFieldName;

/** All columns that aren't log fields, in table order. */
export const columns = Object.keys(columnTable) as readonly OwnColumn[];

/** The default columns. */
export const usualColumns = [
	'status',
	'ip',
	'method',
	'url',
	'time',
	'token',
] as const satisfies readonly OwnColumn[];

/** Longest header of a log field that isn't cut, in terminal columns. */
const longestHeader = 20;

/** Returns the text of a column's header, sanitised. */
export function headerOf(column: Column, shownField: ShownField): string {
	return isLogFieldName(column) ? sanitise(writtenLogField(shownField(column))) : columnTable[column].header;
}

const logFieldRules = new Map<LogFieldName, ColumnRules>();

/** Returns the definition of a column. */
export function rulesOf(column: Column): ColumnRules {
	if (!isLogFieldName(column)) {
		return columnTable[column];
	}
	const known = logFieldRules.get(column);
	if (known !== undefined) {
		return known;
	}
	const least = Math.min(longestHeader, terminalWidth(headerOf(column, asLogged)));
	const rules: ColumnRules = {
		explained: 'log field',
		field: column,
		width: {by: 'measured', least, usual: Math.max(least, 16), ample: 30, small: Math.min(least, 10)},
		typical: least,
	};
	logFieldRules.set(column, rules);
	return rules;
}
