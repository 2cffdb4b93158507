import {lowerA, lowerZ, upperA} from '../../ascii.js';
import {FormatError} from '../pattern/format-error.js';

/** What a value of a JSON object may be for. */
export const slots = [
	'ip',
	'method',
	'requestLine',
	'url',
	'path',
	'query',
	'protocol',
	'host',
	'user',
	'referer',
	'userAgent',
	'forwardedFor',
	'upstream',
	'time',
	'status',
	'bytes',
	'duration',
	// Below: what tells a format, or that a line is none of a request.
	'logger',
	'level',
	'msg',
	'caller',
	'payload',
	'transparent',
] as const;

/** One of them. */
export type Slot = (typeof slots)[number];

/** The number of each slot. */
export const slotOf = Object.fromEntries(slots.map((slot, index) => [slot, index])) as Readonly<
	Record<Slot, number>
>;

/** Slots whose values count only where they are strings: a number there has another meaning. */
export const stringSlots: ReadonlySet<Slot> = new Set([
	'method',
	'requestLine',
	'url',
	'path',
	'query',
	'referer',
	'userAgent',
	'forwardedFor',
	'logger',
]);

/** Slots whose values are texts that nothing is read from. */
export const plainSlots: ReadonlySet<Slot> = new Set([
	'method',
	'url',
	'user',
	'referer',
	'userAgent',
	'forwardedFor',
	'upstream',
	'level',
	'msg',
	'caller',
	'payload',
]);

/**
 * Units of a time taken. `format`: what the format says, or the value itself (`12ms`), else it isn't known and the value
 * not taken.
 */
export type Unit = 's' | 'ms' | 'us' | 'ns' | 'format';

/**
 * The names under which servers log, those first whose value is taken if there are several. Nested names are joined with
 * dots. Case, `_`, `-`, `.`, `:` `@` and spaces make no difference: `request_method` is `RequestMethod`, and `method` in an
 * object `request`.
 *
 * Sources: nginx's variables as people log them; Caddy's access logs; Traefik's access log fields; Cloudflare's
 * http_requests; Envoy Gateway's, Istio's and Contour's default; Google's HttpRequest; Elastic's ECS; Fastly's examples;
 * the serializers of pino and bunyan; API Gateway's examples; AWS WAF.
 */
