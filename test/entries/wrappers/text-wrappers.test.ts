import test from 'ava';
import {chosenReaders} from '../../../source/entries/chosen-readers.js';
import {EntryRecord, unread} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
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

/** What a line without a time has, of a format that a user gives. */
const timeOf = (wrapped: string): string | null => {
	const bytes = Buffer.from(wrapped);
	const record = new EntryRecord();
	const number = new LineReader(chosenReaders('$request_method $request_uri $status')).read(
		bytes,
		0,
		bytes.length,
		record,
	);
	return number === unread || Number.isNaN(record.time) ? null : new Date(record.time).toISOString();
};

test('fault 41: a line without a time has that of its wrapper', t => {
	t.is(timeOf('GET / 200'), null);
	t.is(timeOf('2026-11-20T09:03:07.123456789+01:00 stdout F GET / 200'), '2026-11-20T08:03:07.123Z');
	t.is(timeOf('<190>1 2026-11-20T09:03:07.5Z web1 nginx 71 - - GET / 200'), '2026-11-20T09:03:07.500Z');
	t.is(timeOf('<190>1 - web1 nginx 71 - - GET / 200'), null);
});

test('fault 41: without a year it is the newest that is not in the future', t => {
	const now = Date.now();
	for (const [away, years] of [
		[-3_600_000, 0],
		[-40 * 86_400_000, 0],
		// Of a clock that is ahead a little.
		[3_600_000, 0],
		[40 * 86_400_000, 1],
	] as const) {
		const meant = new Date(now + away);
		const [, day, month, , clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(meant.toUTCString()) ?? [];
		meant.setUTCFullYear(meant.getUTCFullYear() - years, meant.getUTCMonth(), meant.getUTCDate());
		const stamp = `${month} ${String(Number(day)).padStart(2)} ${clock}`;
		t.is(
			timeOf(`<134>${stamp} web1 nginx[71]: GET / 200`),
			new Date(Math.floor(meant.getTime() / 1000) * 1000).toISOString(),
			stamp,
		);
	}
	t.regex(timeOf('Feb 29 09:03:07 web1 nginx: GET / 200') ?? '', /^\d{4}-02-29T09:03:07/);
});
