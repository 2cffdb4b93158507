import test from 'ava';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import type {LogHeader} from '../../../source/entries/log-header.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

type Options = {readonly choice?: string; readonly header?: LogHeader};

/** Values of a line by name. A list is in brackets; a value that a field was read from ends with a star. */
function valuesOf(line: string, options?: Options): Readonly<Record<string, string>> {
	return Object.fromEntries(
		logValues(Buffer.from(line), options).map(({name, text, elements, isRead}) => [
			name,
			(elements === null ? text : `[${elements.join('|')}]`) + (isRead ? ' *' : ''),
		]),
	);
}

/** Values that no field was read from. */
function unreadOf(line: string, options?: Options): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(valuesOf(line, options)).filter(([, value]) => !value.endsWith('*')),
	);
}

const combined =
	'203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /en/?a=b HTTP/1.1" 200 4523 "https://shop.example/?c=d" "curl/8.5.0 e=f"';

test('pairs after the request of a combined line are log fields', t => {
	t.deepEqual(valuesOf(`${combined} rid=9f2c urt=0.120 cs=MISS`), {rid: '9f2c', urt: '0.120', cs: 'MISS'});
	t.deepEqual(valuesOf(`${combined} rid="9 f\\"2c" x="" y=- z="-" _a.b-c=\\x41`), {
		rid: '9 f"2c',
		'_a.b-c': 'A',
	});
	// Between the size and the referer.
	const between = combined.replace('4523 ', '4523 rt=0.151 cs=HIT ');
	t.deepEqual(valuesOf(between), {rt: '0.151 *', cs: 'HIT'});
	t.deepEqual(valuesOf(combined), {});
	t.deepEqual(valuesOf('203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a=b" 200 5 c=d'), {c: 'd'});
});

test('pairs in quotes and brackets aren’t log fields', t => {
	const tail = '"a=b" [c=d e=f] (g=h [i=j) {k=l} m/n=o 1p=q ä=r s"=t" u=v [w x=y';
	t.deepEqual(valuesOf(`${combined} ${tail}`), {u: 'v', x: 'y'});
});

test('lists of nginx have an element for each upstream server', t => {
	t.deepEqual(
		valuesOf(`${combined} urt=0.1, 0.2 : - us="200, 502" upstream_status="200, 502" cs=MISS, x=1; y=2,`),
		{urt: '[0.1|0.2|-]', us: '[200|502]', upstream_status: '[200|502]', cs: 'MISS', x: '1', y: '2'},
	);
	t.deepEqual(valuesOf(`${combined} upstream_status="-, -"`), {});
});

test('no item of a list without quotes is the duration, and the upstream is the whole list', t => {
	const tail = 'rt=0.800 ua=10.0.0.1:80, 10.0.0.2:80 urt=0.100, 0.700 us=502, 200';
	t.deepEqual(unreadOf(`${combined} ${tail}`), {urt: '[0.100|0.700]', us: '[502|200]'});
	t.is(readLine(`${combined} ${tail}`)?.fields.durationMs, 800);
	t.is(readLine(`${combined} ${tail}`)?.fields.upstream, '10.0.0.1:80, 10.0.0.2:80');
	t.is(readLine(`${combined} urt=0.100, 0.700 us=502, 200`)?.fields.durationMs, undefined);
	t.is(readLine(`${combined} ua=10.0.0.1:80, x=1`)?.fields.upstream, '10.0.0.1:80');
});

test('fields that were read from a pair are marked', t => {
	t.deepEqual(valuesOf(`${combined} rt=0.250 ua="10.0.0.1:80" xff=203.0.113.9 id=1`), {
		rt: '0.250 *',
		ua: '10.0.0.1:80 *',
		xff: '203.0.113.9 *',
		id: '1',
	});
});

