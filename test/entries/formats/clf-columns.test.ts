import test from 'ava';
import fc from 'fast-check';
import {
	apacheEscaped,
	type CombinedFields,
	combinedFields,
	combinedLine,
	nginxEscaped,
} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {type LineFields, readLine} from '../../helpers/line-fields.js';
import {words} from '../../helpers/words.js';

process.env.TZ = 'UTC';

const begin = '203.0.113.7 - ada [20/Nov/2026:09:03:07 +0000]';
const end = '"GET /en/ HTTP/1.1" 200 4523 "https://a.example/" "curl/8.5.0"';

/** Fields of a line that begins and ends like that. */
const core: LineFields = {
	ip: '203.0.113.7',
	user: 'ada',
	time: '2026-11-20T09:03:07.000Z',
	zone: 0,
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 4523,
	referer: 'https://a.example/',
	userAgent: 'curl/8.5.0',
};

/** Columns before the request, and their meaning. */
const columns: ReadonlyArray<readonly [text: string, more: LineFields]> = [
	['[0.003]', {durationMs: 3}],
	['0.003', {durationMs: 3}],
	['[0.003] [PORT 80]', {durationMs: 3}],
	['rt=0.003', {durationMs: 3}],
	['rt="0.003, 0.001" uct="-"', {durationMs: 3}],
	['request_time=0.003 urt=0.002', {durationMs: 3}],
	['3ms', {durationMs: 3}],
	['18598', {}],
	['443', {}],
	['0.012345', {}],
	['1795165387.123', {}],
	['shop.example', {host: 'shop.example'}],
	['shop.example:8443', {host: 'shop.example'}],
	['"shop.example"', {host: 'shop.example'}],
	['"shop.example:443"', {host: 'shop.example'}],
	['localhost', {host: 'localhost'}],
	['HIT www.shop.example 0.003 a.example', {host: 'www.shop.example', durationMs: 3}],
	['"shop.example" 443 1234', {host: 'shop.example'}],
	['TLSv1.3 TLS_AES_256_GCM_SHA384', {}],
	['"TLSv1.3" "TLS_AES_256_GCM_SHA384"', {}],
	['-', {}],
	['"-"', {}],
	['"-" "-" -', {}],
	['""', {}],
	['9f2ce0d3b5a64c1f8e7d6c5b4a392817', {}],
	['"0a1b-2c3d"', {}],
	['h2', {}],
	['HTTP/2.0', {}],
	['DE', {}],
	['"DE"', {}],
	['cache-miss', {}],
	['[shop-web-80]', {}],
	['unix:/run/php/php8.3-fpm.sock', {}],
	['10.0.0.5:8080', {}],
	['10.0.0.5:8080, 10.0.0.6:8080', {}],
	['"198.51.100.4, 10.0.0.1"', {}],
	['[2001:db8::1]:443', {}],
	['pid=4711', {}],
	['{"a b":"c"}', {}],
	['"a \\"b\\" c"', {}],
	['"/en/"', {}],
	['"GET"', {}],
	['+', {}],
	['1.2.3', {}],
];

for (const [text, more] of columns) {
	test(`reads the request after the column ${text}`, t => {
		t.deepEqual(readLine(`${begin} ${text} ${end}`)?.fields, {...core, ...more});
		t.deepEqual(readLine(`${begin}  ${text}  ${end}`)?.fields, {...core, ...more});
		const common = readLine(`${begin} ${text} "GET /en/ HTTP/1.1" 200 4523`)?.fields;
		const {referer: _, userAgent: __, ...rest} = core;
		t.deepEqual(common, {...rest, ...more});
		const hosted = readLine(`www.b.example:443 ${begin} ${text} ${end}`)?.fields;
		t.deepEqual(hosted, {...core, ...more, host: 'www.b.example'});
	});
}

const plain = columns.filter(([, more]) => Object.keys(more).length === 0).map(([text]) => text);

/** Columns that could be a request or a part of it themselves. */
const ambiguous = ['"GET"', '"/en/"', '"a \\"b\\" c"', 'HTTP/2.0', '"198.51.100.4, 10.0.0.1"'];

