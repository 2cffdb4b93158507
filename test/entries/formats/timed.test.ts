import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** What a line is read as; null: not a request of any format. */
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
		'two whole numbers are sizes',
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
		'a name that isn’t known',
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
		'a list: the first',
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
