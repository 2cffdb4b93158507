import {familySql} from './agent-family.js';

/** Width of a column on the screen, in terminal columns, without the marker of the selected row. */
export type WidthRules = {
	/** With normal space: the width, or the minimum for `measured` and `rest`. */
	readonly min: number;
	/** With normal space: the maximum for `measured`, the minimum for `rest`. */
	readonly normal?: number;
	/** With ample space: the width, the maximum for `measured`, or the minimum for `rest`. */
	readonly ample: number;
	/** With ample space: the minimum for `measured`. */
	readonly minAmple?: number;
	/** With little space, and with even less. */
	readonly small?: number;
	readonly tight?: number;
	/**
	 * `measured`: as wide as the widest text so far; it never shrinks. `rest`: the space that the other columns leave. All other
	 * widths don't depend on the content, so that nothing moves when rows arrive.
	 */
	readonly by?: 'measured' | 'rest';
	/** True if the column gets the space beyond the ample width of `rest`, up to the width of its cells. */
	readonly grows?: true;
	/** Share of the remaining space, relative to other `rest` columns. */
	readonly weight?: number;
};

/** A column of the listing. */
export type ColumnRules = {
	/** Description for the help. */
	readonly explained: string;
	readonly width: WidthRules;
	/** Typical width of its cells: the initial width in printed tables, which grow with their content. */
	readonly typical: number;
	/** The way to shorten a cell; by default its end is cut. */
	readonly cut?: 'clock' | 'path' | 'agent';
	/** True if cells are right-aligned. */
	readonly isRight?: true;
};

/** A field of the search language. */
export type SearchRules = {
	/** Description for completion and help. */
	readonly explained: string;
	/** A value, for messages. */
	readonly example: string;
};

/**
 * How a field is stored. `text`: a string of the line, in a dictionary of the index. `number`, `amount`: a number of the line, in
 * a column of the index; amounts may be missing, and are compared as numbers. `derived`: computed from the shown values of other
 * fields. `origin`: the source of the line, and other facts about the line. `part`: computed from the string of another field,
 * only for searches and lists of the most frequent values; an entry may have several. Only strings of the line, and their parts,
 * can contain secrets.
 */
type Stored =
	| {
			readonly stored: 'text';
			/**
			 * How redaction shows it. `address`: its network. `hidden`: not at all. `text`, `url`, `host`: without the secrets that
			 * the search for secrets finds in such a value.
			 */
			readonly redacted: 'address' | 'hidden' | 'text' | 'url' | 'host';
	  }
	| {readonly stored: 'number' | 'amount' | 'derived' | 'origin'; readonly redacted?: undefined}
	| {readonly stored: 'part'; readonly redacted: 'address' | 'url' | 'host' | 'text'};

/** One field of an entry. The keys of the table are the names in `Entry`, JSON and CSV. */
type FieldRow = Stored & {
	/** The field as a column, under this name. */
	readonly column?: ColumnRules & {readonly name: string; readonly header: string};
	/**
	 * The field in a search, under this name. `by`: how values are compared; by default as strings. `network`: as values of `ip`.
	 * `bot`: as strings, and `yes` and `no`.
	 */
	readonly search?: SearchRules & {
		readonly name: string;
		readonly by?: 'number' | 'token' | 'bot' | 'network';
	};
	/** Set if its most frequent values can be listed; `tab` if they have a tab. */
	readonly facet?: {readonly tab?: FacetTabRules};
	/** Its name in the details of a request, if they list only its name and value. */
	readonly details?: string;
	/** SQL expression for it in ClickHouse. A search can insert only these expressions into a statement. */
	readonly sql?: string;
};

/**
 * The names of a tab: its label, the letter of the label that opens it, and the word for one value. A letter must not be a key of
 * lists of values: right after `f`, `s` sorts as always. The only exceptions have no other letter: User agent (`g` selects the
 * first value, which is selected anyway) and Country (`y` copies only without that tab).
 */
export type FacetTabNames = {readonly name: string; readonly letter?: string; readonly one: string};

/** A tab. `of`: it is only there for several files, for a fleet, or with a database of addresses that has the field. */
export type FacetTabRules = FacetTabNames & {readonly of?: 'files' | 'fleet' | 'geo'};

/** SQL expression for a field that a server doesn't have. */
const unknownSql = 'CAST(NULL AS Nullable(String))';

