import test from 'ava';
import {allFormats, chosenReaders, unusedVariables} from '../../source/entries/chosen-readers.js';
import {EntryRecord, unread} from '../../source/entries/entry-record.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {fieldsOf, type LineFields} from '../helpers/line-fields.js';
import {timeOf} from '../helpers/time-of.js';

process.env.TZ = 'UTC';

/** Reads a line in a user's format. Returns null if it doesn't match. */
function read(format: string, line: string): LineFields | null {
	const bytes = Buffer.from(line);
	const record = new EntryRecord();
	const number = new LineReader(chosenReaders(format)).read(bytes, 0, bytes.length, record);
	return number === unread
		? null
		: fieldsOf(record.source ?? bytes, record, allFormats[number]?.escapes ?? 'none');
}

const combined = `log_format main '$remote_addr - $remote_user [$time_local] "$request" '
                  '$status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time';`;
const line =
	'203.0.113.7 - a [b] c [20/Nov/2026:09:03:07 +0100] "GET /a?b=\\x22 HTTP/1.1" 200 5 "-" "c\\x22u" 0.123';
const fields = {
	ip: '203.0.113.7',
	user: 'a [b] c',
	time: '2026-11-20T08:03:07.000Z',
	zone: 60,
	method: 'GET',
	url: '/a?b="',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 5,
	userAgent: 'c"u',
	durationMs: 123,
};

test('nginx: accepts the whole directive, or the content of its quotes', t => {
	t.deepEqual(read(combined, line), fields);
	t.deepEqual(
		read(
			'$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time',
			line,
		),
		fields,
	);
	const {status: _, ...others} = fields;
	t.deepEqual(read(combined, line.replace('200', 'abc')), others);
	t.is(read(combined, `${line} more`), null);
});

test('nginx: ignores comments in a directive', t => {
	const comment = "# the server's columns; not the client's\n";
	t.deepEqual(read(combined.replaceAll("'$", `${comment}'$`), line), fields);
	t.is(read("log_format a 'a#b' #c\n '$uri';", 'a#b/')?.url, '/');
});

test('nginx: ignores copied text after the directive', t => {
	const format = `${combined}\n    access_log /var/log/nginx/access.log main;\n    sendfile on;`;
	t.deepEqual(read(format, line), fields);
});

test('nginx: reads tabs, as in LTSV', t => {
	const format =
		'time:$time_local\\thost:$remote_addr\\treq:$request\\tstatus:$status\\tsize:$body_bytes_sent\\tua:$http_user_agent';
	const ltsv =
		'time:20/Nov/2026:09:03:07 +0900\thost:203.0.113.7\treq:GET /a b HTTP/1.1\tstatus:200\tsize:5\tua:curl/8.5.0';
	for (const given of [format, format.replaceAll('\\t', '\t'), `log_format ltsv "${format}";`]) {
		t.deepEqual(read(given, ltsv), {
			ip: '203.0.113.7',
			time: '2026-11-20T00:03:07.000Z',
			zone: 540,
			method: 'GET',
			url: '/a b',
			protocol: 'HTTP/1.1',
			status: 200,
			bytes: 5,
			userAgent: 'curl/8.5.0',
		});
	}
});

test('nginx: joins path and query, reads all kinds of times, removes the port of the host', t => {
	t.deepEqual(
		read(
			'$msec|$host|$uri|$args|$status|$upstream_addr|$' + '{request_method}',
			'1795165387.603|a.example:80|/a|b=c|200|10.0.0.1:80, 10.0.0.2:80|GET',
		),
		{
			time: '2026-11-20T09:03:07.603Z',
			zone: 0,
			host: 'a.example',
			url: '/a?b=c',
			status: 200,
			upstream: '10.0.0.1:80, 10.0.0.2:80',
			method: 'GET',
		},
	);
	t.deepEqual(read('$time_iso8601 $request_uri $args', '2026-11-20T09:03:07+01:00 /a?b=c b=c'), {
		time: '2026-11-20T08:03:07.000Z',
		zone: 60,
		url: '/a?b=c',
	});
	t.deepEqual(read('$uri $args', '/a -'), {url: '/a'});
});

