import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`[2026-11-20T09:03:07.743Z] "GET /en/ HTTP/1.1" 200 - 0 256 50 25 "203.0.113.7" "curl/8.10.1" "cc21d9b0" "shop.example" "10.0.0.2:8080"`,
		{
			format: 'envoy',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
				host: 'shop.example',
				userAgent: 'curl/8.10.1',
				forwardedFor: '203.0.113.7',
				upstream: '10.0.0.2:8080',
				time: '2026-11-20T09:03:07.743Z',
				zone: 0,
				status: 200,
				bytes: 256,
				durationMs: 50,
			},
		},
	],
	[
		'Istio',
		`[2026-11-20T09:03:07.743Z] "POST /a HTTP/2" 503 UH no_healthy_upstream - "-" 0 19 3 - "203.0.113.7, 10.0.0.1" "curl" "id" "shop.example" "-" outbound|80||x - 10.0.0.1:80 10.0.0.2:1 - default`,
		{
			format: 'envoy',
			fields: {
				ip: '203.0.113.7',
				method: 'POST',
				url: '/a',
				protocol: 'HTTP/2',
				host: 'shop.example',
				userAgent: 'curl',
				forwardedFor: '203.0.113.7, 10.0.0.1',
				time: '2026-11-20T09:03:07.743Z',
				zone: 0,
				status: 503,
				bytes: 19,
				durationMs: 3,
			},
		},
	],
	[
		'no client',
		`[2026-11-20T09:03:07.743Z] "- - HTTP/1.1" 400 DPE 0 11 0 - "-" "-" "-" "-" "-"`,
		{
			format: 'envoy',
			fields: {
				protocol: 'HTTP/1.1',
				time: '2026-11-20T09:03:07.743Z',
				zone: 0,
				status: 400,
				bytes: 11,
				durationMs: 0,
			},
		},
	],
	[
		'a TCP connection',
		`[2026-11-20T09:03:07.743Z] "- - -" 0 - - - "-" 1204 5012 301 - "-" "-" "-" "-" "10.0.0.9:5432" outbound|5432||db - 10.0.0.9:5432 10.0.0.7:1 - -`,
		null,
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