test('columns of ingress-nginx have names', t => {
	t.deepEqual(
		valuesOf(
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "curl/8.5.0" 39 0.052 [shop-web-80] [] 10.0.50.80:8080, 10.0.50.81:8080 4523 0.049, 0.050 502, 200 752178adb17130b291aefd8c386279e7',
		),
		{
			request_length: '39',
			request_time: '0.052 *',
			proxy_upstream_name: 'shop-web-80',
			upstream_addr: '[10.0.50.80:8080|10.0.50.81:8080] *',
			upstream_response_length: '4523',
			upstream_response_time: '[0.049|0.050]',
			upstream_status: '[502|200]',
			req_id: '752178adb17130b291aefd8c386279e7',
		},
	);
});

test('all names of a JSON object are log fields', t => {
	t.deepEqual(
		valuesOf(
			'{"time":"2026-11-20T08:03:07Z","ip":"203.0.113.7","method":"GET","url":"/en/","status":200,"tenant":"a\\"\\u00e4","ok":true,"none":null,"dash":"-","empty":"","nested":{"a":{"b":1.5e3}},"list":["x","-",null,2],"of":[{"x":1},{"x":2,"y":[3]}],"duration":12,"upstream_status":"502, 200"}',
		),
		{
			time: '2026-11-20T08:03:07Z *',
			ip: '203.0.113.7 *',
			method: 'GET *',
			url: '/en/ *',
			status: '200 *',
			tenant: 'a"ä',
			ok: 'true',
			'nested.a.b': '1.5e3',
			list: '[x|2]',
			'of.x': '[1|2]',
			'of.y': '[3]',
			// Its unit is unknown.
			duration: '12',
			upstream_status: '[502|200]',
		},
	);
});

test('a name with an escape differs from a name with a backslash in the line before', t => {
	const line = (name: string): Buffer =>
		Buffer.from(`{"ip":"203.0.113.7","method":"GET","url":"/","status":200,"${name}":1}`);
	const last = (name: string): string | undefined => logValues(line(name)).at(-1)?.name;
	t.deepEqual(['a\\\\b', 'a\\b', 'a\\\\b'].map(last), ['a\\b', 'a\b', 'a\\b']);
});

test('the first value of a name counts, in any case', t => {
	t.deepEqual(
		unreadOf(
			'{"method":"GET","url":"/","status":200,"ip":"203.0.113.7","a":null,"A":"-","a":1,"A":2,"b.c":3,"b":{"c":4},"d":[5],"d":[6],"__proto__":7,"constructor":{"x":8}}',
		),
		{a: '1', 'b.c': '3', d: '[5]', ['__proto__']: '7', 'constructor.x': '8'},
	);
});

test('nginx’s lists without quotes in JSON are lists', t => {
	t.deepEqual(unreadOf('{"method":"GET","uri":"/","status":200,"urt":0.1, 0.2 : 0.3,"x":-,"y":}'), {
		urt: '[0.1|0.2|0.3]',
	});
});

test('a cut object is read up to the cut', t => {
	t.deepEqual(unreadOf('{"method":"GET","uri":"/","status":200,"a":"1","b":{"c":2,"d":"3'), {
		a: '1',
		'b.c': '2',
	});
});

test('invalid syntax within a value hides only the rest of that value', t => {
	t.deepEqual(unreadOf('{"method":"GET","uri":"/","status":200,"zz":{"b":1,c,"d":2},"e":[3,:],"f":4}'), {
		'zz.b': '1',
		e: '[3]',
		f: '4',
	});
});

test('an object in the string of App Service is read', t => {
	t.deepEqual(
		unreadOf(
			'{"time":"2026-11-20T08:03:07.123Z","category":"AppServiceHTTPLogs","properties":"{\\"CsHost\\":\\"shop.example\\",\\"CIp\\":\\"203.0.113.7\\",\\"CsMethod\\":\\"GET\\",\\"CsUriStem\\":\\"/en/\\",\\"ScStatus\\":200,\\"ScSubStatus\\":\\"0\\"}"}',
		),
		{category: 'AppServiceHTTPLogs', 'properties.ScSubStatus': '0'},
	);
});

test('in a JSON log, the user’s names are names of fields', t => {
	t.deepEqual(
		valuesOf('{"my":{"path":"/en/"},"status":200,"took":12,"x":1}', {
			choice: 'json: url=my.path duration_ms=took',
		}),
		{'my.path': '/en/ *', status: '200 *', took: '12 *', x: '1'},
	);
});

