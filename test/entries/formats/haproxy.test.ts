import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`203.0.113.7:33317 [20/Nov/2026:09:03:07.655] https-in~ shop/web1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {shop.example} {} "GET /en/ HTTP/1.1"`,
		{
			format: 'haproxy',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
				upstream: 'shop/web1',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				status: 200,
				bytes: 2750,
				durationMs: 109,
			},
		},
	],
	[
		'no response',
		`203.0.113.7:33317 [20/Nov/2026:09:03:07.655] fe be/<NOSRV> -1/-1/-1/-1/+109 -1 +2750 - - CR-- 1/1/1/1/0 0/0 "<BADREQ>"`,
		{
			format: 'haproxy',
			fields: {
				ip: '203.0.113.7',
				upstream: 'be/<NOSRV>',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				bytes: 2750,
				durationMs: 109,
			},
		},
	],
	[
		'truncated and escaped',
		`203.0.113.7:33317 [20/Nov/2026:09:03:07.655] fe be/s 1/1/1/1/9 200 2750 - - ---- 1/1/1/1/0 0/0 {a|b c} {} "GET /a#22b#7Fc`,
		{
			format: 'haproxy',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/a"bc',
				upstream: 'be/s',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				status: 200,
				bytes: 2750,
				durationMs: 9,
			},
		},
	],
	[
		'fields after the request',
		`203.0.113.7:33317 [20/Nov/2026:09:03:07.655] fe be/s 1/1/1/1/9 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1" 0/0000/0/0/0 shop.example/TLSv1.3/TLS_AES_256`,
		{
			format: 'haproxy',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				upstream: 'be/s',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				status: 200,
				bytes: 2750,
				durationMs: 9,
			},
		},
	],
	[
		'IPv6 without brackets',
		`2001:db8::7:33317 [20/Nov/2026:09:03:07.655] fe be/s 1/1/1/1/9 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1"`,
		{
			format: 'haproxy',
			fields: {
				ip: '2001:db8::7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				upstream: 'be/s',
				time: '2026-11-20T09:03:07.655Z',
				zone: 0,
				status: 200,
				bytes: 2750,
				durationMs: 9,
			},
		},
	],
	[
		'TCP is not a request',
		`203.0.113.7:33317 [20/Nov/2026:09:03:07.655] main app/<NOSRV> -1/-1/1 212 SC 1/1/0/0/0 0/0`,
		null,
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
