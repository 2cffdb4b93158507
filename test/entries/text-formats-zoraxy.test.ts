import test from 'ava';
import {readLine} from '../helpers/line-fields.js';

process.env.TZ = 'Europe/Paris';

const begin =
	'[2026-11-20 09:03:07.123456] [router:host-http] [origin:shop.example:443] [client: 203.0.113.7] ';
const fields = {
	host: 'shop.example',
	ip: '203.0.113.7',
	method: 'GET',
	url: '/en/?a=b',
	time: '2026-11-20T08:03:07.123Z',
	zone: 60,
	status: 200,
};

/** Lines and their fields; null if no format reads the line as a request. */
const lines: ReadonlyArray<readonly [what: string, line: string, read: ReturnType<typeof readLine>]> = [
	[
		'fault 41: an agent, the time of this machine’s zone',
		`${begin}[useragent: curl/8.5.0] GET /en/?a=b 200`,
		{format: 'zoraxy', fields: {...fields, userAgent: 'curl/8.5.0'}},
	],
	['no agent', `${begin}[useragent: ] GET /en/?a=b 200`, {format: 'zoraxy', fields}],
	[
		'an agent with brackets in it',
		`${begin}[useragent: a] [b] c] GET /en/?a=b 200`,
		{format: 'zoraxy', fields: {...fields, userAgent: 'a] [b] c'}},
	],
	['other messages of Zoraxy', '[2026-11-20 09:03:07.123456] [proxy-manager] [system:info] Started', null],
];

for (const [what, line, read] of lines) {
	test(what, t => {
		t.deepEqual(readLine(line), read);
	});
}
