import fc from 'fast-check';
import {anyText, webPath} from './any-text.js';

function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats `time` (ms since 1970) as Apache and nginx do: `20/Nov/2026:09:03:07 +0100`. `zone` is in minutes east of UTC. */
export function clfTime(time: number, zone: number): string {
	const local = new Date(time + zone * 60_000);
	const date = [
		twoDigits(local.getUTCDate()),
		monthNames[local.getUTCMonth()],
		String(local.getUTCFullYear()).padStart(4, '0'),
	].join('/');
	const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(twoDigits).join(':');
	const distance = Math.abs(zone);
	const offset = twoDigits(Math.floor(distance / 60)) + twoDigits(distance % 60);
	return `${date}:${clock} ${zone < 0 ? '-' : '+'}${offset}`;
}

const named = new Map([
	['"', '\\"'],
	['\\', '\\\\'],
	['\b', '\\b'],
	['\n', '\\n'],
	['\r', '\\r'],
	['\t', '\\t'],
	['\v', '\\v'],
]);

function hexOf(byte: number): string {
	return byte.toString(16).padStart(2, '0');
}

/** Escapes bytes as Apache does: `ap_escape_logitem` in server/util.c. */
export function apacheEscaped(text: Buffer): string {
	return [...text]
		.map(byte => {
			const character = String.fromCharCode(byte);
			return named.get(character) ?? (byte < 0x20 || byte > 0x7e ? `\\x${hexOf(byte)}` : character);
		})
		.join('');
}

/** Escapes bytes as nginx does: `ngx_http_log_escape`. */
export function nginxEscaped(text: Buffer): string {
	return [...text]
		.map(byte =>
			byte < 0x20 || byte > 0x7e || byte === 34 || byte === 92
				? `\\x${hexOf(byte).toUpperCase()}`
				: String.fromCharCode(byte),
		)
		.join('');
}

/** Fields of a line in the combined format. Null is logged as `-`. */
export type CombinedFields = {
	readonly ip: string;
	readonly user: string | null;
	readonly time: number;
	readonly zone: number;
	readonly method: string;
	readonly url: string;
	readonly protocol: string | null;
	readonly status: number | null;
	readonly bytes: number | null;
	readonly referer: string | null;
	readonly userAgent: string | null;
};

const client = fc.oneof(
	fc.ipV4(),
	fc.ipV6(),
	fc.domain().filter(name => name !== '-'),
	fc.constantFrom('unix:', '::1', '::ffff:192.0.2.1', 'fe80::1%eth0'),
);

/** Non-empty strings except `-`, which means a missing value in logs. */
const someText = anyText({minLength: 1, maxLength: 30}).filter(text => text !== '-');

const looksLikeProtocol = /(^| )[A-Z]+\/\d[\d.]*$/;