test('nginx: reads JSON with any names', t => {
	const format = `log_format json escape=json '{"a":"$remote_addr","r":"$request","s":$status,"u":"$http_user_agent"}';`;
	t.deepEqual(read(format, '{"a":"203.0.113.7","r":"GET \\/a\\u00e4 HTTP/1.1","s":200,"u":"c\\"u"}'), {
		ip: '203.0.113.7',
		method: 'GET',
		url: '/aä',
		protocol: 'HTTP/1.1',
		status: 200,
		userAgent: 'c"u',
	});
});

test('reads a request that the server couldn’t parse, in JSON that the format describes', t => {
	const refused = {ip: '203.0.113.7', status: 400};
	t.deepEqual(
		read(
			`log_format json escape=json '{"a":"$remote_addr","m":"$request_method","u":"$request_uri","s":$status}';`,
			'{"a":"203.0.113.7","m":"","u":"","s":400}',
		),
		refused,
	);
	t.deepEqual(
		read(
			'log-format {"a":"%ci","m":"%HM","u":"%HU","v":"%HV","s":%ST}',
			'{"a":"203.0.113.7","m":"<BADREQ>","u":"<BADREQ>","v":"<BADREQ>","s":400}',
		),
		refused,
	);
});

test('Apache: accepts the whole directive, or the content of its quotes', t => {
	const apache =
		'203.0.113.7 - frank [20/Nov/2026:09:03:07 +0100] "GET /a?b=\\" HTTP/1.1" 200 5 "-" "c\\"u" 123000';
	const expected = {...fields, user: 'frank'};
	t.deepEqual(
		read('LogFormat "%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\" %D" timed', apache),
		expected,
	);
	t.deepEqual(read('%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D', apache), expected);
});

test('Apache: reads the parts of a request, a host with its port, all kinds of times', t => {
	t.deepEqual(
		read(
			'%v:%p %a %m %U%q %H %!200,304s %O %{ms}T %{%d/%b/%Y:%H:%M:%S %z}t',
			'a.example:443 203.0.113.7 GET /a?b=c HTTP/1.1 200 5 12 20/Nov/2026:09:03:07 +0100',
		),
		{
			host: 'a.example',
			ip: '203.0.113.7',
			method: 'GET',
			url: '/a?b=c',
			protocol: 'HTTP/1.1',
			status: 200,
			bytes: 5,
			durationMs: 12,
			time: '2026-11-20T08:03:07.000Z',
			zone: 60,
		},
	);
	t.deepEqual(read('%{msec}t %U %q 100%% %{X-Forwarded-For}i', '1795165387603 /a ?b 100% 203.0.113.7'), {
		time: '2026-11-20T09:03:07.603Z',
		zone: 0,
		url: '/a?b',
		ip: '203.0.113.7',
		forwardedFor: '203.0.113.7',
	});
});

test('Apache: accepts single quotes, and a format that continues on the next line', t => {
	const format = '%h %l %u %t "%r" %>s %b "%{Referer}i"';
	const double = format.replaceAll('"', '\\"').replace(' %t', ' \\\n    %t');
	const common = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a HTTP/1.1" 200 5 "-"';
	for (const given of [
		`LogFormat '${format}' main`,
		`CustomLog logs/access.log '${format}'`,
		`LogFormat "${double}" main`,
		`LogFormat \\\r\n "${double}" main`,
	]) {
		t.is(read(given, common)?.status, 200, given);
	}
});

/** Formats in which host, path and query are adjacent. */
const wholeUrls: ReadonlyArray<readonly [format: string, line: string]> = [
	['$scheme://$host$request_uri $status', 'https://shop.example/a?b=c 200'],
	['$host$uri$is_args$args $status', 'shop.example:443/a?b=c 200'],
	['$host$request_uri$is_args$args $status', 'shop.example/a?b=c 200'],
	['%V%U%q %>s', 'shop.example/a?b=c 200'],
];

for (const [format, text] of wholeUrls) {
	test(`${format}: the host ends where the path starts`, t => {
		t.deepEqual(read(format, text), {host: 'shop.example', url: '/a?b=c', status: 200});
	});
}

