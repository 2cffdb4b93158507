import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`79a5 shop-assets [20/Nov/2026:09:03:07 +0000] 203.0.113.7 79a5 3E57427F3EXAMPLE REST.GET.OBJECT logo.svg "GET /logo.svg HTTP/1.1" 200 - 2662 2662 17 16 "https://shop.example/" "curl/8.5.0" -`,
		{
			format: 'aws_s3',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/logo.svg',
				protocol: 'HTTP/1.1',
				user: '79a5',
				referer: 'https://shop.example/',
				userAgent: 'curl/8.5.0',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 2662,
				durationMs: 17,
			},
		},
	],
	[
		'only dashes',
		`79a5 shop-assets [20/Nov/2026:09:03:07 +0000] - - 3E57427F3EXAMPLE S3.EXPIRE.OBJECT logo.svg - - - - 2662 - - "-" "-" -`,
		{format: 'aws_s3', fields: {time: '2026-11-20T09:03:07.000Z', zone: 0}},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
