import test from 'ava';
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