export const knownNames: Readonly<Partial<Record<Slot, readonly string[]>>> = {
	ip: [
		...['request.client_ip', 'request.remote_ip', 'request.remote_addr', 'httpRequest.remoteIp'],
		...['httpRequest.clientIp', 'ClientIP', 'ClientHost', 'ClientAddr', 'client.address', 'source.ip'],
		...['source.address', 'downstream_remote_address', 'downstream_direct_remote_address', 'remote_addr'],
		...['remote_ip', 'remote_host', 'remote_address', 'remote', 'req.remoteAddress', 'req.ip', 'request.ip'],
		...['real_ip', 'http_x_real_ip', 'x_real_ip', 'true_client_ip', 'clientAddress', 'client', 'source_ip'],
		...['src_ip', 'peer_addr', 'ip_address', 'ip', 'c_ip', 'identity.sourceIp'],
	],
	method: [
		...['request_method', 'ClientRequestMethod', 'httpRequest.requestMethod', 'httpRequest.httpMethod'],
		...['http.request.method', 'http.method', 'req.method', 'http_verb', 'cs_method', 'method', 'verb'],
		'request_type',
	],
	requestLine: ['request', 'request_line', 'http_request', 'requestLine', 'first_line', 'req'],
	url: [
		...['request_uri', 'ClientRequestURI', 'x-envoy-original-path', 'x-envoy-origin-path', 'url.original'],
		...[
			'original_path',
			'httpRequest.requestUrl',
			'http.target',
			'req.originalUrl',
			'req.url',
			'request_url',
		],
		...['url.full', 'http.url', 'original_url', 'url', 'RequestPath', 'request_target'],
	],
	path: [
		...['uri', 'httpRequest.uri', 'ClientRequestPath', 'url.path', 'uri_path', 'http.path', 'req.path'],
		...['cs_uri_stem', 'uri_stem', 'document_uri', 'resourcePath', 'path'],
	],
	query: [
		...['args', 'query_string', 'url.query', 'httpRequest.args', 'query', 'uri_query', 'cs_uri_query'],
		...['request_query', 'querystring', 'req.query'],
	],
	protocol: [
		...[
			'server_protocol',
			'request_protocol',
			'request.proto',
			'ClientRequestProtocol',
			'httpRequest.protocol',
		],
		...[
			'httpRequest.httpVersion',
			'http.version',
			'http.flavor',
			'req.httpVersion',
			'http_version',
			'protocol',
		],
		...['proto', 'cs_version', 'request_version'],
	],
	host: [
		...[
			'http_host',
			'RequestHost',
			'ClientRequestHost',
			':authority',
			'authority',
			'url.domain',
			'http.host',
		],
		...['req.headers.host', 'request.headers.host', 'request_Host', 'vhost', 'virtual_host', 'server_name'],
		...['x_forwarded_host', 'cs_host', 'domain', 'domainName', 'site', 'host'],
	],
	user: [
		...['remote_user', 'ClientUsername', 'user.name', 'username', 'auth_user', 'cs_username', 'user'],
		...['user_id', 'userid'],
	],
	referer: [
		...[
			'http_referer',
			'http_referrer',
			'ClientRequestReferer',
			'httpRequest.referer',
			'request.headers.referer',
		],
		...[
			'request.referrer',
			'http.request.referrer',
			'req.headers.referer',
			'req.headers.referrer',
			'referer',
		],
		...['referrer', 'request_Referer', 'cs_referer'],
	],
	userAgent: [
		...['http_user_agent', 'ClientRequestUserAgent', 'httpRequest.userAgent', 'request.headers.user-agent'],
		...['user_agent.original', 'req.headers.user-agent', 'request_User-Agent', 'user_agent', 'cs_user_agent'],
		...['browser', 'agent', 'ua'],
	],
	forwardedFor: [
		...['http_x_forwarded_for', 'x_forwarded_for', 'request.headers.x-forwarded-for', 'xff', 'forwarded_for'],
		...['request_X-Forwarded-For', 'req.headers.x-forwarded-for', 'proxy_add_x_forwarded_for'],
	],
	upstream: ['upstream_addr', 'upstream_host', 'ServiceAddr', 'ServiceURL', 'upstream', 'origin_ip'],
	time: [
		...['start_time', 'StartUTC', 'StartLocal', 'EdgeStartTimestamp', 'time_start', 'request_start', 'msec'],
		...['time_iso8601', 'time_local', 'EdgeEndTimestamp', 'requestTimeEpoch', 'request_timestamp', 'ts'],
		...['timestamp', 'date_time', 'time', 'time_end', '@timestamp', 'timestamp_log', 'date', '@t'],
		...['__REALTIME_TIMESTAMP'],
	],
	status: [
		...['DownstreamStatus', 'EdgeResponseStatus', 'http.response.status_code', 'http.status_code'],
		...['httpRequest.status', 'response_code', 'response.status_code', 'response.status', 'res.statusCode'],
		...['response_status', 'status_code', 'http_status', 'http_code', 'sc_status', 'status'],
	],
	bytes: [
		...['body_bytes_sent', 'DownstreamContentSize', 'EdgeResponseBytes', 'http.response.body.bytes'],
		...[
			'httpRequest.responseSize',
			'response_body_size',
			'resp_body_size',
			'response_size',
			'response_bytes',
		],
		...['bytes_sent', 'http.response.bytes', 'res.headers.content-length', 'response_length', 'sent_bytes'],
		...['body_size', 'sc_bytes', 'bytes', 'size', 'resp_size', 'content_length'],
	],
	logger: ['logger'],
	level: ['level'],
	msg: ['msg'],
	caller: ['caller'],
	payload: ['log', 'message'],
	transparent: ['fields', 'jsonPayload', 'data', 'attributes', 'properties', 'access', 'nginx.access'],
};

/** The names of the time taken, and what its unit is where the name doesn't say. */
export const durationNames: ReadonlyArray<readonly [name: string, unit: Unit]> = [
	['event.duration', 'ns'],
	['request_time', 's'],
	['httpRequest.latency', 'format'],
	['duration', 'format'],
	['response_time', 'ms'],
	['latency', 'format'],
	['time_elapsed', 'format'],
	['time_taken', 'format'],
	['request_duration', 'format'],
	['processing_time', 'format'],
	['total_time', 'format'],
	['elapsed_time', 'format'],
	['elapsed', 'format'],
	['took', 'format'],
];