/**
 * All fields of an entry, each in one row. Listing, JSON, CSV, search, completion, facets, details, redaction and queries to
 * ClickHouse derive from it. The index's dictionaries have the same order as the rows of `text`. `wasm/assembly/cells.ts`
 * repeats the first of them, so a new one comes after `peerIp`.
 */
export const fieldTable = {
	// The client, as `--client` chooses it.
	ip: {
		stored: 'text',
		redacted: 'address',
		column: {
			name: 'ip',
			header: 'IP',
			explained: 'address of the client',
			// A complete IPv4 address; IPv6 with ample space.
			width: {by: 'measured', min: 9, normal: 15, minAmple: 15, ample: 39, grows: true},
			typical: 15,
		},
		search: {name: 'ip', explained: 'client: 203.0.113.9, 10.0.0.0/8, 203.0.', example: '203.0.113.9'},
		facet: {tab: {name: 'Client', letter: 'c', one: 'client'}},
		sql: 'ip',
	},
	method: {
		stored: 'text',
		redacted: 'text',
		column: {
			name: 'method',
			header: 'Method',
			explained: 'GET, POST, …',
			// Fits OPTIONS and CONNECT. Common methods are shorter than the header.
			width: {by: 'measured', min: 6, normal: 7, ample: 10, small: 6, tight: 4},
			typical: 4,
		},
		search: {name: 'method', explained: 'method: post,put', example: 'post'},
		facet: {tab: {name: 'Method', letter: 'm', one: 'method'}},
		sql: 'method',
	},
	// The request target as logged, except that the log's escapes are decoded. The screen shows it relative.
	url: {
		stored: 'text',
		redacted: 'url',
		column: {
			name: 'url',
			header: 'URL',
			explained: 'path and query',
			// Most URLs are shorter than the ample 40. Other default columns are dropped before the URL gets narrower than its normal
			// width.
			width: {by: 'rest', min: 12, normal: 26, ample: 40, weight: 4},
			typical: 3,
		},
		search: {name: 'url', explained: 'part of the URL; =/whole, /with/*, ~regexp', example: '/en/*'},
		facet: {tab: {name: 'URL', letter: 'u', one: 'URL'}},
		sql: 'url',
	},
	protocol: {
		stored: 'text',
		redacted: 'text',
		column: {
			name: 'protocol',
			header: 'Protocol',
			explained: 'HTTP/1.1, HTTP/2.0, …',
			width: {min: 8, ample: 8},
			typical: 8,
		},
		search: {name: 'protocol', explained: 'part of the protocol: http/2', example: 'http/2'},
		sql: 'protocol',
	},
	host: {
		stored: 'text',
		redacted: 'host',
		column: {
			name: 'host',
			header: 'Host',
			explained: 'the requested site',
			width: {min: 16, ample: 24, small: 10},
			typical: 12,
		},
		search: {name: 'host', explained: 'part of the host', example: 'shop.example'},
		facet: {tab: {name: 'Host', letter: 'h', one: 'host'}},
		details: 'host',
		sql: 'host',
	},
	user: {
		stored: 'text',
		redacted: 'hidden',
		column: {
			name: 'user',
			header: 'User',
			explained: 'the logged-in user',
			width: {min: 10, ample: 16, small: 6},
			typical: 8,
		},
		search: {name: 'user', explained: 'part of the user', example: 'admin'},
		facet: {},
		details: 'user',
		sql: '`user`',
	},
	referer: {
		stored: 'text',
		redacted: 'url',
		column: {
			name: 'referer',
			header: 'Referer',
			explained: 'the page with the link',
			width: {by: 'rest', min: 10, ample: 24, weight: 2},
			typical: 7,
		},
		search: {name: 'referer', explained: 'part of the referer', example: 'google'},
		facet: {tab: {name: 'Referer', letter: 'r', one: 'referer'}},
		details: 'referer',
		sql: 'referer',
	},
	userAgent: {
		stored: 'text',
		redacted: 'text',
		column: {
			name: 'agent',
			header: 'User agent',
			explained: 'the user agent of the client',
			width: {by: 'rest', min: 12, ample: 30, weight: 3},
			typical: 5,
			cut: 'agent',
		},
		search: {name: 'agent', explained: 'part of the user agent', example: 'firefox'},
		facet: {tab: {name: 'User agent', letter: 'g', one: 'user agent'}},
		details: 'user agent',
		sql: 'agent',
	},
	forwardedFor: {
		stored: 'text',
		redacted: 'text',
		column: {
			name: 'forwarded',
			header: 'Forwarded',
			explained: 'forwarded addresses, as logged',
			// An IPv4 address; two with ample space.
			width: {min: 15, ample: 32, small: 9},
			typical: 15,
		},
		search: {name: 'forwarded', explained: 'part of the forwarded addresses', example: '203.0.113.9'},
		facet: {tab: {name: 'Forwarded', one: 'forwarded value'}},
		details: 'forwarded for',
		sql: 'forwarded_for',
	},
	upstream: {
		stored: 'text',
		redacted: 'host',
		column: {
			name: 'upstream',
			header: 'Upstream',
			explained: 'the server behind the proxy',
			width: {min: 16, ample: 24, small: 10},
			typical: 13,
		},
		search: {name: 'upstream', explained: 'part of the upstream server', example: '10.0.0.5:8080'},
		facet: {tab: {name: 'Upstream', letter: 'p', one: 'upstream'}},
		details: 'upstream',
		sql: 'upstream',
	},
	// The connecting address, if the line has it and it differs from the client. ClickHouse doesn't have it.
	peerIp: {stored: 'text', redacted: 'address'},
	time: {
		stored: 'number',
		column: {
			name: 'time',
			header: 'Time',
			explained: 'time of the request; no date in narrow columns',
			width: {by: 'measured', min: 18, normal: 24, minAmple: 20, ample: 24},
			typical: 20,
			cut: 'clock',
		},
	},
	status: {
		stored: 'number',
		column: {
			name: 'status',
			header: 'Status',
			explained: 'status of the response',
			width: {by: 'measured', min: 5, normal: 7, ample: 7, small: 5},
			typical: 3,
		},
		search: {name: 'status', explained: 'status: 404, 5xx, 400-499, >=500', example: '404', by: 'number'},
		facet: {tab: {name: 'Status', letter: 't', one: 'status'}},
		sql: 'status',
	},
	bytes: {
		stored: 'amount',
		column: {
			name: 'bytes',
			header: 'Bytes',
			explained: 'size of the response',
			width: {min: 9, ample: 9},
			typical: 9,
			isRight: true,
		},
		search: {
			name: 'bytes',
			explained: 'size of the response: >1mb, 10k-20k',
			example: '>1mb',
			by: 'number',
		},
		sql: 'bytes',
	},
	durationMs: {
		stored: 'amount',
		column: {
			name: 'duration',
			header: 'Duration',
			explained: 'time taken',
			width: {min: 8, ample: 8},
			typical: 8,
			isRight: true,
		},
		search: {
			name: 'duration',
			explained: 'time taken: >=500ms, 1s-2s',
			example: '>=500ms',
			by: 'number',
		},
		sql: 'duration_ms',
	},
	token: {
		stored: 'origin',
		column: {
			name: 'token',
			header: 'Token',
			explained: 'the name of the request in reqscope',
			width: {min: 13, ample: 13},
			typical: 13,
		},
		search: {name: 'token', explained: 'beginning of the token', example: '6729f', by: 'token'},
		sql: 'token',
	},
	route: {
		stored: 'derived',
		column: {
			name: 'route',
			header: 'Route',
			explained: 'shape of the URL',
			width: {by: 'rest', min: 12, ample: 30, weight: 3},
			typical: 5,
		},
		search: {name: 'route', explained: 'whole shape of the URL', example: '/{language}/*'},
		facet: {tab: {name: 'Route', letter: 'o', one: 'route'}},
		sql: 'route',
	},
	// The browser, or the name of another program, derived from the user agent.
	family: {
		stored: 'derived',
		column: {
			name: 'family',
			header: 'Agent',
			explained: 'browser or program, by user agent',
			width: {min: 10, ample: 16, small: 8},
			typical: 10,
		},
		search: {
			name: 'family',
			explained: 'part of the browser or program, by user agent',
			example: 'Safari iOS',
		},
		facet: {tab: {name: 'Agent', letter: 'a', one: 'agent'}},
		sql: familySql,
	},
	// Derived from the user agent. A search, by `bot`, doesn't distinguish bots and tools.
	client: {
		stored: 'derived',
		column: {
			name: 'client',
			header: 'Kind',
			explained: 'kind of agent: browser, bot or tool',
			width: {min: 7, ample: 7},
			typical: 7,
		},
		facet: {tab: {name: 'Kind', one: 'kind of agent'}},
	},
	// The network of the client: /24, of IPv6 /48.
	network: {
		stored: 'part',
		redacted: 'address',
		search: {
			name: 'network',
			explained: 'network of the client: 203.0.113.0/24',
			example: '203.0.113.0/24',
			by: 'network',
		},
		facet: {tab: {name: 'Network', letter: 'n', one: 'network'}},
	},
	// A crawler or a script by its name, but no app and no library.
	bot: {
		stored: 'part',
		redacted: 'text',
		search: {
			name: 'bot',
			explained: 'agent is a program: yes, no; or part of the name of a bot',
			example: 'yes',
			by: 'bot',
		},
		facet: {tab: {name: 'Bots', letter: 'b', one: 'bot'}},
	},
	refererHost: {
		stored: 'part',
		redacted: 'host',
		search: {
			name: 'referer-host',
			explained: 'part of the host of the page with the link',
			example: 'google',
		},
		facet: {tab: {name: 'Referer host', one: 'referer host'}},
	},
	// A parameter of the URL, as logged: `name=value`.
	param: {
		stored: 'part',
		redacted: 'url',
		search: {
			name: 'param',
			explained: 'parameter of the URL: a name, or name=value',
			example: 'utm_source=x',
		},
		facet: {tab: {name: 'Parameter', letter: 'e', one: 'parameter'}},
	},
	// The owner of the client's address, from a database that the user names: `AS13335 Cloudflare, Inc.`. A server doesn't have it.
	asn: {
		stored: 'derived',
		column: {
			name: 'asn',
			header: 'Owner',
			explained: 'owner of the client’s address',
			width: {by: 'rest', min: 12, ample: 24, weight: 1},
			typical: 16,
		},
		search: {
			name: 'asn',
			explained: 'part of the owner of the client’s address',
			example: 'cloudflare',
		},
		facet: {tab: {name: 'Owner', letter: 'w', one: 'owner', of: 'geo'}},
		sql: unknownSql,
	},
	// Its country, as a code of two letters.
	country: {
		stored: 'derived',
		column: {
			name: 'country',
			header: 'Country',
			explained: 'country of the client’s address',
			width: {min: 7, ample: 7},
			typical: 7,
		},
		search: {name: 'country', explained: 'country of the client’s address', example: 'DE'},
		facet: {tab: {name: 'Country', letter: 'y', one: 'country', of: 'geo'}},
		sql: unknownSql,
	},
	file: {
		stored: 'origin',
		column: {
			name: 'file',
			header: 'File',
			explained: 'path of the log',
			width: {by: 'rest', min: 10, ample: 20, weight: 1},
			typical: 4,
			cut: 'path',
		},
		search: {name: 'file', explained: 'part of the path of the log', example: 'access.log'},
		facet: {tab: {name: 'File', letter: 'l', one: 'file', of: 'files'}},
		sql: 'path',
	},
	source: {
		stored: 'origin',
		column: {
			name: 'source',
			header: 'Source',
			explained: 'server of a fleet',
			width: {by: 'measured', min: 6, normal: 10, ample: 20, small: 6},
			typical: 6,
		},
		search: {
			name: 'source',
			explained: 'part of the name of a server of a fleet (--store)',
			example: 'web1',
		},
		facet: {tab: {name: 'Source', one: 'source', of: 'fleet'}},
		sql: "nullIf(source, '')",
	},
	format: {
		stored: 'origin',
		search: {name: 'format', explained: 'part of the format of the line', example: 'combined'},
		facet: {},
		sql: 'format',
	},
	offset: {stored: 'origin', sql: 'offset'},
	timeSource: {stored: 'origin'},
	incomplete: {stored: 'origin', sql: 'incomplete'},
} as const satisfies Readonly<Record<string, FieldRow>>;

