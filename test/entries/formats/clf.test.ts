import test from 'ava';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {ClfScanner} from '../../../source/entries/formats/clf.js';
import {fieldsOf, readLine} from '../../helpers/line-fields.js';

const begin = '192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" ';

/** Returns the text after the size of the response, or null if the line isn't in the common log format. */
function restOf(line: string, scanner = new ClfScanner()): string | null {
	const bytes = Buffer.from(`before ${line} 7 "after"`);
	const end = bytes.length - ' 7 "after"'.length;
	const position = scanner.readCommon(bytes, 'before '.length, end, new EntryRecord());
	return position === -1 ? null : bytes.toString('utf8', position, end);
}

test('reads a line up to its size', t => {
	t.is(restOf(`${begin}200 4523`), '');
	t.is(restOf(`${begin}200 -`), '');
	t.is(restOf(`${begin}- -`), '');
	t.is(restOf(`${begin}200 4523 `), ' ');
	t.is(restOf(`${begin}200 4523 "-" "-" x`), ' "-" "-" x');
});

test('does not read beyond the end of the line', t => {
	t.is(restOf(`${begin}200`), null);
	t.is(restOf(`${begin}200 `), null);
	t.is(restOf(begin), null);
	t.is(restOf(begin.trimEnd()), null);
	t.is(restOf('192.0.2.1 - -'), null);
});

test('the reason why a line can’t be read doesn’t depend on the following bytes in memory', t => {
	const reasonOf = (line: string, after: string): readonly [number, string] => {
		const record = new EntryRecord(true);
		const scanner = new ClfScanner();
		scanner.readCommon(Buffer.from(line + after), 0, Buffer.byteLength(line), record);
		return [record.stoppedAt, record.expected];
	};
	for (const line of ['192.0.2.1', '192.0.2.1 ', 'web', 'shop.example ', '192.0.2.1 -', '192.0.2.1 - ']) {
		for (const after of ['[20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1"', '- - [', '| ', 'x: ', '"']) {
			t.deepEqual(reasonOf(line, after), reasonOf(line, '\n'), line + after);
		}
	}
});

test('the user ends at the first bracket before a valid time', t => {
	t.is(restOf(`${begin.replace('- - [', '- a [ [b] [20/Nov [')}200 1`), '');
	t.is(restOf(`${begin.replace('- - [', '- a[')}200 1`), null);
});

test('a user name is read neither as a prefix nor as a part of another format', t => {
	const named = (user: string) => restOf(`${begin.replace('- - [', `- ${user} [`)}200 1`);
	t.is(named('ada lovelace'), '');
	t.is(named('a"b'), '');
	for (const user of ['203.0.113.7 a', 'a|b c', 'a "b', 'a\tb c', '2026-11-20T09:03:07.123Z']) {
		t.is(named(user), null, user);
	}
	t.is(restOf(`${begin.replace('- - [', '[HTTP-72] - ada [')}200 1`), null);
});

test('a user name that a client sends changes no other field, and hides no request', t => {
	const fake = '[21/Nov/2025:01:02:03 +0000]';
	const users = [fake, `${fake} `, `a ${fake} b`, `${fake} 0.003 shop.example`, `a ${fake} ${fake} [0.5]`];
	const others = ['a | b', '198.51.100.1 a', `${fake} \\"GET /b HTTP/1.1\\" 200 1`, 'a \\" b | c'];
	const zoned = '2026-11-20T09:03:07+01:00';
	for (const time of ['20/Nov/2026:09:03:07 +0100', zoned]) {
		for (const column of ['', ' shop.example', ' 0.003 443']) {
			for (const user of [...users, ...others]) {
				const line = `203.0.113.7 - ${user} [${time}]${column} "GET /a HTTP/1.1" 200 45 "-" "curl/8.5.0"`;
				const fields = readLine(line)?.fields;
				t.like(
					fields,
					{ip: '203.0.113.7', time: '2026-11-20T08:03:07.000Z', url: '/a', status: 200, bytes: 45},
					line,
				);
			}
		}
	}
});

test('a time in a quoted column is not the time of the request', t => {
	const line =
		'203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "a [21/Nov/2025:01:02:03 +0000] b" "GET /a HTTP/1.1" 200 45';
	t.is(readLine(line)?.fields.time, '2026-11-20T08:03:07.000Z');
});

test('reads lines of different days', t => {
	const scanner = new ClfScanner();
	const record = new EntryRecord();
	for (const day of ['20', '20', '21', '20', '22']) {
		const bytes = Buffer.from(`${begin.replace('20/Nov', `${day}/Nov`)}200 1`);
		record.clear();
		t.is(scanner.readCommon(bytes, 0, bytes.length, record), bytes.length);
		t.is(fieldsOf(bytes, record, 'clf').time, `2026-11-${day}T08:03:07.000Z`);
	}
});
