import test from 'ava';
import fc from 'fast-check';
import {
	commonNames,
	type JsonFormat,
	jsonFormats,
	type Slot,
	slots,
} from '../../../source/entries/json/json-formats.js';
import {junkMembers} from '../../helpers/arbitrary-json.js';
import {forAll} from '../../helpers/for-all.js';
import {type LineFields, readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

function example(name: string): string {
	return jsonFormats.find(format => format.name === name)?.example ?? '';
}

const usual: LineFields = {
	time: '2026-11-20T08:03:07.123Z',
	zone: 0,
	ip: '203.0.113.7',
	method: 'GET',
	url: '/en/',
	status: 200,
	bytes: 4523,
};

/** The common fields, with a format's own values, and without the fields that it doesn't log. */
function without(missing: ReadonlyArray<keyof LineFields>, fields: LineFields): LineFields {
	return Object.fromEntries(
		Object.entries(fields).filter(([field]) => !(missing as readonly string[]).includes(field)),
	);
}

const host = 'shop.example';
const userAgent = 'curl/8.5.0';
const protocol = 'HTTP/1.1';
const wholeSeconds = '2026-11-20T08:03:07.000Z';

const usualOf: Readonly<Record<string, LineFields>> = {
	caddy: {...usual, protocol: 'HTTP/2.0', host, userAgent, durationMs: 4.2},
	traefik_json: {...usual, protocol: 'HTTP/2.0', host, durationMs: 4.2},
	cloudflare: {...usual, protocol: 'HTTP/2', host},
	envoy_json: {
		...usual,
		protocol: 'HTTP/2',
		host,
		userAgent,
		forwardedFor: '203.0.113.7',
		upstream: '10.0.0.5:8080',
		durationMs: 4,
	},
	gcp_http: {...usual, protocol: 'HTTP/2', url: 'https://shop.example/en/', userAgent, durationMs: 4.2},
	fastly: {...usual, time: wholeSeconds, protocol: 'HTTP/2', host, userAgent, durationMs: 4.2},
	ecs: {...usual, url: '/en/?p=2', protocol, durationMs: 4.2},
	nginx_json: {...usual, time: wholeSeconds, zone: 60, protocol, userAgent, durationMs: 4},
	json: {...usual, zone: 60, durationMs: 4.2},
	aws_waf: without(['bytes'], {...usual, url: '/en/?p=2', protocol: 'HTTP/2.0', status: 403}),
	httplog: {...usual, url: 'http://shop.example/en/', protocol, durationMs: 4.2},
	app_engine: {...usual, protocol, host, userAgent, durationMs: 4.2},
	akamai_json: {...usual, url: '/en/?p=2', host, userAgent: 'curl%2F8.5.0'},
	cloudfront_json: {...usual, url: '/en/?p=2', protocol: 'HTTP/2.0', host, userAgent, durationMs: 42},
	iis_json: {...usual, url: '/en/?p=2', host, userAgent, durationMs: 42},
	azure_front_door: {
		...usual,
		url: 'https://shop.example:443/en/?p=2',
		protocol: 'HTTP/2.0',
		host,
		userAgent,
		durationMs: 42,
	},
	azure_gateway: {
		...usual,
		url: '/en/?p=2',
		protocol,
		host,
		userAgent,
		upstream: '10.0.0.5:8080',
		time: wholeSeconds,
		durationMs: 42,
	},
	azure_gateway_v1: {...usual, protocol, userAgent, time: wholeSeconds, durationMs: 42},
	azure_api: {...usual, url: 'https://shop.example/en/', durationMs: 42},
	aws_api_gateway: {...usual, protocol, time: wholeSeconds, durationMs: 42},
	vercel: {...usual, url: '/en/?p=2', host, referer: 'https://shop.example/', userAgent},
	netlify: without(['bytes'], {
		...usual,
		url: 'https://shop.example/en/',
		referer: 'https://shop.example/',
		userAgent,
	}),
	zeek: {
		...usual,
		url: '/en/?p=2',
		protocol,
		host,
		referer: 'https://shop.example/',
		userAgent,
		upstream: '10.0.0.5',
	},
	kong: {...usual, url: '/en/?p=2', host, userAgent, durationMs: 42},
	apisix_json: {...usual, url: '/en/?p=2', host, userAgent, upstream: '10.0.0.5:8080', durationMs: 42.5},
	minio: without(['method'], {
		...usual,
		url: '/shop/en',
		host: 'minio.example',
		user: 'ada',
		userAgent: 'MinIO (linux; amd64) minio-go/v7.0.80',
		durationMs: 42,
	}),
	slog_http: {...usual, url: '/en/?p=2', host, durationMs: 4.2},
	echo_json: {...usual, url: '/en/?p=2', host, userAgent, durationMs: 4.2},
	express_winston: without(['ip', 'bytes'], {
		...usual,
		url: '/en/?p=2',
		protocol,
		host,
		userAgent,
		durationMs: 42,
	}),
	pino: {...usual, url: '/en/?p=2', host, userAgent, durationMs: 42},
	fastify: without(['status', 'bytes'], {...usual, url: '/en/?p=2', host}),
	aspnet_json: without(['ip', 'bytes'], {...usual, url: '/en/?p=2', protocol, host, durationMs: 4.2}),
	serilog: without(['ip', 'bytes'], {...usual, durationMs: 4.2}),
	semantic_logger: without(['ip', 'bytes'], {...usual, durationMs: 42.5}),
	lograge: without(['ip', 'bytes'], {...usual, durationMs: 58.33}),
	logster: {method: 'GET', url: '/en/', status: 200, durationMs: 4.67},
	plug_logger_json: without(['bytes'], {...usual, time: '2026-11-20T09:03:07.000Z', durationMs: 4.67}),
	logger_json: without(['bytes'], {...usual, protocol, userAgent}),
	suricata: {...usual, protocol, host, userAgent},
	akamai_siem: {...usual, url: '/en/?p=2', protocol: 'HTTP/2', host},
	cloudflare_workers: without(['ip', 'bytes'], {...usual, url: 'https://shop.example/en/'}),
	tower_http_json: without(['ip', 'bytes'], {...usual, protocol, durationMs: 4}),
	linkerd: {...usual, protocol: 'HTTP/2.0', host, userAgent, durationMs: 4.2},
	gelf: {...usual, protocol, durationMs: 4},
	vector_demo: {...usual, time: wholeSeconds, protocol, user: 'ada', referer: 'https://shop.example/'},
	datadog: {...usual, url: 'https://shop.example/en/', host, userAgent, durationMs: 4.2},
	docker_registry: {...usual, url: '/v2/', host, userAgent, durationMs: 4.2},
	heroku_router: {...without(['time', 'zone'], usual), url: '/en/?p=2', host, durationMs: 42},
	grafana: {...usual, user: 'ada', durationMs: 4.2},
	logfmt: {...usual, userAgent, durationMs: 4.2},
	ltsv: {...usual, time: wholeSeconds, zone: 60, protocol, host, userAgent, durationMs: 4},
	skipper_json: {
		...usual,
		time: wholeSeconds,
		zone: 60,
		url: '/en/?p=2',
		protocol,
		user: 'ada',
		host,
		userAgent,
		durationMs: 42,
	},
	kamal_proxy: {
		...usual,
		url: '/en/?p=2',
		protocol,
		host,
		userAgent,
		upstream: '10.0.0.5:3000',
		durationMs: 4.2,
	},
	vpc_lattice: {
		...usual,
		time: wholeSeconds,
		url: '/en/?p=2',
		protocol,
		host,
		userAgent,
		upstream: '10.0.0.5:80',
		durationMs: 42,
	},
	hasura: {...usual, method: 'POST', url: '/v1/graphql', protocol},
	cdn77: without(['method'], {...usual, userAgent, durationMs: 42}),
	haproxy_json: {...usual, time: '2026-11-20T09:03:07.123Z', protocol, upstream: 'web1', durationMs: 42},
	gerrit: {...usual, zone: 60, url: '/changes/?n=25', protocol, user: 'ada', userAgent, durationMs: 42},
	fluentd_parser: without(['time', 'zone'], {...usual, userAgent}),
	hlog: {...usual, time: wholeSeconds, url: '/en/?p=2', userAgent, durationMs: 4.2},
	logback_access: {...usual, url: '/en/?p=2', protocol, durationMs: 42},
	tomcat_json: {...usual, url: '/en/?p=2', protocol, userAgent, time: wholeSeconds, zone: 60},
};

function isObject({example}: JsonFormat): boolean {
	return example.startsWith('{');
}

for (const {name, example: line} of jsonFormats) {
	test(`${name}: reads its example`, t => {
		t.deepEqual(readLine(line), {format: name, fields: usualOf[name] ?? {}});
	});
}

for (const {name, example: line} of jsonFormats.filter(isObject)) {
	test(`${name}: its truncated example is never read wrongly`, t => {
		const whole: Readonly<Record<string, unknown>> = usualOf[name] ?? {};
		for (let length = 0; length < line.length; length++) {
			for (const [field, value] of Object.entries(readLine(line.slice(0, length))?.fields ?? {})) {
				const isLess =
					(field === 'url' && String(whole.url).startsWith(`${value}?`)) ||
					// ASP.NET Core: the message is still there, which has the whole URL.
					(name === 'aspnet_json' && ['url', 'host', 'protocol'].includes(field)) ||
					field === 'time' ||
					field === 'ip' ||
					field === 'zone';
				t.true(value === whole[field] || isLess, `${length} ${field}: ${value}`);
			}
		}
	});
}

test('Caddy: other log lines are not requests, nor are errors that contain their request', t => {
	const line = example('caddy');
	t.is(readLine(line.replace('http.log.access', 'http.log.access.log0'))?.format, 'caddy');
	t.is(readLine(line.replace('http.log.access', 'http.log.error')), null);
	t.is(readLine(line.replace('http.log.access', 'http.handlers.reverse_proxy')), null);
	t.is(readLine(line.replace('"logger":"http.log.access",', ''))?.format, 'caddy');
	t.is(readLine('{"level":"info","ts":1795161787.1,"logger":"admin","msg":"admin endpoint started"}'), null);
});

test('Caddy: client_ip is the client, even after a proxy; keeps status 0; reads durations with units and in nanoseconds', t => {
	const line = example('caddy');
	t.is(
		readLine(line.replace('"remote_ip":"203.0.113.7"', '"remote_ip":"10.0.0.1"'))?.fields.ip,
		'203.0.113.7',
	);
	t.is(readLine(line.replace('"status":200', '"status":0'))?.fields.status, 0);
	t.is(readLine(line.replace('0.0042', '"4.2ms"'))?.fields.durationMs, 4.2);
	t.is(readLine(line.replace('0.0042', '2'))?.fields.durationMs, 2000);
	// Integers above 1,000 aren't seconds: Caddy can be configured to log nanoseconds or milliseconds.
	t.is(readLine(line.replace('0.0042', '4200000'))?.fields.durationMs, undefined);
});

test('Caddy: reads a list of forwarded addresses, and header names in any case', t => {
	const line = example('caddy').replace(
		'"headers":{"User-Agent":["curl/8.5.0"]',
		'"headers":{"user-agent":[ "a" , "b"],"X-Forwarded-For":["203.0.113.7, 10.0.0.1"],"Referer":["https://a.example/"]',
	);
	const fields = readLine(line)?.fields;
	t.is(fields?.userAgent, 'a');
	t.is(fields?.forwardedFor, '203.0.113.7, 10.0.0.1');
	t.is(fields?.referer, 'https://a.example/');
});

test('Traefik: reads a list of clients, a missing user and headers of the request', t => {
	const line = example('traefik_json')
		.replace('"ClientHost":"203.0.113.7"', '"ClientHost":"203.0.113.7,10.0.0.1"')
		.replace('"level"', '"request_User-Agent":"Nikto","request_Referer":"https://a.example/","level"');
	const fields = readLine(line)?.fields;
	t.is(fields?.ip, '203.0.113.7');
	t.is(fields?.forwardedFor, '203.0.113.7,10.0.0.1');
	t.is(fields?.userAgent, 'Nikto');
	t.is(fields?.referer, 'https://a.example/');
	t.is(fields?.user, undefined);
});

test('Envoy: reads IPv6 with a port and ignores nulls', t => {
	const line = example('envoy_json')
		.replace('203.0.113.7:50112', '[2001:db8::1]:50112')
		.replace('"curl/8.5.0"', 'null')
		.replace('"10.0.0.5:8080"', 'null');
	const fields = readLine(line)?.fields;
	t.is(fields?.ip, '2001:db8::1');
	t.is(fields?.userAgent, undefined);
	t.is(fields?.upstream, undefined);
});

test('nginx: ignores empty values, with and without escape=json', t => {
	const empty =
		'{"time_local":"20/Nov/2026:09:03:07 +0100","remote_addr":"203.0.113.7","request":"","status":400,"body_bytes_sent":0,"request_time":,"upstream_response_time":-,"http_referer":""}';
	const fields = {time: '2026-11-20T08:03:07.000Z', zone: 60, ip: '203.0.113.7', status: 400, bytes: 0};
	for (const request of ['"request":""', '"request":"-"', '"request":"-","method":"-"']) {
		t.deepEqual(readLine(empty.replace('"request":""', request)), {format: 'nginx_json', fields});
	}
	t.deepEqual(readLine(empty.replace('"request":""', '"request":"\\x16\\x03\\x01"')), {
		format: 'nginx_json',
		fields,
	});
	t.is(
		readLine(empty.replace('"request":""', '"request":"GET /a\\x22b\\xC3\\xA4 HTTP/1.1"'))?.fields.url,
		'/a"bä',
	);
});

test('nginx: the URL of the request line takes precedence over $uri', t => {
	const line = (names: string): string => `{"remote_addr":"203.0.113.7",${names},"status":200}`;
	t.is(readLine(line('"uri":"/index.php","request":"GET /en/?p=2 HTTP/1.1"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"method":"GET","uri":"/index.php","request_uri":"/en/?p=2"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"args":"p=2","method":"GET","uri":"/en/"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"args":"","method":"GET","uri":"/en/"'))?.fields.url, '/en/');
	t.is(readLine(line('"query_string":"?p=2","method":"GET","uri":"/en/"'))?.fields.url, '/en/?p=2');
});

test('nginx: a header with the client sets the forwarded address, and also the client if no other field does', t => {
	const line = (names: string): string =>
		`{${names},"request":"GET / HTTP/1.1","status":200,"body_bytes_sent":1}`;
	const behind = readLine(line('"remote_addr":"10.0.0.1","http_x_real_ip":"203.0.113.7"'))?.fields;
	t.is(behind?.ip, '10.0.0.1');
	t.is(behind?.forwardedFor, '203.0.113.7');
	const listed = '"remote_addr":"10.0.0.1","http_x_forwarded_for":"203.0.113.9, 10.0.0.2"';
	t.is(
		readLine(line(`"http_cf_connecting_ip":"203.0.113.7",${listed}`))?.fields.forwardedFor,
		'203.0.113.9, 10.0.0.2',
	);
	t.is(
		readLine(line(`${listed.replace('203.0.113.9, 10.0.0.2', '-')},"true_client_ip":"203.0.113.7"`))?.fields
			.forwardedFor,
		'203.0.113.7',
	);
	t.is(readLine(line('"http_x_real_ip":"203.0.113.7"'))?.fields.ip, '203.0.113.7');
});

test('Azure Front Door: reads a version of four numbers', t => {
	t.is(readLine(example('azure_front_door').replace('"2.0"', '"2.0.0.0"'))?.fields.protocol, 'HTTP/2.0');
	t.is(readLine(example('azure_front_door').replace('"2.0"', '"2.0.1.0"'))?.fields.protocol, undefined);
});

test('ECS: ignores durations that are implausible in nanoseconds or seconds, because httplog of chi logs milliseconds', t => {
	const line = example('ecs');
	t.is(readLine(line.replace('4200000', '15'))?.fields.durationMs, undefined);
	t.is(readLine(line.replace('4200000', '0'))?.fields.durationMs, 0);
	t.is(readLine(line.replace('4200000', '20000'))?.fields.durationMs, 0.02);
	const otel = (value: string): string =>
		line.replace('"event":{"duration":4200000}', `"http.server.request.duration":${value}`);
	t.is(readLine(otel('0.0042'))?.fields.durationMs, 4.2);
	t.is(readLine(otel('15'))?.fields.durationMs, undefined);
});

test('Logstash: removes the quotes around referers and agents', t => {
	const line =
		'{"clientip":"203.0.113.7","verb":"GET","request":"/en/","response":"200","bytes":"4523","referrer":"\\"https://shop.example/\\"","agent":"\\"curl/8.5.0\\"","timestamp":"20/Nov/2026:08:03:07 +0000"}';
	const fields = readLine(line)?.fields;
	t.is(fields?.referer, 'https://shop.example/');
	t.is(fields?.userAgent, 'curl/8.5.0');
	t.is(readLine(line.replace('curl/8.5.0\\"', 'curl'))?.fields.userAgent, '"curl');
});

test('RoadRunner: prefers the URL with a query', t => {
	const line =
		'{"level":"info","ts":1795161787123456789,"logger":"http","msg":"http log","status":200,"method":"GET","URI":"/en/?p=2","URL":"/en/","remote_address":"203.0.113.7"}';
	t.is(readLine(line)?.fields.url, '/en/?p=2');
	t.is(readLine(line.replace('/en/?p=2', '/index.php?p=2'))?.fields.url, '/en/');
});

test('httplog: reads the names of version 1; the start of a request is not a request', t => {
	const begun =
		'{"level":"info","httpRequest":{"proto":"HTTP/1.1","remoteIP":"203.0.113.7:50112","requestMethod":"GET","requestPath":"/en/","requestURL":"http://shop.example/en/"},"time":"2026-11-20T08:03:07Z","message":"Request: GET /en/"}';
	t.is(readLine(begun), null);
	const ended = begun.replace('"time"', '"httpResponse":{"bytes":4523,"elapsed":0.52,"status":200},"time"');
	t.is(readLine(ended)?.fields.method, 'GET');
	t.is(readLine(ended)?.fields.url, 'http://shop.example/en/');
	t.is(readLine(ended)?.fields.durationMs, 0.52);
});

test('Echo: reads a message that is an object', t => {
	const line =
		'{"time":"2026-11-20T08:03:07.123Z","level":"INFO","message":{"remote_ip":"203.0.113.7","method":"GET","uri":"/en/","response_status":200,"bytes_out":4523}}';
	t.deepEqual(readLine(line), {format: 'json', fields: usual});
});

test('nginx: prefers a time with milliseconds', t => {
	const line = example('nginx_json').replace('{', '{"msec":"1795161787.123",');
	t.is(readLine(line)?.fields.time, '2026-11-20T08:03:07.123Z');
});

test('pino: reads nested requests and responses', t => {
	const line =
		'{"level":30,"time":1795161787123,"pid":7,"hostname":"web-1","req":{"id":1,"method":"GET","url":"/en/","headers":{"host":"shop.example:8080","user-agent":"curl/8.5.0"},"remoteAddress":"::ffff:203.0.113.7","remotePort":50112},"res":{"statusCode":200,"headers":{"content-length":4523}},"responseTime":4,"msg":"request completed"}';
	t.deepEqual(readLine(line), {
		format: 'pino',
		fields: {
			...usual,
			...{ip: '::ffff:203.0.113.7', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 4},
		},
	});
});

test('API Gateway: requestTime is a time, not a duration', t => {
	const line =
		'{"requestId":"x","ip":"203.0.113.7","requestTime":"20/Nov/2026:08:03:07 +0000","httpMethod":"GET","resourcePath":"/en/","status":"200","protocol":"HTTP/1.1","responseLength":"4523"}';
	t.like(readLine(line)?.fields, {time: '2026-11-20T08:03:07.000Z', method: 'GET', url: '/en/', status: 200});
	t.is(readLine(line)?.fields.durationMs, undefined);
});

test('PHP: decodes \\/ in URLs, protocols and times', t => {
	const line =
		'{"time":"20\\/Nov\\/2026:09:03:07 +0100","ip":"203.0.113.7","request":"GET \\/en\\/\\u00e4\\\\ HTTP\\/1.1","status":200}';
	t.deepEqual(readLine(line)?.fields, {
		...{time: '2026-11-20T08:03:07.000Z', zone: 60, ip: '203.0.113.7', method: 'GET'},
		...{url: '/en/ä\\', protocol: 'HTTP/1.1', status: 200},
	});
});

test('durations need a unit in the name or the value', t => {
	const duration = (text: string): number | undefined =>
		readLine(`{"method":"GET","url":"/","status":200,${text}}`)?.fields.durationMs;
	t.is(duration('"duration_ms":4.2'), 4.2);
	t.is(duration('"durationMs":"4.2"'), 4.2);
	t.is(duration('"latency_us":4200'), 4.2);
	t.is(duration('"elapsed_ns":4200000'), 4.2);
	t.is(duration('"response_time_s":0.0042'), 4.2);
	t.is(duration('"took":"4.2ms"'), 4.2);
	t.is(duration('"duration":42'), undefined);
	t.is(duration('"request_time":0.05'), 50);
	// Node's loggers write milliseconds, Apache's %D microseconds.
	t.is(duration('"responseTime":42'), undefined);
	t.is(duration('"responseTime":42,"res":{"statusCode":200}'), 42, 'pino');
	t.is(duration('"request_time":12'), undefined);
	t.is(duration('"remote-addr":"203.0.113.7","response-time":4.532'), undefined, 'morgan');
	t.is(duration('"upstreamhost":"10.0.0.5:8080","responsetime":0.012'), 12, 'nginx');
});

test('rejects JSON that is not a request', t => {
	for (const line of [
		'{}',
		'{"status":200}',
		'{"status":"active","url":"/x"}',
		'{"level":"error","message":"failed","url":"postgres://db.example/","timestamp":"2026-11-20T08:03:07Z"}',
		'{"time":"2026-11-20T08:03:07Z","level":"INFO","msg":"listening","port":8080}',
		'{"path":"/var/log/x","status":0}',
		'{"request":17,"status":200}',
		'[{"method":"GET","url":"/","status":200},{"method":"GET","url":"/","status":200}]',
		'{"method":"GET","url":"/","status":200} x',
		'{"method":"GET","url":"/","status":200}}',
		'{"method":"GET","url":"/" "status":200}',
		'{"method":"GET","url":"/","status":200,x}',
		'{"method":"GET","url":"/","status":200',
	].slice(0, -1)) {
		t.is(readLine(line), null, line);
	}
});

/** A value in an object, as logged and as read. */
type Sample = {readonly logged: unknown; readonly read: string | number};

const word = fc.stringMatching(/^[a-z][a-z\d]{1,8}$/);

function textOrNumber(value: fc.Arbitrary<number>): fc.Arbitrary<Sample> {
	return fc.tuple(value, fc.boolean()).map(([read, isText]) => ({logged: isText ? `${read}` : read, read}));
}

function same(text: fc.Arbitrary<string>): fc.Arbitrary<Sample> {
	return text.map(read => ({logged: read, read}));
}

const path = fc.tuple(word, word).map(words => `/${words.join('/')}`);

const agent = same(fc.tuple(word, fc.nat(99)).map(([name, version]) => `${name}/${version}.0 (x; y)`));

const moment = fc.integer({min: 1_000_000_000_000, max: 4_000_000_000_000});

/** Values of each field as programs write them. */
const valuesOf: Readonly<Partial<Record<Slot, fc.Arbitrary<Sample>>>> = {
	ip: same(fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain())),
	method: same(fc.constantFrom('GET', 'POST', 'PROPFIND', 'DELETE')),
	requestLine: path.map(url => ({logged: `PUT ${url} HTTP/1.0`, read: url})),
	url: same(path.map(url => `${url}?a=b`)),
	path: same(path),
	query: same(word.map(name => `${name}=1`)),
	protocol: fc
		.tuple(fc.constantFrom('1.0', '1.1', '2', '3'), fc.boolean())
		.map(([version, isBare]) => ({logged: isBare ? version : `HTTP/${version}`, read: `HTTP/${version}`})),
	host: same(fc.domain()),
	user: same(word),
	referer: same(path.map(url => `https://shop.example${url}`)),
	userAgent: agent,
	forwardedFor: same(fc.ipV4()),
	upstream: same(fc.ipV4().map(address => `${address}:8080`)),
	time: fc.tuple(moment, fc.integer({min: 0, max: 2})).map(([time, way]) => ({
		logged: way === 0 ? time : way === 1 ? `${time}` : new Date(time).toISOString(),
		read: new Date(time).toISOString(),
	})),
	status: textOrNumber(fc.integer({min: 100, max: 599})),
	bytes: textOrNumber(fc.nat()),
	logger: same(word),
};