test('names of logfmt and LTSV are log fields', t => {
	t.deepEqual(
		unreadOf(
			'time=2026-11-20T08:03:07.123Z level=INFO method=GET path=/en/ status=200 remote_addr=203.0.113.7 error=\'it\'s "no"\' words=a b c none=null q="a \\"b\\" \\u00e4" bare=C:\\x',
		),
		{level: 'INFO', error: 'it\'s "no"', words: 'a b c', q: 'a "b" ä', bare: 'C:\\x'},
	);
	t.deepEqual(
		unreadOf(
			'time:20/Nov/2026:09:03:07 +0100\thost:203.0.113.7\treq:GET /en/ HTTP/1.1\tstatus:200\tcache:MISS\tx:"a b"\tnone:-',
		),
		{cache: 'MISS', x: 'a b'},
	);
});

test('columns of the W3C format are log fields', t => {
	t.deepEqual(
		unreadOf(
			'2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 https://shop.example/ 200 0 0 52',
		),
		{'s-ip': '10.0.0.5', 's-port': '443', 'sc-substatus': '0', 'sc-win32-status': '0'},
	);
	const header = {
		fields: '#Fields: date time c-ip cs-method cs-uri-stem sc-status X-Tenant cs-host cs(Host)',
		date: '',
	};
	t.deepEqual(
		valuesOf('2026-11-20 09:03:07 203.0.113.7 GET /en/ 200 "a ""b""" shop.example other.example', {header}),
		{
			date: '2026-11-20 *',
			time: '09:03:07 *',
			'c-ip': '203.0.113.7 *',
			'cs-method': 'GET *',
			'cs-uri-stem': '/en/ *',
			'sc-status': '200 *',
			'X-Tenant': 'a "b"',
			'cs-host': 'shop.example *',
			'cs(Host)': 'other.example',
		},
	);
	t.deepEqual(
		valuesOf('2026-11-20T09:03:07.123Z,9f2c,203.0.113.7,GET,/owa/,200', {
			header: {
				fields: '#Fields: DateTime,RequestId,ClientIpAddress,Method,UrlStem,HttpStatus',
				date: '',
			},
		}),
		{
			DateTime: '2026-11-20T09:03:07.123Z *',
			RequestId: '9f2c',
			ClientIpAddress: '203.0.113.7 *',
			Method: 'GET *',
			UrlStem: '/owa/ *',
			HttpStatus: '200 *',
		},
	);
});

test('variables of a custom format are log fields', t => {
	t.deepEqual(
		valuesOf('203.0.113.7 - 9f\\x41c "GET / HTTP/1.1" 200 POST MISS 0.1, 0.2', {
			choice:
				'$remote_addr - $request_id "$request" $status $request_method $upstream_cache_status $upstream_response_time',
		}),
		{
			remote_addr: '203.0.113.7 *',
			request_id: '9fAc',
			request: 'GET / HTTP/1.1 *',
			status: '200 *',
			upstream_cache_status: 'MISS',
			upstream_response_time: '[0.1|0.2]',
			request_method: 'POST',
		},
	);
	t.deepEqual(
		unreadOf('203.0.113.7 "GET / HTTP/1.1" 200 r1 u1 80 TLSv1.3 "c 1" m', {
			choice: '%h "%r" %>s %{X-Request-Id}i %{UNIQUE_ID}e %p %{SSL_PROTOCOL}x "%{Sid}C" %m',
		}),
		{'x-request-id': 'r1', unique_id: 'u1', p: '80', ssl_protocol: 'TLSv1.3', sid: 'c 1', m: 'm'},
	);
	t.deepEqual(
		unreadOf('203.0.113.7:33317 [20/Nov/2026:09:03:07.655] t1 r1 h1 c1 "GET / HTTP/1.1" 200', {
			choice:
				'log-format "%ci:%cp [%tr] %[var(txn.tenant)] %[req.fhdr(X-Request-Id),lower] %ID %[capture.req.hdr(0),lower] %{+Q}r %ST"',
		}),
		{'txn.tenant': 't1', 'X-Request-Id': 'r1', ID: 'h1', 'capture.req.hdr(0)': 'c1'},
	);
	t.deepEqual(
		unreadOf('203.0.113.7 GET / a\\tb', {
			choice: "log_format main escape=json '$remote_addr $request_method $request_uri $tenant';",
		}),
		{tenant: 'a\tb'},
	);
});

