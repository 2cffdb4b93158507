import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, unread} from '../../../source/entries/entry-record.js';
import {json, jsonReader} from '../../../source/entries/json/json-reader.js';
import {anyText} from '../../helpers/any-text.js';
import {jsonText, junkMembers, type Member} from '../../helpers/arbitrary-json.js';
import {forAll} from '../../helpers/for-all.js';
import {fieldsOf, type LineFields, readLine} from '../../helpers/line-fields.js';
import {words} from '../../helpers/words.js';

function read(text: string | Buffer, reader = json): LineFields | null {
	const bytes = Buffer.from(text);
	const record = new EntryRecord();
	const number = reader.open()(bytes, 0, bytes.length, record);
	return number < 0 ? null : fieldsOf(record.source ?? bytes, record, 'json');
}

/** A value as the model sees it: undefined if it is empty or missing. */
function said(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' && value !== '-' ? value : undefined;
}

/** Half of a surrogate pair isn't a character. Values with one aren't compared. */
function isWhole(text: string): boolean {
	return !/\p{Surrogate}/u.test(text);
}

const text = anyText({maxLength: 12}).filter(isWhole);

function noneOr<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | '' | '-'> {
	return fc.oneof(
		{weight: 6, arbitrary: value},
		{weight: 1, arbitrary: fc.constantFrom(null, '' as const, '-' as const)},
	);
}

const texts = {
	user: 'remote_user',
	referer: 'http_referer',
	userAgent: 'http_user_agent',
	upstream: 'upstream_addr',
} as const;

const model = fc.record({
	method: fc.stringMatching(/^[A-Z]{1,8}$/),
	url: text.filter(value => said(value) !== undefined),
	status: fc.integer({min: 100, max: 599}),
	bytes: fc.oneof(fc.nat(), fc.maxSafeNat()),
	milliseconds: fc.integer({min: 1_000_000_000_000, max: 4_000_000_000_000}),
	user: noneOr(text),
	referer: noneOr(text),
	userAgent: noneOr(text),
	upstream: noneOr(text),
});

test('reads the same fields as JSON.parse, in any order and notation, among other members', t => {
	const members = fc
		.tuple(model, junkMembers, fc.boolean(), fc.boolean())
		.chain(([fields, junk, isNested, isText]) => {
			const number = (value: number): unknown => (isText ? `${value}` : value);
			const known: Member[] = [
				['status', number(fields.status)],
				['body_bytes_sent', number(fields.bytes)],
				['msec', number(fields.milliseconds / 1000)],
				...Object.entries(texts).map(([field, name]): Member => [name, fields[field as keyof typeof texts]]),
				...(isNested
					? [['request', {...Object.fromEntries(junk), uri: fields.url, method: fields.method}] as Member]
					: ([
							['Request-Method', fields.method],
							['requestURI', fields.url],
						] as const)),
			];
			return fc.shuffledSubarray([...known, ...junk], {minLength: known.length + junk.length});
		});
	forAll(500, jsonText(members), line => {
		const object = JSON.parse(line);
		const expected: Record<string, unknown> = {
			method: object.request?.method ?? object['Request-Method'],
			url: object.request?.uri ?? object.requestURI,
			status: Number(object.status),
			bytes: Number(object.body_bytes_sent),
			time: new Date(Math.round(Number(object.msec) * 1000)).toISOString(),
			zone: 0,
		};
		for (const [field, name] of Object.entries(texts)) {
			const value = said(object[name]);
			if (value !== undefined) {
				expected[field] = value;
			}
		}
		t.deepEqual(read(line), expected as LineFields, line);
	});
});

test('names match in any case and with any separators', t => {
	for (const line of [
		'{"http":{"request":{"method":"GET"},"response":{"status_code":200}},"url":{"original":"/x"}}',
		'{"http.request.method":"GET","http.response.status_code":200,"url.original":"/x"}',
		'{"http":{"request.method":"GET"},"http.response":{"status_code":200},"url":{"original":"/x"}}',
		'{"METHOD":"GET","Status-Code":"200","URL":"/x"}',
		'{"req":{"Method":"GET"},"res":{"statusCode":200},"request uri":"/x"}',
		'{"fields":{"method":"GET","url":"/x"},"status":200}',
		'{"\\u006dethod":"GET","st\\u0061tus":200,"req\\u0075est":{"ur\\u0069":"/x"}}',
	]) {
		t.deepEqual(read(line), {method: 'GET', status: 200, url: '/x'}, line);
	}
});

test('if a name occurs twice, its last non-empty value counts', t => {
	t.deepEqual(read('{"method":"GET","status":200,"url":"/a","url":"/b"}')?.url, '/b');
	t.deepEqual(read('{"method":"GET","status":200,"url":"/a","url":""}')?.url, '/a');
	t.deepEqual(read('{"method":"GET","status":200,"url":"/a","url":null}')?.url, '/a');
	t.deepEqual(read('{"method":"GET","status":200,"status":"-","url":"/a","status":404}')?.status, 404);
});

