import test from 'ava';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'the example',
		`[pid: 885|app: 0|req: 1/1] 203.0.113.7 () {38 vars in 696 bytes} [Fri Nov 20 09:03:07 2026] POST /cart => generated 47 bytes in 129 msecs (HTTP/1.1 200) 9 headers in 378 bytes (1 switches on core 3)`,
		{
			format: 'uwsgi',
			fields: {
				ip: '203.0.113.7',
				method: 'POST',
				url: '/cart',
				protocol: 'HTTP/1.1',
				time: '2026-11-20T09:03:07.000Z',
				zone: 0,
				status: 200,
				bytes: 47,
				durationMs: 129,
			},
		},
	],
	[
		'a user, microseconds, an arrow in the URL',
		`[pid: 885|app: -|req: -/1] 203.0.113.7 (bob b) {38 vars in 696 bytes} [Fri Nov  6 09:03:07 2026] GET /a => generated?x => generated 47 bytes in 68 micros (HTTP/1.1 404) 9 headers in 378 bytes (1 switches on core 3)`,
		{
			format: 'uwsgi',
			fields: {
				ip: '203.0.113.7',
				method: 'GET',
				url: '/a => generated?x',
				protocol: 'HTTP/1.1',
				user: 'bob b',
				time: '2026-11-06T09:03:07.000Z',
				zone: 0,
				status: 404,
				bytes: 47,
				durationMs: 0.068,
			},
		},
	],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