/** Columns after the user agent that have no meaning in combination with other columns. */
const behind = words`HIT - 10.0.0.5:8080 [shop] "x" h2 "DE" 200 TLSv1.3 1795165387.123`;

/** Fields without the ones that other columns may have. */
function coreOf(line: string): LineFields | undefined {
	const {durationMs: _, host: __, upstream: ___, forwardedFor: ____, ...rest} = readLine(line)?.fields ?? {};
	return readLine(line) === null ? undefined : rest;
}

/** Inserts columns before the request. */
function withColumns(line: string, before: readonly string[], after: readonly string[]): string {
	const at = line.indexOf('] "') + 2;
	return [
		line.slice(0, at),
		...before.map(text => `${text} `),
		line.slice(at),
		...after.map(text => ` ${text}`),
	].join('');
}

/** A request that a client has sent as HTTP, and a user name that doesn't look like the end of one. */
function isCommon({url, protocol, user}: CombinedFields): boolean {
	return (protocol !== null || url.startsWith('/')) && !(user ?? '').includes('"');
}

test('other columns never change the fields of the combined format', t => {
	forAll(
		500,
		combinedFields.filter(isCommon),
		fc.array(fc.constantFrom(...columns.map(([text]) => text)), {maxLength: 3}),
		fc.array(fc.constantFrom(...behind), {maxLength: 3}),
		fc.constantFrom(apacheEscaped, nginxEscaped),
		(fields, before, after, escaped) => {
			// These are a missing request and status, and a size.
			fc.pre(!/"-" - \d/.test(before.join(' ')));
			const line = combinedLine(fields, escaped);
			t.deepEqual(coreOf(withColumns(line, before, after)), coreOf(line), withColumns(line, before, after));
		},
	);
});

test('reads a request that isn’t HTTP after plain columns', t => {
	for (const request of ['\\x16\\x03\\x01', '-', '', 'SSH-2.0-Go', '\\n', 'GET']) {
		for (const text of plain.filter(column => !ambiguous.includes(column))) {
			const fields = readLine(`${begin} ${text} "${request}" 400 157 "-" "-"`)?.fields;
			t.is(fields?.status, 400, `${text} ${request}`);
			t.is(fields?.bytes, 157);
			t.is(fields?.url, undefined);
			t.is(fields?.userAgent, undefined);
		}
	}
});

test('a request line that the client sends as referer or user agent is not the request', t => {
	const read = readLine(`${begin} 443 "\\x16" 400 157 "GET /a HTTP/1.1" "GET /b HTTP/1.1" 200 45`);
	t.is(read?.fields.url, undefined);
	t.is(read?.fields.status, 400);
	const forwarded = readLine(`${begin} "GET /a HTTP/1.1" ${end}`);
	t.is(forwarded?.fields.url, '/en/');
});

test('other lines with quotes and numbers are not requests', t => {
	for (const text of [
		'shop.example GET / "/en/?p=2" HTTP/1.1 "curl/8.5.0" 200 4523',
		'shop.example GET /en/ HTTP/1.1 "curl/8.5.0" 200 4523',
		'GET "/en/" 200 4523',
		'M-SEARCH "*" - 100 "-" "curl/8.5.0"',
		'the client said "hello world" twice',
		'took 12 ms "GET /en/ HTTP/1.1"',
	]) {
		t.is(readLine(`${begin} ${text}`), null, text);
	}
	// Two words before the time, the first of which looks like an address, then the client: S3.
	const rest =
		'a1 b2 REST.GET.OBJECT logo.svg "GET /logo.svg HTTP/1.1" 200 - 2662 2662 17 16 "-" "curl/8.5.0"';
	t.is(readLine(`a:: shop [20/Nov/2026:09:03:07 +0000] 203.0.113.7 ${rest}`)?.format, 'aws_s3');
});

