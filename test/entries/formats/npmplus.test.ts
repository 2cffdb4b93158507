import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const fields = {
	host: 'shop.example',
	ip: '203.0.113.7',
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/2.0',
	time: '2026-11-20T08:03:07.000Z',
	zone: 60,
	status: 200,
	bytes: 4523,
	durationMs: 52,
};

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the last two columns without quotes',
		'[20/Nov/2026:09:03:07 +0100] shop.example 203.0.113.7 0.052 "GET /en/ HTTP/2.0" 200 4523 4871 https://shop.example/ Mozilla/5.0 (X11; Linux x86_64)',
		{
			format: 'npmplus',
			fields: {...fields, referer: 'https://shop.example/', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)'},
		},
	],
	[
		'a port, IPv6, no referer and no agent',
		'[20/Nov/2026:09:03:07 +0100] shop.example:8443 2001:db8::7 0.052 "GET /en/ HTTP/2.0" 200 4523 4871 - -',
		{format: 'npmplus', fields: {...fields, ip: '2001:db8::7'}},
	],
	[
		'a TCP stream is not a request',
		'[20/Nov/2026:09:03:07 +0100] 8443 203.0.113.7 TCP TLSv1.3 200 4523 123 0.052',
		null,
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