/** Fields of any line in the combined format, including all values that a client can choose. */
export const combinedFields: fc.Arbitrary<CombinedFields> = fc
	.record({
		ip: client,
		user: fc.option(
			someText.filter(text => !text.startsWith(' ') && !text.endsWith(' ') && !text.includes('[')),
		),
		time: fc.integer({min: Date.UTC(1970, 0, 2) / 1000, max: Date.UTC(2199, 0) / 1000}).map(s => s * 1000),
		zone: fc.integer({min: -48, max: 56}).map(quarters => quarters * 15 + 0),
		method: fc.oneof(
			fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'M-SEARCH', 'PROPFIND', 'get'),
			fc.stringMatching(/^[A-Za-z][-_0-9A-Za-z]{0,7}$/),
		),
		url: fc.oneof(
			webPath.filter(path => path !== ''),
			someText,
		),
		protocol: fc.option(fc.constantFrom('HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'HTTP/2', 'RTSP/1.0')),
		status: fc.option(fc.integer({min: 100, max: 599})),
		bytes: fc.option(fc.oneof(fc.nat(), fc.nat({max: Number.MAX_SAFE_INTEGER}))),
		referer: fc.option(someText),
		userAgent: fc.option(someText),
	})
	.filter(({url, protocol}) => protocol !== null || !looksLikeProtocol.test(url));

/** Returns the line that a server writes for these fields. */
export function combinedLine(fields: CombinedFields, escaped: (text: Buffer) => string): string {
	const text = (value: string | null): string => (value === null ? '-' : escaped(Buffer.from(value)));
	const request = [fields.method, text(fields.url), fields.protocol].filter(part => part !== null).join(' ');
	return [
		`${fields.ip} - ${text(fields.user)} [${clfTime(fields.time, fields.zone)}] "${request}"`,
		`${fields.status ?? '-'} ${fields.bytes ?? '-'} "${text(fields.referer)}" "${text(fields.userAgent)}"`,
	].join(' ');
}

/** One or more lines of each format. */
export const sampleLines: readonly string[] = [
	'192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"',
	'192.0.2.1 - frank [20/Nov/2026:09:03:07 +0100] "GET /a\\"b HTTP/1.1" 404 - "http://a.example/" "x" "y" 0.1',
	'2001:db8::1 - - [20/Nov/2026:09:03:07 -0930] "\\x16\\x03\\x01" 400 226',
	'192.0.2.1, 198.51.100.7 10.0.0.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
	'"192.0.2.1, 198.51.100.7" - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5',
	'www.example.com:443 192.0.2.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
	'www.example.com 192.0.2.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5',
	'[::1]:443 ::1 - - [20/Nov/2026:09:03:07] "GET / HTTP/1.1" 200 5 "-" "-"',
	'2013-02-11T06:43:36 192.0.2.1 - GET "/client/" -1 200 5778 "http://a.example/" "Mozilla/5.0"',
	'2013-02-11T06:43:36 192.0.2.1 frank POST /client/ 12 302 -',
	'2026-11-20 09:03:07 10.0.0.1 GET /en/ a=1 443 - 192.0.2.1 Mozilla/5.0+(X11) http://a.example/ 200 0 0 52',
	'2026-11-20 09:03:07 W3SVC1 2001:db8::1 POST /en/ - 443 frank 192.0.2.1 - 404 0 2',
	'2026-11-20\t09:03:07\tFRA56-P4\t4523\t192.0.2.1\tGET\tx.example\t/en/\t200\t-\tMozilla%2F5.0%20(X11)\ta=1',
	'{"ts":1795161787.123,"request":{"client_ip":"192.0.2.1","method":"GET","uri":"/"},"duration":0.1,"status":200}',
	'{"time_local":"20/Nov/2026:09:03:07 +0100","request":"GET /a\\"b\\u002f HTTP/1.1","status":"200","request_time":""}',
	'{"@timestamp":"2026-11-20T08:03:07Z","http":{"request":{"method":"GET"},"version":"2"},"url":{"path":"/","query":"a"}}',
	'{"time":1795161787123,"request":"GET \\/ HTTP\\/1.1","status":404,"ip":["192.0.2.1:80"],"x":[{"a":[]},"]"]}',
];

/** Parts of log lines, combined into lines that are almost valid. */
const pieces = fc.constantFrom(
	...['"', ' ', '  ', '-', ' - ', ' - - ', '[', ']', ' [', '] "', '" ', '" "', '\\', '\\"', ',', ', ', ':'],
	...['192.0.2.1', '2001:db8::1', 'www.example.com', 'www.example.com:443', '[::1]:443', '10.0.0.1,'],
	...[
		'20/Nov/2026:09:03:07 +0100',
		'[20/Nov/2026:09:03:07 +0100] "',
		'[20/Nov/2026:09:03:07]',
		'30/Feb/2026',
	],
	...[
		'2013-02-11T06:43:36',
		'2013-02-11T06:43:36 ',
		'2026-11-20 09:03:07 ',
		'\t',
		'GET',
		'GET / HTTP/1.1',
		' HTTP/1.1',
		' 200 ',
		'200',
		'\r',
	],
	...[
		'{',
		'}',
		'{"',
		'":"',
		'":',
		'","',
		',"',
		'{}',
		'[',
		'\\u00e4',
		'\\ud83d',
		'"status":200',
		'"method":"GET"',
	],
	...[
		'"request":{',
		'"url":"/"',
		'"uri":"/","args":"a=1"',
		'"time":1795161787',
		'"request":"GET / HTTP/1.1"',
	],
	...['0', '9007199254740993', ' 0 "-" "-"', '\0', '\\x16\\x03'],
);

function withoutLineFeed(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.filter(byte => byte !== 10));
}

const mutated = fc
	.tuple(
		fc.constantFrom(...sampleLines),
		fc.array(
			fc.record({
				at: fc.nat({max: 200}),
				removed: fc.nat({max: 4}),
				put: fc.oneof(pieces, anyText({maxLength: 3})),
			}),
			{minLength: 1, maxLength: 4},
		),
		fc.nat({max: 200}),
	)
	.map(([line, changes, length]) => {
		let text = line;
		for (const {at, removed, put} of changes) {
			const index = at % (text.length + 1);
			text = text.slice(0, index) + put + text.slice(index + removed);
		}
		return Buffer.from(length < 100 ? text.slice(0, length) : text);
	});

/** Valid lines, damaged lines, combinations of line parts, and random bytes. They contain no line feed. */
export const unrulyLine: fc.Arbitrary<Buffer> = fc
	.oneof(
		mutated,
		fc.constantFrom(...sampleLines).map(line => Buffer.from(line)),
		fc.array(pieces, {maxLength: 25}).map(parts => Buffer.from(parts.join(''))),
		fc.uint8Array({maxLength: 120}),
	)
	.map(withoutLineFeed);