test('a client can’t hide a request with the separator of the columns, if the columns after the text have a form', t => {
	const format =
		'$remote_addr|$request_method|$request_uri|$server_protocol|$status|$http_user_agent|$request_time';
	const expected = {ip: '203.0.113.7', method: 'GET', protocol: 'HTTP/1.1', status: 404, durationMs: 1000};
	for (const text of ['a', 'a|b', '|', '|a|200|', `a${'|b'.repeat(200)}`]) {
		const found = read(format, `203.0.113.7|GET|/${text}|HTTP/1.1|404|u${text}|1.000`);
		t.deepEqual(found, {...expected, url: `/${text}`, userAgent: `u${text}`});
	}
	const {status: _, ...others} = expected;
	t.deepEqual(read(format, '203.0.113.7|GET|/a|b|HTTP/1.1|x|u|1.000'), {
		...others,
		url: '/a|b',
		userAgent: 'u',
	});
	t.is(read('$request|$status', 'GET /a|b HTTP/1.1|404')?.url, '/a|b');
	t.is(read('%HM,%HU,%HV,%ST', '<BADREQ>,<BADREQ>,<BADREQ>,400')?.status, 400);
});

for (const [format, text] of [
	['$scheme://$host$request_uri $server_protocol $status', 'http://shop.example- HTTP/1.1 400'],
	['"$host$request_uri" $server_protocol $status', '"shop.example-" HTTP/1.1 400'],
	[
		'{"u":"$scheme://$host$request_uri","p":"$server_protocol","s":$status}',
		'{"u":"http://shop.example","p":"HTTP/1.1","s":400}',
	],
] as const) {
	test(`nginx: reads the host of a request without a URL: ${text}`, t => {
		t.deepEqual(read(format, text), {host: 'shop.example', protocol: 'HTTP/1.1', status: 400});
	});
}

test('nginx: the server’s name is the host of a request without a Host header', t => {
	const format = '{"u":"$uri","n":"$server_name","h":"$http_host"}';
	t.is(read(format, '{"u":"/","n":"shop.example","h":""}')?.host, 'shop.example');
	t.is(read(format, '{"u":"/","n":"shop.example","h":"www.shop.example"}')?.host, 'www.shop.example');
	t.is(read('$http_host $server_name $uri', '- shop.example /')?.host, 'shop.example');
	t.is(read('$http_host $server_name $uri', 'www.shop.example shop.example /')?.host, 'www.shop.example');
	t.deepEqual(unusedVariables(format), ['$server_name']);
});

test('an unquoted request extends until the rest of the line matches', t => {
	t.deepEqual(read('$request $status', 'GET /a b HTTP/1.1 200'), {
		method: 'GET',
		url: '/a b',
		protocol: 'HTTP/1.1',
		status: 200,
	});
});

for (const variable of [
	'$http_x_forwarded_for',
	'$proxy_add_x_forwarded_for',
	'$http_x_real_ip',
	'$http_cf_connecting_ip',
	'$proxy_protocol_addr',
	'%{X-Forwarded-For}i',
	'%{X-Real-IP}i',
	'%{CF-Connecting-IP}i',
]) {
	const isApache = variable.startsWith('%');
	test(`${variable} is the client if no other variable has it`, t => {
		const rest = isApache ? '"%r"' : '"$request"';
		t.deepEqual(read(`${variable} ${rest}`, '203.0.113.7 "GET /"'), {
			ip: '203.0.113.7',
			forwardedFor: '203.0.113.7',
			method: 'GET',
			url: '/',
		});
		const client = isApache ? '%h' : '$remote_addr';
		t.deepEqual(read(`${client} ${variable} ${rest}`, '10.0.0.1 203.0.113.7 "GET /"'), {
			ip: '10.0.0.1',
			forwardedFor: '203.0.113.7',
			method: 'GET',
			url: '/',
		});
	});
}

/** Formats with an unquoted list of addresses before a space or at the end, and the expected client and list. */
const unquotedLists: ReadonlyArray<readonly [format: string, line: string, ip: string, list: string]> = [
	[
		'%h %{X-Forwarded-For}i %u "%r"',
		'10.0.0.1 192.0.2.1, 203.0.113.7 - "GET /"',
		'10.0.0.1',
		'192.0.2.1, 203.0.113.7',
	],
	['%{X-Forwarded-For}i %u "%r"', '192.0.2.1, 203.0.113.7 - "GET /"', '192.0.2.1', '192.0.2.1, 203.0.113.7'],
	[
		'$remote_addr  $remote_user "$request"',
		'192.0.2.1, 203.0.113.7   - "GET /"',
		'192.0.2.1',
		'192.0.2.1, 203.0.113.7',
	],
	[
		'%h "%r" %{X-Forwarded-For}i',
		'10.0.0.1 "GET /" 192.0.2.1, 203.0.113.7',
		'10.0.0.1',
		'192.0.2.1, 203.0.113.7',
	],
	[
		'%ci:%cp %[req.hdr(x-forwarded-for)] %{+Q}r',
		'10.0.0.1:80 192.0.2.1, 203.0.113.7 "GET /"',
		'10.0.0.1',
		'192.0.2.1, 203.0.113.7',
	],
	['%ci %[req.hdr(x-forwarded-for)] %{+Q}r', '10.0.0.1 203.0.113.7 "GET /"', '10.0.0.1', '203.0.113.7'],
];

