import test from 'ava';
import fc from 'fast-check';
import {chosenReaders} from '../../../source/entries/chosen-readers.js';
import {explainLine} from '../../../source/entries/explain-line.js';
import {jsonFormats} from '../../../source/entries/json/json-formats.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {forAll} from '../../helpers/for-all.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

function fieldsOf(line: string) {
	return readLine(line)?.fields ?? null;
}

test('quoted values can contain spaces, equals signs and escapes', t => {
	const fields = fieldsOf(
		'method=GET url="/a b?c=\\"d\\"\\\\" status=200 user_agent="x status=500 \\u00e4" referer="https:\\/\\/shop.example/"',
	);
	t.deepEqual(fields, {
		method: 'GET',
		url: '/a b?c="d"\\',
		status: 200,
		userAgent: 'x status=500 ä',
		referer: 'https://shop.example/',
	});
});

test('the apostrophes around an error of lograge end before the next key', t => {
	const begin = 'method=GET path=/en/ format=html controller=HomeController action=index status=500 error=';
	for (const error of [
		"'NoMethodError: undefined method `items' for nil'",
		"'ArgumentError: a=b isn't one'",
		"''",
	]) {
		const read = readLine(`${begin}${error} duration=58.33 view=40.43 db=15.26`);
		t.is(read?.fields.durationMs, 58.33, error);
		t.is(read?.fields.status, 500, error);
	}
	t.is(
		readLine(`${begin}'NoMethodError: it has no end duration=58.33 view=40.43`)?.fields.durationMs,
		undefined,
	);
});

test('a backslash in an unquoted value is literal', t => {
	t.deepEqual(
		fieldsOf('method=GET url=/a?b=c user=SHOP\\bob status=200 user_agent="\\"a\\" \\\\" bytes=7 path=/x'),
		{...{method: 'GET', url: '/a?b=c', user: 'SHOP\\bob', status: 200, userAgent: '"a" \\', bytes: 7}},
	);
});

test('if a name occurs twice, the first value counts', t => {
	t.is(fieldsOf('method=GET path=/ status=200 status=500')?.status, 200);
});

test('ignores empty values, null and nil', t => {
	for (const none of ['', '""', '-', 'null', 'nil', '<nil>']) {
		t.deepEqual(fieldsOf(`method=GET path=/ status=200 user=${none} referer=${none} duration=1ms`), {
			...{method: 'GET', url: '/', status: 200, durationMs: 1},
		});
	}
});

test('ignores an unquoted value with spaces and everything after it', t => {
	const line = 'method=GET path=/en/ status=200 user_agent=Mozilla/5.0 (X11) Gecko duration=3ms user=ada';
	t.deepEqual(fieldsOf(line), {method: 'GET', url: '/en/', status: 200});
	t.is(fieldsOf('level=info msg=asked for it method=GET path=/ status=200'), null);
	t.is(fieldsOf('method=GET status=200 path=/en and more'), null);
});

test('continues to read after an unquoted object', t => {
	const expected = {method: 'GET', url: '/en/', status: 200, user: 'ada'};
	const quotes = String.raw`{"q":"} \" user=b \\"}`;
	for (const params of ['{}', '{"q":"a b","user":{"x":[1]}}', '{"a"=>"b", "user"=>"c"}', quotes]) {
		t.deepEqual(fieldsOf(`method=GET path=/en/ params=${params} status=200 user=ada`), expected, params);
	}
	for (const params of ['{"q":"a b"', '{"q":"a b', '{"q":"a b"}x"', '%{"q" => "a b"}']) {
		t.is(fieldsOf(`method=GET path=/en/ params=${params} status=200 user=ada`), null, params);
	}
});

test('an unquoted time can contain spaces', t => {
	t.deepEqual(fieldsOf('time=2026-11-20 09:03:07 +0100 method=GET path=/ status=200'), {
		...{time: '2026-11-20T08:03:07.000Z', zone: 60, method: 'GET', url: '/', status: 200},
	});
});

test('accepts a key without a value after a quoted value', t => {
	t.like(fieldsOf('msg="done" cached method=GET path=/ status=304'), {url: '/', status: 304});
});

test('a request needs a method, a target and a status', t => {
	for (const line of [
		'method=GET status=200',
		'path=/ status=200',
		'method=GET path=/',
		'method=GET path=index status=200',
		'method=GET path=/ status=ok',
		'method=/a.B/C path=/ status=200',
		'method=GET path="/ status=200',
		'method=GET path="/"x status=200',
		'"GET" path=/ status=200 method=GET',
		'=x method=GET path=/ status=200',
	]) {
		t.is(readLine(line), null, line);
	}
	t.is(readLine('request="GET /en/ HTTP/1.1" status=200')?.fields.url, '/en/');
	t.is(readLine('method=OPTIONS uri=* status=204')?.fields.url, '*');
	t.is(readLine('method=CONNECT uri=shop.example:443 status=200')?.fields.url, 'shop.example:443');
});

