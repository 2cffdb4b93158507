import test from 'ava';
import {apacheEscaped, combinedFields, combinedLine, nginxEscaped} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {type LineFields, lineFields, readLine} from '../../helpers/line-fields.js';

const combined = 'combined';

const time = '[20/Nov/2026:09:03:07 +0100]';

/** Default fields of the lines below. */
const usual: LineFields = {
	ip: '192.0.2.1',
	time: '2026-11-20T08:03:07.000Z',
	zone: 60,
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 4523,
};

/** Returns `usual` with changes. Omits undefined fields. */
function but(changes: {[Field in keyof LineFields]: LineFields[Field] | undefined}): LineFields {
	return Object.fromEntries(
		Object.entries({...usual, ...changes}).filter(([, value]) => value !== undefined),
	);
}

const read: ReadonlyArray<readonly [what: string, line: string, fields: LineFields]> = [
	[
		'all columns',
		`192.0.2.1 - frank ${time} "GET /en/ HTTP/1.1" 200 4523 "https://a.example/?q=1" "Mozilla/5.0 (X11; Linux)"`,
		but({user: 'frank', referer: 'https://a.example/?q=1', userAgent: 'Mozilla/5.0 (X11; Linux)'}),
	],
	['only dashes', `- - - ${time} "-" - - "-" "-"`, {time: '2026-11-20T08:03:07.000Z', zone: 60}],
	['empty strings', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "" ""`, usual],
	[
		'an empty request',
		`192.0.2.1 - - ${time} "" 400 0 "-" "-"`,
		but({method: undefined, url: undefined, protocol: undefined, status: 400, bytes: 0}),
	],
	[
		'a request that timed out',
		`192.0.2.1 - - ${time} "-" 408 - "-" "-"`,
		but({method: undefined, url: undefined, protocol: undefined, status: 408, bytes: undefined}),
	],
	[
		'the bytes of a TLS handshake',
		`192.0.2.1 - - ${time} "\\x16\\x03\\x01\\x02\\x00\\x01\\"\\\\" 400 226 "-" "-"`,
		but({method: undefined, url: undefined, protocol: undefined, status: 400, bytes: 226}),
	],
	[
		'escaped quotes, and a backslash before the closing one',
		`192.0.2.1 - - ${time} "GET /a\\"b\\\\ HTTP/1.1" 200 4523 "\\\\" "say \\"hi\\" \\\\\\""`,
		but({url: '/a"b\\', referer: '\\', userAgent: 'say "hi" \\"'}),
	],
	[
		'a backslash before the closing quote',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "a\\\\" "b\\\\"`,
		but({referer: 'a\\', userAgent: 'b\\'}),
	],
	[
		'a user name with spaces and brackets',
		`192.0.2.1 - John [the admin] [x] Doe ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({user: 'John [the admin] [x] Doe'}),
	],
	['an ident', `192.0.2.1 ident frank ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`, but({user: 'frank'})],
	['a user without a name', `192.0.2.1 -  ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`, usual],
	[
		'an empty user name, as Apache writes it',
		`192.0.2.1 - "" ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		usual,
	],
	[
		'an IPv6 client',
		`2001:db8::1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({ip: '2001:db8::1'}),
	],
	[
		'an IPv6 client with a user name',
		`2001:db8::1:443 - frank ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({ip: '2001:db8::1:443', user: 'frank'}),
	],
	[
		'a client by name',
		`host-7.example.net - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({ip: 'host-7.example.net'}),
	],
	['a socket', `unix: - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`, but({ip: 'unix:'})],
	[
		'a list of clients',
		`203.0.113.9, 198.51.100.7 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({ip: '203.0.113.9', forwardedFor: '203.0.113.9, 198.51.100.7'}),
	],
	[
		'a list of clients in quotes, and the proxy',
		`"203.0.113.9, 198.51.100.7" 10.0.0.1 - frank ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
		but({ip: '203.0.113.9', forwardedFor: '203.0.113.9, 198.51.100.7', peerIp: '10.0.0.1', user: 'frank'}),
	],
	[
		'a connection that nginx logs without a status',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 000 0 "-" "-"`,
		but({status: undefined, bytes: 0}),
	],
	[
		'neither status nor size',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" - - "-" "-"`,
		but({status: undefined, bytes: undefined}),
	],
	[
		'a size that is not a safe integer',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 9007199254740993 "-" "-"`,
		but({bytes: 2 ** 53}),
	],
	[
		'an infinite size',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 ${'9'.repeat(400)} "-" "-"`,
		but({bytes: Number.POSITIVE_INFINITY}),
	],
	[
		'a day that does not exist',
		'192.0.2.1 - - [30/Feb/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 "-" "-"',
		but({time: undefined, zone: undefined}),
	],
	[
		'a status that is a word',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" OK 4523 "-" "-"`,
		but({status: undefined}),
	],
	[
		'a size that is a word',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4k "-" "-"`,
		but({bytes: undefined}),
	],
	['a negative size', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 -2 "-" "-"`, but({bytes: undefined})],
	[
		'neither time nor status nor size',
		'192.0.2.1 - - [?] "GET /en/ HTTP/1.1" x y "-" "-"',
		but({time: undefined, zone: undefined, status: undefined, bytes: undefined}),
	],
	[
		'quotes in the request that are not escaped',
		`192.0.2.1 - - ${time} "GET /?q="x" 7" HTTP/1.1" 200 4523 "-" "-"`,
		but({url: '/?q="x" 7"'}),
	],
	[
		'further fields',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "curl" "x" 17 "y" [x] "`,
		but({userAgent: 'curl'}),
	],
	[
		'invalid UTF-8, escaped',
		`192.0.2.1 - - ${time} "GET /\\xff\\xC3\\xA4 HTTP/1.1" 200 4523 "-" "-"`,
		but({url: '/\\xFFä'}),
	],
	[
		'a leap second',
		'192.0.2.1 - - [31/Dec/2016:23:59:60 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "-"',
		but({time: '2017-01-01T00:00:00.000Z', zone: 0}),
	],
	[
		'quoted strings that look like parts of a line',
		`192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "x\\" 500 1 \\"" "[01/Jan/2001:00:00:00 +0000] \\"GET"`,
		but({referer: 'x" 500 1 "', userAgent: '[01/Jan/2001:00:00:00 +0000] "GET'}),
	],
];