for (const [format, text, ip, forwardedFor] of unquotedLists) {
	test(`${format}: reads an unquoted list of addresses to its end, and keeps another client: ${text}`, t => {
		t.deepEqual(read(format, text), {ip, forwardedFor, method: 'GET', url: '/'});
	});
}

const upstreamColumns = '$upstream_addr $upstream_status $status $upstream_response_time $request_time';

/** Lists of nginx's upstream servers, with the columns after them. */
const upstreamLists: ReadonlyArray<readonly [line: string, upstream?: string, format?: string]> = [
	['10.0.0.1:80, 10.0.0.2:80 502, 504 503 1.000, 2.000 3.001', '10.0.0.1:80, 10.0.0.2:80'],
	['10.0.0.1:80 : unix:/a.sock - : 504 503 1.000, - : 2.000 3.001', '10.0.0.1:80 : unix:/a.sock'],
	['- - 503 - 3.001'],
	['10.0.0.1:80 : 503 3.001', '10.0.0.1:80', '$upstream_addr $http_a $status $request_time'],
];

for (const [text, upstream, format = upstreamColumns] of upstreamLists) {
	test(`nginx: a list of upstream servers doesn’t shift the columns after it: ${text}`, t => {
		const found = read(`$uri ${format}`, `/ ${text}`);
		t.deepEqual(found, {url: '/', ...(upstream && {upstream}), status: 503, durationMs: 3001});
	});
}

test('$realip_remote_addr is the client if $remote_addr is not logged', t => {
	t.is(read('$realip_remote_addr $request_uri', '10.0.0.1 /')?.ip, '10.0.0.1');
	t.is(read('$realip_remote_addr $remote_addr $request_uri', '10.0.0.1 203.0.113.7 /')?.ip, '203.0.113.7');
});

/** Apache's notations of 20 November 2026, 9:03:07 UTC. */
const apacheTimes: ReadonlyArray<readonly [format: string, line: string, milliseconds: number]> = [
	['[%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t] %U', '[20/Nov/2026 10:03:07.123 +0100] /', 123],
	['%{%F %T}t.%{usec_frac}t %U', '2026-11-20 09:03:07.123456 /', 123],
	['%{%F}t %{%T}t %U', '2026-11-20 09:03:07 /', 0],
	['%{begin:msec}t %U', '1795165387123 /', 123],
	['%{end:%s}t %U', '1795165387 /', 0],
	['%{begin:%d.%m.%Y %H:%M:%S}t %U', '20.11.2026 09:03:07 /', 0],
	['%{end}t %U', '[20/Nov/2026:09:03:07 +0000] /', 0],
];

for (const [format, text, milliseconds] of apacheTimes) {
	test(`Apache: reads the time of ${format}`, t => {
		t.is(read(format, text)?.time, new Date(1_795_165_387_000 + milliseconds).toISOString());
	});
}

const haproxyDefault =
	'%ci:%cp [%tr] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %CC %CS %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq %hr %hs %{+Q}r';

for (const headers of ['{shop.example} {} ', '{shop.example|a b} ', '']) {
	test(`HAProxy: reads the default log-format, with the headers "${headers.trim()}"`, t => {
		t.deepEqual(
			read(
				haproxyDefault,
				`2001:db8::7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/+109 200 +2750 - - ---- 1/1/1/1/0 0/0 ${headers}"GET /en/ HTTP/1.1"`,
			),
			{
				ip: '2001:db8::7',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				upstream: 'shop/web1',
				durationMs: 109,
				status: 200,
				bytes: 2750,
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
			},
		);
	});
}