/** What is put behind those names to say the unit. */
export const unitSuffixes: ReadonlyArray<readonly [suffix: string, unit: Unit]> = [
	...(['ms', 'msec', 'millis', 'milliseconds'] as const).map(suffix => [suffix, 'ms'] as const),
	...(['us', 'usec', 'micros', 'microseconds'] as const).map(suffix => [suffix, 'us'] as const),
	...(['ns', 'nsec', 'nanos', 'nanoseconds'] as const).map(suffix => [suffix, 'ns'] as const),
	...(['s', 'sec', 'secs', 'seconds'] as const).map(suffix => [suffix, 's'] as const),
];

/** Names that only one format has, by the number of the format in `jsonFormats`. */
export const signs: ReadonlyArray<readonly string[]> = [
	['resp_headers', 'request.remote_ip', 'request.remote_addr', 'request.remote_port'],
	['DownstreamStatus', 'RouterName', 'entryPointName', 'StartUTC', 'DownstreamContentSize'],
	['EdgeResponseStatus', 'EdgeStartTimestamp', 'RayID', 'ClientRequestURI', 'EdgeColoCode'],
	['response_flags', 'downstream_remote_address', 'x-envoy-origin-path', 'upstream_cluster'],
	['httpRequest.requestMethod', 'httpRequest.requestUrl', 'httpRequest.status'],
	['fastly_server', 'fastly_is_edge', 'fastly_pop', 'fastly_datacenter'],
	['http.request.method', 'http.response.status_code', 'ecs.version'],
	['remote_addr', 'body_bytes_sent', 'time_local', 'time_iso8601', 'upstream_response_time'],
];

/** A name of the user's own: where a field stands that isn't known, or is taken for another. */
export type NamedField = {
	/** As it is logged; nested names joined with dots. */
	readonly name: string;
	readonly field: Exclude<Slot, 'logger' | 'level' | 'msg' | 'caller' | 'payload' | 'transparent'>;
	/** Unit of a `duration`; without one it is as for a name like `duration`. */
	readonly unit?: Unit;
};

/** No names go on from there. */
export const dead = 0;

/** Where every name begins. */
export const root = 1;

const separators = '_-.:@ ';

/** The columns of bytes that lead nowhere, of separators, and of `_`, which is one except where a key begins. */
const noColumn = 0;
const separatorColumn = 1;
const underscoreColumn = 2;

/** Every known name has a number; 0 is none. */
type Entry = {slot: number; rank: number; unit: Unit | undefined; sign: number};

/**
 * The names to look for, as a table of transitions: from a state, with a byte of a key, to another. Looking a key up
 * takes one step a byte and stops at the first byte that no name goes on with, which for most unknown keys is one of the
 * first four. An object's keys go on from the state of its own key, so that `{"request":{"method":` comes to the same state
 * as `request_method`. Measured: 0.4 µs for the 25 keys of a line, a third of it with a Map of strings, which the keys would
 * have to be made of.
 */
export class NameTable {
	/** The column of each byte. */
	readonly columns = new Uint8Array(256);
	readonly width: number;
	/** The state after a state and a column: `next[state * width + column]`. */
	readonly next: Uint16Array;
	/** The number of the name that ends in a state. */
	readonly entryOf: Uint16Array;
	/** 1 where names go on from a state. */
	readonly goesOn: Uint8Array;
	/** Of each name: its slot, -1 for none; its rank among the names of the slot; its unit; what format it tells, as a bit. */
	readonly slotOf: Int8Array;
	readonly rankOf: Int16Array;
	readonly unitOf: ReadonlyArray<Unit | undefined>;
	readonly signOf: Uint8Array;

	constructor(own: readonly NamedField[] = []) {
		const entries = collect(own);
		const folded = [...entries.keys()];
		const bytes = new Set(folded.flatMap(name => [...Buffer.from(name)]));
		this.width = bytes.size + 3;
		for (const [index, byte] of [...bytes].entries()) {
			this.columns[byte] = index + 3;
			this.columns[upperCase(byte)] = index + 3;
		}
		for (const separator of separators) {
			this.columns[separator.charCodeAt(0)] = separator === '_' ? underscoreColumn : separatorColumn;
		}
		const states = folded.reduce((sum, name) => sum + Buffer.byteLength(name), 2);
		this.next = new Uint16Array(states * this.width);
		this.entryOf = new Uint16Array(states);
		this.goesOn = new Uint8Array(states);
		const numbered = [...entries.values()];
		this.slotOf = Int8Array.from([-1, ...numbered.map(({slot}) => slot)]);
		this.rankOf = Int16Array.from([-1, ...numbered.map(({rank}) => rank)]);
		this.unitOf = [undefined, ...numbered.map(({unit}) => unit)];
		this.signOf = Uint8Array.from([0, ...numbered.map(({sign}) => sign)]);
		this.#fill(folded);
	}

