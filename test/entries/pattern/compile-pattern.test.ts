import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, fields, spanOf} from '../../../source/entries/entry-record.js';
import {compilePattern} from '../../../source/entries/pattern/compile-pattern.js';
import {gap, type Pattern} from '../../../source/entries/pattern/value-part.js';
import {
	host,
	loose,
	maybeQuoted,
	other,
	referer,
	size,
	status,
	upstream,
	url,
	user,
	userAgent,
} from '../../../source/entries/pattern/value-parts.js';
import {forAll} from '../../helpers/for-all.js';

const texts = {url, upstream, referer, userAgent, host} as const;
type Name = keyof typeof texts;
const names = Object.keys(texts) as Name[];

type Read = Record<string, string>;

/** Returns the values of the fields; null if the line doesn't match the pattern. */
function read(pattern: Pattern, line: string, rest: 'none' | 'any' = 'none'): Read | null {
	const before = 'GET "before" ';
	const bytes = Buffer.from(`${before}${line}" after\n`);
	const record = new EntryRecord(true);
	const end = before.length + Buffer.byteLength(line);
	if (compilePattern(pattern, rest)(bytes, before.length, end, record) !== 0) {
		return null;
	}
	const found: Read = {};
	for (const field of fields) {
		const [from = 0, to = 0] = record.spans.subarray(spanOf[field], spanOf[field] + 2);
		if (to > from) {
			found[field] = bytes.toString('utf8', from, to);
		}
	}
	return found;
}

/** Returns the offset at which a line stops matching, and the expected syntax. */
function stop(pattern: Pattern, line: string): readonly [position: number, expected: string] {
	const bytes = Buffer.from(line);
	const record = new EntryRecord(true);
	compilePattern(pattern)(bytes, 0, bytes.length, record);
	return [record.stoppedAt, record.expected];
}

/** A value without any separator. */
const value = fc.stringMatching(/^[a-z\d/.äß]{1,9}$/);
const between = fc.constantFrom(' ', '|', ' "', '" ', '" "', ' - ', '] [', '\t', ',"x":"', ';;');

const line = fc
	.tuple(
		fc.shuffledSubarray(names, {minLength: 1}),
		fc.array(value, {minLength: names.length, maxLength: names.length}),
		fc.array(between, {minLength: names.length, maxLength: names.length}),
		fc.constantFrom('', '[', '{"', '- '),
		fc.constantFrom('', ']', '"}', ' -'),
	)
	.map(([chosen, values, betweens, begin, end]) => {
		const pattern: Array<Pattern[number]> = begin === '' ? [] : [begin];
		let text = begin;
		const expected: Read = {};
		for (const [index, name] of chosen.entries()) {
			const own = values[index] ?? '';
			const after = index === chosen.length - 1 ? end : (betweens[index] ?? '');
			pattern.push(texts[name]);
			if (after !== '') {
				pattern.push(after);
			}
			text += own + after;
			expected[name] = own;
		}
		return {pattern, text, expected};
	});

test('reads the values back from a line that was built from a pattern', t => {
	forAll(200, line, ({pattern, text, expected}) => {
		t.deepEqual(read(pattern, text), expected);
	});
});

test('rejects a line with a missing or an additional character', t => {
	forAll(200, line, ({pattern, text}) => {
		const last = pattern.at(-1);
		if (typeof last === 'string') {
			t.is(read(pattern, text.slice(0, -1)), null);
			t.is(read(pattern, `${text}x`), null);
			t.not(read(pattern, `${text} x`, 'any'), null);
		}
		if (typeof pattern[0] === 'string') {
			t.is(read(pattern, text.slice(1)), null);
		}
	});
});

test('an escaped quote does not end a quoted value', t => {
	t.deepEqual(read(['"', url, '" "', userAgent, '"'], '"/a\\" \\"b" "c\\\\"'), {
		url: '/a\\" \\"b',
		userAgent: 'c\\\\',
	});
});

test('reads an optionally quoted value', t => {
	const pattern = [maybeQuoted(userAgent), ' ', status];
	t.deepEqual(read(pattern, '"a b" 200'), {userAgent: 'a b', status: '200'});
	t.deepEqual(read(pattern, 'ab 200'), {userAgent: 'ab', status: '200'});
	t.is(read(pattern, '"a b 200'), null);
	t.is(read(pattern, '"a b"200'), null);
});

test('extends a loose value until the rest of the line matches', t => {
	t.deepEqual(read([user, ' ', status, ' ', size], 'ada of the shop 200 5'), {
		user: 'ada of the shop',
		status: '200',
		bytes: '5',
	});
	t.is(read([user, ' ', status, ' ', size], 'ada of the shop 200 x'), null);
	t.deepEqual(read([loose(other), ' ', status], 'a b c 200'), {status: '200'});
});

test('a gap matches one or more spaces', t => {
	t.deepEqual(read([status, gap, url], '200     /'), {status: '200', url: '/'});
	t.is(read([status, gap, url], '200/'), null);
});

test('reports the offset at which the line stops matching, and the expected syntax', t => {
	const pattern = ['[', status, '] "', url, '"'];
	t.deepEqual(stop(pattern, '200'), [0, '“[”']);
	t.deepEqual(stop(pattern, '[abc] "/"'), [1, 'a status, then “] "”']);
	t.deepEqual(stop(pattern, '[200 "/"'), [1, 'a status, then “] "”']);
	t.deepEqual(stop(pattern, '[200] "/'), [7, '“"”']);
	t.deepEqual(stop(pattern, '[200] "/" 5'), [9, 'the line’s end']);
	t.deepEqual(stop([url, ' ', status], '/ x'), [2, 'a status, then the line’s end']);
});

test('throws if nothing separates two parts', t => {
	t.throws(() => compilePattern([url, status]), {instanceOf: TypeError});
});