test('HAProxy: reads sample expressions, headers, quotes, and spaces after backslashes', t => {
	const fields = {
		ip: '203.0.113.7',
		method: 'GET',
		url: '/a?b',
		host: 'shop.example',
		status: 200,
		durationMs: 12,
		userAgent: 'curl/8.5.0',
	};
	const whole =
		'log-format "%[src] %{+Q}HM %{+Q}[path]%{+Q}[query] %[req.hdr(Host)] %ST %Ta %{+Q}[req.hdr(User-Agent)]"';
	const line = '203.0.113.7 "GET" "/a""?b" shop.example 200 12 "curl/8.5.0"';
	t.deepEqual(read(whole, line), fields);
	t.deepEqual(read('log-format %ci\\ %HM\\ %HU\\ %ST', '203.0.113.7 GET /a?b 200'), {
		ip: '203.0.113.7',
		method: 'GET',
		url: '/a?b',
		status: 200,
	});
	t.deepEqual(read('log-format "%{+Q}o %ci %HM %HU %ST"', '"203.0.113.7" "GET" "/a?b" "200"'), {
		ip: '203.0.113.7',
		method: 'GET',
		url: '/a?b',
		status: 200,
	});
});

const quotedFormat =
	'log-format "%{+Q}o ts=%Ts.%ms at=%T ip=%ci by=%b/%s method=%HM uri=%HU status=%ST bytes=%B ta=%Ta xff=%[req.hdr(x-forwarded-for)]"';

for (const text of [
	'ts=1795165387.603 at=20/Nov/2026:09:03:07 +0000 ip="203.0.113.7" by="b"/"web1" method="GET" uri="/a b" status=400 bytes=289 ta=5 xff="192.0.2.1"',
	'ts="1795165387"."603" at="20/Nov/2026:09:03:07 +0000" ip="203.0.113.7" by=b/web1 method="GET" uri="/a b" status="400" bytes="289" ta="5" xff="192.0.2.1"',
]) {
	test(`HAProxy: +Q quotes texts, but numbers and times not in every version: ${text}`, t => {
		t.deepEqual(read(quotedFormat, text), {
			ip: '203.0.113.7',
			time: '2026-11-20T09:03:07.000Z',
			zone: 0,
			method: 'GET',
			url: '/a b',
			status: 400,
			bytes: 289,
			durationMs: 5,
			upstream: 'web1',
			forwardedFor: '192.0.2.1',
		});
	});
}

const wrong = [
	['log-format "%ci %zz"', 'a % without the name of a variable of HAProxy after %ci '],
	['%h [%{%T}t] "%r"', 'the time %T has no full date and time'],
	['%h %{%F %Q %i}t "%r"', 'in the time %F %Q %i the conversion %i is not known'],
	['$request$status', 'no separator between $request and $status, so their values can’t be distinguished'],
	['%h%r', 'no separator between %h and %r, so their values can’t be distinguished'],
	['$remote_addr [$time_local]', 'no request, URL or method'],
	['$request $', 'a $ without the name of a variable after $request '],
	['%r %', 'a % without a letter after %r '],
	[
		'%r "%{Referer"',
		'the brace after %r "% is not closed: it is followed by } and a letter, as in %{Referer}i',
	],
	['%h %Q "%r"', '%Q is not a directive of Apache’s LogFormat: check its letter'],
	['combind', 'there is no such format'],
	[' [] "" ', 'no variable such as $request or %r: use single quotes'],
	['[$]', 'a $ without the name of a variable'],
	['log_format main', 'no variables'],
] as const;

for (const [format, message] of wrong) {
	test(`rejects the format: ${format}`, t => {
		const error = t.throws(() => chosenReaders(format), {name: 'FormatError'});
		t.true(error.message.replaceAll("'", '’').startsWith(message), error.message);
	});
}

test('lists variables whose values are ignored', t => {
	t.deepEqual(unusedVariables('$remote_adr "$request" $pipe'), ['$remote_adr', '$pipe']);
	t.deepEqual(unusedVariables('%h "%r" %X'), ['%X']);
	t.deepEqual(unusedVariables('combined'), []);
});

test('rejects a line with text after the last piece, even a quoted one', t => {
	t.is(read('$status "$request"', '200 "GET / HTTP/1.1"')?.url, '/');
	t.is(read('$status "$request"', '200 "GET / HTTP/1.1" 12'), null);
});

test('a name selects only that format', t => {
	const common = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 5';
	t.is(read('common', common)?.status, 200);
	t.is(read('common', `${common} "-" "-"`), null);
	t.is(read('combined', common), null);
});