test('the order of the line does not matter for several names of one field', t => {
	const names = ['"client_ip":"192.0.2.1"', '"remote_addr":"10.0.0.1"', '"ip":"10.0.0.2"'];
	for (const order of [names, names.toReversed()]) {
		t.is(read(`{"method":"GET","status":200,${order.join(',')}}`)?.ip, '192.0.2.1');
	}
});

test('ignores names that are special in JavaScript', t => {
	const line =
		'{"__proto__":{"method":"PUT","status":500},"__proto__":"HTTP/9","request":{"__proto__":"HTTP/9"},"constructor":{"prototype":{"url":"/x"}},"method":"GET","url":"/","status":200}';
	t.deepEqual(read(line), {method: 'GET', url: '/', status: 200});
	t.is(({} as Record<string, unknown>).method, undefined);
});

test('ignores unsafe integers instead of rounding them', t => {
	const line = (bytes: string): LineFields | null =>
		read(`{"method":"GET","url":"/","status":200,"bytes":${bytes}}`);
	t.is(line('9007199254740991')?.bytes, 9_007_199_254_740_991);
	for (const bytes of words`9007199254740993 "9007199254740993" 18446744073709551615 1e400 -1 0.5`) {
		t.deepEqual(line(bytes), {method: 'GET', url: '/', status: 200}, bytes);
	}
	t.is(line('1.5e3')?.bytes, 1500);
});

test('shows unpaired surrogates as logged', t => {
	t.is(read('{"method":"GET","url":"/\\ud83d\\ude00\\ud83d","status":200}')?.url, '/\u{1f600}\\ud83d');
	t.is(read('{"method":"GET","url":"/\\ude00\\ud83dx\\u12","status":200}')?.url, '/\\ude00\\ud83dx\\u12');
});

test('escapes are undone once', t => {
	t.is(
		read('{"method":"GET","url":"/\\\\u0041\\\\\\"\\\\x41\\\\\\\\","status":200}')?.url,
		'/\\u0041\\"\\x41\\\\',
	);
});

test('hostile: reads objects that are ten thousand levels deep', t => {
	for (const [open, close] of [
		['{"a":', '}'],
		['{"":', '}'],
		['{"request":', '}'],
		['[', ']'],
		['{"fields":', '}'],
	] as const) {
		for (const depth of [7, 8, 9, 10_000]) {
			const inner = `${open.repeat(depth)}1${close.repeat(depth)}`;
			const line = `{"method":"GET","x":${inner},"url":"/","request":${inner},"status":200}`;
			t.deepEqual(read(line), {method: 'GET', url: '/', status: 200}, `${open} ${depth}`);
			t.is(read(inner), null);
			t.is(read(inner.slice(0, -1)), null);
		}
	}
});

test('user-defined names take precedence over known names', t => {
	const reader = jsonReader([
		{name: 'my_key', field: 'url'},
		{name: 'größe', field: 'bytes'},
		{name: 'edge.took', field: 'duration', unit: 'us'},
		{name: 'size', field: 'status'},
		{name: 'second', field: 'url'},
	]);
	const line =
		'{"method":"GET","url":"/wrong","second":"/second","my-key":"/right","bytes":1,"größe":2,"size":404,"status":200,"edge":{"took":4200}}';
	t.deepEqual(read(line, reader), {method: 'GET', url: '/right', bytes: 2, status: 404, durationMs: 4.2});
	t.is(read(line.replace('"my-key":"/right"', '"my-key":""'), reader)?.url, '/second');
	t.is(read('{"MY_KEY":"/x","size":200}', reader)?.url, '/x');
	t.is(read(line)?.url, '/wrong');
});

test('reports the offset of a syntax error and the expected syntax', t => {
	const stops = (line: string): readonly [number, string] => {
		const record = new EntryRecord(true);
		const bytes = Buffer.from(line);
		t.is(json.open()(bytes, 0, bytes.length, record), unread);
		return [record.stoppedAt, record.expected];
	};
	t.deepEqual(stops('x'), [0, 'a JSON object']);
	t.deepEqual(stops('{"a":1} x'), [8, 'the line’s end after the object']);
	t.deepEqual(stops('{"a" 1}'), [5, 'a colon after the key']);
	t.deepEqual(stops('{"a":1 "b":2}'), [7, 'a comma or a closing brace']);
	t.deepEqual(stops('{"a":1}'), [7, 'a method or a URL, and a status']);
});

