/** How wide a column is on the screen, in columns of the terminal, without the marker of the selected row. */
type WidthRules = {
	/** Where there is usual room; what is measured, or takes what is left, has at least that. */
	readonly least: number;
	/** Where there is usual room: the most that what is measured has, the least of what takes what is left. */
	readonly usual?: number;
	/** Where there is ample room: what takes what is left has at least that, others have it, or what is measured up to it. */
	readonly ample: number;
	/** The least that what is measured has there. */
	readonly leastAmple?: number;
	/** Where there is little room, and where there is less. */
	readonly small?: number;
	readonly tight?: number;
	/**
	 * `measured`: as wide as the widest text so far, and never less wide again. `rest`: what the others leave. The width of
	 * others doesn't depend on what is in them, so that nothing moves when rows come.
	 */
	readonly by?: 'measured' | 'rest';
	/** True: where the rest has its ample width, what is beyond that is for this column, as far as its texts need it. */
	readonly grows?: true;
	/** How much of the rest it has, beside others that take it. */
	readonly weight?: number;
};

/** What is known of a column of the listing. */
export type ColumnRules = {
	/** What stands above it. */
	readonly header: string;
	/** What it tells. */
	readonly explained: string;
	/** What JSON and CSV call it. */
	readonly field: string;
	readonly width: WidthRules;
	/** How wide its texts usually are: what it begins with where it is printed, and grows with what is. */
	readonly typical: number;
	/** What of a text that is too long is left out: its end, unless this is given. */
	readonly cut?: 'clock' | 'path' | 'agent';
	/** True: texts stand at its right side. */
	readonly isRight?: true;
};

/**
 * All columns, the six of the listing first: the one place that says what there is, for the screen, for what is printed,
 * the help and the readme. What stands in them is in `cells.ts`.
 */
export const columnTable = {
	status: {
		header: 'Status',
		explained: 'the status of the answer',
		field: 'status',
		width: {by: 'measured', least: 5, usual: 7, ample: 7, small: 5},
		typical: 3,
	},
	ip: {
		header: 'IP',
		explained: 'the address of the client',
		field: 'ip',
		// IPv4 whole; IPv6 where there is room.
		width: {by: 'measured', least: 9, usual: 15, leastAmple: 15, ample: 39, grows: true},
		typical: 15,
	},
	method: {
		header: 'Method',
		explained: 'GET, POST, …',
		field: 'method',
		// OPTIONS and CONNECT, when they occur: the usual methods are shorter than the header.
		width: {by: 'measured', least: 6, usual: 7, ample: 10, small: 6, tight: 4},
		typical: 4,
	},
	url: {
		header: 'URL',
		explained: 'path and query',
		field: 'url',
		// Most URLs are shorter than the ample 40. With less than the usual, columns of the six give way.
		width: {by: 'rest', least: 12, usual: 26, ample: 40, weight: 4},
		typical: 3,
	},
	time: {
		header: 'Time',
		explained: 'when it came; the clock alone where room is short',
		field: 'time',
		width: {by: 'measured', least: 18, usual: 24, leastAmple: 20, ample: 24},
		typical: 20,
		cut: 'clock',
	},
	token: {
		header: 'Token',
		explained: 'the name of the recorded request',
		field: 'token',
		width: {least: 13, ample: 13},
		typical: 13,
	},
	host: {
		header: 'Host',
		explained: 'the site that was asked',
		field: 'host',
		width: {least: 16, ample: 24, small: 10},
		typical: 12,
	},
	user: {
		header: 'User',
		explained: 'who had logged in',
		field: 'user',
		width: {least: 10, ample: 16, small: 6},
		typical: 8,
	},
	bytes: {
		header: 'Bytes',
		explained: 'the size of the answer',
		field: 'bytes',
		width: {least: 9, ample: 9},
		typical: 9,
		isRight: true,
	},
	duration: {
		header: 'Duration',
		explained: 'how long it took',
		field: 'durationMs',
		width: {least: 8, ample: 8},
		typical: 8,
		isRight: true,
	},
	referer: {
		header: 'Referer',
		explained: 'the page that led there',
		field: 'referer',
		width: {by: 'rest', least: 10, ample: 24, weight: 2},
		typical: 7,
	},
	agent: {
		header: 'Agent',
		explained: 'what the client calls itself',
		field: 'userAgent',
		width: {by: 'rest', least: 12, ample: 30, weight: 3},
		typical: 5,
		cut: 'agent',
	},
	route: {
		header: 'Route',
		explained: 'the shape of the URL',
		field: 'route',
		width: {by: 'rest', least: 12, ample: 30, weight: 3},
		typical: 5,
	},
	file: {
		header: 'File',
		explained: 'the log that it is from',
		field: 'file',
		width: {by: 'rest', least: 10, ample: 20, weight: 1},
		typical: 4,
		cut: 'path',
	},
	client: {
		header: 'Client',
		explained: 'browser, bot or tool, told by the user agent',
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
	source: {
		header: 'Source',
		explained: 'the server of a fleet that it is from',
		field: 'source',
		width: {by: 'measured', least: 6, usual: 10, ample: 20, small: 6},
		typical: 6,
	},
} as const satisfies Readonly<Record<string, ColumnRules>>;

/** What a column is called. */
export type Column = keyof typeof columnTable;

/** All of them, in the order of the table. */
export const columns = Object.keys(columnTable) as readonly Column[];

/** Those of the listing, unless others are asked for. */
export const usualColumns = [
	'status',
	'ip',
	'method',
	'url',
	'time',
	'token',
] as const satisfies readonly Column[];

/** What is known of a column. */
export function rulesOf(column: Column): ColumnRules {
	return columnTable[column];
}
