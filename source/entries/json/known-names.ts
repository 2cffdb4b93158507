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