test('ignores the query if the path is missing', t => {
	t.deepEqual(read('$uri $args $status', '- a=b 200'), {status: 200});
});

test('discards the values of an attempt that failed', t => {
	const format = '$remote_addr $foo $status $request_time "$request"';
	t.deepEqual(read(format, '203.0.113.7 a 200 0.5 b 404 - "GET / HTTP/1.1"'), {
		ip: '203.0.113.7',
		status: 404,
		method: 'GET',
		url: '/',
		protocol: 'HTTP/1.1',
	});
});

test('many loose variables don’t slow down reading', t => {
	const format = `${Array.from({length: 12}, (_, n) => `$v${n}`).join(' ')} $status $request`;
	const bytes = Buffer.from('word '.repeat(2000));
	const reader = new LineReader(chosenReaders(format));
	const time = timeOf(() => t.is(reader.read(bytes, 0, bytes.length, new EntryRecord()), unread), 200);
	t.true(time < 200, `${time} ms`);
});

test('hostile 10: a custom format also reads a line that is cut within its request', t => {
	const bytes = Buffer.from('203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /xxxxx');
	const record = new EntryRecord();
	const reader = new LineReader(chosenReaders('combined'));
	t.true(reader.readBeginning(bytes, 0, bytes.length, record) >= 0);
	t.is(fieldsOf(bytes, record, 'clf').url, '/xxxxx');
});

test('JSON: reads names of the user next to known names', t => {
	const line =
		'{"when":"2026-11-20T09:03:07Z","peer":{"addr":"203.0.113.7"},"verb":"GET","my":{"path":"/a"},"status":200,"took":7}';
	t.deepEqual(read('json: url=my.path, ip=peer.addr time=when duration_s=took', line), {
		time: '2026-11-20T09:03:07.000Z',
		zone: 0,
		ip: '203.0.113.7',
		method: 'GET',
		url: '/a',
		status: 200,
		durationMs: 7000,
	});
	t.is(
		read('json: url=my.path', '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 5'),
		null,
	);
});

for (const [given, message] of [
	['json:', /^no names after json/],
	['json: url', /^url isn't of the form field=name/],
	['json: uri=x', /^unknown field uri; the fields are ip method /],
] as const) {
	test(`rejects the names: ${given}`, t => {
		t.throws(() => chosenReaders(given), {name: 'FormatError', message});
	});
}

test('hostile 10: JSON that is cut within its URL is a request with the beginning of the URL', t => {
	const before =
		'{"level":"info","ts":1795161787.123,"logger":"http.log.access.shop","msg":"handled request","request":{"remote_ip":"203.0.113.7","remote_port":"50112","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/en/';
	for (const cut of ['', '\\', '\\u', '\\u00e', '?a="b":{[']) {
		const bytes = Buffer.from(`${before}${cut.replaceAll('"', '\\"')}`);
		const record = new EntryRecord();
		t.true(new LineReader().readBeginning(bytes, 0, bytes.length, record) >= 0, cut);
		const fields = fieldsOf(record.source ?? bytes, record, 'json');
		t.like(fields, {ip: '203.0.113.7', method: 'GET', time: '2026-11-20T08:03:07.123Z'}, cut);
		t.true(fields.url?.startsWith('/en/'), cut);
	}
});

test('hostile 10: JSON that is cut within a string other than the URL isn’t read by its beginning', t => {
	const bytes = Buffer.from('{"a":"b","c":"d');
	t.is(new LineReader().readBeginning(bytes, 0, bytes.length, new EntryRecord()), unread);
});

test('a quote that the server has not escaped hides no request in JSON', t => {
	for (const agent of ['"', '""', 'a"b', 'a"}', 'a" b "c', '\\""']) {
		const line = `{"time":"20/Nov/2026:09:03:07 +0000","ip":"203.0.113.7","agent":"${agent}","request":"GET /a HTTP/1.1","status":404}`;
		const bytes = Buffer.from(line);
		const record = new EntryRecord();
		t.true(new LineReader().read(bytes, 0, bytes.length, record) >= 0, agent);
		const {ip, url, status} = fieldsOf(record.source ?? bytes, record, 'json');
		t.deepEqual([ip, url, status], ['203.0.113.7', '/a', 404], agent);
	}
});
