import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`https 2026-11-20T09:03:07.186641Z app/shop/72b0 203.0.113.7:44740 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://shop.example:443/en/ HTTP/1.1" "curl/8.5.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/73 "Root=1-58" "shop.example" "-" 0 2026-11-20T09:03:07.100000Z "forward" "-" "-"`,
		{
			format: 'aws_alb',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: 'https://shop.example:443/en/',
				protocol: 'HTTP/1.1',
				host: 'shop.example',
				userAgent: 'curl/8.5.0',
				upstream: '10.0.0.1:80',
				time: '2026-11-20T09:03:07.186Z',
				zone: 0,
				status: 200,
				bytes: 57,
				durationMs: 171,
			},
		},
	],
	[
		'no target, and a request that couldn’t be read',
		`https 2026-11-20T09:03:07.1Z app/shop/72b0 203.0.113.7:44740 - -1 -1 -1 503 - 0 57 "- https://shop.example:443- " "-" - - - "-" "-" "-"`,
		{
			format: 'aws_alb',
			fields: {
				ip: '203.0.113.7',
				url: 'https://shop.example:443',
				time: '2026-11-20T09:03:07.100Z',
				zone: 0,
				status: 503,
				bytes: 57,
			},
		},
	],
	[
		'the format of 2016',
		`h2 2026-11-20T09:03:07.1Z app/shop/72b0 [2001:db8::1]:44740 10.0.0.1:80 0.000 0.002 -1 460 200 0 57 "GET https://shop.example:443/a b HTTP/2.0" "curl"`,
		{
			format: 'aws_alb',
			fields: {
				ip: '2001:db8::1',
				method: 'GET',
				url: 'https://shop.example:443/a b',
				protocol: 'HTTP/2.0',
				userAgent: 'curl',
				upstream: '10.0.0.1:80',
				time: '2026-11-20T09:03:07.100Z',
				zone: 0,
				status: 460,
				bytes: 57,
				durationMs: 2,
			},
		},
	],
	[
		'another kind of connection',
		`tls 2026-11-20T09:03:07.1Z app/shop/72b0 203.0.113.7:44740 - -1 -1 -1 503 - 0 57 "- - - " "-"`,
		null,
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
