import test from 'ava';
import {jsonFormats} from '../../../source/entries/json/json-formats.js';
import {type LineFields, readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const example = (name: string): string => jsonFormats.find(format => format.name === name)?.example ?? '';

const usual: LineFields = {
	time: '2026-11-20T08:03:07.123Z',
	zone: 0,
	ip: '203.0.113.7',
	method: 'GET',
	url: '/en/',
	status: 200,
	bytes: 4523,
};

/** The usual fields, and those that a format has besides or otherwise; without some that it doesn't log. */
const without = (missing: ReadonlyArray<keyof LineFields>, fields: LineFields): LineFields =>
	Object.fromEntries(
		Object.entries(fields).filter(([field]) => !(missing as readonly string[]).includes(field)),
	);

const usualOf: Readonly<Record<string, LineFields>> = {
	caddy: {...usual, protocol: 'HTTP/2.0', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 4.2},
	traefik_json: {...usual, protocol: 'HTTP/2.0', host: 'shop.example', durationMs: 4.2},
	cloudflare: {...usual, protocol: 'HTTP/2', host: 'shop.example'},
	envoy_json: {
		...usual,
		...{protocol: 'HTTP/2', host: 'shop.example', userAgent: 'curl/8.5.0', forwardedFor: '203.0.113.7'},
		...{upstream: '10.0.0.5:8080', durationMs: 4},
	},
	gcp_http: {
		...usual,
		...{protocol: 'HTTP/2', url: 'https://shop.example/en/', userAgent: 'curl/8.5.0', durationMs: 4.2},
	},
	fastly: {
		...usual,
		time: '2026-11-20T08:03:07.000Z',
		...{protocol: 'HTTP/2', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 4.2},
	},
	ecs: {...usual, url: '/en/?p=2', protocol: 'HTTP/1.1', durationMs: 4.2},
	nginx_json: {
		...usual,
		...{time: '2026-11-20T08:03:07.000Z', zone: 60},
		...{protocol: 'HTTP/1.1', userAgent: 'curl/8.5.0', durationMs: 4},
	},
	json: {...usual, zone: 60, durationMs: 4.2},
	aws_waf: without(['bytes'], {...usual, url: '/en/?p=2', protocol: 'HTTP/2.0', status: 403}),
	httplog: {...usual, url: 'http://shop.example/en/', protocol: 'HTTP/1.1', durationMs: 4.2},
	app_engine: {
		...usual,
		protocol: 'HTTP/1.1',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		durationMs: 4.2,
	},
	akamai_json: {...usual, url: '/en/?p=2', host: 'shop.example', userAgent: 'curl%2F8.5.0'},
	cloudfront_json: {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/2.0',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		durationMs: 42,
	},
	iis_json: {...usual, url: '/en/?p=2', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 42},
	azure_front_door: {
		...usual,
		url: 'https://shop.example:443/en/?p=2',
		protocol: 'HTTP/2.0',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		durationMs: 42,
	},
	azure_gateway: {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/1.1',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		upstream: '10.0.0.5:8080',
		time: '2026-11-20T08:03:07.000Z',
		durationMs: 42,
	},
	azure_gateway_v1: {
		...usual,
		protocol: 'HTTP/1.1',
		userAgent: 'curl/8.5.0',
		time: '2026-11-20T08:03:07.000Z',
		durationMs: 42,
	},
	azure_api: {...usual, url: 'https://shop.example/en/', durationMs: 42},
	aws_api_gateway: {...usual, protocol: 'HTTP/1.1', time: '2026-11-20T08:03:07.000Z', durationMs: 42},
	vercel: {
		...usual,
		url: '/en/?p=2',
		host: 'shop.example',
		referer: 'https://shop.example/',
		userAgent: 'curl/8.5.0',
	},
	netlify: without(['bytes'], {
		...usual,
		url: 'https://shop.example/en/',
		referer: 'https://shop.example/',
		userAgent: 'curl/8.5.0',
	}),
	zeek: {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/1.1',
		host: 'shop.example',
		referer: 'https://shop.example/',
		userAgent: 'curl/8.5.0',
		upstream: '10.0.0.5',
	},
	kong: {...usual, url: '/en/?p=2', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 42},
	apisix_json: {
		...usual,
		url: '/en/?p=2',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		upstream: '10.0.0.5:8080',
		durationMs: 42.5,
	},
	minio: without(['method'], {
		...usual,
		url: '/shop/en',
		host: 'minio.example',
		user: 'ada',
		userAgent: 'MinIO (linux; amd64) minio-go/v7.0.80',
		durationMs: 42,
	}),
	slog_http: {...usual, url: '/en/?p=2', host: 'shop.example', durationMs: 4.2},
	echo_json: {...usual, url: '/en/?p=2', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 4.2},
	express_winston: without(['ip', 'bytes'], {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/1.1',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		durationMs: 42,
	}),
	pino: {...usual, url: '/en/?p=2', host: 'shop.example', userAgent: 'curl/8.5.0', durationMs: 42},
	fastify: without(['status', 'bytes'], {...usual, url: '/en/?p=2', host: 'shop.example'}),
	aspnet_json: without(['ip', 'bytes'], {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/1.1',
		host: 'shop.example',
		durationMs: 4.2,
	}),
	serilog: without(['ip', 'bytes'], {...usual, durationMs: 4.2}),
	semantic_logger: without(['ip', 'bytes'], {...usual, durationMs: 42.5}),
	lograge: without(['ip', 'bytes'], {...usual, durationMs: 58.33}),
	logger_json: without(['bytes'], {...usual, protocol: 'HTTP/1.1', userAgent: 'curl/8.5.0'}),
	datadog: {
		...usual,
		url: 'https://shop.example/en/',
		host: 'shop.example',
		userAgent: 'curl/8.5.0',
		durationMs: 4.2,
	},
	logback_access: {...usual, url: '/en/?p=2', protocol: 'HTTP/1.1', durationMs: 42},
	tomcat_json: {
		...usual,
		url: '/en/?p=2',
		protocol: 'HTTP/1.1',
		userAgent: 'curl/8.5.0',
		time: '2026-11-20T08:03:07.000Z',
		zone: 60,
	},
};

for (const {name, example: line} of jsonFormats) {
	test(`${name}: its example`, t => {
		t.deepEqual(readLine(line), {format: name, fields: usualOf[name] ?? {}});
	});

	test(`${name}: its example cut anywhere is read or not, never wrong`, t => {
		const whole: Readonly<Record<string, unknown>> = usualOf[name] ?? {};
		for (let length = 0; length < line.length; length++) {
			for (const [field, value] of Object.entries(readLine(line.slice(0, length))?.fields ?? {})) {
				const isLess =
					(field === 'url' && String(whole.url).startsWith(`${value}?`)) ||
					field === 'time' ||
					field === 'ip' ||
					field === 'zone';
				t.true(value === whole[field] || isLess, `${length} ${field}: ${value}`);
			}
		}
	});
}

test('Caddy: whatever else it logs is no request, errors with their requests neither', t => {
	const line = example('caddy');
	t.is(readLine(line.replace('http.log.access', 'http.log.access.log0'))?.format, 'caddy');
	t.is(readLine(line.replace('http.log.access', 'http.log.error')), null);
	t.is(readLine(line.replace('http.log.access', 'http.handlers.reverse_proxy')), null);
	t.is(readLine(line.replace('"logger":"http.log.access",', ''))?.format, 'caddy');
	t.is(readLine('{"level":"info","ts":1795161787.1,"logger":"admin","msg":"admin endpoint started"}'), null);
});

test('Caddy: client_ip is the client, behind a proxy too; status 0 is kept; durations as words and in nanoseconds', t => {
	const line = example('caddy');
	t.is(
		readLine(line.replace('"remote_ip":"203.0.113.7"', '"remote_ip":"10.0.0.1"'))?.fields.ip,
		'203.0.113.7',
	);
	t.is(readLine(line.replace('"status":200', '"status":0'))?.fields.status, 0);
	t.is(readLine(line.replace('0.0042', '"4.2ms"'))?.fields.durationMs, 4.2);
	t.is(readLine(line.replace('0.0042', '2'))?.fields.durationMs, 2000);
	// Whole numbers of more than a thousand are none of seconds: Caddy can be told to write nanoseconds or milliseconds.
	t.is(readLine(line.replace('0.0042', '4200000'))?.fields.durationMs, undefined);
});

test('Caddy: a list of forwarded addresses, header names in any case', t => {
	const line = example('caddy').replace(
		'"headers":{"User-Agent":["curl/8.5.0"]',
		'"headers":{"user-agent":[ "a" , "b"],"X-Forwarded-For":["203.0.113.7, 10.0.0.1"],"Referer":["https://a.example/"]',
	);
	const fields = readLine(line)?.fields;
	t.is(fields?.userAgent, 'a');
	t.is(fields?.forwardedFor, '203.0.113.7, 10.0.0.1');
	t.is(fields?.referer, 'https://a.example/');
});

test('Traefik: a list of clients; no user; headers of the request', t => {
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

test('Envoy: IPv6 with a port; nulls', t => {
	const line = example('envoy_json')
		.replace('203.0.113.7:50112', '[2001:db8::1]:50112')
		.replace('"curl/8.5.0"', 'null')
		.replace('"10.0.0.5:8080"', 'null');
	const fields = readLine(line)?.fields;
	t.is(fields?.ip, '2001:db8::1');
	t.is(fields?.userAgent, undefined);
	t.is(fields?.upstream, undefined);
});

test('nginx: nothing where there was nothing, with and without escape=json', t => {
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

test('nginx: the request says what was asked for, whatever $uri became', t => {
	const line = (names: string): string => `{"remote_addr":"203.0.113.7",${names},"status":200}`;
	t.is(readLine(line('"uri":"/index.php","request":"GET /en/?p=2 HTTP/1.1"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"method":"GET","uri":"/index.php","request_uri":"/en/?p=2"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"args":"p=2","method":"GET","uri":"/en/"'))?.fields.url, '/en/?p=2');
	t.is(readLine(line('"args":"","method":"GET","uri":"/en/"'))?.fields.url, '/en/');
	t.is(readLine(line('"query_string":"?p=2","method":"GET","uri":"/en/"'))?.fields.url, '/en/?p=2');
});

test('nginx: milliseconds are taken where there are any', t => {
	const line = example('nginx_json').replace('{', '{"msec":"1795161787.123",');
	t.is(readLine(line)?.fields.time, '2026-11-20T08:03:07.123Z');
});

test('pino: nested requests, and answers', t => {
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

test('API Gateway: the time of the request is no time taken', t => {
	const line =
		'{"requestId":"x","ip":"203.0.113.7","requestTime":"20/Nov/2026:08:03:07 +0000","httpMethod":"GET","resourcePath":"/en/","status":"200","protocol":"HTTP/1.1","responseLength":"4523"}';
	t.like(readLine(line)?.fields, {time: '2026-11-20T08:03:07.000Z', method: 'GET', url: '/en/', status: 200});
	t.is(readLine(line)?.fields.durationMs, undefined);
});

test('PHP writes a slash as \\/, in protocols and times too', t => {
	const line =
		'{"time":"20\\/Nov\\/2026:09:03:07 +0100","ip":"203.0.113.7","request":"GET \\/en\\/\\u00e4\\\\ HTTP\\/1.1","status":200}';
	t.deepEqual(readLine(line)?.fields, {
		...{time: '2026-11-20T08:03:07.000Z', zone: 60, ip: '203.0.113.7', method: 'GET'},
		...{url: '/en/ä\\', protocol: 'HTTP/1.1', status: 200},
	});
});

test('times taken: a unit in the name or the value, or none is known', t => {
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
	// Node's loggers mean milliseconds, Apache's %D is in microseconds.
	t.is(duration('"responseTime":42'), undefined);
	t.is(duration('"responseTime":42,"res":{"statusCode":200}'), 42, 'pino');
	t.is(duration('"request_time":12'), undefined);
});

test('what is no request is not taken for one', t => {
	for (const line of [
		'{}',
		'{"status":200}',
		'{"status":"active","url":"/x"}',
		'{"level":"error","message":"failed","url":"postgres://db.example/","timestamp":"2026-11-20T08:03:07Z"}',
		'{"time":"2026-11-20T08:03:07Z","level":"INFO","msg":"listening","port":8080}',
		'{"path":"/var/log/x","status":0}',
		'{"request":17,"status":200}',
		'[{"method":"GET","url":"/","status":200}]',
		'{"method":"GET","url":"/","status":200} x',
		'{"method":"GET","url":"/","status":200}}',
		'{"method":"GET","url":"/" "status":200}',
		'{"method":"GET","url":"/","status":200,x}',
		'{"method":"GET","url":"/","status":200',
	].slice(0, -1)) {
		t.is(readLine(line), null, line);
	}
});