for (const [what, line, fields] of read) {
	test(what, t => {
		t.deepEqual(lineFields(combined, line), fields);
	});
}

const notRead: ReadonlyArray<readonly [what: string, line: string]> = [
	['an empty line', ''],
	['a space', ' '],
	['only a client', '192.0.2.1'],
	['no time', '192.0.2.1 - - "GET /en/ HTTP/1.1" 200 4523 "-" "-"'],
	[
		'a time without a closing bracket',
		`192.0.2.1 - - ${time.slice(0, -1)} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`,
	],
	['no request', `192.0.2.1 - - ${time}`],
	['a request without quotes', `192.0.2.1 - - ${time} GET /en/ HTTP/1.1 200 4523 "-" "-"`],
	['a request without a closing quote', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1 200 4523`],
	['a request that ends in an escaped quote', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1\\" 200 4523`],
	['a line that ends after the request', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1"`],
	['no size', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200`],
	['a space instead of the size', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 `],
	['the common format', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523`],
	['a referer alone', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-"`],
	['a user agent that does not end', `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "curl`],
	['a virtual host', `www.example.com:80 192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" 200 4523 "-" "-"`],
	['a list that does not end', `"203.0.113.9, 198.51.100.7 - - ${time} `],
];

for (const [what, line] of notRead) {
	test(`rejects ${what}`, t => {
		t.is(lineFields(combined, line), null);
	});
}

for (const [server, escaped] of Object.entries({Apache: apacheEscaped, nginx: nginxEscaped})) {
	test(`hostile 21: reads back exactly what ${server} writes`, t => {
		forAll(200, combinedFields, fields => {
			const {time, ...rest} = fields;
			const expected = Object.entries({...rest, time: new Date(time).toISOString()});
			t.deepEqual(
				lineFields(combined, combinedLine(fields, escaped)),
				Object.fromEntries(expected.filter(([, value]) => value !== null)),
			);
		});
	});
}

for (const status of ['600', '99', '9999']) {
	test(`hostile 20: a row with the status ${status} is kept without its status`, t => {
		const begin = `192.0.2.1 - - ${time} "GET /en/ HTTP/1.1" ${status} 4523`;
		const fields = lineFields(combined, `${begin} "-" "curl/8.5.0"`);
		t.like(fields, {ip: '192.0.2.1', url: '/en/', userAgent: 'curl/8.5.0'});
		t.is(fields?.status, undefined);
		t.is(fields?.bytes, 4523);
		// A number of another length may be another column. Then the numbers after it have no known meaning.
		const isStatus = status === '600';
		t.is(readLine(`${begin} 0.123 "-" "curl/8.5.0"`)?.fields.durationMs, isStatus ? 123 : undefined);
		for (const line of [`${begin} 52311`, `${begin} 52.311`]) {
			t.like(readLine(line)?.fields, {ip: '192.0.2.1', url: '/en/'});
			t.is(
				readLine(line)?.fields.durationMs,
				isStatus ? (line.endsWith('.311') ? 52_311 : 52.311) : undefined,
			);
			t.is(readLine(line)?.fields.bytes, isStatus ? 4523 : undefined);
		}
	});
}
