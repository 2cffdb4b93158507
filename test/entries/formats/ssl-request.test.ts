import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`[20/Nov/2026:09:03:07 +0100] 203.0.113.7 TLSv1.3 TLS_AES_256_GCM_SHA384 "GET /en/ HTTP/1.1" 4523`,
		{
			format: 'ssl_request',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/en/',
				protocol: 'HTTP/1.1',
				time: '2026-11-20T08:03:07.000Z',
				zone: 60,
				bytes: 4523,
			},
		},
	],
	[
		'an empty request',
		`[20/Nov/2026:09:03:07 +0100] 203.0.113.7 - - "-" -`,
		{format: 'ssl_request', fields: {ip: '203.0.113.7', time: '2026-11-20T08:03:07.000Z', zone: 60}},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