const unitsIn: Readonly<Record<string, (milliseconds: number) => unknown>> = {
	s: value => value / 1000,
	ms: value => value,
	us: value => value * 1000,
	ns: value => value * 1_000_000,
	own: value => `${value}ms`,
	nginx: value => (value / 1000).toFixed(3),
	longNs: value => value * 1_000_000,
	partOfS: value => (value % 1000 === 0 ? 0 : value / 1000),
};

const fieldOf: Readonly<Partial<Record<Slot, string>>> = {duration: 'durationMs'};

function split(text = ''): readonly string[] {
	return text.split(' ').filter(name => name !== '');
}

function folded(name: string): string {
	return name.replace(/[-_.:@]/g, '').toLowerCase();
}

const signs: ReadonlySet<string> = new Set(jsonFormats.flatMap(format => split(format.signs)).map(folded));

/** Some usual names, which identify no format. They have the same meaning in all formats. */
const usualNames: ReadonlyMap<Slot, readonly string[]> = new Map(
	(
		[
			...(['ip', 'method', 'url', 'protocol', 'user', 'referer', 'userAgent', 'forwardedFor'] as const),
			...(['upstream', 'time', 'status', 'bytes'] as const),
		] satisfies Slot[]
	).map(slot => [
		slot,
		split(commonNames[slot]).filter(name => /^[a-z]+(?:_[a-z]+)+$/.test(name) && !signs.has(folded(name))),
	]),
);

