import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'a proxy host',
		`[20/Nov/2026:09:03:07 +0000] - 200 200 - GET https shop.example "/en/" [Client 203.0.113.7] [Length 1543] [Gzip 2.45] [Sent-to 10.0.0.15] "curl/8.5.0" "-"`,
		{
			format: 'nginx_proxy_manager',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				host: 'shop.example',
				userAgent: 'curl/8.5.0',
				upstream: '10.0.0.15',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 1543,
			},
		},
	],
	[
		'other hosts',
		`[20/Nov/2026:09:03:07 +0000] 404 - GET https shop.example "/robots.txt" [Client 203.0.113.7] [Length 169] [Gzip -] "bot" "https://a.example/"`,
		{
			format: 'nginx_proxy_manager',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/robots.txt',
				host: 'shop.example',
				referer: 'https://a.example/',
				userAgent: 'bot',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 404,
				bytes: 169,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
