import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/2.0" 200 4523 "-" "-" 17 "shop@docker" "http://172.17.0.3:80" 12ms`,
		{
			format: 'traefik_clf',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/2.0',
				upstream: 'http://172.17.0.3:80',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 4523,
				durationMs: 12,
			},
		},
	],
	[
		'no duration',
		`10.0.0.2 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 17 "shop@docker" "-" 12`,
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
