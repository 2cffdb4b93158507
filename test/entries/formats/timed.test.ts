import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'microseconds',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" 52311`,
		{
			format: 'timed',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl/8.5.0',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 4523,
				durationMs: 52.311,
			},
		},
	],
	[
		'seconds have decimals',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 0.003`,
		{
			format: 'timed',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
				durationMs: 3,
			},
		},
	],
	[
		'seconds and microseconds',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" **0/1234**`,
		{
			format: 'timed',
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
				durationMs: 1.234,
			},
		},
	],
	[
		'two integers are sizes',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 100 200`,
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
	[
		'an unknown name',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" zt=0.5`,
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
	[
		'the first item of a list',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" urt="0.2, 0.1" request_time="0.3, 0.1"`,
		{
			format: 'timed',
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
				durationMs: 300,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}

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