test('reads a user agent that other columns separate from the referer', t => {
	for (const text of ['rt="0.012"', 'rt=0.012 urt=0.011', '0.012', 'HIT 0.012', '[0.012] -']) {
		const line = `${begin} "GET /en/ HTTP/1.1" 200 4523 "https://a.example/" ${text} "curl/8.5.0"`;
		t.deepEqual(readLine(`${line} "198.51.100.4"`)?.fields, {
			...core,
			durationMs: 12,
			forwardedFor: '198.51.100.4',
		});
	}
});

test('reads a user agent without a referer if it has a product and a version', t => {
	const {referer: _, ...rest} = core;
	for (const text of ['17 "curl/8.5.0"', 'HIT "curl/8.5.0" "HIT"', '10.0.0.5:80 "curl/8.5.0" "DE" 0.1']) {
		t.deepEqual(readLine(`${begin} "GET /en/ HTTP/1.1" 200 4523 ${text}`)?.fields, rest, text);
	}
	for (const text of ['17 "text/html"', '17 "HTTP/1.1"', '17 "shop"', 'HIT "198.51.100.4"']) {
		const read = readLine(`${begin} "GET /en/ HTTP/1.1" 200 4523 ${text}`);
		t.is(read?.fields.userAgent, undefined, text);
	}
});

test('Nexus: the second size is the size of the response', t => {
	const {referer: _, ...rest} = core;
	for (const size of ['-', '52311']) {
		const read = readLine(
			`${begin} "GET /en/ HTTP/1.1" 200 ${size} 4523 840 "curl/8.5.0" [qtp1085283394-77]`,
		);
		t.deepEqual(read, {format: 'nexus', fields: {...rest, durationMs: 840}});
	}
});

test('reads the user in quotes, and after forwarded addresses', t => {
	for (const [names, more] of [
		['- "ada"', {}],
		['"-" "ada"', {}],
		['- [203.0.113.7] - ada', {}],
		['- [203.0.113.7, 198.51.100.4] - ada', {forwardedFor: '203.0.113.7, 198.51.100.4'}],
		['- [198.51.100.4] - "ada"', {forwardedFor: '198.51.100.4'}],
		['- [2001:db8::7] - -', {forwardedFor: '2001:db8::7', user: undefined}],
		['- [203.0.113.7] - -', {user: undefined}],
		['"-" "-"', {user: undefined}],
		['- "-"', {user: undefined}],
		['- ""', {user: undefined}],
		['- [admin] - ada', {user: '[admin] - ada'}],
	] as const) {
		const {fields} = readLine(`203.0.113.7 ${names} [20/Nov/2026:09:03:07 +0000] ${end}`) ?? {};
		t.like(fields, {...core, ...more}, names);
		t.is(fields?.host, undefined);
	}
});

test('a plain word before the client or in the ident column is not the host', t => {
	for (const word of ['-', 'app', 'cache-miss', 'DE', 'web_1', 'pool1', 'MISS']) {
		const before = readLine(`${word} 203.0.113.7 - ada ${begin.slice(begin.indexOf('['))} ${end}`);
		t.deepEqual(before?.fields, core, word);
		const ident = readLine(`203.0.113.7 ${word} ada ${begin.slice(begin.indexOf('['))} ${end}`);
		t.deepEqual(ident?.fields, core, word);
	}
	const id = '95386da81aa13b6ab3ce9c989e1e470e';
	const bunkerweb = readLine(`app 203.0.113.7 - ${id} - [20/Nov/2026:09:03:07 +0000] ${end}`);
	t.is(bunkerweb?.fields.host, 'app');
	for (const [written, host] of [
		['shop.example', 'shop.example'],
		['localhost', 'localhost'],
		['app:8080', 'app'],
		['[2001:db8::80]', '[2001:db8::80]'],
	] as const) {
		const before = readLine(`${written} 203.0.113.7 - ada ${begin.slice(begin.indexOf('['))} ${end}`);
		t.deepEqual(before?.fields, {...core, host}, written);
		const ident = readLine(`203.0.113.7 ${written} ada ${begin.slice(begin.indexOf('['))} ${end}`);
		t.deepEqual(ident?.fields, {...core, host}, written);
	}
});