type Table = typeof fieldTable;

/** Name of a field: its key in `Entry`, JSON and CSV. */
export type FieldKey = keyof Table;

/** The fields whose rows have a property `Key`, of the type `Value`. */
type FieldsWith<Key extends string, Value = unknown> = {
	[Name in FieldKey]: Table[Name] extends Readonly<Record<Key, Value>> ? Name : never;
}[FieldKey];

/** Name of a field that an entry has: not a part of a different field. */
export type EntryField = Exclude<FieldKey, FieldsWith<'stored', 'part'>>;

/** Name of a text field: a string of the line. */
export type TextField = FieldsWith<'stored', 'text'>;

/** Name of an amount. */
export type AmountField = FieldsWith<'stored', 'amount'>;

/** Name of a field that a search compares as a number. */
export type NumberField = FieldsWith<'search', {readonly by: 'number'}>;

/** Name of a field that a search compares as a string, in its printed form: with the escapes of the log undone. */
export type SearchedText = Exclude<
	FieldsWith<'search'>,
	FieldsWith<'search', {readonly by: 'number' | 'token' | 'network'}>
>;

/** Name of a field whose most frequent values can be listed. `client` is `bot` or `person`, according to the user agent. */
export type OwnFacetField = FieldsWith<'facet'>;

/** Name of a field with a tab for its most frequent values. */
export type TabField = FieldsWith<'facet', {readonly tab: object}>;