test('lines that name their values have log fields in other formats, too', t => {
	t.deepEqual(
		valuesOf(
			'level=debug ts=2026-11-20T09:03:07.123Z caller=logging.go:126 traceID=9f msg="GET /loki/api/v1/labels (200) 4.2ms"',
		),
		{
			level: 'debug',
			ts: '2026-11-20T09:03:07.123Z *',
			caller: 'logging.go:126',
			traceID: '9f',
			msg: 'GET /loki/api/v1/labels (200) 4.2ms *',
		},
	);
	t.deepEqual(
		valuesOf(
			'HTTP request{method=GET host="shop.example:7700" route=/indexes query_parameters=limit=2 user_agent=curl/8.5.0 status_code=200}: meilisearch: close time.busy=1.2ms time.idle=143µs',
		),
		{'time.busy': '1.2ms', 'time.idle': '143µs'},
	);
});

test('wrapped lines have the names of the line inside', t => {
	const line = `${combined} rid=9f2c`;
	for (const wrapped of [
		`Nov 20 09:03:07 web1 nginx[71]: ${line}`,
		`2026-11-20T09:03:07.123456789+01:00 stdout F ${line}`,
		`{"log":${JSON.stringify(`${line}\n`)},"stream":"stdout","time":"2026-11-20T08:03:07.123456789Z"}`,
		`\u001B[36mweb-1  | \u001B[0m${line}`,
		`${line}\r`,
	]) {
		t.deepEqual(valuesOf(wrapped), {rid: '9f2c'}, wrapped);
	}
	const inner = '{"method":"GET","url":"/","status":200,"ip":"203.0.113.7","rid":"9f2c"}';
	for (const prefix of [
		'web-1  | ',
		'2026-11-20T09:03:07.123456789Z ',
		'2026-11-20T09:03:07.123456789Z stdout F ',
	]) {
		// The values that fields were read from aren't repeated.
		t.deepEqual(unreadOf(`${prefix}${inner}`), {rid: '9f2c'}, prefix);
	}
	const wrapped = `{"rid":"outer","message":${JSON.stringify(inner)}}`;
	t.is(valuesOf(wrapped).rid, '9f2c');
});

test('values can contain anything', t => {
	const line = Buffer.concat([
		Buffer.from(`${combined} a="`),
		Buffer.from([0xff, 0x1e, 0x1b]),
		Buffer.from('"'),
	]);
	t.deepEqual(
		logValues(line).map(({text}) => text),
		['\\xFF\\x1E\u001B'],
	);
	const request = '"method":"GET","url":"/","status":200,"ip":"203.0.113.7"';
	const many = Array.from({length: 4000}, (_, index) => `"n${index}":${index}`).join(',');
	t.is(logValues(Buffer.from(`{${request},${many}}`)).length, 4004);
	const deep = `{${request},"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)},"b":${'['.repeat(5000)}1${']'.repeat(5000)},"c":2}`;
	t.deepEqual(unreadOf(deep), {c: '2'});
	t.deepEqual(unreadOf(`{${request},"${'x'.repeat(257)}":1,"${'y'.repeat(256)}":2}`), {
		['y'.repeat(256)]: '2',
	});
});

test('in logfmt, an object in braces is one value', t => {
	t.deepEqual(
		logValues(Buffer.from('method=GET path=/ status=200 ip=192.0.2.1 params={"a"=>"7", b="x y"} c=1'))
			.filter(({isRead}) => !isRead)
			.map(({name, text}) => [name, text]),
		[
			['params', '{"a"=>"7", b="x y"}'],
			['c', '1'],
		],
	);
});
