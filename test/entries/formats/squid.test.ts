import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`1795165387.603    310 203.0.113.7 TCP_MISS/302 1234 GET http://shop.example/en/ - HIER_DIRECT/198.51.100.4 text/html`,
		{
			format: 'squid',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: 'http://shop.example/en/',
				upstream: 'HIER_DIRECT/198.51.100.4',
				time: '2026-11-20T09:03:07.603Z',
				zone: 0,
				status: 302,
				bytes: 1234,
				durationMs: 310,
			},
		},
	],
	[
		'refused',
		`1795165387.603      0 203.0.113.7 TCP_DENIED/403 3900 CONNECT shop.example:443 bob HIER_NONE/- text/html`,
		{
			format: 'squid',
			fields: {
				ip: '203.0.113.7',
				method: 'CONNECT',
				url: 'shop.example:443',
				user: 'bob',
				upstream: 'HIER_NONE/-',
				time: '2026-11-20T09:03:07.603Z',
				zone: 0,
				status: 403,
				bytes: 3900,
				durationMs: 0,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