/**
 * Returns the names of a field in a format, including names of durations with their units. If the format has no names,
 * returns the common ones.
 */
function namesIn(
	{names = {}, units = {}, instead: [other] = ['logger', undefined]}: JsonFormat,
	slot: Slot,
): readonly string[] {
	if (slot === 'duration') {
		return [...new Set([...split(names.duration), ...Object.keys(units)])];
	}
	const isUsual = names[slot] === undefined && slot !== other;
	// The path of a format may have a separate query.
	return isUsual && !(slot === 'url' && names.path !== undefined)
		? (usualNames.get(slot) ?? [])
		: split(names[slot]);
}

/** Returns the slots of the names that a format requires besides its sign. */
function alsoIn(format: JsonFormat): readonly Slot[] {
	return slots.filter(slot => namesIn(format, slot).some(name => split(format.also).includes(name)));
}

/** Puts a value into an object, nested if possible. */
function put(object: Record<string, unknown>, name: string, value: unknown, isNested: boolean): void {
	// Names in `fields` and similar objects have the same meaning as outside.
	const at = isNested && !name.startsWith('@fields') ? name.indexOf('.', 1) : -1;
	const key = name.slice(0, at);
	const inner = object[key];
	if (at === -1 || (inner !== undefined && (typeof inner !== 'object' || inner === null))) {
		object[name] = value;
		return;
	}
	const next = (inner ?? {}) as Record<string, unknown>;
	object[key] = next;
	put(next, name.slice(at + 1), value, isNested);
}

