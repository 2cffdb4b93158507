import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, spanOf} from '../../../source/entries/entry-record.js';
import {
	closingQuote,
	isAddress,
	isNoNumber,
	isNone,
	portColon,
	setNumber,
	setText,
	setTrimmedText,
	wholeNumber,
	wordEnd,
} from '../../../source/entries/values/words.js';
import {forAll} from '../../helpers/for-all.js';

/** Calls a function with a string between other bytes. */
function within<Result>(
	text: string,
	call: (bytes: Buffer, start: number, end: number) => Result,
	[before, after] = ['7 "', '9" \\" '],
): Result {
	const bytes = Buffer.from(before + text + after, 'latin1');
	return call(bytes, before.length, before.length + text.length);
}

/** Like `within`, for a function that returns an offset. The result counts from the start of the string. */
function shardIn(text: string, call: (bytes: Buffer, start: number, end: number) => number): number {
	return within(text, (bytes, start, end) => {
		const position = call(bytes, start, end);
		return position === -1 ? -1 : position - start;
	});
}

test('a word ends before a space or at the end of the line', t => {
	t.is(shardIn('one two', wordEnd), 3);
	t.is(shardIn('one', wordEnd), 3);
	t.is(shardIn(' one', wordEnd), 0);
	t.is(shardIn('', wordEnd), 0);
});

const quotes: ReadonlyArray<readonly [text: string, offset: number]> = [
	['', -1],
	['abc', -1],
	['"', 0],
	['abc"', 3],
	['abc" "x"', 3],
	['a\\"b"', 4],
	['a\\\\"b"', 3],
	['a\\\\\\"b"', 6],
	['\\"', -1],
	['\\\\"', 2],
	['\\', -1],
	['\\"\\"\\"x', -1],
	['\\"\\"\\""', 6],
];

for (const [text, offset] of quotes) {
	test(`finds the closing quote of ${text}`, t => {
		t.is(shardIn(text, closingQuote), offset);
	});
}

test('a backslash before the start of the string does not escape its first quote', t => {
	t.is(within('"', closingQuote, ['\\', '']), 1);
});

test('the closing quote is the first one after an even number of backslashes', t => {
	const text = fc.array(fc.constantFrom('"', '\\', 'a'), {maxLength: 12}).map(parts => parts.join(''));
	forAll(200, text, line => {
		t.is(shardIn(line, closingQuote), /^(?:[^"\\]|\\.)*"/.exec(line)?.[0].lastIndexOf('"') ?? -1);
	});
});

test('parses integers', t => {
	t.is(within('0', wholeNumber), 0);
	t.is(within('007', wholeNumber), 7);
	t.is(within('9007199254740991', wholeNumber), Number.MAX_SAFE_INTEGER);
	t.true(within('9007199254740993', wholeNumber) > Number.MAX_SAFE_INTEGER);
	t.is(within('9'.repeat(400), wholeNumber), Number.POSITIVE_INFINITY);
	for (const text of ['', '-', '-1', '+1', ' 1', '1 ', '1.5', '1e3', '0x1', 'a', '/', ':', '\xb2']) {
		t.is(within(text, wholeNumber), Number.NaN, text);
	}
});

test('only a single dash means a missing value', t => {
	t.true(within('-', isNone));
	for (const text of ['', '--', 'a', '-1']) {
		t.false(within(text, isNone), text);
	}
});

test('the values - and -1 mean a missing number', t => {
	const isNothing = (text: string): boolean => isNoNumber(Buffer.from(text), 0, text.length);
	t.deepEqual(['-', '-1', '', '1', '-2', '-10', '--', '-1 '].map(isNothing), [
		...[true, true],
		...new Array<boolean>(6).fill(false),
	]);
});

test('distinguishes addresses from names', t => {
	for (const text of ['192.0.2.1', '::1', '2001:db8::1', '::ffff:192.0.2.1', 'FE80::A']) {
		t.true(within(text, isAddress), text);
	}
	const names = ['', '-', 'www.example.com', 'a.b.c.d', '1.2.3', '1.2.3.4.5', 'fade', 'abc:80', '1.2.3.4:80'];
	for (const text of [...names, '[::1]', 'unix:', '192.0.2.1,', 'g::1']) {
		t.false(within(text, isAddress), text);
	}
});

test('recognises every IPv4 and IPv6 address', t => {
	forAll(100, fc.oneof(fc.ipV4(), fc.ipV6()), address => t.true(within(address, isAddress)));
});

test('finds the colon before a port', t => {
	t.is(shardIn('www.example.com:443', portColon), 15);
	t.is(shardIn('[::1]:80', portColon), 5);
	t.is(shardIn('::ffff:192.0.2.1:80', portColon), 16);
	t.is(shardIn('2001:db8::1:80', portColon), -1);
	t.is(shardIn('::80', portColon), -1);
	for (const text of ['', 'www.example.com', 'www.example.com:', ':80', '80', 'a:b', 'a:8x', 'a7', '[::1]']) {
		t.is(shardIn(text, portColon), -1, text);
	}
});

function spanOfUser(text: string, set: typeof setText): string | null {
	return within(text, (bytes, start, end) => {
		const record = new EntryRecord();
		set(record, spanOf.user, bytes, start, end);
		const [from = 0, to = 0] = record.spans.subarray(spanOf.user);
		return to === 0 ? null : bytes.toString('latin1', from, to);
	});
}

test('sets a text field unless it is empty or a dash', t => {
	t.is(spanOfUser('frank', setText), 'frank');
	t.is(spanOfUser('-', setText), null);
	t.is(spanOfUser('', setText), null);
	t.is(spanOfUser('--', setText), '--');
	t.is(spanOfUser(' frank ', setText), ' frank ');
});

test('trims spaces around a text field', t => {
	t.is(spanOfUser('  frank b ', setTrimmedText), 'frank b');
	t.is(spanOfUser(' - ', setTrimmedText), null);
	t.is(spanOfUser('   ', setTrimmedText), null);
	t.is(spanOfUser('', setTrimmedText), null);
	t.is(spanOfUser('\tfrank', setTrimmedText), '\tfrank');
});

test('sets a duration unless it is missing or too large to be exact', t => {
	const record = new EntryRecord();
	for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e308, 2 ** 53]) {
		setNumber(record, 'durationMs', value, 1, 2);
		t.is(record.durationMs, Number.NaN, `${value}`);
	}
	setNumber(record, 'durationMs', 0.5, 1, 2);
	t.is(record.durationMs, 0.5);
});