test('accepts unquoted lists, as nginx writes durations of several upstreams', t => {
	const request = '"remote_addr":"203.0.113.7","request":"GET /c HTTP/1.1","status":502';
	const fields = {ip: '203.0.113.7', method: 'GET', url: '/c', protocol: 'HTTP/1.1', status: 502};
	for (const list of [
		'"urt":0.001, 0.002',
		'"urt":0.001,0.002',
		'"urt":0.001 : 0.002, 0.003',
		'"urt":-, 0.002',
		'"urt":0.001, -',
		'"urt":',
		'"urt":-',
		'"upstream_status":502, 502',
		'"upstream_connect_addr":10.0.0.5:8080, 10.0.0.6:8080',
		'"upstream_response_time": 0.001 , 0.002 ',
	]) {
		const expected = {...fields, durationMs: 12};
		t.deepEqual(read(`{${request},${list},"request_time":0.012}`), expected, list);
		t.deepEqual(read(`{${list},${request},"request_time":0.012}`), expected, list);
		t.deepEqual(read(`{"request_time":0.012,${request},${list}}`), expected, list);
	}
	t.deepEqual(read(`{${request},"request_time":0.001, 0.011}`), fields, 'no time taken is two');
	t.is(read('{"remote_addr":"203.0.113.7","request":"GET / HTTP/1.1","status":502, 200}'), null);
	for (const other of ['x', 'true', '[1]', '{"a":1}']) {
		t.is(read(`{${request},"urt":0.001,${other}}`), null, other);
	}
});

test('a connection without a request is an entry with its status', t => {
	const time = '"time":"2026-11-20T09:03:06Z","remote_addr":"203.0.113.7"';
	const fields = {time: '2026-11-20T09:03:06.000Z', zone: 0, ip: '203.0.113.7', status: 400, bytes: 0};
	for (const request of [
		'"request":""',
		'"request":"-"',
		'"request_method":"","request_uri":""',
		'"request":"","request_method":"","uri":""',
		'"method":"","url":""',
	]) {
		t.deepEqual(read(`{${time},${request},"status":"400","body_bytes_sent":"0"}`), fields, request);
		t.is(read(`{${request},"status":400}`), null, 'whose?');
		t.is(read(`{${time},${request},"body_bytes_sent":"0"}`), null, 'no status');
		t.is(read(`{${time},${request},"status":"0"}`), null, 'no status');
	}
	t.is(read(`{${time},"request":null,"status":400}`), null);
	t.is(read(`{${time},"status":400}`), null);
});

test('prefers the name of a user to a number', t => {
	const user = (text: string): unknown => read(`{"method":"GET","url":"/","status":200,${text}}`)?.user;
	t.is(user('"user_id":17,"username":"ada"'), 'ada');
	t.is(user('"user":"ada","user_id":"17"'), 'ada');
	t.is(user('"userId":17,"user":{"id":17,"name":"ada"}'), 'ada');
	t.is(user('"user_id":"ada"'), 'ada');
});

test('reads a truncated object if it contains enough', t => {
	const line = '{"method":"GET","status":200,"url":"/en/","userAgent":"curl/8.5.0"}';
	const known = {method: 'GET', status: 200};
	t.deepEqual(read(line.slice(0, line.indexOf('00,'))), null);
	t.deepEqual(read(line.slice(0, line.indexOf(',"url'))), null);
	t.deepEqual(read(line.slice(0, line.indexOf('"url'))), known);
	t.deepEqual(read(line.slice(0, line.indexOf('/en/') + 2)), known);
	t.deepEqual(read(line.slice(0, -3)), {...known, url: '/en/'});
	t.deepEqual(read(line.slice(0, -1)), {...known, url: '/en/', userAgent: 'curl/8.5.0'});
});

test('reads a line that is also crafted to match another format as JSON', t => {
	for (const space of ['', ' ', '\t']) {
		for (const rest of ['', ' ":1}', ' "-" "-":1}']) {
			const line = `${space}{${space}"status":200,"url":"/","x":"a - - [20/Nov/2026:09:03:07 +0100] "," 200 5${rest}`;
			t.is(readLine(line)?.format ?? 'json', 'json', line);
		}
	}
	// A client can send the start of an object. That doesn't make the line unreadable.
	for (const client of ['{', '{\\"a\\":1}', '{\\x22a\\x22:1}']) {
		t.is(readLine(`${client} - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" 200 5`)?.fields.url, '/');
	}
});

test('a number of a week or more is not a duration', t => {
	for (const [logged, durationMs] of [
		['"request_time":604799.999', 604_799_999],
		['"request_time":604800.5', undefined],
		['"duration_ms":1795161787123', undefined],
	] as const) {
		const line = `{"time":"2026-11-20T09:03:07Z","ip":"203.0.113.7","method":"GET","url":"/","status":200,${logged}}`;
		t.is(readLine(line)?.fields.durationMs, durationMs, logged);
	}
});

test('messages of ASP.NET Core with a status and a path are not requests', t => {
	t.is(
		readLine(
			'{"@t":"2026-11-20T09:03:07.123Z","@mt":"Setting HTTP status code {StatusCode}.","StatusCode":404,"RequestPath":"/en/"}',
		),
		null,
	);
});