type Model = {
	/** Names and values in the sequence of the object. */
	readonly members: ReadonlyArray<readonly [name: string, slot: Slot, value: unknown]>;
	readonly expected: Record<string, string | number>;
};

type Part = [slot: Slot, names: readonly string[], first: Sample, second: Sample];

/** Objects of a format. Each field has one or two of its names; the first name counts. */
function objectsOf(format: JsonFormat): fc.Arbitrary<Model> {
	const {names = {}} = format;
	const asked: Slot = names.path === undefined ? 'url' : 'path';
	const needed: readonly Slot[] = [
		'ip',
		'method',
		asked,
		'status',
		'time',
		'userAgent',
		...(format.needs === undefined ? [] : [format.needs]),
		...alsoIn(format),
	];
	const parts = slots.flatMap(slot => {
		const own = namesIn(format, slot);
		if (own.length === 0 || (slot !== 'duration' && valuesOf[slot] === undefined)) {
			return [];
		}
		const values: fc.Arbitrary<Sample> =
			slot === 'duration'
				? fc.nat({max: 900}).map((read): Sample => ({logged: read, read}))
				: (valuesOf[slot] ?? same(word));
		const chosen = fc.subarray([...own], {
			minLength: needed.includes(slot) ? 1 : 0,
			maxLength: Math.min(2, own.length),
		});
		const part: fc.Arbitrary<Part> = fc.tuple(fc.constant(slot), chosen, values, values);
		return [part];
	});
	return fc.tuple(...parts).chain(fields => {
		const expected: Record<string, string | number> = {};
		const members: Array<readonly [string, Slot, unknown]> = [];
		const found = new Map<Slot, Sample>();
		for (const [slot, names, first, second] of fields) {
			for (const [index, name] of names.entries()) {
				const sample = index === 0 ? first : second;
				const unit = format.units?.[name];
				members.push([
					name,
					slot,
					slot === 'duration' ? unitsIn[unit ?? 'own']?.(Number(sample.read)) : sample.logged,
				]);
			}
			if (names.length > 0) {
				found.set(slot, first);
				expected[fieldOf[slot] ?? slot] = first.read;
			}
		}
		const line = found.get('requestLine');
		const pathname = found.get('path');
		const query = found.get('query');
		const joined = pathname && query ? `${pathname.read}?${query.read}` : pathname?.read;
		const url = line?.read ?? found.get('url')?.read ?? joined;
		if (line !== undefined) {
			expected.method = 'PUT';
			expected.protocol = 'HTTP/1.0';
		}
		for (const field of ['requestLine', 'path', 'query', 'logger']) {
			delete expected[field];
		}
		if (url !== undefined) {
			expected.url = url;
		}
		if (expected.time !== undefined) {
			expected.zone = 0;
		}
		const [sign] = split(format.signs).filter(
			name => !slots.some(slot => split(commonNames[slot]).includes(name)),
		);
		const isSigned = members.some(([name]) => split(format.signs).includes(name));
		if (!isSigned && sign !== undefined) {
			members.push([sign, 'transparent', true]);
		}
		return fc
			.shuffledSubarray(members, {minLength: members.length})
			.map(shuffled => ({members: shuffled, expected}));
	});
}