test('lograge: the duration is in milliseconds; in other programs its unit is unknown', t => {
	const line = 'method=GET path=/en/ format=html controller=Home action=index status=200 duration=58.33';
	t.is(fieldsOf(`${line} view=40.43 db=15.26`)?.durationMs, 58.33);
	t.is(fieldsOf(line)?.durationMs, undefined);
});

test('Heroku: the client is the forwarded address; a missing duration is ignored', t => {
	const line = jsonFormats.find(({name}) => name === 'heroku_router')?.example ?? '';
	const error = line
		.replace('at=info', 'at=error code=H12 desc="Request timeout"')
		.replace('fwd="203.0.113.7"', 'fwd="2001:db8::7"')
		.replace('connect=1ms service=42ms', 'connect= service=');
	t.like(readLine(`2026-11-20T09:03:07.123456+00:00 heroku[router]: ${error}`), {
		format: 'heroku_router',
		fields: {ip: '2001:db8::7', status: 200, time: '2026-11-20T09:03:07.123Z'},
	});
	t.is(readLine(error)?.fields.durationMs, undefined);
	t.like(readLine(`<158>1 2026-11-20T09:03:07.123456+00:00 host heroku router - ${line}`), {
		format: 'heroku_router',
		fields: {ip: '203.0.113.7', durationMs: 42, time: '2026-11-20T09:03:07.123Z'},
	});
});

test('Grafana: an empty name means no user; before version 9 the duration is an integer of milliseconds', t => {
	const line =
		't=2026-11-20T09:03:11+0000 lvl=info msg="Request Completed" logger=context userId=0 orgId=0 uname= method=GET path=/ status=302 remote_addr=203.0.113.7 time_ms=3 size=29 referer=';
	const read = readLine(line);
	t.is(read?.format, 'grafana');
	t.is(read?.fields.user, undefined);
	t.is(read?.fields.durationMs, 3);
});

test('--format logfmt reads logfmt of any program, and no other format', t => {
	const reader = new LineReader(chosenReaders('logfmt'));
	for (const {name, example} of jsonFormats) {
		const {kind} = explainLine(reader, Buffer.from(example));
		t.is(kind === 'entry', /^\w+=/.test(example), name);
	}
});

/** Names with possible values, as logged and as read. */
const pairs: ReadonlyArray<readonly [name: string, logged: string, field: string, read: string | number]> = [
	['remote_addr', '203.0.113.7', 'ip', '203.0.113.7'],
	['remote_ip', '[2001:db8::7]:50112', 'ip', '2001:db8::7'],
	['user', 'ada', 'user', 'ada'],
	['referer', '"https://shop.example/?a=b"', 'referer', 'https://shop.example/?a=b'],
	['user_agent', '"Mozilla/5.0 (X11; \\"x\\") a=b"', 'userAgent', 'Mozilla/5.0 (X11; "x") a=b'],
	['host', 'shop.example', 'host', 'shop.example'],
	['proto', 'HTTP/2.0', 'protocol', 'HTTP/2.0'],
	['bytes', '4523', 'bytes', 4523],
	['response.size', '"4523"', 'bytes', 4523],
	['duration', '1m2.5s', 'durationMs', 62_500],
	['elapsed_us', '4200', 'durationMs', 4.2],
	['latency', '58.451µs', 'durationMs', 0.058451],
];

const asked: ReadonlyArray<readonly [name: string, logged: string, field: string, read: string | number]> = [
	['method', 'GET', 'method', 'GET'],
	['path', '"/en/?p=2"', 'url', '/en/?p=2'],
	['status', '200', 'status', 200],
];

const other = fc.constantFrom(
	'level=info',
	'msg="all is well, path=/x"',
	'x=',
	'caller=a.go:12',
	'trace_id=0a1b',
	'tags="[a=b]"',
	'cached=true',
);

test('reads pairs in any order, among unknown pairs', t => {
	const some = fc
		.subarray([...pairs])
		.filter(chosen => new Set(chosen.map(([, , field]) => field)).size === chosen.length)
		.chain(chosen => fc.shuffledSubarray([...asked, ...chosen], {minLength: chosen.length + 3}));
	forAll(200, some, fc.array(other, {maxLength: 4}), (chosen, others) => {
		const words = chosen.flatMap(([name, logged], index) => [
			`${name}=${logged}`,
			...others.slice(index, index + 1),
		]);
		const expected = Object.fromEntries(chosen.map(([, , field, read]) => [field, read]));
		t.deepEqual(readLine(words.join(' ')), {format: 'logfmt', fields: expected}, words.join(' '));
	});
});

test('an invalid value is missing and does not affect other values', t => {
	const broken = fc.constantFrom(
		'remote_addr=nobody',
		'bytes=many',
		'duration=soon',
		'proto=https',
		'time=noon',
	);
	forAll(100, broken, fc.nat({max: 3}), (pair, index) => {
		const words = asked.map(([name, logged]) => `${name}=${logged}`);
		words.splice(index, 0, pair);
		t.deepEqual(fieldsOf(words.join(' ')), {method: 'GET', url: '/en/?p=2', status: 200}, words.join(' '));
	});
});
