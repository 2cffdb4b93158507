import test from 'ava';
import fc from 'fast-check';
import {allFormats, chosenReaders} from '../../source/entries/chosen-readers.js';
import {EntryRecord, spanOf, unread} from '../../source/entries/entry-record.js';
import type {FormatReader} from '../../source/entries/format.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import type {UnreadableField} from '../../source/entries/unreadable.js';
import {forAll} from '../helpers/for-all.js';
import {fieldsOf, type LineFields, readLine} from '../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Strings that can't be read as a field. */
const texts: Readonly<Record<UnreadableField, readonly string[]>> = {
	time: ['??', '24:61:61', '#', '31/Nov/2026', '9'],
	status: ['999', '600', '2x0', '9-9', '2OO', '099'],
	bytes: ['abc', '0x1f', '1.2kB', '4k', '-2'],
	durationMs: ['abc', '0x1f', '1.2.3', '?'],
	ip: ['???', '1.2.3.4!', '$x'],
};

type Sample = {
	readonly name: string;
	readonly line: Buffer;
	readonly fields: LineFields;
	readonly field: UnreadableField;
	readonly start: number;
	readonly end: number;
};

/**
 * Parts that identify the lines of a format without names, brackets or quotes around them, or without a method. Without such
 * a part, the line could come from any program.
 */
const identifying: Readonly<Record<string, readonly UnreadableField[]>> = {
	nextjs: ['status', 'durationMs'],
	kibana: ['status', 'durationMs'],
	directus: ['status', 'durationMs'],
	kemal: ['status', 'durationMs'],
	astro: ['status', 'durationMs'],
	wrangler: ['status', 'durationMs'],
	ghost: ['status', 'durationMs'],
	ngrok: ['status'],
	simplehttpserver: ['status', 'ip'],
	vaultwarden: ['status'],
	http_server: ['time'],
	// Its columns have no fixed order: only their values determine their meaning.
	other_order: ['time', 'status', 'bytes', 'ip'],
	flussonic: ['time', 'status', 'bytes', 'durationMs', 'ip'],
};

/** Parts whose text has several values, or the values of several fields. */
const shared: Readonly<Record<string, readonly UnreadableField[]>> = {
	// The sum of three columns.
	aws_alb: ['durationMs'],
	aws_elb: ['durationMs'],
	// Also the forwarded addresses.
	envoy: ['ip'],
	// Without the notation of cPanel's time, the port at the end is a duration.
	cpanel: ['time', 'ip'],
	tomcat_json: ['time'],
	// It is then read as the combined format, without the columns after that.
	nexus: ['status', 'bytes', 'durationMs'],
	apisix: ['time', 'status', 'bytes', 'durationMs', 'ip'],
	// It is then read as other_order, without the host.
	gcore: ['durationMs'],
};

function readAlone(line: Buffer): {
	readonly format: string;
	readonly record: EntryRecord;
	readonly fields: LineFields;
} {
	const record = new EntryRecord();
	const number = new LineReader().read(line, 0, line.length, record);
	const format = allFormats[number];
	const fields = format === undefined ? {} : fieldsOf(record.source ?? line, record, format.escapes);
	return {format: format?.name ?? '', record, fields};
}

/** All parts of the examples of the formats that could be unreadable. */
const samples: readonly Sample[] = formats.flatMap(({name, example}) => {
	const line = Buffer.from(example);
	const {record, fields} = readAlone(line);
	const all = Object.keys(texts) as readonly UnreadableField[];
	return all.flatMap(field => {
		const [start = 0, end = 0] = record.spans.slice(spanOf[field], spanOf[field] + 2);
		const isLeft =
			end === 0 ||
			record.source !== undefined ||
			[identifying, shared].some(one => one[name]?.includes(field));
		return isLeft ? [] : [{name, line, fields, field, start, end}];
	});
});

test('every kind of format has a part that may be unreadable', t => {
	t.true(samples.length > 350, `${samples.length}`);
});

test('a line with one part that can’t be read is a request without that part, and no other part changes', t => {
	forAll(20_000, fc.constantFrom(...samples), fc.nat(), ({name, line, fields, field, start, end}, choice) => {
		const text = texts[field][choice % texts[field].length] ?? '';
		const isBare = line[0] === 0x7b && line[start - 1] !== 0x22;
		const part = isBare && !/^\d+$/.test(text) ? JSON.stringify(text) : text;
		const broken = Buffer.concat([line.subarray(0, start), Buffer.from(part), line.subarray(end)]);
		const {[field]: _, ...others} = fields;
		if (field === 'time') {
			delete others.zone;
		}
		t.deepEqual(readAlone(broken).fields, others, `${name}: ${broken.toString()}`);
	});
});