function written(
	{members}: Model,
	junk: ReadonlyArray<readonly [string, unknown]>,
	isNested: boolean,
): string {
	const object: Record<string, unknown> = {};
	for (const [index, [name, , value]] of members.entries()) {
		const [key, other] = junk[index] ?? [];
		if (key !== undefined) {
			object[key] = other;
		}
		put(object, name, value, isNested);
	}
	return JSON.stringify(object);
}

const brokenOf: Readonly<Partial<Record<Slot, readonly unknown[]>>> = {
	ip: ['no address', 17, '{}'],
	method: ['no method', 'shop.Basket/Add', 17],
	status: ['ok', 99, 600, -1, '2xx'],
	time: ['yesterday', 12, '2026-13-20T08:03:07Z'],
	bytes: ['many', -5, 0.5],
	duration: ['soon', -5, true],
	protocol: ['https', 'HTTP', '1.2.3.4'],
};

test('the names of a format differ by more than case and separators', t => {
	for (const format of jsonFormats) {
		const names = slots.flatMap(slot => split(format.names?.[slot]).map(folded));
		t.deepEqual(
			names.filter((name, index) => names.indexOf(name) !== index),
			[],
			format.name,
		);
	}
});

// The mark of GELF is a common name of a line.
for (const format of jsonFormats.filter(format => isObject(format) && format.name !== 'gelf')) {
	const isOther = format === jsonFormats.at(-1);

	test(`${format.name}: reads objects with its names in any order, among unknown names`, t => {
		forAll(40, objectsOf(format), junkMembers, fc.boolean(), (model, junk, isNested) => {
			// The common names include both `req` and `req.method`.
			const line = written(model, junk, isNested && !isOther);
			const read = readLine(line);
			// Any common names may happen to be those of a format, which reads them in its own order.
			if (isOther && read !== null && read.format !== format.name) {
				return;
			}
			t.deepEqual(read?.fields ?? null, model.expected as LineFields, line);
			t.is(read?.format, format.name, line);
		});
	});
	test(`${format.name}: an invalid value is missing and does not affect other values`, t => {
		forAll(40, objectsOf(format), fc.nat(), fc.nat(), (model, which, how) => {
			const once = model.members.filter(
				([, slot]) =>
					brokenOf[slot] !== undefined &&
					!alsoIn(format).includes(slot) &&
					model.members.filter(([, other]) => other === slot).length === 1,
			);
			fc.pre(once.length > 0 && !model.members.some(([, slot]) => slot === 'requestLine'));
			const broken = once[which % once.length];
			const [, slot] = broken ?? ['', 'ip' as Slot];
			const values = brokenOf[slot] ?? [];
			const members = model.members.map(member =>
				member === broken ? ([member[0], slot, values[how % values.length]] as const) : member,
			);
			const line = written({...model, members}, [], false);
			const read = readLine(line);
			const {[fieldOf[slot] ?? slot]: gone, ...expected} = model.expected;
			if (slot === 'time') {
				delete expected.zone;
			}
			t.true(gone !== undefined);
			if (read !== null) {
				t.deepEqual(read.fields, expected as LineFields, line);
			}
		});
	});
}

