import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`2026-11-20T09:03:07.077255Z shop 203.0.113.7:40909 10.0.0.1:443 0.000031 0.009511 0.000029 200 200 0 415 "GET https://shop.example:443/en/?p=2 HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2`,
		{
			format: 'aws_elb',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: 'https://shop.example:443/en/?p=2',
				protocol: 'HTTP/1.1',
				userAgent: 'curl/8.5.0',
				upstream: '10.0.0.1:443',
				time: '2026-11-20T09:03:07.077Z',
				zone: 0,
				status: 200,
				bytes: 415,
				durationMs: 9.571,
			},
		},
	],
	[
		'without an agent',
		`2026-11-20T09:03:07.077255Z shop 203.0.113.7:40909 - -1 -1 -1 504 0 0 415 "GET http://shop.example:80/ HTTP/1.1"`,
		{
			format: 'aws_elb',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: 'http://shop.example:80/',
				protocol: 'HTTP/1.1',
				time: '2026-11-20T09:03:07.077Z',
				zone: 0,
				status: 504,
				bytes: 415,
			},
		},
	],
	[
		'a connection is not a request',
		`2026-11-20T09:03:07.077255Z shop 203.0.113.7:40909 10.0.0.1:443 0.001 0.000 0.000 - - 82 305 "- - - " "-" - -`,
		null,
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