test('an unescaped quote in a request line doesn’t hide the request', t => {
	for (const [line, url] of [
		['[20/Nov/2026 09:03:07] "GET /1"b HTTP/1.1" 404 179', '/1"b'],
		['203.0.113.7:51234 - "GET /2?q="x" HTTP/1.1" 404 Not Found', '/2?q="x"'],
		['203.0.113.7 "GET /3" HTTP/1.1" 404 45 "-" "curl/8.5.0" 0.000123', '/3"'],
		['203.0.113.7 -  20/Nov/2026:09:03:07 +0000 "GET /4"b" 404', '/4"b'],
		['"GET /5" 5" 404 12ms', undefined],
		['"GET /6"b" 404 12ms', '/6"b'],
		['[GIN] 2026/11/20 - 09:03:07 | 404 |     143.217µs |     203.0.113.7 | GET      "/7"b"', '/7"b'],
		['[2026-11-20 09:03:07 +0000] 203.0.113.7 - "GET /8"b HTTP/1.1" 404 1.324', '/8"b'],
	] as const) {
		t.is(readLine(line)?.fields.url, url, line);
	}
});

test('a line with a word instead of a status isn’t a request', t => {
	for (const line of [
		'GET /en/ failed in 12ms',
		'GET /en/ pending 12ms',
		'Fetched GET /en/ 12ms',
		'[debug] GET /en/ 12ms',
		'[main] GET /en/ 200 12',
		'worker-1 app [main] "GET /en/ HTTP/1.1" failed 3',
		'{"time":"2026-11-20T09:03:07Z","level":"info","method":"GET","url":"/en/","status":"pending","ip":"203.0.113.7","duration_ms":3}',
		'level=info ts=2026-11-20T09:03:07Z msg="job done" method=GET path=/en/ status=success duration=3ms',
	]) {
		t.is(readLine(line), null, line);
	}
});

/** Returns readers that count the attempts to read lines tolerantly. */
function counted(count: {tolerant: number}): readonly FormatReader[] {
	return chosenReaders().map(reader => ({
		...reader,
		open(header) {
			const scan = reader.open(header);
			return (bytes, start, end, record) => {
				count.tolerant += record.isTolerant ? 1 : 0;
				return scan(bytes, start, end, record);
			};
		},
	}));
}

test('no tolerant reader tries a line of an error log that quotes a request', t => {
	const count = {tolerant: 0};
	const reader = new LineReader(counted(count));
	for (const line of [
		'2026/11/20 09:03:07 [error] 31#31: *7 open() "/srv/img/1.png" failed (2: No such file or directory), client: 203.0.113.7, server: shop.example, request: "GET /img/1.png HTTP/1.1", host: "shop.example", referrer: "https://shop.example/en/"',
		'2026/11/20 09:03:07 [error] 31#31: *7 upstream timed out (110: Connection timed out) while reading upstream, client: 203.0.113.7, server: shop.example, request: "POST /api HTTP/2.0", upstream: "http://10.0.0.7:8080/api", host: "shop.example"',
		'F, [2026-11-20T09:03:07.123456 #31] FATAL -- : ActionController::RoutingError (No route matches [GET] "/wp-login.php"):',
		'[20-Nov-2026 09:03:07] WARNING: [pool www] child 31, script \'/srv/index.php\' (request: "GET /index.php?p=1") executing too slow (5.123 sec), logging',
	]) {
		const bytes = Buffer.from(line);
		t.is(reader.read(bytes, 0, bytes.length, new EntryRecord()), unread, line);
		t.is(count.tolerant, 0, line);
	}
});

test('few tolerant readers try a message that mentions a request', t => {
	for (const line of [
		'2026-11-20 09:03:07,123 INFO requests.client GET https://api.example/v1/users/7 took 0.123s (attempt 2)',
		'2026-11-20 09:03:07.123 [main] ERROR com.shop.Orders - Request POST https://api.example/v1/pay/7 failed: Read timed out',
		'Nov 20 09:03:07 web1 app[31]: fetching GET https://api.example/7 for job 7',
		'2026-11-20 09:03:07.123 [worker-1] INFO com.shop.Jobs - GET of job 7 done in 12 ms',
	]) {
		const count = {tolerant: 0};
		const bytes = Buffer.from(line);
		t.is(new LineReader(counted(count)).read(bytes, 0, bytes.length, new EntryRecord()), unread, line);
		t.true(count.tolerant <= 24, `${count.tolerant}: ${line}`);
	}
});
