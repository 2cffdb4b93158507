import test from 'ava';
import {ClientChooser, clientModes, defaultProxies} from '../../../source/entries/client-choice.js';
import {EntryRecord, spanOf} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {type LineFields, readLine, testLines} from '../../helpers/line-fields.js';
import {words} from '../../helpers/words.js';

process.env.TZ = 'UTC';

testLines([
	[
		'vhost_combined: BunkerWeb has an id before the user',
		`shop.example 203.0.113.7 - 95386da81aa13b6ab3ce9c989e1e470e bob [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		'vhost_combined',
		{host: 'shop.example', user: 'bob', userAgent: 'curl'},
	],
	[
		'vhost_combined: BunkerWeb has an id, but no user',
		`shop.example 203.0.113.7 - 95386da81aa13b6ab3ce9c989e1e470e - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		'vhost_combined',
		{host: 'shop.example', userAgent: 'curl'},
	],
	[
		'combined: lighttpd has the host in the second column',
		`203.0.113.7 www.shop.example - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		'combined',
		{host: 'www.shop.example', userAgent: 'curl'},
	],
	[
		'common: reads a line without ident and user',
		`203.0.113.7 [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5`,
		'common',
		{},
	],
]);

/** Fields that most lines have in common. */
const usual = {
	ip: '203.0.113.7',
	method: 'GET',
	url: '/',
	protocol: 'HTTP/1.1',
	referer: 'https://a.example/',
	userAgent: 'curl',
	time: '2026-11-20T09:03:07.000Z',
	zone: 0,
	status: 200,
	bytes: 4523,
};
const time = '[20/Nov/2026:09:03:07 +0000]';
const request = '"GET / HTTP/1.1"';
const texts = '"https://a.example/" "curl"';

for (const [spaced, format, more] of [
	[`203.0.113.7 - -  ${time}   ${request}  200  4523   "https://a.example/"  "curl"   `, 'combined', {}],
	[`  203.0.113.7 - - ${time} ${request} 200 4523 ${texts}`, 'combined', {}],
	[`203.0.113.7  -  -  ${time} ${request} 200 4523 ${texts}  `, 'combined', {}],
	[
		`203.0.113.7 - - ${time} ${request} 200 4523 ${texts}  "198.51.100.3"  `,
		'nginx_main',
		{forwardedFor: '198.51.100.3'},
	],
	[`203.0.113.7 - - ${time} ${request} 200 4523 ${texts}   0.012 `, 'timed', {durationMs: 12}],
	[
		`www.a.example:443  203.0.113.7 - - ${time} ${request} 200 4523 ${texts}`,
		'vhost_combined',
		{host: 'www.a.example'},
	],
] as const) {
	test(`accepts several spaces between columns: ${spaced.replaceAll(' ', '_')}`, t => {
		t.deepEqual(readLine(spaced), {format, fields: {...usual, ...more}});
	});
}

for (const written of [
	'20/Nov/2026:09:03:07.123 +0000',
	'20/Nov/2026 09:03:07.123 +0000',
	'20/Nov/2026:09:03:07,123 +00:00',
	'2026-11-20T17:03:07.123+08:00',
	'2026-11-20 09:03:07.123',
	'20/Nov/2026:09:03:07.123 UTC',
	'Nov/20/2026:11:03:07.123 +0200',
	'Fri Nov 20 09:03:07.123 2026',
	'1795165387.123',
	'1795165387123',
]) {
	test(`reads a line with the time [${written}]`, t => {
		const line = `203.0.113.7 - - [${written}] ${request} 200 4523 ${texts}`;
		t.is(readLine(line)?.fields.time, '2026-11-20T09:03:07.123Z');
		t.is(readLine(line)?.format, 'combined');
		t.is(
			readLine(`203.0.113.7 - ada [the admin] [${written}] ${request} 200 4523`)?.fields.user,
			'ada [the admin]',
		);
	});
}

test('reads a time in the notation of RFC 1123 in brackets', t => {
	const line = `203.0.113.7 - - [Fri, 20 Nov 2026 09:03:07 GMT] ${request} 200 4523 ${texts}`;
	t.deepEqual(readLine(line), {format: 'combined', fields: usual});
});

for (const written of [
	'30/Feb/2026:09:03:07 +0000',
	'20/11/2026:09:03:07 +0000',
	'yesterday',
	'24:00',
	'01/Jan/0001:00:00:00 +0000',
	'20/nov./2026:09:03:07 +0000',
	'20/Nov/2026:24:00:00 +0000',
	'-',
	'',
	'42',
	'2026-11-20',
]) {
	test(`a line with the time [${written}] has no time`, t => {
		const {time: _, zone, ...others} = usual;
		const read = readLine(`203.0.113.7 - - [${written}] ${request} 200 4523 ${texts}`);
		t.deepEqual(read, {format: 'combined', fields: others});
		t.is(zone, 0);
	});
}

for (const before of [
	'2026-11-20T09:03:07Z ',
	'2026-11-20 ',
	'1795161787.098 ',
	'17 ',
	'[info] ',
	'INFO ',
	'/var/log/access.log ',
	'access.log:',
	'access.log:17:',
]) {
	test(`a prefix becomes neither the client nor the host: ${before}`, t => {
		const read = readLine(`${before}203.0.113.7 - - ${time} ${request} 200 4523 ${texts}`);
		t.true(read === null || read.fields.ip === '203.0.113.7');
		t.is(read?.fields.host, undefined);
	});
}

for (const [columns, more] of [
	['200 4523 52311', {durationMs: 52.311}],
	['200 4523 0.012', {durationMs: 12}],
	['200 4523 223 0.024 0.000, 0.001', {durationMs: 24}],
	['200 4523 14ms', {durationMs: 14}],
	['200 4523 223', {}],
	['200 4523 223 4711', {}],
	['200 4523 -', {}],
	['340 200 4523', {}],
	['340 200 4523 0.012', {durationMs: 12}],
	['200 200 4523', {bytes: undefined}],
	['404 200 4523', {status: undefined, bytes: undefined}],
	['0.012 200 4523', {durationMs: 12}],
	['0.012 200 4523 52311', {durationMs: 12}],
	['- 200 4523', {}],
	['- - 200 -', {bytes: undefined}],
	['52311 200 4523', {}],
	['99 200 4523', {}],
	['HIT 200 4523', {}],
	['10.0.0.5:80, 10.0.0.6:80 502, 200 200 4523', {}],
	['0.011, 0.001 0.012 502, 200 200 4523', {durationMs: 12}],
	['- 0.012 - 200 4523', {durationMs: 12}],
	['0.012 0.012 200 200 4523', {durationMs: 12}],
	['0.012 404 200 4523', {durationMs: 12, status: undefined, bytes: undefined}],
	['4523 200', {bytes: undefined}],
	['0.012 4523 200', {durationMs: 12, bytes: undefined}],
	['000 200 4523 17', {status: undefined, bytes: 200}],
] as const) {
	test(`reads numbers between the request and the referer: ${columns}`, t => {
		const fields = Object.fromEntries(
			Object.entries({...usual, ...more}).filter(([, value]) => value !== undefined),
		);
		t.deepEqual(readLine(`203.0.113.7 - - ${time} ${request} ${columns} ${texts}`)?.fields, fields);
	});
}

test('reads the status after a duration, with other columns before the request and without a referer', t => {
	for (const before of ['', 'shop.example ']) {
		for (const texts of ['"https://a.example/" "curl"', '']) {
			const line = `203.0.113.7 - - ${time} ${before}${request} 0.012 503 4523 ${texts}`;
			t.like(readLine(line)?.fields, {status: 503, bytes: 4523, durationMs: 12, url: '/'}, line);
		}
	}
	const unread = readLine(`203.0.113.7 - - ${time} "\\x16\\x03" - 400 157 "-" "-"`);
	t.like(unread?.fields, {status: 400, bytes: 157});
});

test('a size with decimals is unknown', t => {
	const {bytes: _, ...others} = usual;
	t.deepEqual(readLine(`203.0.113.7 - - ${time} ${request} 200 0.012 4523 ${texts}`)?.fields, others);
});

for (const [written, zone] of [
	['20/Nov/2026:10:03:07 CET', 60],
	['20/Nov/2026:04:03:07 EST', -300],
	['20/Nov/2026:18:03:07 JST', 540],
	['20/Nov/2026:09:03:07 GMT Standard Time', 0],
	['20/Nov/2026:10:03:07 W. Europe Standard Time', 60],
	['20/Nov/2026:01:03:07 Pacific Standard Time', -480],
	['20/Nov/2026:10:03:07 Europe/Vienna', 60],
	['20/Nov/2026:06:03:07 America/Argentina/Buenos_Aires', -180],
] as const) {
	test(`understands the name of a zone: ${written}`, t => {
		t.like(readLine(`203.0.113.7 - - [${written}] ${request} 200 4523 ${texts}`)?.fields, {...usual, zone});
	});
}

test('a zone whose name has several meanings makes the time unknown', t => {
	const read = readLine(`203.0.113.7 - - [20/Nov/2026:09:03:07 CST] ${request} 200 4523 ${texts}`);
	t.is(read?.fields.time, undefined);
	t.is(read?.fields.url, '/');
});

test('after words, a quoted string is the referer if it looks like one', t => {
	// Tomcat, %A %X %T: https://tomcat.apache.org/tomcat-10.1-doc/config/valve.html#Access_Log_Valve
	for (const words of ['HIT', '198.51.100.4 + 400', 'X 40', 'ms:71198', '-']) {
		const read = readLine(`203.0.113.7 - - ${time} ${request} 200 4523 ${words} ${texts}`);
		t.is(read?.fields.referer, 'https://a.example/', words);
		t.is(read?.fields.userAgent, 'curl', words);
		t.is(read?.fields.durationMs, undefined, words);
	}
	const none = readLine(`203.0.113.7 - - ${time} ${request} 200 4523 HIT "-" "curl"`);
	t.is(none?.fields.userAgent, 'curl');
	const other = readLine(`203.0.113.7 - - ${time} ${request} 200 4523 HIT "198.51.100.4" "curl"`);
	t.is(other?.fields.referer, undefined);
	t.is(other?.fields.userAgent, undefined);
});

test('accepts a dash without quotes for a missing referer', t => {
	const read = readLine(
		`203.0.113.7 - - ${time} ${request} 200 4523 - "curl" 13 "shop@docker" "http://10.0.0.5:80" 47ms`,
	);
	t.is(read?.fields.userAgent, 'curl');
	t.is(read?.fields.referer, undefined);
	t.is(read?.fields.durationMs, 47);
	t.is(read?.format, 'traefik_clf');
});

test('226, the size of Apache’s page for 400, does not count as a status', t => {
	const read = readLine(`203.0.113.7 - - ${time} "\\n" 400 226 98`);
	t.is(read?.fields.status, 400);
	t.is(read?.fields.bytes, 226);
});

test('reads forwarded addresses under a name', t => {
	for (const name of ['X-Forwarded-For', 'x_forwarded_for', 'xff']) {
		const read = readLine(
			`203.0.113.7 - - ${time} ${request} 200 4523 ${texts} ${name}="198.51.100.4, 10.0.0.1"`,
		);
		t.is(read?.fields.forwardedFor, '198.51.100.4, 10.0.0.1', name);
	}
});

test('reads the duration under response-time', t => {
	const read = readLine(`203.0.113.7 - - ${time} ${request} 200 4523 ${texts} "-" response-time=0.123`);
	t.is(read?.fields.durationMs, 123);
	// https://docs.acquia.com/acquia-cloud-platform/monitor-apps/logs/access
	const micros = readLine(`203.0.113.7 - - ${time} ${request} 200 4523 ${texts} request_time=123456`);
	t.is(micros?.fields.durationMs, undefined);
});

test('Odoo: ignores the duration of queries and the remaining time', t => {
	// https://github.com/odoo/odoo/blob/17.0/odoo/netsvc.py
	const read = readLine(`203.0.113.7 - - [20/Nov/2026 09:03:07] ${request} 200 - 12 0.012 0.034`);
	t.is(read?.fields.status, 200);
	t.is(read?.fields.durationMs, undefined);
});

for (const [line, ip, host] of [
	['203.0.113.7:51234', '203.0.113.7'],
	['www.a.example:443 203.0.113.7:51234', '203.0.113.7', 'www.a.example'],
	['www.a.example 203.0.113.7:51234', '203.0.113.7', 'www.a.example'],
	['203.0.113.7:51234, 198.51.100.4:443', '203.0.113.7'],
	['[2001:db8::7]:51234', '2001:db8::7'],
	['[2001:db8::7]', '2001:db8::7'],
	['2001:db8::1', '2001:db8::1'],
] as const) {
	test(`removes port and brackets of the client: ${line}`, t => {
		const read = readLine(`${line} - - ${time} ${request} 200 4523 ${texts}`);
		t.is(read?.fields.ip, ip);
		t.is(read?.fields.host, host);
	});
}

/** Parts of a line with invalid values. With one of them, the line isn't read, or the field is missing. */
const parts = ['203.0.113.7', '-', 'ada', time, request, '200', '4523', '"https://a.example/"', '"curl"'];
const broken: ReadonlyArray<
	readonly [part: number, field: keyof typeof usual | 'user', texts: readonly string[]]
> = [
	[0, 'ip', words`2026-11-20T09:03:07Z [info] 12345 1795161787.098 09:03:07 /var/log/a.log <1> {} 1.2.3`],
	[
		3,
		'time',
		['[20/Nov/2026]', '[20/Nov/2026:25:03:07 +0000]', '[yesterday]', '[]', '20/Nov/2026:09:03:07', '[1]'],
	],
	[
		4,
		'method',
		[
			'"200 4523"',
			'"\\x16\\x03"',
			'"1.2 / HTTP/1.1"',
			'"/ HTTP/1.1"',
			'"-"',
			'""',
			'"[x] / HTTP/1.1"',
			'GET',
		],
	],
	[5, 'status', ['600', '99', '2000', '000', 'OK', '0.012', '-2', '20x', '""', '4523', '52311']],
	[6, 'bytes', ['4k', '0.012', '-2', '""', '4523,', 'x']],
];

for (const [part, field, texts] of broken) {
	for (const text of texts) {
		test(`a line whose ${field} is ${text} isn’t read, or lacks that field`, t => {
			const line = parts.with(part, text).join(' ');
			const fields: Record<string, unknown> = {...readLine(line)?.fields};
			t.true(fields[field] === undefined || field === 'time', line);
			// Fields are correct or missing: no value is read as a different field.
			for (const [name, value] of Object.entries(fields)) {
				t.is(value, {...usual, user: 'ada', durationMs: 'none', host: 'none'}[name], `${name} of ${line}`);
			}
		});
	}
}

test('without one of its columns, a line isn’t read or lacks that field', t => {
	for (const index of parts.keys()) {
		const line = parts.toSpliced(index, 1).join(' ');
		const fields = Object.entries(readLine(line)?.fields ?? {});
		for (const [name, value] of fields) {
			// A single quoted string may be the referer or the user agent. The second column may be the ident.
			t.true(value === {...usual, user: 'ada'}[name] || name === 'user', `${name} of ${line}`);
		}
	}
});

test('a program before a colon is not the client', t => {
	t.is(readLine(`web1 nginx: ${time} ${request} 200 - 0 256 50 25 "203.0.113.7" "curl"`), null);
});

test('an additional dash is not a user', t => {
	const read = readLine(`203.0.113.7 - - - ${time} ${request} 200 4523 ${texts}`);
	t.is(read?.fields.ip, '203.0.113.7');
	t.is(read?.fields.user, undefined);
});

test('a pod and its container are not the client and a name', t => {
	// stern before Istio: https://istio.io/latest/docs/tasks/observability/logs/access-log/
	const begin = '[2026-11-20T09:03:07.743Z] "GET /en/ HTTP/1.1" 200 - via_upstream';
	const rest = '0 256 50 25 "203.0.113.7" "curl" "cc21d9b0" "shop.example" "10.0.0.2:8080"';
	for (const line of [`${begin} - "-" ${rest}`, `${begin} ${rest}`]) {
		const read = readLine(`ingress-7d9c istio-proxy ${line}`);
		t.is(read?.format, 'envoy');
		t.is(read?.fields.ip, '203.0.113.7');
		t.is(read?.fields.host, 'shop.example');
		t.is(read?.fields.bytes, 256);
	}
});

test('two addresses before one name: the first is the client; before two names: the host and the client', t => {
	// https://docs.fluentd.org/parser/nginx
	const read = readLine(`203.0.113.7 10.0.0.5 - ${time} ${request} 200 4523 ${texts}`);
	t.is(read?.fields.ip, '203.0.113.7');
	const hosted = readLine(`10.0.0.5 203.0.113.7 - - ${time} ${request} 200 4523 ${texts}`);
	t.is(hosted?.fields.ip, '203.0.113.7');
	t.is(hosted?.fields.host, '10.0.0.5');
});

test('reads a list of clients after the host if only one column is between list and time', t => {
	const read = readLine(`10.0.0.5 203.0.113.7, 198.51.100.4 - ${time} ${request} 200 4523 ${texts}`);
	t.is(read?.fields.forwardedFor, '203.0.113.7, 198.51.100.4');
	t.is(read?.fields.status, 200);
});

for (const [columns, more] of [
	[
		'198.51.100.4 - 203.0.113.7 - ada',
		{ip: '198.51.100.4', forwardedFor: '198.51.100.4', peerIp: '203.0.113.7'},
	],
	[
		'198.51.100.4, 10.0.0.9 - 203.0.113.7 - ada',
		{forwardedFor: '198.51.100.4, 10.0.0.9', peerIp: '203.0.113.7'},
	],
	['198.51.100.4, 10.0.0.9 - 203.0.113.7', {peerIp: '203.0.113.7', user: undefined}],
	['"198.51.100.4, 10.0.0.9" - 203.0.113.7:443 - -', {peerIp: '203.0.113.7', user: undefined}],
	['- - 203.0.113.7 - ada', {ip: '203.0.113.7'}],
	['10.0.0.9 - 203.0.113.7', {ip: '10.0.0.9', forwardedFor: '203.0.113.7', user: undefined}],
	['10.0.0.9 - 203.0.113.7, ::1', {ip: '10.0.0.9', forwardedFor: '203.0.113.7, ::1', user: undefined}],
	['203.0.113.7 shop.example 80', {host: 'shop.example', user: undefined}],
	['203.0.113.7 shop.example 4711', {host: 'shop.example', user: '4711'}],
] as const) {
	test(`reads addresses and ports before the time: ${columns}`, t => {
		const fields: LineFields = readLine(`${columns} ${time} ${request} 200 4523 ${texts}`)?.fields ?? {};
		for (const [name, value] of Object.entries({status: 200, user: 'ada', ...more})) {
			t.is(fields[name as keyof LineFields], value, name);
		}
	});
}

test('an address in a user name that a client sends never becomes the client', t => {
	const user = '198.51.100.4 - ada';
	for (const mode of clientModes) {
		for (const [tail, ip] of [
			['', '10.0.0.9'],
			[' "203.0.113.7"', mode === 'peer' ? '10.0.0.9' : '203.0.113.7'],
		] as const) {
			const bytes = Buffer.from(`10.0.0.9 - ${user} ${time} ${request} 200 4523 "-" "curl"${tail}`);
			const record = new EntryRecord();
			new LineReader().read(bytes, 0, bytes.length, record);
			new ClientChooser({mode, trusted: defaultProxies}).choose(bytes, record);
			t.is(bytes.toString('utf8', record.spans[spanOf.ip], record.spans[spanOf.ip + 1]), ip, mode);
		}
	}
});

test('a first column that the client chooses can hide no request', t => {
	const end = `- - ${time} ${request} 200 4523`;
	const plain = {method: 'GET', url: '/', status: 200, bytes: 4523, time: '2026-11-20T09:03:07.000Z'};
	const columns = [
		'a b',
		'a b c d e f',
		'#a b',
		'#Fields: c-ip cs-method cs-uri-stem',
		'a:b c',
		'(a)',
		'é è',
		'a\\x22b c',
		'a\\"b c',
		'GET /a',
		`a - - ${time}`,
		`a - - ${time} \\x22GET /b HTTP/1.1\\x22 500 1`,
		'"a b"',
		'"a - b" c',
	];
	for (const column of columns) {
		for (const tail of ['', ' "-" "curl"', ' "-" "curl" 0.012 "x" -']) {
			t.like(readLine(`${column} ${end}${tail}`)?.fields, plain, column + tail);
		}
	}
	t.like(readLine(`shop.example a 203.0.113.7 ${end}`)?.fields, {...plain, ip: '203.0.113.7'});
	t.like(readLine(`a b - ada ${time} ${request} 200 4523`)?.fields, {...plain, user: 'ada'});
});

test('a line with one name and an unreadable time is read the same at any offset', t => {
	const line = '192.0.2.1 -x [x20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4';
	for (const before of ['', '"\n', 'xx\n']) {
		const bytes = Buffer.from(before + line);
		t.true(new LineReader().read(bytes, before.length, bytes.length, new EntryRecord()) >= 0, before);
	}
});