	/** The number of a known name. */
	entry(name: string): number {
		let state = root;
		for (const byte of Buffer.from(name)) {
			state = this.next[state * this.width + (this.columns[byte] ?? noColumn)] ?? dead;
		}
		return this.entryOf[state] ?? 0;
	}

	#fill(names: readonly string[]): void {
		const {next, width, columns} = this;
		let last = root;
		for (const [index, name] of names.entries()) {
			let state = root;
			for (const byte of Buffer.from(name)) {
				const place = state * width + (columns[byte] ?? noColumn);
				this.goesOn[state] = 1;
				if (next[place] === dead) {
					next[place] = ++last;
				}
				state = next[place] ?? dead;
			}
			this.entryOf[state] = index + 1;
		}
		for (let state = root; state <= last; state++) {
			next[state * width + separatorColumn] = state;
			if (state !== root) {
				next[state * width + underscoreColumn] = state;
			}
		}
	}
}

const upperCase = (byte: number): number =>
	byte >= lowerA && byte <= lowerZ ? byte - lowerA + upperA : byte;

/** A name without what makes no difference: `_` at its beginning does, so that `__proto__` isn't `proto`. */
const fold = (name: string): string =>
	[...name]
		.filter((character, index) => !separators.includes(character) || (character === '_' && index === 0))
		.map(character => (character >= 'A' && character <= 'Z' ? character.toLowerCase() : character))
		.join('');

const collect = (own: readonly NamedField[]): Map<string, Entry> => {
	const entries = new Map<string, Entry>();
	const add = (name: string, slot: Slot, rank: number, unit?: Unit): void => {
		const key = fold(name);
		if (key !== '' && !entries.has(key)) {
			entries.set(key, {slot: slots.indexOf(slot), rank, unit, sign: 0});
		}
	};
	// The first of the user's names is the one that counts most; and what the user says counts more than what is known.
	for (const [index, {name, field, unit}] of own.entries()) {
		add(name, field, 2000 - index, field === 'duration' ? (unit ?? 'format') : undefined);
	}
	for (const slot of slots) {
		for (const [index, name] of (knownNames[slot] ?? []).entries()) {
			add(name, slot, 1000 - index);
		}
	}
	for (const [index, [name, unit]] of durationNames.entries()) {
		for (const [suffix, suffixUnit] of unitSuffixes) {
			add(name + suffix, 'duration', 1000 - index, suffixUnit);
		}
		add(name, 'duration', 900 - index, unit);
	}
	for (const [format, names] of signs.entries()) {
		for (const name of names) {
			const key = fold(name);
			const entry = entries.get(key);
			if (entry === undefined) {
				entries.set(key, {slot: -1, rank: 0, unit: undefined, sign: 1 << format});
			} else {
				entry.sign |= 1 << format;
			}
		}
	}
	return entries;
};

/** What may be named, as the user writes it. */
const named: ReadonlyMap<string, Pick<NamedField, 'field' | 'unit'>> = new Map([
	...slots
		.slice(0, slots.indexOf('logger'))
		.map((slot): [string, Pick<NamedField, 'field'>] => [slot, {field: slot as NamedField['field']}]),
	['request', {field: 'requestLine' satisfies Slot}] as const,
	['agent', {field: 'userAgent' satisfies Slot}] as const,
	...(['s', 'ms', 'us', 'ns'] satisfies Unit[]).map((unit): [string, Pick<NamedField, 'field' | 'unit'>] => [
		`duration_${unit}`,
		{field: 'duration', unit},
	]),
]);

/**
 * Reads what a user gives to say under which names a JSON log has its fields: `json: url=my.path duration_ms=took`. The
 * names that are known stay known.
 *
 * @throws FormatError
 */
export function namedFields(text: string): readonly NamedField[] {
	const pairs = text
		.replace(/^json:/, '')
		.split(/[\s,]+/)
		.filter(pair => pair !== '');
	if (pairs.length === 0) {
		throw new FormatError('nothing after json: give field=name, such as json: url=my.path');
	}
	return pairs.map(pair => {
		const [field = '', name = '', ...more] = pair.split('=');
		const known = named.get(field);
		if (name === '' || more.length > 0) {
			throw new FormatError(`${pair} isn't of the form field=name, such as url=my.path`);
		}
		if (known === undefined) {
			throw new FormatError(`there is no field ${field}; there are ${[...named.keys()].join(' ')}`);
		}
		return {...known, name};
	});
}
