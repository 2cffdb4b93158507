import type {Format} from '../format.js';

/** Roles of values that are stored as logged. They have the names of their fields. */
export const textSlots = ['user', 'referer', 'userAgent', 'forwardedFor', 'upstream'] as const;

/** Roles of values in a JSON object. */
export const slots = [
	'ip',
	'method',
	'requestLine',
	'url',
	'path',
	'query',
	'protocol',
	'host',
	...textSlots,
	'time',
	// The day, if `time` has only the time of day.
	'date',
	'status',
	'bytes',
	'duration',
	// The slots from here on help to identify a format, or a line that isn't a request.
	'logger',
	'level',
	'msg',
	'caller',
	'payload',
	'envelope',
	'never',
	'transparent',
] as const;

export type Slot = (typeof slots)[number];

/**
 * Units of durations. Some accept only part of the values, so that milliseconds aren't read in another unit:
 *
 * - `own`: the value contains its unit (`12ms`); otherwise the unit is unknown and the value is ignored.
 * - `nginx`: seconds, if written as nginx writes them.
 * - `longNs`: nanoseconds, if at least 10 µs, the minimum duration of a request.
 * - `partOfS`: seconds, if not an integer.
 */
export type Unit = 's' | 'ms' | 'us' | 'ns' | 'own' | 'nginx' | 'longNs' | 'partOfS';

/** Space-separated names for each slot, most important first. Nested names are joined with dots. */
export type Names = Readonly<Partial<Record<Slot, string>>>;

/** A program that logs requests as JSON. */
export type JsonFormat = Format & {
	/** Space-separated names that only this program uses. An object with one of them is in this format. */
	readonly signs: string;
	/** Space-separated names that a line with one of the signs must also have, if other programs use the signs, too. */
	readonly also?: string;
	/**
	 * Names of its fields that count only in this format. They take precedence over common names. A name that is also in
	 * `commonNames` counts in all formats. It is only listed to rank it among others, because it is in `signs` or `also`, or as a
	 * `host`, which may be the machine in other formats.
	 */
	readonly names?: Names;
	/** Units of the numbers under names of durations. For other names, the name contains the unit, or the unit is unknown. */
	readonly units?: Readonly<Record<string, Unit>>;
	/** Common names with another meaning here: values of slot `from`, or only those under `only`, belong to slot `to`, or to none. */
	readonly instead?: readonly [from: Slot, to: Slot | undefined, only?: string];
	/** The status that it logs if there was no response. */
	readonly noStatus?: number;
	/** True if its requests have no status. */
	readonly isWithoutStatus?: boolean;
	/** True if date and time are separate and in UTC. */
	readonly isUtc?: boolean;
	/** True if its requests never have a client. In other formats, an absolute URL without a client means an outgoing request. */
	readonly isWithoutClient?: boolean;
	/** A slot that every request has, if the program also logs other things with a request in them. */
	readonly needs?: Slot;
	/** Matches messages of lines that have the names of a request but aren't requests. */
	readonly others?: RegExp;
	/** True if its lines can be logfmt. */
	readonly isLogfmt?: boolean;
};

/**
 * Names that many programs use. Case, `_`, `-`, `.`, `:`, `@` and spaces are ignored: `request_method` equals `RequestMethod`,
 * and `method` in an object `request`.
 */
export const commonNames: Names = {
	ip:
		'client_ip remote_addr remote_ip remote_host remote_address remote client_address client_addr req.remoteAddress req.ip request.ip ' +
		'client source_ip src_ip src_addr peer_addr caller_ip_address ip_address ip c_ip http.client_ip net.peer.ip identity.sourceIp',
	method:
		'request_method http_method http.request_method req.method http_verb cs_method method verb request_type',
	requestLine: 'request request_line http_request first_line request_first_line req',
	url:
		'request_uri original_path http.target req.originalUrl req.url request_url url.full http.url original_url full_url url ' +
		'request_target',
	path: 'request_path uri req.uri url.path uri_path http.path req.path cs_uri_stem uri_stem document_uri path',
	query: 'args query_string url.query query uri_query cs_uri_query request_query req.query query_params',
	protocol:
		'server_protocol http_version http.flavor req.httpVersion http_protocol request_protocol request_proto protocol proto cs_version request_version',
	host:
		'http_host req.headers.host request.headers.host request_host vhost virtual_host server_name x_forwarded_host cs_host ' +
		'host_header domain domain_name site host',
	user: 'remote_user username auth_user cs_username user user_id',
	referer:
		'http_referer http_referrer request.headers.referer request_referer request_referrer req.headers.referer req.headers.referrer ' +
		'referer referrer cs_referer referer_url referrer_header',
	userAgent:
		'http_user_agent request.headers.user-agent request_user_agent req.headers.user-agent user_agent cs_user_agent user_agent_header browser agent ua',
	forwardedFor:
		'http_x_forwarded_for x_forwarded_for request.headers.x-forwarded-for xff forwarded_for request_x_forwarded_for ' +
		'req.headers.x-forwarded-for proxy_add_x_forwarded_for http_x_real_ip x_real_ip real_ip http_cf_connecting_ip cf_connecting_ip ' +
		'http_true_client_ip true_client_ip http_x_client_ip x_client_ip proxy_protocol_addr',
	upstream: 'upstream_addr upstream origin_ip',
	time:
		'start_time time_start request_start msec time_iso8601 time_local request_time_epoch request_timestamp ts timestamp ' +
		'date_time time time_end timestamp_log event_time log_time time_generated time_unix_nano t __REALTIME_TIMESTAMP',
	date: 'date',
	status:
		'response_code response.status_code response_status res.statusCode res.status status_code http.status_code resp_status ' +
		'rsp_code http_status http_code sc_status status code response',
	bytes:
		'body_bytes_sent response_body_size resp_body_size response_size response_bytes bytes_sent res.headers.content-length ' +
		'response_length response_size_bytes sent_bytes bytes_out body_size response_body_bytes data_length sc_bytes bytes size resp_size ' +
		'rsp_size resp_content_length response_content_length res.contentLength bytes_written written_bytes ' +
		'written',
	logger: 'logger',
	level: 'level log.level severity @l',
	msg: 'msg @m @mt messageTemplate',
	caller: 'caller',
	payload: 'log message event',
	// Names under which shippers and log services keep a line that they got from another program, as a string or as an object.
	envelope:
		'full_message short_message textPayload event.original raw _source result line body body.stringValue log_processed ' +
		'log_message log_line log_entry log_s log_content raw_message raw_log raw_line raw_event raw_msg original_message original ' +
		'result_description logmsg content contents text record parsed json value entry',
	// Kubernetes' audit log has several lines per request, and its own verbs. Suricata and Cloudflare log matches of rules in
	// addition to requests. Zeek logs SIP like HTTP.
	never: 'auditID alert.signature_id fileinfo.filename MatchIndex request_from',
	transparent: 'properties fields jsonPayload data attributes context access nginx.access nginx_fields',
};

/** Common names of durations, with the unit of their values. */
export const durationNames: Readonly<Record<string, Unit>> = {
	request_time: 'nginx',
	reqtime: 'nginx',
	// A label of LTSV.
	reqtime_microsec: 'us',
	rt: 'nginx',
	duration: 'own',
	response_time: 'own',
	latency: 'own',
	time_elapsed: 'own',
	time_taken: 'own',
	request_duration: 'own',
	response_duration: 'own',
	processing_time: 'own',
	total_time: 'own',
	elapsed_time: 'own',
	elapsed: 'own',
	took: 'own',
};

/** Suffixes of `durationNames` that specify the unit. */
export const unitSuffixes: Readonly<Record<'s' | 'ms' | 'us' | 'ns', readonly string[]>> = {
	ms: ['ms', 'msec', 'millis', 'milliseconds'],
	us: ['us', 'usec', 'micros', 'microseconds'],
	ns: ['ns', 'nsec', 'nanos', 'nanoseconds'],
	s: ['s', 'sec', 'secs', 'seconds'],
};

/**
 * JSON formats. If a line has signs of several formats, the first one here counts. The last format is for lines without a sign.
 */