/** Name of a field with a column. */
export type ColumnField = FieldsWith<'column'>;

/** Name of a column. */
export type OwnColumn = Table[ColumnField]['column']['name'];

/** Name of a field in a search. `line` is the line as logged; `since`, `until` and `on` limit the period. */
export type FieldName = Table[FieldsWith<'search'>]['search']['name'] | 'since' | 'until' | 'on' | 'line';

/** Returns the row of a field, with all properties that a row can have. */
export function rowOf(field: FieldKey): FieldRow {
	return fieldTable[field];
}

const keys = Object.keys(fieldTable) as readonly FieldKey[];

/** Returns the fields whose rows meet a condition, in table order. */
export function fieldsWhere<Field extends FieldKey>(isWanted: (row: FieldRow) => boolean): readonly Field[] {
	return keys.filter((key): key is Field => isWanted(rowOf(key)));
}

/** The text fields, sorted like the index's dictionaries. `ip` is the client, `peerIp` the peer if it isn't the client. */
export const textFields = fieldsWhere<TextField>(({stored}) => stored === 'text');

/** The amounts, sorted like the index's columns. */
export const amountFields = fieldsWhere<AmountField>(({stored}) => stored === 'amount');

/** Checks that a field is an amount. */
export function isAmount(field: string): field is AmountField {
	return (amountFields as readonly string[]).includes(field);
}

