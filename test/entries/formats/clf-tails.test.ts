import test from 'ava';
import {EntryRecord, spanOf} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import type {TextField} from '../../../source/fields/fields.js';
import {runs} from '../../helpers/for-all.js';
import {readLine, testLines} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

testLines([
	[
		'ingress_nginx: reads all columns',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "curl/8.5.0" 39 0.052 [shop-web-80] [] 10.0.50.80:8080 4523 0.049 200 752178adb17130b291aefd8c386279e7`,
		'ingress_nginx',
		{
			url: '/en/',
			protocol: 'HTTP/2.0',
			userAgent: 'curl/8.5.0',
			upstream: '10.0.50.80:8080',
			bytes: 4523,
			durationMs: 52,
		},
	],
	[
		'ingress_nginx: reads several upstreams',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 462 0.050 [shop-80] [] 10.0.0.1:80, 10.0.0.2:80 0, 7 0.001, 0.02 502, 200 abc`,
		'ingress_nginx',
		{ip: '10.0.0.2', userAgent: 'curl', upstream: '10.0.0.1:80, 10.0.0.2:80', durationMs: 50},
	],
	[
		'ingress_nginx: reads a line without an upstream',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 462 0.000 [] [] - - - - abc`,
		'ingress_nginx',
		{ip: '10.0.0.2', userAgent: 'curl', durationMs: 0},
	],
	[
		'nginx_main: reads forwarded addresses',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" "203.0.113.7, 10.0.0.1"`,
		'nginx_main',
		{
			ip: '10.0.0.2',
			url: '/en/',
			userAgent: 'curl/8.5.0',
			forwardedFor: '203.0.113.7, 10.0.0.1',
			bytes: 4523,
		},
	],
	[
		'nginx_main: reads durations after a dash',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "-" 0.120 0.119, 0.001`,
		'nginx_main',
		{ip: '10.0.0.2', userAgent: 'curl', durationMs: 120},
	],
	[
		'nginx_main: reads named values after the forwarded address',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "203.0.113.7" rt=0.005 uct="0.000" urt="0.004" ua="10.0.0.9:80"`,
		'nginx_main',
		{ip: '10.0.0.2', userAgent: 'curl', forwardedFor: '203.0.113.7', upstream: '10.0.0.9:80', durationMs: 5},
	],
	[
		'nginx_main: takes an address with the port of a server for the upstream, as nginx-proxy logs it',
		`172.18.0.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "172.19.0.8:80"`,
		'nginx_main',
		{ip: '172.18.0.1', userAgent: 'curl', upstream: '172.19.0.8:80'},
	],
	[
		'nginx_main: does not read a quoted string without an address as forwarded addresses',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" "x y"`,
		'combined',
		{ip: '10.0.0.2', userAgent: 'curl'},
	],
	[
		'timed: reads microseconds',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" 52311`,
		'timed',
		{url: '/en/', userAgent: 'curl/8.5.0', bytes: 4523, durationMs: 52.311},
	],
	[
		'timed: reads a number with decimals as seconds',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 0.003`,
		'timed',
		{ip: '10.0.0.2', durationMs: 3},
	],
	[
		'timed: reads seconds and microseconds',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" **0/1234**`,
		'timed',
		{ip: '10.0.0.2', userAgent: 'curl', durationMs: 1.234},
	],
	[
		'timed: takes two integers for sizes',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 100 200`,
		'combined',
		{ip: '10.0.0.2', userAgent: 'curl'},
	],
	[
		'timed: ignores a value with an unknown name',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" zt=0.5`,
		'combined',
		{ip: '10.0.0.2', userAgent: 'curl'},
	],
	[
		'timed: reads the first item of a list of durations',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" urt="0.2, 0.1" request_time="0.3, 0.1"`,
		'timed',
		{ip: '10.0.0.2', userAgent: 'curl', durationMs: 300},
	],
	[
		'traefik_clf: reads all columns',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "-" 17 "shop@docker" "http://172.17.0.3:80" 12ms`,
		'traefik_clf',
		{url: '/en/', protocol: 'HTTP/2.0', upstream: 'http://172.17.0.3:80', bytes: 4523, durationMs: 12},
	],
	[
		'traefik_clf: requires the unit of the duration',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 17 "shop@docker" "-" 12`,
		'combined',
		{ip: '10.0.0.2', userAgent: 'curl'},
	],
]);

