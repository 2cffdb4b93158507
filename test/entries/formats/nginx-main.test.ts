import test from 'ava';
import {EntryRecord, spanOf} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import type {TextField} from '../../../source/fields/fields.js';
import {runs} from '../../helpers/for-all.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'addresses',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" "203.0.113.7, 10.0.0.1"`,
		{
			format: 'nginx_main',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl/8.5.0',
				forwardedFor: '203.0.113.7, 10.0.0.1',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 4523,
			},
		},
	],
	[
		'a dash, then durations',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "-" 0.120 0.119, 0.001`,
		{
			format: 'nginx_main',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
				durationMs: 120,
			},
		},
	],
	[
		'then named fields',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "203.0.113.7" rt=0.005 uct="0.000" urt="0.004" ua="10.0.0.9:80"`,
		{
			format: 'nginx_main',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl',
				forwardedFor: '203.0.113.7',
				upstream: '10.0.0.9:80',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
				durationMs: 5,
			},
		},
	],
	[
		'an address with the port of a server is the upstream, as nginx-proxy logs it',
		`172.18.0.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "172.19.0.8:80"`,
		{
			format: 'nginx_main',
			fields: {
				ip: '172.18.0.1',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl',
				upstream: '172.19.0.8:80',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
			},
		},
	],
	[
		'a quoted string without an address is not a list',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "x y"`,
		{
			format: 'combined',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}

const combined = '10.0.0.5 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

/** Lines with an address in a place where a client can stand, and the field that it belongs to. */
const places: ReadonlyArray<readonly [field: TextField, line: (address: string) => string]> = [
	['forwardedFor', address => `${combined} "${address}"`],
	['forwardedFor', address => `${combined} "${address}" 0.012`],
	['forwardedFor', address => `${combined} "${address}" rt=0.012`],
	['forwardedFor', address => `shop.example:443 ${combined} "${address}"`],
	['ip', address => combined.replace('10.0.0.5', address)],
	['ip', address => `${combined.replace('10.0.0.5', address)} "-"`],
	['ip', address => `shop.example:443 ${combined.replace('10.0.0.5', address)}`],
	[
		'forwardedFor',
		address => `[2026-11-20T09:03:07Z] "GET / HTTP/1.1" 200 - 0 5 5 5 "${address}" "curl" "-" "shop" "-"`,
	],
	[
		'ip',
		address => `{"time":"2026-11-20T09:03:07Z","request":"GET / HTTP/1.1","status":200,"ip":"${address}"}`,
	],
	[
		'host',
		address =>
			`{"time":"2026-11-20T09:03:07Z","request":"GET / HTTP/1.1","status":200,"ip":"203.0.113.7","host":"${address}"}`,
	],
];

test('an IPv6 address without brackets is whole wherever an address can stand', t => {
	const reader = new LineReader();
	const record = new EntryRecord();
	let seed = 1;
	const random = (below: number): number => {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
		return (seed >>> 8) % below;
	};
	/** Ports of servers, small numbers, and anything. */
	const group = (): string =>
		[() => '80', () => '8080', () => String(random(10)), () => random(65_536).toString(16)][random(4)]?.() ??
		'';
	for (let run = 0; run < runs(1_000_000).numRuns; run++) {
		const before = random(8);
		const all = Array.from({length: random(9) === 0 ? 8 : 1 + before}, group);
		const cut = random(all.length + 1);
		const address =
			all.length === 8 ? all.join(':') : `${all.slice(0, cut).join(':')}::${all.slice(cut).join(':')}`;
		const [field, lineWith] = places[run % places.length] as (typeof places)[number];
		const line = Buffer.from(lineWith(address));
		if (reader.read(line, 0, line.length, record) < 0) {
			t.fail(`not read: ${line.toString()}`);
			return;
		}
		const text = (record.source ?? line).toString(
			'latin1',
			record.spans[spanOf[field]],
			record.spans[spanOf[field] + 1],
		);
		if (text !== address || (record.spans[spanOf.upstream + 1] ?? 0) > 0) {
			t.fail(`${field} is ${text}, not ${address}: ${line.toString()}`);
			return;
		}
	}
	t.pass();
});