const table: ReadonlyArray<Omit<JsonFormat, 'escapes'> & Partial<Pick<JsonFormat, 'escapes'>>> = [
	{
		name: 'caddy',
		title: 'Caddy',
		source: 'https://caddyserver.com/docs/caddyfile/directives/log',
		signs: 'resp_headers request.remote_ip request.remote_addr request.remote_port',
		names: {ip: 'request.client_ip request.remote_ip request.remote_addr', host: 'request.host'},
		units: {duration: 's'},
		noStatus: 0,
		example:
			'{"level":"info","ts":1795161787.123,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.7","remote_port":"50112","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/en/","headers":{"User-Agent":["curl/8.5.0"]}},"bytes_read":0,"user_id":"","duration":0.0042,"size":4523,"status":200,"resp_headers":{"Server":["Caddy"]}}',
	},
	{
		name: 'traefik_json',
		label: 'Traefik, JSON',
		title: 'Traefik with accessLog.format json',
		source: 'https://doc.traefik.io/traefik/observability/access-logs/#limiting-the-fieldsincluding-headers',
		signs: 'DownstreamStatus RouterName entryPointName StartUTC DownstreamContentSize OriginStatus',
		names: {
			ip: 'ClientHost ClientAddr',
			host: 'RequestHost RequestAddr',
			user: 'ClientUsername',
			upstream: 'ServiceAddr ServiceURL',
			time: 'StartUTC StartLocal time',
			status: 'DownstreamStatus',
			bytes: 'DownstreamContentSize',
		},
		units: {Duration: 'ns'},
		noStatus: 0,
		example:
			'{"ClientAddr":"203.0.113.7:50112","ClientHost":"203.0.113.7","ClientUsername":"-","DownstreamContentSize":4523,"DownstreamStatus":200,"Duration":4200000,"RequestHost":"shop.example","RequestMethod":"GET","RequestPath":"/en/","RequestProtocol":"HTTP/2.0","RouterName":"shop@docker","StartUTC":"2026-11-20T08:03:07.123456789Z","entryPointName":"web","level":"info","msg":"","time":"2026-11-20T08:03:07Z"}',
	},
	{
		name: 'cloudflare',
		label: 'Cloudflare Logpush',
		title: 'Cloudflare Logpush, http_requests',
		source: 'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/',
		signs: 'EdgeResponseStatus EdgeStartTimestamp RayID ClientRequestURI EdgeColoCode',
		names: {
			method: 'ClientRequestMethod',
			url: 'ClientRequestURI',
			path: 'ClientRequestPath',
			protocol: 'ClientRequestProtocol',
			host: 'ClientRequestHost',
			referer: 'ClientRequestReferer',
			userAgent: 'ClientRequestUserAgent',
			time: 'EdgeStartTimestamp EdgeEndTimestamp',
			status: 'EdgeResponseStatus',
			bytes: 'EdgeResponseBytes',
		},
		remark: 'The time taken by the whole request is not logged.',
		example:
			'{"ClientIP":"203.0.113.7","ClientRequestHost":"shop.example","ClientRequestMethod":"GET","ClientRequestURI":"/en/","ClientRequestProtocol":"HTTP/2","EdgeResponseBytes":4523,"EdgeResponseStatus":200,"EdgeStartTimestamp":1795161787123000000,"RayID":"8f0c2d1e3a4b5c6d"}',
	},
	{
		name: 'envoy_json',
		label: 'Envoy, JSON',
		title: 'Envoy, Envoy Gateway, Istio and Contour with JSON',
		source: 'https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage',
		signs:
			'response_flags downstream_remote_address x-envoy-origin-path x-envoy-original-path upstream_cluster',
		names: {
			ip: 'downstream_remote_address downstream_direct_remote_address',
			url: 'x-envoy-original-path x-envoy-origin-path',
			host: ':authority',
			upstream: 'upstream_host',
		},
		units: {duration: 'ms'},
		noStatus: 0,
		example:
			'{":authority":"shop.example","bytes_sent":4523,"downstream_remote_address":"203.0.113.7:50112","duration":4,"method":"GET","protocol":"HTTP/2","response_code":200,"response_flags":"-","start_time":"2026-11-20T08:03:07.123Z","upstream_host":"10.0.0.5:8080","user-agent":"curl/8.5.0","x-envoy-origin-path":"/en/","x-forwarded-for":"203.0.113.7"}',
	},
	{
		name: 'aws_waf',
		title: 'AWS WAF',
		source: 'https://docs.aws.amazon.com/waf/latest/developerguide/logging-fields.html',
		signs: 'webaclId terminatingRuleId httpRequest.clientIp httpRequest.httpMethod',
		names: {
			ip: 'httpRequest.clientIp',
			method: 'httpRequest.httpMethod',
			path: 'httpRequest.uri',
			query: 'httpRequest.args',
			protocol: 'httpRequest.httpVersion',
			status: 'responseCodeSent',
		},
		isWithoutStatus: true,
		remark: 'The status is logged only if AWS WAF itself responds.',
		example:
			'{"timestamp":1795161787123,"formatVersion":1,"webaclId":"arn:aws:wafv2:eu-central-1:1:regional/webacl/shop/1","terminatingRuleId":"block-scanners","action":"BLOCK","responseCodeSent":403,"httpRequest":{"clientIp":"203.0.113.7","country":"DE","uri":"/en/","args":"p=2","httpVersion":"HTTP/2.0","httpMethod":"GET","requestId":"r1"}}',
	},
	{
		name: 'docker_registry',
		title: 'Docker registry (distribution)',
		source: 'https://github.com/distribution/distribution/blob/main/internal/dcontext/http.go',
		signs: 'http.request.remoteaddr http.response.written',
		names: {
			ip: 'http.request.remoteaddr',
			url: 'http.request.uri',
			host: 'http.request.host',
			user: 'auth.user.name',
			referer: 'http.request.referer',
			userAgent: 'http.request.useragent',
			status: 'http.response.status',
			bytes: 'http.response.written',
			duration: 'http.response.duration',
		},
		units: {'http.response.duration': 'own'},
		isLogfmt: true,
		example:
			'time="2026-11-20T08:03:07.123456789Z" level=info msg="response completed" go.version=go1.24.4 http.request.host="shop.example:5000" http.request.id=r1 http.request.method=GET http.request.remoteaddr="203.0.113.7:50112" http.request.uri=/v2/ http.request.useragent=curl/8.5.0 http.response.contenttype="application/json; charset=utf-8" http.response.duration=4.2ms http.response.status=200 http.response.written=4523',
	},
	{
		name: 'httplog',
		title: 'httplog of chi, versions 1 and 2',
		source: 'https://github.com/go-chi/httplog/blob/v2.1.1/httplog.go',
		signs: 'httpResponse.status httpResponse.elapsed',
		names: {
			ip: 'httpRequest.remoteIP',
			method: 'httpRequest.method httpRequest.requestMethod',
			url: 'httpRequest.url httpRequest.requestURL',
			path: 'httpRequest.path httpRequest.requestPath',
			protocol: 'httpRequest.proto',
			userAgent: 'httpRequest.header.user-agent',
			status: 'httpResponse.status',
			bytes: 'httpResponse.bytes',
			duration: 'httpResponse.elapsed',
		},
		units: {'httpResponse.elapsed': 'ms'},
		example:
			'{"timestamp":"2026-11-20T08:03:07.123Z","level":"INFO","message":"Response: 200 OK","httpRequest":{"url":"http://shop.example/en/","method":"GET","path":"/en/","remoteIP":"203.0.113.7:50112","proto":"HTTP/1.1","requestID":"web/1"},"httpResponse":{"status":200,"bytes":4523,"elapsed":4.2}}',
	},
	{
		name: 'gcp_http',
		label: 'Google Cloud',
		title: 'Google Cloud, load balancers and other logs with an httpRequest',
		source: 'https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#HttpRequest',
		signs: 'httpRequest.requestMethod httpRequest.requestUrl httpRequest.status',
		names: {
			ip: 'httpRequest.remoteIp',
			method: 'httpRequest.requestMethod',
			url: 'httpRequest.requestUrl',
			protocol: 'httpRequest.protocol',
			referer: 'httpRequest.referer',
			userAgent: 'httpRequest.userAgent',
			upstream: 'httpRequest.serverIp',
			status: 'httpRequest.status',
			bytes: 'httpRequest.responseSize',
			duration: 'httpRequest.latency',
		},
		units: {'httpRequest.latency': 'own'},
		noStatus: 0,
		example:
			'{"httpRequest":{"requestMethod":"GET","requestUrl":"https://shop.example/en/","status":200,"responseSize":"4523","userAgent":"curl/8.5.0","remoteIp":"203.0.113.7","latency":"0.0042s","protocol":"HTTP/2"},"timestamp":"2026-11-20T08:03:07.123456Z","severity":"INFO"}',
	},
	{
		name: 'app_engine',
		title: 'Google App Engine, request_log',
		source:
			'https://cloud.google.com/appengine/docs/legacy/standard/python/logs/#request_logs_versus_application_logs',
		signs: 'protoPayload.resource protoPayload.megaCycles protoPayload.moduleId',
		names: {
			ip: 'protoPayload.ip',
			method: 'protoPayload.method',
			url: 'protoPayload.resource',
			protocol: 'protoPayload.httpVersion',
			host: 'protoPayload.host',
			referer: 'protoPayload.referrer',
			userAgent: 'protoPayload.userAgent',
			time: 'protoPayload.startTime timestamp',
			status: 'protoPayload.status',
			bytes: 'protoPayload.responseSize',
			duration: 'protoPayload.latency',
		},
		units: {'protoPayload.latency': 'own'},
		example:
			'{"protoPayload":{"@type":"type.googleapis.com/google.appengine.logging.v1.RequestLog","ip":"203.0.113.7","startTime":"2026-11-20T08:03:07.123456Z","latency":"0.004200s","method":"GET","resource":"/en/","httpVersion":"HTTP/1.1","status":200,"responseSize":"4523","userAgent":"curl/8.5.0","host":"shop.example","moduleId":"default"},"timestamp":"2026-11-20T08:03:07.123456Z"}',
	},
	{
		name: 'fastly',
		title: 'Fastly with JSON',
		source: 'https://www.fastly.com/documentation/guides/integrations/logging/custom-log-formats/',
		signs: 'fastly_server fastly_is_edge fastly_pop fastly_datacenter',
		names: {host: 'host'},
		units: {time_elapsed: 'us'},
		example:
			'{"timestamp":"2026-11-20T08:03:07+0000","client_ip":"203.0.113.7","host":"shop.example","url":"/en/","request_method":"GET","request_protocol":"HTTP/2","request_user_agent":"curl/8.5.0","response_status":200,"response_body_size":4523,"time_elapsed":4200,"fastly_server":"cache-fra-0","fastly_is_edge":true}',
	},
	{
		name: 'akamai_json',
		title: 'Akamai DataStream 2 with JSON',
		source: 'https://techdocs.akamai.com/datastream2/docs/data-set-parameters',
		signs: 'reqTimeSec cliIP turnAroundTimeMSec',
		names: {ip: 'cliIP', query: 'queryStr', host: 'reqHost', time: 'reqTimeSec'},
		remark:
			'Referer and user agent are percent-encoded, as logged; the time taken is not logged as one number.',
		example:
			'{"version":1,"cp":"123456","reqTimeSec":"1795161787.123","bytes":"4523","cliIP":"203.0.113.7","statusCode":"200","proto":"HTTPS","reqHost":"shop.example","reqMethod":"GET","reqPath":"/en/","reqPort":"443","UA":"curl%2F8.5.0","queryStr":"p=2","turnAroundTimeMSec":"3"}',
	},
	{
		name: 'cloudfront_json',
		title: 'Amazon CloudFront with JSON',
		source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging.html',
		signs: 'x-edge-result-type x-edge-location x-edge-request-id',
		names: {
			protocol: 'cs-protocol-version',
			host: 'x-host-header cs-host',
			referer: 'cs(Referer) cs-referer',
			userAgent: 'cs(User-Agent) cs-user-agent',
			time: 'timestamp(ms) timestamp time',
		},
		units: {'time-taken': 's'},
		isUtc: true,
		remark: 'User agents are percent-encoded, as logged.',
		example:
			'{"date":"2026-11-20","time":"08:03:07","x-edge-location":"FRA2-C1","sc-bytes":"4523","c-ip":"203.0.113.7","cs-method":"GET","cs(Host)":"d1.cloudfront.net","cs-uri-stem":"/en/","sc-status":"200","cs(Referer)":"-","cs(User-Agent)":"curl/8.5.0","cs-uri-query":"p=2","x-edge-result-type":"Hit","x-host-header":"shop.example","cs-protocol":"https","time-taken":"0.042","x-forwarded-for":"-","cs-protocol-version":"HTTP/2.0","timestamp(ms)":"1795161787123"}',
	},
	{
		name: 'iis_json',
		label: 'IIS, JSON',
		title: 'Azure App Service, and IIS as JSON',
		source: 'https://learn.microsoft.com/azure/azure-monitor/reference/tables/appservicehttplogs',
		signs: 'sc-substatus sc-win32-status',
		names: {
			host: 'cs-host',
			referer: 'cs(Referer) referer cs-referer',
			userAgent: 'cs(User-Agent) user-agent cs-user-agent',
		},
		units: {'time-taken': 'ms'},
		isUtc: true,
		example:
			'{"time":"2026-11-20T08:03:07.123Z","category":"AppServiceHTTPLogs","properties":"{\\"CsHost\\":\\"shop.example\\",\\"CIp\\":\\"203.0.113.7\\",\\"CsMethod\\":\\"GET\\",\\"CsUriStem\\":\\"/en/\\",\\"CsUriQuery\\":\\"p=2\\",\\"CsUsername\\":\\"\\",\\"UserAgent\\":\\"curl/8.5.0\\",\\"ScStatus\\":200,\\"ScSubStatus\\":\\"0\\",\\"ScWin32Status\\":\\"0\\",\\"ScBytes\\":4523,\\"TimeTaken\\":42}"}',
	},
	{
		name: 'azure_front_door',
		title: 'Azure Front Door',
		source: 'https://learn.microsoft.com/azure/frontdoor/front-door-diagnostics',
		signs: 'trackingReference socketIp rulesEngineMatchNames httpStatusDetails',
		names: {host: 'hostName'},
		units: {timeTaken: 's'},
		example:
			'{"time":"2026-11-20T08:03:07.123Z","category":"FrontDoorAccessLog","properties":{"trackingReference":"0abc","httpMethod":"GET","httpVersion":"2.0","requestUri":"https://shop.example:443/en/?p=2","requestBytes":"512","responseBytes":"4523","userAgent":"curl/8.5.0","clientIp":"203.0.113.7","socketIp":"203.0.113.7","timeTaken":"0.042","httpStatusCode":"200","hostName":"shop.example"}}',
	},
	{
		name: 'azure_gateway',
		title: 'Azure Application Gateway, version 2',
		source: 'https://learn.microsoft.com/azure/application-gateway/monitor-application-gateway-reference',
		signs: 'serverRouted clientResponseTime originalRequestUriWithArgs serverResponseLatency',
		names: {
			url: 'originalRequestUriWithArgs requestUri',
			host: 'originalHost host',
			upstream: 'serverRouted',
		},
		units: {timeTaken: 's'},
		example:
			'{"timeStamp":"2026-11-20T08:03:07+00:00","operationName":"ApplicationGatewayAccess","category":"ApplicationGatewayAccessLog","properties":{"instanceId":"appgw_0","clientIP":"203.0.113.7","clientPort":50112,"httpMethod":"GET","originalRequestUriWithArgs":"/en/?p=2","requestUri":"/en/","requestQuery":"p=2","userAgent":"curl/8.5.0","httpStatus":200,"httpVersion":"HTTP/1.1","receivedBytes":512,"sentBytes":4523,"clientResponseTime":0.001,"timeTaken":0.042,"serverRouted":"10.0.0.5:8080","serverStatus":"200","originalHost":"shop.example","host":"10.0.0.5"}}',
	},
	{
		name: 'azure_gateway_v1',
		title: 'Azure Application Gateway, version 1',
		source: 'https://learn.microsoft.com/azure/application-gateway/application-gateway-diagnostics',
		signs: 'sslEnabled',
		names: {host: 'originalHost host'},
		units: {timeTaken: 'ms'},
		example:
			'{"operationName":"ApplicationGatewayAccess","time":"2026-11-20T08:03:07Z","category":"ApplicationGatewayAccessLog","properties":{"instanceId":"ApplicationGatewayRole_IN_0","clientIP":"203.0.113.7","clientPort":50112,"httpMethod":"GET","requestUri":"/en/","userAgent":"curl/8.5.0","httpStatus":200,"httpVersion":"HTTP/1.1","receivedBytes":65,"sentBytes":4523,"timeTaken":42,"sslEnabled":"off"}}',
	},
	{
		name: 'azure_api',
		title: 'Azure API Management, GatewayLogs',
		source: 'https://learn.microsoft.com/azure/api-management/gateway-log-schema-reference',
		signs: 'apimSubscriptionId backendResponseCode isRequestSuccess',
		example:
			'{"time":"2026-11-20T08:03:07.123Z","category":"GatewayLogs","callerIpAddress":"203.0.113.7","DurationMs":42,"isRequestSuccess":true,"properties":{"method":"GET","url":"https://shop.example/en/","responseCode":200,"responseSize":4523,"backendResponseCode":200,"apimSubscriptionId":"master"}}',
	},
	{
		name: 'aws_api_gateway',
		title: 'Amazon API Gateway with JSON',
		source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html',
		signs: 'resourcePath routeKey integrationLatency',
		names: {path: 'path resourcePath', host: 'domainName', duration: 'responseLatency'},
		units: {responseLatency: 'ms'},
		remark: '`requestTime` is the time of the request.',
		example:
			'{"requestId":"r1","ip":"203.0.113.7","requestTime":"20/Nov/2026:08:03:07 +0000","httpMethod":"GET","resourcePath":"/en/","status":"200","protocol":"HTTP/1.1","responseLength":"4523","responseLatency":"42"}',
	},
	{
		name: 'vercel',
		title: 'Vercel log drains',
		source: 'https://vercel.com/docs/drains/reference/logs',
		signs: 'proxy.clientIp proxy.statusCode proxy.scheme proxy.vercelCache',
		names: {
			ip: 'proxy.clientIp',
			method: 'proxy.method',
			url: 'proxy.path',
			host: 'proxy.host',
			referer: 'proxy.referer',
			userAgent: 'proxy.userAgent',
			time: 'proxy.timestamp timestamp',
			status: 'proxy.statusCode',
			bytes: 'proxy.responseByteSize',
		},
		example:
			'{"id":"1","deploymentId":"dpl_1","source":"static","host":"shop.vercel.app","timestamp":1795161787130,"projectId":"p1","level":"info","proxy":{"timestamp":1795161787123,"method":"GET","host":"shop.example","path":"/en/?p=2","userAgent":["curl/8.5.0"],"referer":"https://shop.example/","region":"fra1","statusCode":200,"clientIp":"203.0.113.7","scheme":"https","vercelCache":"HIT","responseByteSize":4523}}',
	},
	{
		name: 'haproxy_json',
		label: 'HAProxy, JSON',
		title: 'HAProxy with a log-format of JSON',
		source: 'https://docs.haproxy.org/3.0/configuration.html#8.2.6',
		signs:
			'fe_name_transport termination_state termination_state_cookie srv_queue backend_queue term_state haproxy_clientIP ' +
			'haproxy_dateTime haproxy_serverName haproxy_bytesRead haproxy_Tt haproxy_httpRequest haproxy_statusCode',
		names: {
			ip: 'client_ip haproxy_clientIP',
			requestLine: 'http_request haproxy_httpRequest',
			time: 'request_date haproxy_dateTime req_date accept_date',
			status: 'status_code haproxy_statusCode',
			upstream: 'haproxy_serverName srv_name',
			bytes: 'bytes_read haproxy_bytesRead',
			duration:
				'time_active Ta Tt haproxy_Ta haproxy_Tt time_total session_duration time_duration haproxy_time_total',
		},
		units: {
			...{time_active: 'ms', Ta: 'ms', Tt: 'ms', haproxy_Ta: 'ms', haproxy_Tt: 'ms', time_total: 'ms'},
			...{session_duration: 'ms', time_duration: 'ms', haproxy_time_total: 'ms'},
		},
		instead: ['host', 'upstream', 'server_name'],
		isLogfmt: true,
		remark: '`server_name` is the server behind the proxy. Times have no zone.',
		example:
			'{"client_ip":"203.0.113.7","client_port":"50112","request_date":"20/Nov/2026:09:03:07.123","fe_name_transport":"https~","be_name":"shop","server_name":"web1","time_request":"0","time_wait":"0","time_connect":"1","time_response":"40","time_active":"42","status_code":"200","bytes_read":"4523","termination_state_cookie":"----","http_request":"GET /en/ HTTP/1.1"}',
	},
	{
		name: 'plug_logger_json',
		label: 'Phoenix, plug_logger_json',
		title: 'plug_logger_json of Elixir, for Phoenix and Plug',
		source: 'https://github.com/bleacherreport/plug_logger_json/blob/master/lib/plug/logger_json.ex',
		signs: 'api_version',
		also: 'date_time duration',
		names: {time: 'date_time'},
		units: {duration: 'ms'},
		remark: '`client_ip` is the first address of X-Forwarded-For.',
		example:
			'{"api_version":"N/A","client_ip":"203.0.113.7","client_version":"ios/1.6.7","date_time":"2026-11-20T09:03:07Z","duration":4.67,"handler":"Elixir.Shop.PageController#index","log_type":"http","method":"GET","params":{"p":"2"},"path":"/en/","request_id":"d90jcl66vp09","status":"200"}',
	},
	{
		name: 'netlify',
		title: 'Netlify log drains',
		source: 'https://docs.netlify.com/manage/monitoring/log-drains/',
		signs: 'deploy_id log_type',
		remark: 'The unit of `duration` is not documented.',
		example:
			'{"account_id":"a1","client_ip":"203.0.113.7","country":"DE","deploy_id":"d1","duration":42,"log_type":"traffic","method":"GET","referrer":"https://shop.example/","request_id":"r1","site_id":"s1","status_code":200,"timestamp":"2026-11-20T08:03:07.123Z","url":"https://shop.example/en/","user_agent":"curl/8.5.0"}',
	},
	{
		name: 'zeek',
		title: 'Zeek, http.log as JSON',
		source: 'https://docs.zeek.org/en/master/scripts/base/protocols/http/main.zeek.html',
		signs: 'id.orig_h id.resp_h',
		names: {
			ip: 'id.orig_h',
			protocol: 'version',
			host: 'host',
			upstream: 'id.resp_h',
			bytes: 'response_body_len',
		},
		example:
			'{"ts":1795161787.123456,"uid":"CHhAvVGS1DHFjwGM9","id.orig_h":"203.0.113.7","id.orig_p":50112,"id.resp_h":"10.0.0.5","id.resp_p":80,"trans_depth":1,"method":"GET","host":"shop.example","uri":"/en/?p=2","referrer":"https://shop.example/","version":"1.1","user_agent":"curl/8.5.0","request_body_len":0,"response_body_len":4523,"status_code":200,"status_msg":"OK"}',
	},
	{
		name: 'kong',
		title: 'Kong, file-log and http-log',
		source: 'https://developer.konghq.com/plugins/file-log/',
		signs: 'latencies.kong latencies.proxy',
		names: {host: 'request.headers.host', time: 'started_at', duration: 'latencies.request'},
		units: {'latencies.request': 'ms'},
		example:
			'{"started_at":1795161787123,"client_ip":"203.0.113.7","latencies":{"request":42,"kong":2,"proxy":40},"request":{"method":"GET","uri":"/en/?p=2","url":"http://shop.example:8000/en/?p=2","size":"512","querystring":{"p":"2"},"headers":{"host":"shop.example","user-agent":"curl/8.5.0"}},"response":{"status":200,"size":"4523","headers":{}},"upstream_uri":"/en/"}',
	},
	{
		name: 'apisix_json',
		label: 'Apache APISIX, JSON',
		title: 'Apache APISIX, its loggers with JSON',
		source: 'https://github.com/apache/apisix/blob/master/apisix/utils/log-util.lua',
		signs: 'apisix_latency',
		names: {host: 'request.headers.host', user: 'consumer.username'},
		units: {latency: 'ms'},
		example:
			'{"client_ip":"203.0.113.7","start_time":1795161787123,"latency":42.5,"upstream_latency":40,"apisix_latency":2.5,"route_id":"1","upstream":"10.0.0.5:8080","request":{"url":"http://shop.example:9080/en/?p=2","uri":"/en/?p=2","method":"GET","size":512,"querystring":{"p":"2"},"headers":{"host":"shop.example","user-agent":"curl/8.5.0"}},"response":{"status":200,"size":4523,"headers":{}},"server":{"hostname":"gw-1","version":"3.10.0"}}',
	},
	{
		name: 'minio',
		title: 'MinIO, audit log',
		source: 'https://github.com/minio/pkg/blob/main/logger/message/audit/entry.go',
		signs: 'api.timeToResponse api.timeToResponseInNS api.rx',
		names: {
			host: 'requestHost',
			user: 'accessKey',
			status: 'api.statusCode',
			bytes: 'api.tx',
			duration: 'api.timeToResponseInNS api.timeToResponse',
		},
		units: {'api.timeToResponseInNS': 'ns', 'api.timeToResponse': 'own'},
		remark: 'The method is not logged.',
		example:
			'{"version":"1","deploymentid":"d1","time":"2026-11-20T08:03:07.123456789Z","event":"","trigger":"incoming","api":{"name":"GetObject","bucket":"shop","object":"en","status":"OK","statusCode":200,"rx":0,"tx":4523,"timeToFirstByte":"40000000ns","timeToResponse":"42000000ns"},"remotehost":"203.0.113.7","requestID":"r1","userAgent":"MinIO (linux; amd64) minio-go/v7.0.80","requestPath":"/shop/en","requestHost":"minio.example:9000","accessKey":"ada"}',
	},
	{
		name: 'slog_http',
		label: 'slog (Go)',
		title: 'slog-gin, slog-echo, slog-fiber, slog-chi and slog-http of Go',
		source: 'https://github.com/samber/slog-gin/blob/main/middleware.go',
		signs: 'request.params request.route',
		names: {host: 'request.host', duration: 'response.latency'},
		units: {'response.latency': 'ns'},
		example:
			'{"time":"2026-11-20T08:03:07.123456789Z","level":"INFO","msg":"Incoming request","request":{"method":"GET","host":"shop.example","path":"/en/","query":"p=2","params":{},"route":"/en/","ip":"203.0.113.7","referer":"","length":0},"response":{"latency":4200000,"status":200,"length":4523},"id":"r1"}',
	},
	{
		name: 'echo_json',
		title: 'Echo, its logger',
		source: 'https://github.com/labstack/echo/blob/v4.13.3/middleware/logger.go',
		signs: 'latency_human',
		names: {host: 'host', duration: 'latency_human'},
		units: {latency_human: 'own'},
		example:
			'{"time":"2026-11-20T08:03:07.123456789Z","id":"","remote_ip":"203.0.113.7","host":"shop.example","method":"GET","uri":"/en/?p=2","user_agent":"curl/8.5.0","status":200,"error":"","latency":4200000,"latency_human":"4.2ms","bytes_in":0,"bytes_out":4523}',
	},
	{
		name: 'express_winston',
		title: 'express-winston',
		source: 'https://github.com/bithavoc/express-winston/blob/master/index.js',
		signs: 'meta.res.statusCode',
		names: {
			ip: 'meta.req.ip meta.req.connection.remoteAddress',
			method: 'meta.req.method',
			url: 'meta.req.originalUrl meta.req.url',
			protocol: 'meta.req.httpVersion',
			host: 'meta.req.headers.host',
			referer: 'meta.req.headers.referer',
			userAgent: 'meta.req.headers.user-agent',
			forwardedFor: 'meta.req.headers.x-forwarded-for',
			status: 'meta.res.statusCode',
			duration: 'meta.responseTime',
		},
		units: {'meta.responseTime': 'ms'},
		example:
			'{"level":"info","message":"HTTP GET /en/?p=2","meta":{"req":{"url":"/en/?p=2","headers":{"host":"shop.example","user-agent":"curl/8.5.0"},"method":"GET","httpVersion":"1.1","originalUrl":"/en/?p=2","query":{"p":"2"}},"res":{"statusCode":200},"responseTime":42},"timestamp":"2026-11-20T08:03:07.123Z"}',
	},
	{
		name: 'fastify',
		title: 'Fastify, "incoming request"',
		source: 'https://fastify.dev/docs/latest/Reference/Logging/',
		signs: 'req.host req.hostname',
		names: {host: 'req.host req.hostname'},
		isWithoutStatus: true,
		// Fastify's error handler logs the request a second time.
		others: /^(?!incoming request$)./,
		remark: 'Fastify logs the status in a separate line, which is not an entry.',
		example:
			'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","reqId":"req-1","req":{"method":"GET","url":"/en/?p=2","host":"shop.example","remoteAddress":"203.0.113.7","remotePort":50112},"msg":"incoming request"}',
	},
	{
		name: 'pino',
		label: 'pino',
		title: 'pino-http, restify and others with the serializers of pino and bunyan',
		source: 'https://github.com/pinojs/pino-http/blob/master/logger.js',
		signs: 'res.statusCode',
		names: {host: 'req.headers.host', status: 'res.statusCode'},
		units: {responseTime: 'ms', latency: 'ms'},
		example:
			'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","req":{"id":1,"method":"GET","url":"/en/?p=2","headers":{"host":"shop.example","user-agent":"curl/8.5.0"},"remoteAddress":"203.0.113.7","remotePort":50112},"res":{"statusCode":200,"headers":{"content-length":"4523"}},"responseTime":42,"msg":"request completed"}',
	},
	{
		name: 'aspnet_json',
		label: 'ASP.NET Core, JSON',
		title: 'ASP.NET Core, hosting and HTTP logging on the JSON console',
		source: 'https://learn.microsoft.com/aspnet/core/fundamentals/http-logging/',
		signs: 'State.StatusCode State.ElapsedMilliseconds',
		names: {
			method: 'State.Method',
			path: 'State.Path',
			query: 'State.QueryString',
			protocol: 'State.Protocol',
			host: 'State.Host',
			userAgent: 'State.User-Agent',
			status: 'State.StatusCode',
			duration: 'State.ElapsedMilliseconds State.Duration',
		},
		units: {'State.ElapsedMilliseconds': 'ms', 'State.Duration': 'ms'},
		example:
			'{"Timestamp":"2026-11-20T08:03:07.123Z","EventId":2,"LogLevel":"Information","Category":"Microsoft.AspNetCore.Hosting.Diagnostics","Message":"Request finished HTTP/1.1 GET http://shop.example/en/ - 200 - - 4.2ms","State":{"ElapsedMilliseconds":4.2,"StatusCode":200,"ContentType":null,"ContentLength":null,"Protocol":"HTTP/1.1","Method":"GET","Scheme":"http","Host":"shop.example","PathBase":"","Path":"/en/","QueryString":"?p=2"}}',
	},
	{
		name: 'serilog',
		label: 'Serilog',
		title: 'Serilog, request logging of ASP.NET Core',
		source:
			'https://github.com/serilog/serilog-aspnetcore/blob/dev/src/Serilog.AspNetCore/AspNetCore/RequestLoggingMiddleware.cs',
		signs: '@mt MessageTemplate',
		names: {host: 'RequestHost Host'},
		units: {Elapsed: 'ms'},
		needs: 'method',
		others: /^(?:Start processing|Sending|Received|End processing) HTTP re/,
		example:
			'{"@t":"2026-11-20T08:03:07.123Z","@mt":"HTTP {RequestMethod} {RequestPath} responded {StatusCode} in {Elapsed:0.0000} ms","@r":["4.2000"],"RequestMethod":"GET","RequestPath":"/en/","StatusCode":200,"Elapsed":4.2,"SourceContext":"Serilog.AspNetCore.RequestLoggingMiddleware"}',
	},
	{
		name: 'semantic_logger',
		title: 'Rails Semantic Logger with JSON',
		source:
			'https://github.com/reidmorrison/rails_semantic_logger/blob/master/lib/rails_semantic_logger/action_controller/log_subscriber.rb',
		signs: 'payload.controller payload.view_runtime',
		names: {method: 'payload.method', url: 'payload.path', status: 'payload.status'},
		instead: ['host', undefined],
		remark: '`host` is the machine that logs.',
		example:
			'{"host":"web-1","application":"Shop","environment":"production","timestamp":"2026-11-20T08:03:07.123456Z","level":"info","pid":7,"thread":"1","duration_ms":42.5,"duration":"42.5ms","name":"HomeController","message":"Completed #index","payload":{"controller":"HomeController","action":"index","format":"HTML","method":"GET","path":"/en/","status":200,"view_runtime":4.2,"status_message":"OK"}}',
	},
	{
		name: 'lograge',
		title: 'lograge, with key=value or JSON',
		source:
			'https://github.com/roidrage/lograge/blob/master/lib/lograge/log_subscribers/action_controller.rb',
		signs: 'view allocations',
		units: {duration: 'ms'},
		isLogfmt: true,
		remark: 'Without options, neither time nor client are logged.',
		example:
			'{"method":"GET","path":"/en/","format":"html","controller":"HomeController","action":"index","status":200,"allocations":1234,"duration":58.33,"view":40.43,"db":15.26,"@timestamp":"2026-11-20T08:03:07.123Z","@version":"1"}',
	},
	{
		name: 'logger_json',
		label: 'Phoenix, logger_json',
		title: 'logger_json of Elixir, for Phoenix and Plug',
		source: 'https://github.com/Nebo15/logger_json/blob/master/lib/logger_json/formatters/basic.ex',
		signs: 'request.connection.method request.connection.status',
		names: {
			ip: 'request.client.ip',
			method: 'request.connection.method',
			path: 'request.connection.path',
			protocol: 'request.connection.protocol',
			userAgent: 'request.client.user_agent',
			status: 'request.connection.status',
		},
		example:
			'{"message":"GET /en/ [Sent 200 in 4ms]","metadata":{"duration_us":4200},"request":{"client":{"ip":"203.0.113.7","user_agent":"curl/8.5.0"},"connection":{"method":"GET","path":"/en/","protocol":"HTTP/1.1","status":200}},"severity":"info","time":"2026-11-20T08:03:07.123Z"}',
	},
	{
		name: 'datadog',
		label: 'Datadog’s attributes',
		title: 'programs that log the standard attributes of Datadog',
		source: 'https://docs.datadoghq.com/standard-attributes/',
		signs: 'network.client.ip http.url_details.path http.useragent_details.browser.family',
		names: {
			ip: 'network.client.ip',
			host: 'http.url_details.host',
			user: 'usr.id',
			bytes: 'network.bytes_written',
		},
		units: {duration: 'ns'},
		example:
			'{"timestamp":"2026-11-20T08:03:07.123Z","status":"info","service":"shop","duration":4200000,"http":{"method":"GET","url":"https://shop.example/en/","status_code":200,"useragent":"curl/8.5.0","url_details":{"host":"shop.example","path":"/en/"}},"network":{"client":{"ip":"203.0.113.7"},"bytes_written":4523}}',
	},
	{
		name: 'logback_access',
		label: 'logback-access, JSON',
		title: 'logstash-logback-encoder, access events',
		source: 'https://github.com/logfellow/logstash-logback-encoder#accessevent-fields',
		signs: 'requested_url requested_uri @fields.requested_url @fields.requested_uri',
		names: {
			ip: 'remote_host @fields.remote_host',
			method: 'method @fields.method',
			requestLine: 'requested_url @fields.requested_url',
			url: 'requested_uri @fields.requested_uri',
			protocol: 'protocol @fields.protocol',
			user: 'remote_user @fields.remote_user',
			status: 'status_code @fields.status_code',
			bytes: 'content_length @fields.content_length',
			duration: 'elapsed_time @fields.elapsed_time',
		},
		units: {elapsed_time: 'ms', '@fields.elapsed_time': 'ms'},
		example:
			'{"@timestamp":"2026-11-20T08:03:07.123Z","@version":"1","message":"203.0.113.7 - - [2026-11-20T08:03:07.123Z] \\"GET /en/?p=2 HTTP/1.1\\" 200 4523","method":"GET","protocol":"HTTP/1.1","status_code":200,"requested_url":"GET /en/?p=2 HTTP/1.1","requested_uri":"/en/","remote_host":"203.0.113.7","content_length":4523,"elapsed_time":42}',
	},
	{
		name: 'tomcat_json',
		title: 'Tomcat, JsonAccessLogValve',
		source:
			'https://github.com/apache/tomcat/blob/main/java/org/apache/catalina/valves/JsonAccessLogValve.java',
		signs: 'logicalUserName localServerName elapsedTimeS',
		names: {host: 'localServerName', bytes: 'size byteSentNC'},
		instead: ['host', 'ip'],
		remark:
			'`host` is the client. `elapsedTime` is in milliseconds or microseconds, depending on the version of Tomcat, so it is ignored.',
		example:
			'{"host":"203.0.113.7","logicalUserName":"-","user":"-","time":"[20/Nov/2026:09:03:07 +0100]","request":"GET /en/?p=2 HTTP/1.1","statusCode":"200","size":"4523","requestHeaders":{"User-Agent":"curl/8.5.0"}}',
	},
	{
		name: 'heroku_router',
		title: 'Heroku, its router',
		source: 'https://devcenter.heroku.com/articles/http-routing#heroku-router-log-format',
		signs: 'fwd',
		names: {ip: 'fwd', host: 'host', duration: 'service'},
		units: {service: 'own'},
		isLogfmt: true,
		remark:
			'The time is in the prefix that Heroku or syslog writes. The time taken is `service`, without `connect`: the time that the router waited for the connection to the dyno.',
		example:
			'at=info method=GET path="/en/?p=2" host=shop.example request_id=8601b555-6a83-4c12-8269-97c8e32cdb22 fwd="203.0.113.7" dyno=web.1 connect=1ms service=42ms status=200 bytes=4523 protocol=https tls=true tls_version=tls1.3',
	},
	{
		name: 'grafana',
		title: 'Grafana, its router',
		source: 'https://github.com/grafana/grafana/blob/main/pkg/middleware/loggermw/logger.go',
		signs: 'orgId uname',
		names: {user: 'uname', duration: 'duration time_ms'},
		units: {duration: 'own', time_ms: 'ms'},
		instead: ['user', undefined],
		isLogfmt: true,
		remark: 'The query is not logged.',
		example:
			'logger=context userId=1 orgId=1 uname=ada t=2026-11-20T08:03:07.123456789Z level=info msg="Request Completed" method=GET path=/en/ status=200 remote_addr=203.0.113.7 time_ms=4 duration=4.2ms size=4523 referer= handler=/en/ status_source=server',
	},
	{
		name: 'skipper_json',
		label: 'Skipper, JSON',
		title: 'Skipper with -access-log-json-enabled',
		source: 'https://github.com/zalando/skipper/blob/master/logging/access.go',
		signs: 'requested-host',
		names: {host: 'requested-host'},
		units: {duration: 'ms'},
		instead: ['host', 'ip'],
		remark: '`host` is the client, or X-Forwarded-For.',
		example:
			'{"audit":"","auth-user":"ada","duration":42,"flow-id":"","host":"203.0.113.7","level":"info","method":"GET","msg":"","proto":"HTTP/1.1","referer":"","requested-host":"shop.example","response-size":4523,"status":200,"timestamp":"20/Nov/2026:09:03:07 +0100","uri":"/en/?p=2","user-agent":"curl/8.5.0"}',
	},
	{
		name: 'kamal_proxy',
		title: 'kamal-proxy and Thruster',
		source: 'https://github.com/basecamp/kamal-proxy/blob/main/internal/server/logging_middleware.go',
		signs: 'resp_content_type req_content_type',
		names: {host: 'host', upstream: 'target', duration: 'duration dur'},
		units: {duration: 'ns', dur: 'ms'},
		example:
			'{"time":"2026-11-20T08:03:07.123456789Z","level":"INFO","msg":"Request","host":"shop.example","port":443,"path":"/en/","request_id":"r1","status":200,"service":"shop-web","target":"10.0.0.5:3000","duration":4200000,"method":"GET","req_content_length":0,"req_content_type":"","resp_content_length":4523,"resp_content_type":"text/html","remote_addr":"203.0.113.7","remote_port":"50112","user_agent":"curl/8.5.0","proto":"HTTP/1.1","scheme":"https","query":"p=2"}',
	},
	{
		name: 'vpc_lattice',
		title: 'Amazon VPC Lattice',
		source: 'https://docs.aws.amazon.com/vpc-lattice/latest/ug/monitoring-access-logs.html',
		signs: 'requestToTargetDuration serviceNetworkArn targetGroupArn sourceIpPort',
		names: {ip: 'sourceIpPort', host: 'hostHeader', upstream: 'targetIpPort'},
		units: {duration: 'ms'},
		example:
			'{"hostHeader":"shop.example","sslCipher":"-","serviceNetworkArn":"arn:aws:vpc-lattice:eu-central-1:1:servicenetwork/sn-1","resolvedUser":"-","requestMethod":"GET","targetGroupArn":"arn:aws:vpc-lattice:eu-central-1:1:targetgroup/tg-1","startTime":"2026-11-20T08:03:07Z","requestPath":"/en/?p=2","protocol":"HTTP/1.1","responseCode":200,"bytesReceived":512,"bytesSent":4523,"duration":42,"requestToTargetDuration":1,"userAgent":"curl/8.5.0","sourceIpPort":"203.0.113.7:50112","targetIpPort":"10.0.0.5:80"}',
	},
	{
		name: 'hasura',
		title: 'Hasura GraphQL Engine, http-log',
		source: 'https://hasura.io/docs/2.0/observability/logging/#http-logs-structure',
		signs: 'detail.http_info.status detail.http_info.url',
		names: {
			ip: 'detail.http_info.ip',
			method: 'detail.http_info.method',
			url: 'detail.http_info.url',
			protocol: 'detail.http_info.http_version',
			status: 'detail.http_info.status',
			bytes: 'detail.operation.response_size',
		},
		remark: 'The time taken by the whole request is not logged.',
		example:
			'{"type":"http-log","timestamp":"2026-11-20T08:03:07.123+0000","level":"info","detail":{"operation":{"query_execution_time":0.0042,"request_id":"r1","response_size":4523,"user_vars":{"x-hasura-role":"admin"}},"http_info":{"status":200,"http_version":"HTTP/1.1","url":"/v1/graphql","ip":"203.0.113.7","method":"POST","content_encoding":null}}}',
	},
	{
		name: 'cdn77',
		title: 'CDN77, real-time logs with JSON',
		source: 'https://client.cdn77.com/support/knowledgebase/traffic-logs/real-time-logs',
		signs: 'tcpRTTus timeToFirstByteMs',
		names: {
			method: 'clientRequestMethod',
			path: 'clientRequestPath',
			protocol: 'clientRequestProtocol',
			host: 'clientRequestHost',
			referer: 'clientRequestReferer',
			userAgent: 'clientRequestUserAgent',
		},
		example:
			'{"timestamp":"2026-11-20T08:03:07.123Z","resourceID":1234,"cacheStatus":"HIT","responseBytes":4523,"timeToFirstByteMs":3,"tcpRTTus":12000,"requestTimeMs":42,"responseStatus":200,"clientCountry":"DE","locationID":"frankfurtDE","clientIP":"203.0.113.7","clientRequestPath":"/en/","clientRequestUserAgent":"curl/8.5.0"}',
	},
	{
		name: 'suricata',
		title: 'Suricata, EVE',
		source: 'https://docs.suricata.io/en/latest/output/eve/eve-json-format.html#event-type-http',
		signs: 'flow_id http.http_user_agent http.http_content_type',
		names: {
			method: 'http.http_method',
			host: 'http.hostname',
			referer: 'http.http_refer',
			userAgent: 'http.http_user_agent',
			forwardedFor: 'http.xff',
			bytes: 'http.length',
		},
		isWithoutStatus: true,
		remark: 'Alerts and files are not requests.',
		example:
			'{"timestamp":"2026-11-20T08:03:07.123456+0000","flow_id":1805461738637437,"event_type":"http","src_ip":"203.0.113.7","src_port":50112,"dest_ip":"10.0.0.5","dest_port":80,"proto":"TCP","tx_id":0,"http":{"hostname":"shop.example","url":"/en/","http_user_agent":"curl/8.5.0","http_content_type":"text/html","http_method":"GET","protocol":"HTTP/1.1","status":200,"length":4523}}',
	},
	{
		name: 'akamai_siem',
		title: 'Akamai, security events',
		source: 'https://techdocs.akamai.com/siem-integration/docs/siem-data-format',
		signs: 'httpMessage.requestId httpMessage.start',
		names: {
			ip: 'attackData.clientIP',
			method: 'httpMessage.method',
			path: 'httpMessage.path',
			query: 'httpMessage.query',
			protocol: 'httpMessage.protocol',
			host: 'httpMessage.host',
			time: 'httpMessage.start',
			status: 'httpMessage.status',
			bytes: 'httpMessage.bytes',
		},
		example:
			'{"format":"json","type":"akamai_siem","version":"1.0","attackData":{"clientIP":"203.0.113.7","configId":"14227","policyId":"shop_1"},"httpMessage":{"bytes":"4523","host":"shop.example","method":"GET","path":"/en/","port":"443","protocol":"HTTP/2","query":"p=2","requestId":"1158db1758e37bfe","start":"1795161787.123","status":"200","tls":"tls1.3"}}',
	},
	{
		name: 'cloudflare_workers',
		label: 'Cloudflare Workers',
		title: 'Cloudflare Logpush, workers_trace_events',
		source:
			'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/workers_trace_events/',
		signs: 'EventTimestampMs',
		names: {
			method: 'Event.Request.Method',
			url: 'Event.Request.URL',
			time: 'EventTimestampMs',
			status: 'Event.Response.Status',
		},
		isWithoutClient: true,
		remark: 'The client is not logged.',
		example:
			'{"Event":{"RayID":"8f0c2d1e3a4b5c6d","Request":{"URL":"https://shop.example/en/","Method":"GET"},"Response":{"Status":200}},"EventTimestampMs":1795161787123,"EventType":"fetch","Outcome":"ok","ScriptName":"shop"}',
	},
	{
		name: 'tower_http_json',
		label: 'tower-http (Rust), JSON',
		title: 'tracing of Rust as JSON, with TraceLayer of tower-http',
		source: 'https://docs.rs/tower-http/latest/tower_http/trace/index.html',
		signs: 'span.method span.http.method',
		names: {
			ip: 'span.http.client_ip',
			method: 'span.method span.http.method',
			url: 'span.uri span.http.target',
			path: 'span.path',
			protocol: 'span.version span.http.flavor',
			host: 'span.http.host',
			userAgent: 'span.http.user_agent',
			status: 'status span.http.status_code',
			duration: 'latency',
		},
		units: {latency: 'own'},
		needs: 'duration',
		remark: 'Other lines contain the request, too: a line is a request only if it has a `latency`.',
		example:
			'{"timestamp":"2026-11-20T08:03:07.123456Z","level":"DEBUG","fields":{"message":"finished processing request","latency":"4 ms","status":200},"target":"tower_http::trace::on_response","span":{"method":"GET","uri":"/en/","version":"HTTP/1.1","name":"request"}}',
	},
	{
		name: 'linkerd',
		title: 'Linkerd, access log as JSON',
		source: 'https://linkerd.io/2/features/access-logging/',
		signs: 'processing_ns total_ns client.addr',
		names: {ip: 'client.addr', protocol: 'version', host: 'host', duration: 'total_ns'},
		units: {total_ns: 'ns'},
		example:
			'{"client.addr":"203.0.113.7:50112","client.id":"-","host":"shop.example","method":"GET","processing_ns":"80000","request_bytes":"","response_bytes":"4523","status":200,"timestamp":"2026-11-20T08:03:07.123Z","total_ns":"4200000","trace_id":"","uri":"/en/","user_agent":"curl/8.5.0","version":"HTTP/2.0"}',
	},
	{
		name: 'gelf',
		title: 'GELF of Graylog',
		source: 'https://go2docs.graylog.org/current/getting_in_log_data/gelf.html',
		signs: 'short_message',
		instead: ['host', undefined],
		remark: 'After the `_`, the names are the same as in JSON. `host` is the machine that logs.',
		example:
			'{"version":"1.1","host":"web-1","short_message":"GET /en/ HTTP/1.1","timestamp":1795161787.123,"level":6,"_remote_addr":"203.0.113.7","_request":"GET /en/ HTTP/1.1","_status":200,"_body_bytes_sent":4523,"_request_time":0.004}',
	},
	{
		name: 'vector_demo',
		title: 'Vector, demo_logs with JSON',
		source: 'https://vector.dev/docs/reference/configuration/sources/demo_logs/',
		signs: 'user-identifier',
		names: {path: 'request', user: 'user-identifier'},
		instead: ['host', 'ip'],
		remark: '`host` is the client.',
		example:
			'{"host":"203.0.113.7","user-identifier":"ada","datetime":"20/Nov/2026:08:03:07 +0000","method":"GET","request":"/en/","protocol":"HTTP/1.1","status":"200","bytes":4523,"referer":"https://shop.example/"}',
	},
	{
		name: 'ecs',
		label: 'Elastic Common Schema',
		title: 'programs that log in the Elastic Common Schema or by the conventions of OpenTelemetry',
		source: 'https://www.elastic.co/docs/reference/ecs/ecs-http',
		signs: 'http.request.method http.response.status_code ecs.version',
		names: {
			ip: 'client.ip client.address source.ip source.address',
			method: 'http.request.method',
			url: 'url.original url.full',
			protocol: 'http.version network.protocol.version',
			host: 'url.domain server.address',
			referer: 'http.request.referrer',
			userAgent: 'user_agent.original',
			status: 'http.response.status_code',
			bytes: 'http.response.body.bytes http.response.body.size http.response.bytes',
			duration: 'event.duration http.server.request.duration',
		},
		units: {'event.duration': 'longNs', 'http.server.request.duration': 'partOfS'},
		remark:
			'httplog of chi, version 3, logs milliseconds under the names for nanoseconds and seconds: they are ignored.',
		example:
			'{"@timestamp":"2026-11-20T08:03:07.123Z","ecs.version":"8.11.0","http":{"request":{"method":"GET"},"response":{"status_code":200,"body":{"bytes":4523}},"version":"1.1"},"url":{"path":"/en/","query":"p=2"},"source":{"ip":"203.0.113.7"},"event":{"duration":4200000}}',
	},
	{
		name: 'nginx_json',
		label: 'nginx, JSON',
		title: 'nginx with a log_format of JSON',
		source: 'https://nginx.org/en/docs/varindex.html',
		signs:
			'body_bytes_sent time_local time_iso8601 upstream_response_time upstream_addr upstream_connect_time upstreamtime upstreamhost',
		names: {
			host: 'http_host host',
			upstream: 'upstream_addr',
			time: 'msec time_iso8601 time_local',
			bytes: 'body_bytes_sent bytes_sent',
		},
		units: {response_time: 'nginx'},
		example:
			'{"time_iso8601":"2026-11-20T09:03:07+01:00","remote_addr":"203.0.113.7","remote_user":"","request":"GET /en/ HTTP/1.1","status":"200","body_bytes_sent":"4523","request_time":"0.004","http_referer":"","http_user_agent":"curl/8.5.0"}',
	},
	{
		name: 'gerrit',
		title: 'Gerrit, httpd_log as JSON',
		source: 'https://gerrit-review.googlesource.com/Documentation/logs.html#_httpd_log',
		signs: 'thread',
		also: 'resource latency',
		names: {path: 'resource', bytes: 'contentLength'},
		units: {latency: 'ms'},
		instead: ['host', 'ip'],
		remark: '`host` is the client.',
		example:
			'{"host":"203.0.113.7","thread":"HTTP-71","user":"ada","timestamp":"2026-11-20T09:03:07.123+01:00","method":"GET","resource":"/changes/?n=25","protocol":"HTTP/1.1","status":"200","contentLength":"4523","latency":"42","referer":"-","userAgent":"curl/8.5.0","@version":2}',
	},
	{
		name: 'fluentd_parser',
		label: 'Fluentd’s parsers',
		title: 'parsers of Fluentd and Fluent Bit for Apache and nginx',
		source: 'https://docs.fluentd.org/parser/apache2',
		signs: 'code',
		also: 'agent size',
		names: {userAgent: 'agent', status: 'code', bytes: 'size'},
		instead: ['host', 'ip'],
		remark: '`host` is the client. The time is not in the object unless `keep_time_key` is set.',
		example:
			'{"host":"203.0.113.7","user":null,"method":"GET","path":"/en/","code":200,"size":4523,"referer":null,"agent":"curl/8.5.0"}',
	},
	{
		name: 'hlog',
		title: 'hlog of zerolog',
		source: 'https://github.com/rs/zerolog#integration-with-nethttp',
		signs: 'req_id',
		also: 'duration size',
		names: {bytes: 'size'},
		units: {duration: 'ms'},
		example:
			'{"level":"info","ip":"203.0.113.7:50112","user_agent":"curl/8.5.0","req_id":"b4g0l5t6tfid6dtrapu0","method":"GET","url":"/en/?p=2","status":200,"size":4523,"duration":4.2,"time":"2026-11-20T08:03:07Z"}',
	},
	{
		name: 'logster',
		label: 'Phoenix, Logster',
		title: 'Logster of Elixir, for Phoenix and Plug, with key=value or JSON',
		source: 'https://github.com/navinpeiris/logster/blob/main/lib/logster.ex',
		signs: 'state',
		also: 'controller duration',
		names: {
			host: 'host',
			// This isn't a logger, but a sign.
			logger: 'controller',
		},
		units: {duration: 'ms'},
		isLogfmt: true,
		remark:
			'Neither the date nor the client is logged. Without a controller, the unit of `duration` is unknown.',
		example:
			'{"state":"sent","method":"GET","path":"/en/","format":"html","controller":"Shop.PageController","action":"index","params":{"p":"2"},"status":200,"duration":4.67}',
	},
	{
		name: 'logfmt',
		label: 'logfmt',
		title:
			'programs that log requests as logfmt, key=value, under common names: Tempo, Mimir, slog of Go and others',
		source: 'https://brandur.org/logfmt',
		signs: '',
		isLogfmt: true,
		remark: 'The names are the same as in JSON. A line without a method and a URL is not a request.',
		example:
			'time=2026-11-20T08:03:07.123Z level=INFO msg="request completed" method=GET url=/en/ status=200 bytes=4523 duration=4.2ms remote_addr=203.0.113.7 user_agent=curl/8.5.0',
	},
	{
		name: 'ltsv',
		label: 'LTSV',
		title: 'LTSV, labelled tab-separated values: nginx, Apache and others',
		source: 'http://ltsv.org',
		signs: '',
		escapes: 'clf',
		remark:
			'`host` is the client and `vhost` the host; other labels are the same as in JSON. `apptime` is ignored.',
		example:
			'time:20/Nov/2026:09:03:07 +0100\thost:203.0.113.7\tforwardedfor:-\treq:GET /en/ HTTP/1.1\tstatus:200\tsize:4523\treferer:-\tua:curl/8.5.0\treqtime:0.004\tcache:-\truntime:-\tvhost:shop.example',
	},
	{
		name: 'json',
		label: 'JSON',
		title: 'Apache and applications that log requests as JSON under common names',
		source: 'https://httpd.apache.org/docs/current/mod/mod_log_config.html#formats',
		signs: '',
		names: commonNames,
		example:
			'{"time":"2026-11-20T09:03:07.123+01:00","ip":"203.0.113.7","method":"GET","url":"/en/","status":200,"bytes":4523,"duration_ms":4.2}',
	},
];

/** JSON formats with their escaping. */
export const jsonFormats: readonly JsonFormat[] = table.map(format => ({escapes: 'json', ...format}));

/** Number of the format for lines without a sign. */
export const otherJson: number = jsonFormats.length - 1;
