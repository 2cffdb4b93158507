import test from 'ava';
import fc from 'fast-check';
import {chosenReaders} from '../../../source/entries/chosen-readers.js';
import {EntryRecord, unread} from '../../../source/entries/entry-record.js';
import {formats} from '../../../source/entries/formats.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {prefixes, vaguePrefixes} from '../../../source/entries/wrappers/prefixes.js';
import {sampleLines} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {fieldsOf, type LineFields, readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5';

/** Prefixes by the program that writes them. */
const written: Readonly<Record<string, readonly string[]>> = {
	'syslog, rsyslog': [
		'<134>Nov 20 09:03:07 web1 nginx[71]: ',
		'Nov  6 09:03:07 web1 nginx: ',
		'<134>Nov 20 09:03:07 nginx: ',
		'2026-11-20T09:03:07.123456+01:00 web1 nginx[71]: ',
		'<190>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - ',
		'<190>1 - - - - - [a@1 b="c] [d" e="\\""][f] ',
		'<14>1 2026-11-20T09:03:07.814315Z web1 nginx - - - hostname=web1 appname=nginx ',
		'<6>',
		'<134>Nov 20 09:03:07.123 web1 nginx[71]: ',
		'<134>Nov 20 09:03:07 UTC web1 nginx[71]: ',
		'<134>Nov 20 2026 09:03:07 web1 nginx[71]: ',
		'<134>Nov 20 2026 09:03:07 UTC web1 nginx[71]: ',
		'2026 Nov 20 09:03:07 web1 nginx[71]: ',
		'2026 Nov  6 09:03:07.123 web1 nginx[71]: ',
		'<14>nginx[71]: ',
		'<40>1 2026-11-20T09:03:07.123Z host app web.1 - ',
	],
	'syslog over TCP': [
		'123 <14>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - ',
		'123 <14>Nov 20 09:03:07 web1 nginx[71]: ',
		'83 <40>1 2026-11-20T09:03:07.123Z host heroku web.1 - ',
	],
	'relays that keep the received line': [
		'Nov 20 09:03:07 10.0.0.5 <14>Nov 20 09:03:07 web1 nginx[71]: ',
		'2026-11-20T09:03:07+00:00 10.0.0.5 <14>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - ',
		'2026-11-20 09:03:07\tLocal7.Info\t10.0.0.5\t',
	],
	'spaces and tabs': ['\t', ' \t ', 'web-1  | \t'],
	'a byte order mark': [
		'\uFEFF',
		'<14>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - \uFEFF',
		'<14>1 2026-11-20T09:03:07.123Z web1 nginx 71 - [meta sequenceId="1"] \uFEFF',
		'<14>Nov 20 09:03:07 web1 nginx[71]: \uFEFF',
		'2026-11-20T09:03:07.123456789Z stdout F \uFEFF',
		'<14>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - \uFEFF2026-11-20T09:03:07Z ',
	],
	'Caddy, console': [
		'2026/11/20 09:03:07.123\tINFO\thttp.log.access.log0\thandled request\t',
		'2026/11/20 09:03:07.123\t\x1b[34mINFO\x1b[0m\thttp.log.access.log0\thandled request\t',
		'2026-11-20T09:03:07.123Z\t\x1b[34minfo\x1b[0m\thttp.log.access\thandled request\t',
	],
	'colours in a prefix': [
		'\x1b[90m2026-11-20T09:03:07Z\x1b[0m \x1b[32mINF\x1b[0m ',
		'\x1b[90m9:03AM\x1b[0m \x1b[32mINF\x1b[0m ',
		'2026-11-20T09:03:07.123Z \x1b[32minfo\x1b[39m: ',
		'2026-11-20T09:03:07.123Z [\x1b[32minfo\x1b[39m]: ',
		'2026-11-20T09:03:07.123Z stdout F \x1b[32mINFO\x1b[0m: ',
		'Nov 20 09:03:07 web1 nginx[71]: #033[32mINFO#033[0m: ',
		'2026-11-20 09:03:07 - shop - \x1b[32mINFO\x1b[0m - ',
		'2026-11-20 09:03:07.123 | \x1b[1mINFO\x1b[0m     | shop:log:12 - ',
		'\x1b[2m2026-11-20T09:03:07.123456Z\x1b[0m \x1b[32m INFO\x1b[0m \x1b[2mshop::access\x1b[0m\x1b[2m:\x1b[0m ',
	],
	journalctl: [
		'Nov 20 09:03:07.123456 web1 nginx[71]: ',
		'2026-11-20T09:03:07+0100 web1 nginx[71]: ',
		'2026-11-20T09:03:07.123456+0100 web1 nginx[71]: ',
		'1795165387.123456 web1 nginx[71]: ',
		'Fri 2026-11-20 09:03:07 UTC web1 nginx[71]: ',
		'Fri 2026-11-20 09:03:07 CET web1 nginx[71]: ',
		'[12345.678901] web1 nginx[71]: ',
		'[    5.678901] web1 nginx[71]: ',
		'Fri 2026-11-20 09:03:07 UTC web1 nginx.service[71]: ',
		'MESSAGE=',
	],
	'container runtimes': [
		'2026-11-20T09:03:07.123456789+01:00 stdout F ',
		'2026-11-20T09:03:07.123456789Z stderr F ',
		'2026-11-20T09:03:07.123456789Z stderr F:tag ',
		'2026-11-20T09:03:07.123456789Z ',
		'2026-11-20T09:03:07.123456789+01:00 ',
	],
	'Odoo, Superset': [
		'2026-11-20 09:03:07,123 71 INFO shop werkzeug: ',
		'2026-11-20 09:03:07,123:INFO:werkzeug:',
	],
	'OpenStack, Synapse, SOGo': [
		'2026-11-20 09:03:07.123 71 INFO nova.osapi_compute.wsgi.server [req-1a2b ada shop - default default] ',
		'2026-11-20 09:03:07,123 - synapse.access.http.8008 - 427 - INFO - GET-18501 - ',
		'Nov 20 09:03:07 sogod [71]: ',
		'Nov 20 09:03:07 web1 sogod [71]: ',
	],
	'Rust’s tracing and env_logger': [
		'2026-11-20T09:03:07.123456Z  INFO actix_web::middleware::logger: ',
		'[2026-11-20T09:03:07Z INFO  shop] ',
		'[2026-11-20T09:03:07Z INFO  actix_web::middleware::logger] ',
	],
	'Kibana, Vaultwarden': [
		'[2026-11-20T09:03:07.123+00:00][DEBUG][http.server.response] ',
		'[2026-11-20 09:03:07.123][response][INFO] ',
	],
	'Serilog, with a zone': ['2026-11-20 10:03:07.123 +01:00 [INF] '],
	RoadRunner: ['2026-11-20T09:03:07.123Z\tINFO\thttp        \thttp access log\t'],
	'Gitea, Beego': [
		'2026/11/20 09:03:07 ...eb/routing/logger.go:102:func1() ',
		'2026/11/20 09:03:07.123 [D] [server.go:2887]  ',
	],
	'Kubernetes’ klog': ['I1120 09:03:07.123456       1 httplog.go:132] '],
	Jupyter: ['[I 2026-11-20 09:03:07.123 ServerApp] ', '[W 09:03:07.123 NotebookApp] '],
	'Firebase’s emulators': ['i  hosting: '],
	'several programs at once': [
		'web-1  | ',
		'caddy | ',
		'web-1  | 2026-11-20T09:03:07.123456789Z ',
		'web.1.abc@node1    | ',
		'2026-11-20T09:03:07.123456789Z web.1.abc@node1    | ',
		'0|shop  | ',
		'0|shop  | 2026-11-20T09:03:07: ',
		'\x1b[36mweb-1  | \x1b[0m',
		'\x1b[0;33;1mnginx.1     | \x1b[0m',
		'09:03:07 web.1   | ',
	],
	Kubernetes: [
		'[pod/web-7d9c/nginx] ',
		'[pod/web-7d9c/nginx] 2026-11-20T09:03:07.123456789Z ',
		'2026-11-20T09:03:07.123456789Z [pod/web-7d9c/nginx] ',
		'web-7d9c nginx ',
		'shop web-7d9c nginx ',
		'\x1b[32mweb-7d9c\x1b[0m \x1b[31mnginx\x1b[0m ',
		'[web-7d9c nginx] ',
		'default/web-7d9c[nginx]: ',
	],
	platforms: [
		'2026-11-20T09:03:07.123000+00:00 web/nginx/abc123 ',
		'2026-11-20T09:03:07.123000+00:00 2026/11/20/[$LATEST]abc123 ',
		'2026-11-20T09:03:07 ',
		'2026-11-20T09:03:07.123456+00:00 app[web.1]: ',
		'2026-11-20T09:03:07.12+0100 [APP/PROC/WEB/0] OUT ',
		'2026-11-20T09:03:07Z app[148e2] ams [info] ',
		'2026-11-20T09:03:07Z app[148e2] ams [info]',
		'2026-11-20T09:03:07+01:00\tnginx.access\t',
	],
	'grep, multilog, s6': [
		'access.log:',
		'access.log.1:12:',
		'/var/log/nginx/access.log:',
		'./logs/shop-access_log-20261120.gz:',
		'@400000006ab41c8b075bcd15 ',
		'2026-11-20 09:03:07.123456789  ',
	],
	times: [
		'2026-11-20 09:03:07 ',
		'[2026-11-20 09:03:07] ',
		'[2026-11-20 09:03:07 +0100] [71] [INFO] ',
		'[2026-11-20T09:03:07Z] ',
		'[20/Nov/2026:09:03:07 +0100] ',
		'[20-Nov-2026 09:03:07] ',
		'[Fri Nov 20 09:03:07.123456 2026] ',
		'Nov 20 09:03:07 ',
		'1795165387 ',
		'1795165387.123 ',
		'[09:03:07] ',
		'09:03:07.123 ',
	],
	loggers: [
		'2026/11/20 09:03:07 ',
		'2026/11/20 09:03:07.123456 ',
		'2026/11/20 09:03:07 main.go:23: ',
		'2026/11/20 09:03:07.123456 /srv/shop/main.go:23: ',
		'[shop] 2026/11/20 09:03:07 ',
		'INFO:werkzeug:',
		'INFO:     ',
		'INFO  ',
		'info: ',
		'[info] ',
		'[INFO]  ',
		'INFO - ',
		'2026-11-20 09:03:07,123 - shop.access - INFO - ',
		'2026-11-20 09:03:07,123 INFO werkzeug: ',
		'[2026-11-20 09:03:07,123] INFO in access: ',
		'2026-11-20 09:03:07,123 INFO  [io.qua.htt.access-log] (executor-thread-1) ',
		'09:03:07,123 INFO  [io.undertow.accesslog] (default task-1) ',
		'2026-11-20 09:03:07.123  INFO 71 --- [nio-8080-exec-1] c.e.shop.AccessLog                       : ',
		'2026-11-20T09:03:07.123+01:00  INFO 71 --- [shop] [nio-8080-exec-1] c.e.shop.AccessLog : ',
		'09:03:07.123 [main] INFO  com.example.shop.AccessLog - ',
		'2026-11-20 09:03:07.123 | INFO     | shop.access:log:12 - ',
		'I, [2026-11-20T09:03:07.123456 #71]  INFO -- : ',
		'[09:03:07 INF] ',
	],
	'several prefixes': [
		'web-1  | 2026-11-20T09:03:07.123456789Z stdout F ',
		'<134>Nov 20 09:03:07 web1 docker[71]: web-1  | ',
		'09:03:07.123 [main] INFO  com.example.shop.AccessLog -  \t ',
		'access.log:12:web-1  | 2026-11-20T09:03:07.1Z 2026-11-20T09:03:07.1Z stdout F <134>Nov 20 09:03:07 nginx: ',
	],
};

const all = Object.values(written).flat();

for (const [who, begins] of Object.entries(written)) {
	for (const begin of begins) {
		test(`removes the prefix: ${who}: ${JSON.stringify(begin)}`, t => {
			t.deepEqual(readLine(begin + line), readLine(line));
			t.is(readLine(`${begin}nothing that is known`), null);
		});
	}
}

/** Strings that aren't a prefix. */
const others = [
	'Nov 20 09:03:07 web1 nginx ',
	'Nox 20 09:03:07 web1 nginx: ',
	'<1345>Nov 20 09:03:07 web1 nginx: ',
	// A part of a line, whose rest is in another part.
	'2026-11-20T09:03:07.123456789+01:00 stdout P ',
	'2026-11-20T09:03:07.123456789+01:00 other F ',
	'web 1 | ',
	'| ',
];

for (const text of others) {
	test(`keeps an unknown prefix, but reads the request after it: ${text}`, t => {
		const {fields} = readLine(text + line) ?? {};
		t.like(fields, {method: 'GET', url: '/', status: 200, ip: '203.0.113.7'});
	});
}

test('reads no request after an unknown prefix with a quote, which may come from a client', t => {
	t.is(readLine(`<190>1 - - - - - [a@1 b="c ${line}`), null);
});

test('a prefix without a time gets none from another prefix that was tried before it', t => {
	const fiber = '09:03:07 | 200 | 1.2ms | 203.0.113.7 | GET | /en/';
	t.not(readLine(`<134>1 2026-11-20T09:03:07Z web1 nginx 71 access - ${fiber}`)?.fields.time, undefined);
	t.is(readLine(`<134>1 2026-11-20T09:03:07Z[UTC] web1 nginx 71 access - ${fiber}`)?.fields.time, undefined);
});

/** Prefixes whose rest is always named values. */
const beforeValues: Readonly<Record<string, string>> = {fluent_bit: '{"log', message: 'remote_addr='};

test('each prefix is removed from its own example', t => {
	for (const {name, example} of [...prefixes, ...vaguePrefixes]) {
		const bytes = Buffer.from(example);
		const reader = new LineReader();
		reader.read(bytes, 0, bytes.length, new EntryRecord());
		const taken = reader.taken.map(wrapper => wrapper.name);
		t.true(taken.includes(name), `${name}: ${taken}`);
		t.deepEqual(
			readLine(example),
			readLine(example.slice(example.indexOf(beforeValues[name] ?? '203.0.113.7'))),
			name,
		);
	}
});

const pairs = 'method=GET path=/en/ status=200 remote_addr=203.0.113.7';
const object =
	'{"time":"2026-11-20T09:03:07Z","remote_addr":"203.0.113.7","request":"GET /en/ HTTP/1.1","status":200}';

for (const [who, begin] of [
	['zerolog', '9:03AM INF request '],
	['zerolog', '9:03AM INF GET '],
	['zerolog', 'GET '],
	['zerolog', '2026-11-20T09:03:07Z INF main.go:23 > handled a request '],
	['zerolog', '2026-11-20T09:03:07Z INF '],
	['zerolog', '2026-11-20T09:03:07Z INF main.go:23 > '],
	['tint', 'Nov 20 09:03:07.123 INF request '],
	['tint', '\x1b[2mNov 20 09:03:07.123\x1b[0m \x1b[92mINF\x1b[0m request '],
	['logrus', 'INFO[0000] handled request                               '],
	['logrus', '\x1b[33mWARN\x1b[0m[0000] handled request              '],
	['logrus', 'ERRO[2026-11-20T09:03:07Z] handled request '],
	['logrus', 'INFO[0017]main.go:23 main.main() handled request '],
	['slog', '2026/11/20 09:03:07 INFO http: handled request '],
	['hclog', '2026-11-20T09:03:07.123Z [INFO]  shop.http: handled request: '],
	['structlog', '2026-11-20 09:03:07 [info     ] request finished               '],
	['winston', '2026-11-20T09:03:07.123Z \x1b[32minfo\x1b[39m: handled request '],
] as const) {
	test(`removes the message before logfmt: ${who}: ${JSON.stringify(begin)}`, t => {
		t.like(readLine(begin + pairs)?.fields, {...readLine(pairs)?.fields, url: '/en/'});
		t.is(readLine(`${begin}user=ada count=200`), null);
	});
}

test('keeps words that only look like a message before logfmt', t => {
	for (const own of ['GET /en/?a=1 200 12ms', `${line} "-" "a=1"`, 'GET /en/ 200 12ms']) {
		t.deepEqual(readLine(`INFO ${own}`), readLine(own), own);
	}
});

for (const begin of [
	...all,
	'@cee: ',
	'@cee:',
	'<14>Nov 20 09:03:07 web1 shop[71]: @cee: ',
	'2026-11-20T09:03:07.123+0100\tINFO\tserver/main.go:23\thandled a request\t',
	'2026-11-20T09:03:07.123+0100\t\x1b[34mINFO\x1b[0m\tshop\tserver/main.go:23\thandled\t',
]) {
	test(`removes the prefix before JSON: ${JSON.stringify(begin)}`, t => {
		t.deepEqual(readLine(begin + object), readLine(object));
	});
}

/** Returns the time of a line in a user's format that has no time. */
function timeOf(wrapped: string): string | null {
	const bytes = Buffer.from(wrapped);
	const record = new EntryRecord();
	const number = new LineReader(chosenReaders('$request_method $request_uri $status')).read(
		bytes,
		0,
		bytes.length,
		record,
	);
	return number === unread || Number.isNaN(record.time) ? null : new Date(record.time).toISOString();
}

test('fault 41: a line without a time gets the time of its wrapper', t => {
	t.is(timeOf('GET / 200'), null);
	t.is(timeOf('2026-11-20T09:03:07.123456789+01:00 stdout F GET / 200'), '2026-11-20T08:03:07.123Z');
	t.is(timeOf('<190>1 2026-11-20T09:03:07.5Z web1 nginx 71 - - GET / 200'), '2026-11-20T09:03:07.500Z');
	t.is(timeOf('<190>1 - web1 nginx 71 - - GET / 200'), null);
});

test('fault 41: reads all notations of times in wrappers', t => {
	t.is(timeOf('1795165387.123456 web1 nginx[71]: GET / 200'), '2026-11-20T09:03:07.123Z');
	t.is(timeOf('2026/11/20 09:03:07.123456 GET / 200'), '2026-11-20T09:03:07.123Z');
	t.is(timeOf('[2026-11-20 09:03:07 -0500] [71] [INFO] GET / 200'), '2026-11-20T14:03:07.000Z');
	t.is(timeOf('[20/Nov/2026:09:03:07 +0100] GET / 200'), '2026-11-20T08:03:07.000Z');
	t.is(timeOf('20-Nov-2026 09:03:07.123 INFO GET / 200'), '2026-11-20T09:03:07.123Z');
	t.is(timeOf('[Fri Nov 20 09:03:07.123456 2026] GET / 200'), '2026-11-20T09:03:07.123Z');
	t.is(timeOf('Fri 2026-11-20 09:03:07 UTC web1 nginx[71]: GET / 200'), '2026-11-20T09:03:07.000Z');
	t.is(timeOf('Nov 20 2025 09:03:07.5 web1 nginx[71]: GET / 200'), '2025-11-20T09:03:07.500Z');
	t.is(timeOf('2025 Nov  6 09:03:07 web1 nginx[71]: GET / 200'), '2025-11-06T09:03:07.000Z');
});

test('ignores a time whose day or zone isn’t known', t => {
	t.is(timeOf('09:03:07 web.1   | GET / 200'), null);
	t.is(timeOf('[12345.678901] web1 nginx[71]: GET / 200'), null);
	t.is(timeOf('Fri 2026-11-20 09:03:07 CET web1 nginx[71]: GET / 200'), null);
});

test('the innermost of several times counts', t => {
	t.is(
		timeOf('2026-11-20T10:00:00Z web-1  | 2026-11-20T09:03:07Z INFO: GET / 200'),
		'2026-11-20T09:03:07.000Z',
	);
});

test('reads a partly coloured line without the colours', t => {
	const begin = '127.0.0.1 - - [20/Nov/2026 09:03:08] ';
	t.deepEqual(
		readLine(`${begin}"\x1b[33mGET /nope HTTP/1.1\x1b[0m" 404 -`),
		readLine(`${begin}"GET /nope HTTP/1.1" 404 -`),
	);
	t.deepEqual(
		readLine(`${begin}"\x1b[35m\x1b[1mGET /boom HTTP/1.1\x1b[0m" 500 -`),
		readLine(`${begin}"GET /boom HTTP/1.1" 500 -`),
	);
	t.deepEqual(
		readLine(`${begin}"GET / HTTP/1.1" \x1b[32m200\x1b[0m 5`),
		readLine(`${begin}"GET / HTTP/1.1" 200 5`),
	);
	t.deepEqual(readLine(`#033[36m${line}#033[0m`), readLine(line));
});

test('removes quotes around the line', t => {
	for (const inside of [line, `${line} "-" "curl/8.5.0"`, `shop.example ${line}`]) {
		t.deepEqual(readLine(`"${inside}"`), readLine(inside));
	}
});

test('keeps words that only look like a prefix', t => {
	t.like(readLine(`log.example:443 ${line}`)?.fields, {host: 'log.example'});
	t.like(readLine(line.replace('203.0.113.7', 'unix:'))?.fields, {ip: 'unix:', url: '/'});
	t.like(readLine(line.replace('203.0.113.7', 'info.example'))?.fields, {ip: 'info.example', url: '/'});
});

/**
 * Two names before Django's line, which starts with its time, would be a client and its name in the common log format. Gorouter's
 * line starts with a host and ` - `: after a level that is the name of a logger.
 */
const examples = formats
	.filter(({name}) => !['django', 'gorouter'].includes(name))
	.map(({example}) => example);
/** A vague prefix must be directly before the line. */
const anyPrefix = fc.constantFrom(...all.filter(begin => !begin.includes('web-7d9c') || begin.includes('|')));
const anyLine = fc.constantFrom(...examples, ...sampleLines);

type Read = {readonly format: string; readonly fields: LineFields} | number;

/** Reads a line after another line. */
function readAfter(before: string, own: string): Read {
	const reader = new LineReader();
	const record = new EntryRecord();
	reader.read(Buffer.from(before), 0, Buffer.byteLength(before), record);
	const bytes = Buffer.from(own);
	const number = reader.read(bytes, 0, bytes.length, record);
	const format = formats[number];
	return format === undefined
		? number
		: {format: format.name, fields: fieldsOf(record.source ?? bytes, record, format.escapes)};
}

/** Returns `read`, without the time if `other` has no time. */
function timedAs(other: Read, read: Read): Read {
	if (typeof read === 'number' || typeof other === 'number' || other.fields.time !== undefined) {
		return read;
	}
	const {time: _time, zone: _zone, ...fields} = read.fields;
	const {zone} = other.fields;
	return {format: read.format, fields: zone === undefined ? fields : {...fields, zone}};
}

test('a prefix never changes how the rest is read, after any other line', t => {
	forAll(3000, fc.array(anyPrefix, {minLength: 1, maxLength: 2}), anyLine, anyLine, (begins, own, before) => {
		const expected = readAfter('', own);
		const read = readAfter(before, begins.join('') + own);
		t.deepEqual(timedAs(expected, read), expected, JSON.stringify([before, begins.join('') + own]));
	});
});

test('no prefix changes how an example of any format is read', t => {
	for (const begin of all) {
		// Two names and a time in brackets may be a line in the common log format.
		const isClient = begin.includes('web-7d9c') && !begin.includes('|');
		for (const own of examples.filter(example => !isClient || !example.startsWith('['))) {
			const expected = readAfter('', own);
			t.deepEqual(timedAs(expected, readAfter('', begin + own)), expected, begin + own);
		}
	}
});

test('fault 41: a time without a year gets the latest year in which it is not in the future', t => {
	const now = Date.now();
	for (const [away, years] of [
		[-3_600_000, 0],
		[-40 * 86_400_000, 0],
		// The logging clock is a little ahead.
		[3_600_000, 0],
		[40 * 86_400_000, 1],
	] as const) {
		const meant = new Date(now + away);
		const [, day, month, , clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(meant.toUTCString()) ?? [];
		meant.setUTCFullYear(meant.getUTCFullYear() - years, meant.getUTCMonth(), meant.getUTCDate());
		const stamp = `${month} ${String(Number(day)).padStart(2)} ${clock}`;
		t.is(
			timeOf(`<134>${stamp} web1 nginx[71]: GET / 200`),
			new Date(Math.floor(meant.getTime() / 1000) * 1000).toISOString(),
			stamp,
		);
	}
	t.regex(timeOf('Feb 29 09:03:07 web1 nginx: GET / 200') ?? '', /^\d{4}-02-29T09:03:07/);
});

for (const begin of [
	'[Web Server ] Nov 20 09:03:07 |INFO   | ',
	' [BACKEND][2026-11-20 09:03:07] ',
	'web.0 nginx: ',
]) {
	test(`removes a vague prefix if the rest is readable: ${begin}`, t => {
		t.deepEqual(readLine(begin + line), readLine(line));
	});
}

test('reads the time of a vague prefix', t => {
	const read = readLine('[BACKEND][2026-11-20 09:03:07] 203.0.113.7:0 - "GET /en/ HTTP/1.1" 200');
	t.is(read?.fields.time, '2026-11-20T09:03:07.000Z');
});