/** The fields with a column. */
export const columnFields = fieldsWhere<ColumnField>(({column}) => column !== undefined);

/** Returns a list of names in the order for people. It doesn't compile if a name is missing. */
function ordered<Name extends string>() {
	return <const List extends readonly Name[]>(
		list: [Exclude<Name, List[number]>] extends [never] ? List : {missing: Exclude<Name, List[number]>},
	): List => list as List;
}

/** All columns, the six default ones first. */
export const columns = ordered<OwnColumn>()([
	...(['status', 'ip', 'method', 'url', 'time', 'token'] as const),
	...(['host', 'user', 'bytes', 'duration', 'referer', 'agent', 'family', 'route', 'file'] as const),
	...(['client', 'protocol', 'forwarded', 'upstream', 'asn', 'country', 'source'] as const),
]);

/**
 * The fields that JSON and CSV can contain, in their order. Derived fields are printed on request. CSV omits the source by
 * default.
 */
export const printable = ordered<EntryField>()([
	...(['status', 'ip', 'method', 'url', 'time', 'token'] as const),
	...(['protocol', 'bytes', 'referer', 'userAgent', 'user', 'host', 'forwardedFor', 'upstream'] as const),
	...(['durationMs', 'format', 'file', 'offset', 'peerIp', 'timeSource', 'incomplete'] as const),
	...(['source', 'route', 'client', 'family', 'asn', 'country'] as const),
]);

/** The fields of the search language, sorted as in completions. */
export const searchNames = ordered<FieldName>()([
	...([
		'status',
		'url',
		'ip',
		'method',
		'since',
		'until',
		'on',
		'route',
		'host',
		'agent',
		'family',
		'bot',
		'network',
		'param',
	] as const),
	...(['referer', 'referer-host', 'user', 'bytes', 'duration', 'protocol', 'forwarded', 'upstream'] as const),
	...(['token', 'file', 'format', 'line', 'asn', 'country', 'source'] as const),
]);

/** The fields with tabs, in their order. */
export const tabFields = ordered<TabField>()([
	...(['ip', 'network', 'url', 'route', 'param', 'status', 'method', 'host', 'family', 'bot'] as const),
	...(['referer', 'refererHost', 'upstream', 'forwardedFor', 'client', 'userAgent'] as const),
	...(['asn', 'country', 'source', 'file'] as const),
]);