for (const [logged, ip] of [
	['::ffff:203.0.113.7:50112', '::ffff:203.0.113.7'],
	['[2001:db8::7]:50112', '2001:db8::7'],
	['203.0.113.7:50112', '203.0.113.7'],
	['2001:db8::443', '2001:db8::443'],
] as const) {
	test(`removes the port of the client ${logged}`, t => {
		t.is(readLine(`{"remote_addr":"${logged}","request":"GET / HTTP/1.1","status":200}`)?.fields.ip, ip);
	});
}

for (const name of [
	'http_x_real_ip',
	'x_real_ip',
	'http_cf_connecting_ip',
	'http_true_client_ip',
	'http_x_client_ip',
	'proxy_protocol_addr',
]) {
	test(`${name} is the forwarded address, and also the client if no other field has it`, t => {
		const line = {request: 'GET / HTTP/1.1', status: 200, [name]: '203.0.113.7'};
		t.like(readLine(JSON.stringify({...line, remote_addr: '10.0.0.1'}))?.fields, {
			ip: '10.0.0.1',
			forwardedFor: '203.0.113.7',
		});
		t.like(readLine(JSON.stringify(line))?.fields, {ip: '203.0.113.7', forwardedFor: '203.0.113.7'});
		t.is(
			readLine(JSON.stringify({...line, http_x_forwarded_for: '198.51.100.4'}))?.fields.forwardedFor,
			'198.51.100.4',
		);
		t.is(readLine(JSON.stringify({...line, http_x_forwarded_for: '-'}))?.fields.forwardedFor, '203.0.113.7');
	});
}

