import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "curl/8.5.0" 39 0.052 [shop-web-80] [] 10.0.50.80:8080 4523 0.049 200 752178adb17130b291aefd8c386279e7`,
		{
			format: 'ingress_nginx',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/2.0',
				userAgent: 'curl/8.5.0',
				upstream: '10.0.50.80:8080',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 4523,
				durationMs: 52,
			},
		},
	],
	[
		'several upstreams',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 462 0.050 [shop-80] [] 10.0.0.1:80, 10.0.0.2:80 0, 7 0.001, 0.02 502, 200 abc`,
		{
			format: 'ingress_nginx',
			fields: {
				ip: '10.0.0.2',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				userAgent: 'curl',
				upstream: '10.0.0.1:80, 10.0.0.2:80',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
				durationMs: 50,
			},
		},
	],
	[
		'no upstream',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 462 0.000 [] [] - - - - abc`,
		{
			format: 'ingress_nginx',
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
				durationMs: 0,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
