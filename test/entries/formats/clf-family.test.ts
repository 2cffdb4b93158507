import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** What a line is read as; null: not a request of any format. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'BunkerWeb has an id before the user',
		`shop.example 203.0.113.7 - 95386da81aa13b6ab3ce9c989e1e470e bob [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		{
			format: 'vhost_combined',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				host: 'shop.example',
				user: 'bob',
				userAgent: 'curl',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
			},
		},
	],
	[
		'and no user',
		`shop.example 203.0.113.7 - 95386da81aa13b6ab3ce9c989e1e470e - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		{
			format: 'vhost_combined',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				host: 'shop.example',
				userAgent: 'curl',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
			},
		},
	],
	[
		'lighttpd has the host second',
		`203.0.113.7 www.shop.example - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl"`,
		{
			format: 'combined',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
				host: 'www.shop.example',
				userAgent: 'curl',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 5,
			},
		},
	],
	[
		'names left out',
		`203.0.113.7 [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5`,
		{
			format: 'common',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/',
				protocol: 'HTTP/1.1',
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