test('the first item of a list of addresses is the client if it is an address and no other field has the client', t => {
	const line = {request: 'GET / HTTP/1.1', status: 200};
	t.is(
		readLine(JSON.stringify({...line, http_x_forwarded_for: '203.0.113.7:80, 10.0.0.1'}))?.fields.ip,
		'203.0.113.7',
	);
	t.is(readLine(JSON.stringify({...line, http_x_forwarded_for: 'unknown, 10.0.0.1'}))?.fields.ip, undefined);
});

test('Fastify: an error with its request is not a request', t => {
	const request = '"req":{"method":"GET","url":"/boom","host":"shop.example","remoteAddress":"203.0.113.7"}';
	const line = (rest: string): string =>
		`{"level":50,"time":1795161787125,"pid":7,"reqId":"req-1",${request}${rest}}`;
	t.is(readLine(line(',"msg":"incoming request"'))?.format, 'fastify');
	t.is(
		readLine(line(',"res":{"statusCode":500},"err":{"type":"Error","message":"boom"},"msg":"boom"')),
		null,
	);
});

test('host is the client if it is an address and no other field has the client', t => {
	const line = {method: 'GET', path: '/en/', status: 200, size: 4523, agent: 'curl/8.5.0'};
	const read = (more: object): LineFields | undefined => readLine(JSON.stringify({...line, ...more}))?.fields;
	for (const host of ['203.0.113.7', '2001:db8::7']) {
		t.is(read({host})?.ip, host);
		t.is(read({host})?.host, undefined);
	}
	t.like(read({host: '203.0.113.7', remote_addr: '198.51.100.4'}), {ip: '198.51.100.4', host: '203.0.113.7'});
	t.like(read({host: '203.0.113.7', xff: '198.51.100.4'}), {ip: '198.51.100.4', host: '203.0.113.7'});
	t.like(read({http_host: '203.0.113.7'}), {ip: undefined, host: '203.0.113.7'});
	t.like(read({host: '203.0.113.7:8080'}), {ip: undefined, host: '203.0.113.7'});
	t.is(
		readLine('method=GET path=/en/ status=200 host=203.0.113.7 user_agent=curl')?.fields.ip,
		'203.0.113.7',
	);
});