const combined = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"';
const common = combined.slice(0, -' "-" "curl"'.length);

/** Text after a line in the combined format, and the duration that it means, in ms. */
const behindCombined: ReadonlyArray<readonly [text: string, time: number | undefined]> = [
	['0.012', 12],
	['(0.012)', 12],
	['0.119 0.120', 120],
	['0.120 0.119, 0.001', 120],
	['"-" "shop" 0.012', 12],
	['1795161787.098 0.012', 12],
	['rt=0.151', 151],
	['"-" "-" 1795161787.098 adfr="-" rt=0.151 ut="-" cs=HIT', 151],
	['0.010 rt=0.151', 151],
	['request_time=12ms', 12],
	['request_time="0.3, 0.1"', 300],
	['14225ms', 14_225],
	['4.532 ms', 4.532],
	['143µs', 0.143],
	['2s', 2000],
	['0/1234', 1.234],
	['0.012345', 12.345],
	['52311', 52.311],
	['"-" 52311', 52.311],
	['"x" 52311', undefined],
	['"DE" 64500', undefined],
	['[0.012]', 12],
	['1795161787.098', undefined],
	['1795161787', undefined],
	['1795161787098', undefined],
	['1795161787098123', undefined],
	['"3.14"', undefined],
	['2.34', undefined],
	['2.3', undefined],
	['"0.012"', undefined],
	['"52311"', undefined],
	['999', undefined],
	['0', undefined],
	['8080', undefined],
	['52.520008 13.404954', undefined],
	['52.5200', undefined],
	['52.5200 13.4050', undefined],
	['-0.127', undefined],
	['0.119, 0.001', undefined],
	['0.119 : 0.001', undefined],
	['52311 "x" 17', undefined],
	['52311 HIT', undefined],
	['rt=1795161787.098', undefined],
	['rt=151', undefined],
	['rt=-', undefined],
	['urt=0.151', undefined],
	['x=52311', undefined],
	['1.2.345', undefined],
	['v0.012', undefined],
];

for (const [text, time] of behindCombined) {
	test(`after the combined format, ${text} ${time === undefined ? 'is not a duration' : `is ${time} ms`}`, t => {
		t.is(readLine(`${combined} ${text}`)?.fields.durationMs, time);
		t.is(readLine(`${combined} ${text}  `)?.fields.durationMs, time);
	});
}

test('four decimals after the common format are seconds if nothing follows: Puma, Rack', t => {
	t.is(readLine(`${common} 0.0123`)?.fields.durationMs, 12.3);
	t.is(readLine(`${common} 0.0123 "x"`)?.fields.durationMs, undefined);
	t.is(readLine(`${common} 52311`)?.fields.durationMs, 52.311);
	t.is(readLine(`${common} 223`)?.fields.durationMs, undefined);
});

test('recognises a request size before the status if it cannot be a status', t => {
	t.like(readLine(common.replace('200 5', '340 200 4523'))?.fields, {status: 200, bytes: 4523});
	t.like(readLine(common.replace('200 5', '340 200 4523'))?.fields, {durationMs: undefined});
});

const behindProxy = '10.0.0.5 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

/** Lines with an address in a position for clients, and the field that it belongs to. */
const lines: ReadonlyArray<readonly [field: TextField, line: (address: string) => string]> = [
	['forwardedFor', address => `${behindProxy} "${address}"`],
	['forwardedFor', address => `${behindProxy} "${address}" 0.012`],
	['forwardedFor', address => `${behindProxy} "${address}" rt=0.012`],
	['forwardedFor', address => `shop.example:443 ${behindProxy} "${address}"`],
	['ip', address => behindProxy.replace('10.0.0.5', address)],
	['ip', address => `${behindProxy.replace('10.0.0.5', address)} "-"`],
	['ip', address => `shop.example:443 ${behindProxy.replace('10.0.0.5', address)}`],
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

test('an IPv6 address without brackets is read whole in any position for addresses', t => {
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
		const [field, lineWith] = lines[run % lines.length] as (typeof lines)[number];
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
