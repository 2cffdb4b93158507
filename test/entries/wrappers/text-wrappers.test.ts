import test from 'ava';
import {InnerLine} from '../../../source/entries/wrappers/wrapper.js';
import {wrappers} from '../../../source/entries/wrappers.js';
import {readLine} from '../../helpers/line-fields.js';

process.env.TZ = 'UTC';

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5';

const prefixes = [
	'<134>Nov 20 09:03:07 web1 nginx[71]: ',
	'Nov  6 09:03:07 web1 nginx: ',
	'<134>Nov 20 09:03:07 nginx: ',
	'2026-11-20T09:03:07.123456+01:00 web1 nginx[71]: ',
	'<190>1 2026-11-20T09:03:07.123Z web1 nginx 71 - - ',
	'<190>1 - - - - - [a@1 b="c] [d" e="\\""][f] ',
	'2026-11-20T09:03:07.123456789+01:00 stdout F ',
	'2026-11-20T09:03:07.123456789Z stderr F ',
	'web-1  | ',
	'caddy | ',
	'[pod/web-7d9c/nginx] ',
	'MESSAGE=',
	'web-1  | 2026-11-20T09:03:07.123456789Z stdout F ',
	'<134>Nov 20 09:03:07 web1 docker[71]: web-1  | ',
];

for (const prefix of prefixes) {
	test(`taken off: ${prefix}`, t => {
		t.deepEqual(readLine(prefix + line), readLine(line));
		t.is(readLine(`${prefix}nothing that is known`), null);
	});
}

const others = [
	'Nov 20 09:03:07 web1 nginx',
	'Nox 20 09:03:07 web1 nginx: ',
	'<1345>Nov 20 09:03:07 web1 nginx: ',
	'<190>1 - - - - - [a@1 b="c ',
	// A part of a line: what is missing comes in another.
	'2026-11-20T09:03:07.123456789+01:00 stdout P ',
	'2026-11-20T09:03:07.123456789+01:00 other F ',
	'web 1 | ',
	'| ',
];

for (const prefix of others) {
	test(`not taken off: ${prefix}`, t => {
		t.is(readLine(prefix + line), null);
	});
}

test('no wrapper takes a line off another’s', t => {
	for (const {example} of wrappers) {
		const bytes = Buffer.from(example);
		const takers = wrappers.filter(({open}) => open()(bytes, 0, bytes.length, new InnerLine()));
		t.is(takers.length, 1, example);
	}
});