test('a word isn’t a host if programs use its name for the logging machine, or for a server', t => {
	const line = {method: 'GET', path: '/en/', status: 200, ip: '203.0.113.7'};
	const hostOf = (more: object): string | undefined =>
		readLine(JSON.stringify({...line, ...more}))?.fields.host;
	for (const name of ['host', 'site', 'server_name', 'domain']) {
		t.is(hostOf({[name]: 'web-1'}), undefined, name);
		t.is(hostOf({[name]: 'shop.example'}), 'shop.example', name);
		t.is(hostOf({[name]: 'web-1:8080'}), 'web-1', name);
		t.is(hostOf({[name]: 'localhost'}), 'localhost', name);
	}
	for (const name of ['http_host', 'request_host', 'vhost', 'host_header']) {
		t.is(hostOf({[name]: 'intranet'}), 'intranet', name);
	}
	t.is(hostOf({server_name: '_', request_length: 1, body_bytes_sent: 4523}), undefined, 'nginx');
	t.is(hostOf({host: 'intranet', body_bytes_sent: 4523}), 'intranet', 'nginx');
});

test('reads a request line under a name that is used for URLs', t => {
	for (const name of ['requestURI', 'url', 'uri', 'path', 'request_path']) {
		const line = {[name]: 'GET /en/?p=2 HTTP/1.1', httpMethod: 'GET', httpCode: 200, clientIP: '203.0.113.7'};
		t.like(
			readLine(JSON.stringify(line))?.fields,
			{method: 'GET', url: '/en/?p=2', protocol: 'HTTP/1.1'},
			name,
		);
		t.is(readLine(JSON.stringify({...line, httpMethod: undefined}))?.fields.method, 'GET', name);
	}
	const both = {request: 'GET /a HTTP/1.1', request_uri: 'GET /b HTTP/1.1', status: 200};
	t.is(readLine(JSON.stringify(both))?.fields.url, '/a');
});

test('HAProxy: reads its own names, other names in use, and numbers with a plus', t => {
	const line = example('haproxy_json');
	t.is(
		readLine(line.replace('"server_name"', '"http_host":"shop.example","server_name"'))?.fields.host,
		'shop.example',
	);
	t.is(readLine(line.replace('"web1"', '"web1.example"'))?.fields.host, undefined);
	const other =
		'{"haproxy_clientIP":"203.0.113.7","haproxy_dateTime":"20/Nov/2026:09:03:07.123","haproxy_serverName":"web1","haproxy_Tt":"+42","haproxy_bytesRead":"+4523","haproxy_statusCode":"200","haproxy_httpRequest":"GET /en/ HTTP/1.1"}';
	t.deepEqual(readLine(other), {format: 'haproxy_json', fields: usualOf.haproxy_json ?? {}});
	const bare =
		'{"time_local":"20/Nov/2026:09:03:07.123","client_ip":"203.0.113.7","backend_name":"shop","server_name":"web1","Tr":40,"Tt":+42,"status_code":200,"bytes_read":+4523,"termination_state":"----","method":"GET","uri":"/en/","protocol":"HTTP/1.1"}';
	t.deepEqual(readLine(bare), {format: 'haproxy_json', fields: usualOf.haproxy_json ?? {}});
	const logfmt =
		'log_type="http" c_ip="203.0.113.7" req_date="20/Nov/2026:09:03:07.123" fe_name_transport="https~" be_name="shop" server_name="web1" Tr="40" Ta="42" status_code="200" bytes_read="4523" bytes_uploaded="512" term_state="----" http_request="GET /en/ HTTP/1.1"';
	t.deepEqual(readLine(logfmt), {format: 'haproxy_json', fields: usualOf.haproxy_json ?? {}});
});

test('Skipper: the first item of X-Forwarded-For is the client', t => {
	const line = example('skipper_json').replace('"host":"203.0.113.7"', '"host":"203.0.113.7, 10.0.0.1"');
	t.like(readLine(line)?.fields, {
		ip: '203.0.113.7',
		forwardedFor: '203.0.113.7, 10.0.0.1',
		host: 'shop.example',
	});
});

test('a name that other programs use, too, identifies a format only together with its other names', t => {
	const line = {method: 'GET', path: '/en/', status: 200, ip: '203.0.113.7'};
	for (const more of [
		{thread: 'main', latency: 42},
		{code: 200},
		{code: 200, agent: 'curl'},
		{req_id: 'r1', duration: 42},
	]) {
		const read = readLine(JSON.stringify({...line, ...more}));
		t.is(read?.format, 'json', JSON.stringify(more));
		t.is(read?.fields.durationMs, undefined);
	}
});

test('the sizes of requests are not sizes of responses', t => {
	const line = {method: 'PUT', path: '/en/', status: 200, ip: '203.0.113.7'};
	for (const name of ['bytes_read', 'contentLength', 'req_content_length', 'bytesReceived', 'bodyLength']) {
		t.is(readLine(JSON.stringify({...line, [name]: 512}))?.fields.bytes, undefined, name);
	}
	for (const name of ['resp_content_length', 'response_content_length', 'bytes_written', 'written_bytes']) {
		t.is(readLine(JSON.stringify({...line, [name]: 4523}))?.fields.bytes, 4523, name);
	}
});
