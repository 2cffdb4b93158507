import test from 'ava';
import fc from 'fast-check';
import {commonTable} from '../../../source/entries/json/compile-names.js';
import {
	afterSpaces,
	bareEnd,
	containerEnd,
	KnownValues,
	stringEnd,
} from '../../../source/entries/json/known-values.js';
import {forAll} from '../../helpers/for-all.js';

const table = commonTable();

/** Returns the value stored after reading several values under the same name, and the end of the last one. */
function taken(name: string, ...texts: string[]): readonly [value: string | undefined, end: number] {
	const values = new KnownValues(table);
	const entry = table.entry(name);
	const slot = table.slotIndexOf[entry] ?? -1;
	// A brace, because an unquoted value needs a byte after its end.
	const bytes = Buffer.from(`${texts.join('}')}}`);
	let [at, end] = [0, 0];
	for (const text of texts) {
		end = values.take(entry, bytes, at, bytes.length);
		at += text.length + 1;
	}
	const value =
		(values.chosen[slot] ?? 0) === 0
			? undefined
			: bytes.toString('utf8', values.starts[slot] ?? 0, values.ends[slot] ?? 0);
	return [value, end];
}

test('returns the end of a value and stores it without quotes', t => {
	t.deepEqual(taken('url', '"/en/"'), ['/en/', 6]);
	t.deepEqual(taken('url', '"a\\"b\\\\"'), ['a\\"b\\\\', 8]);
	t.deepEqual(taken('status', '404'), ['404', 3]);
	t.deepEqual(taken('status', '"404"'), ['404', 5]);
});

test('ignores empty values and values of the wrong type', t => {
	for (const text of ['""', '"-"', 'null', 'true', '-', '[]', '[null]']) {
		t.deepEqual(taken('status', text), [undefined, text.length], text);
		t.deepEqual(taken('status', '200', text), ['200', 4 + text.length], text);
	}
	t.deepEqual(taken('url', '404'), [undefined, 3], 'a number is no URL');
	t.deepEqual(taken('nothing_known', '"x"'), [undefined, 3]);
});

test('stores the first element of an array, but the whole array if it is a message as bytes', t => {
	t.deepEqual(taken('user_agent', '["a]","b"]'), ['a]', 10]);
	t.deepEqual(taken('status', '[ 404, [1]]'), ['404', 11]);
	t.deepEqual(taken('message', '[71,69]'), ['[71,69]', 7]);
});

test('the last value counts', t => {
	t.deepEqual(taken('url', '"/a"', '"/b"'), ['/b', 9]);
});

test('an unterminated value is incomplete', t => {
	const values = new KnownValues(table);
	for (const text of ['"abc', '12', '["a"', '["a', '[1', '[', '"a\\"']) {
		for (const name of ['url', 'status', 'message', 'nothing_known']) {
			const bytes = Buffer.from(text);
			t.is(values.take(table.entry(name), bytes, 0, bytes.length), -1, text);
		}
	}
});

test('detects unnecessary escapes in values that must be parsed', t => {
	const isOdd = (name: string, text: string): boolean => {
		const values = new KnownValues(table);
		const bytes = Buffer.from(text);
		values.take(table.entry(name), bytes, 0, bytes.length);
		const {isWrittenOddly} = values;
		values.clear();
		t.false(values.isWrittenOddly);
		t.true(values.chosen.every(entry => entry === 0));
		return isWrittenOddly;
	};
	t.true(isOdd('protocol', '"HTTP\\/1.1"'));
	t.true(isOdd('request', '"GET \\u002f HTTP/1.1"'));
	t.false(isOdd('protocol', '"HTTP\\n1.1"'));
	t.false(isOdd('user_agent', '"a\\/b"'));
});

test('of an array of forwarded addresses, stores the last one: a client can send the ones before', t => {
	for (const text of [
		'["198.51.100.66","203.0.113.7"]',
		'[ "198.51.100.66" , "203.0.113.7" ]',
		'["203.0.113.7"]',
	]) {
		t.deepEqual(taken('x_forwarded_for', text), ['203.0.113.7', text.length], text);
	}
	t.deepEqual(taken('x_forwarded_for', '["203.0.113.7",{"a":["x"]}]'), ['203.0.113.7', 27]);
	t.is(taken('x_forwarded_for', '["203.0.113.7","198')[1], -1);
});

test('finds the end of strings, arrays and objects of JSON.stringify, regardless of the bytes after them', t => {
	forAll(100, fc.jsonValue({maxDepth: 4}), fc.string({maxLength: 5}), (value, rest) => {
		const text = JSON.stringify(value);
		const bytes = Buffer.from(text + rest);
		const end = Buffer.byteLength(text);
		if (text.startsWith('"')) {
			t.is(stringEnd(bytes, 1, bytes.length), end - 1);
			t.is(stringEnd(bytes, 1, end - 1), -1);
		} else if (text.startsWith('[') || text.startsWith('{')) {
			t.is(containerEnd(bytes, 1, bytes.length), end);
			t.is(containerEnd(bytes, 1, end - 1), -1);
		} else {
			t.is(bareEnd(bytes, 0, end), end);
			t.is(bareEnd(Buffer.from(`${text},1`), 0, bytes.length + 2), end);
		}
	});
});

test('skips exactly the white space of JSON', t => {
	t.is(afterSpaces(Buffer.from(' \t\r\n{'), 0, 5), 4);
	t.is(afterSpaces(Buffer.from('   '), 1, 3), 3);
	t.is(afterSpaces(Buffer.from('\u00a0'), 0, 2), 0);
});
