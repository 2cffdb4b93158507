import test from 'ava';
import {commonTable} from '../../../source/entries/json/known-names.js';
import {KnownValues} from '../../../source/entries/json/known-values.js';

const table = commonTable();

/** Returns the value stored after reading several values under the same name. */
function taken(name: string, ...texts: string[]): string | undefined {
	const values = new KnownValues(table, 'object');
	const slot = table.slotIndexOf[table.entry(name)] ?? -1;
	const bytes = Buffer.from(`{${texts.map(text => `"${name}":${text}`).join(',')}}`);
	values.scan(bytes, 0, bytes.length);
	return (values.chosen[slot] ?? 0) === 0
		? undefined
		: bytes.toString('utf8', values.starts[slot] ?? 0, values.ends[slot] ?? 0);
}

test('stores a value without quotes', t => {
	t.is(taken('url', '"/en/"'), '/en/');
	t.is(taken('url', '"a\\"b\\\\"'), 'a\\"b\\\\');
	t.is(taken('status', '404'), '404');
	t.is(taken('status', '"404"'), '404');
});

test('ignores empty values and values of the wrong type', t => {
	for (const text of ['""', '"-"', 'null', 'true', '-', '[]', '[null]']) {
		t.is(taken('status', text), undefined, text);
		t.is(taken('status', '200', text), '200', text);
	}
	t.is(taken('url', '404'), undefined, 'a number is no URL');
	t.is(taken('nothing_known', '"x"'), undefined);
});

test('stores the first element of an array, but the whole array if it is a message as bytes', t => {
	t.is(taken('user_agent', '["a]","b"]'), 'a]');
	t.is(taken('status', '[ 404, [1]]'), '404');
	t.is(taken('message', '[71,69]'), '[71,69]');
});

test('the last value of a name counts', t => {
	t.is(taken('url', '"/a"', '"/b"'), '/b');
});

test('an unterminated value is incomplete', t => {
	const values = new KnownValues(table, 'object');
	for (const text of ['"abc', '12', '["a"', '["a', '[1', '[', '"a\\"']) {
		for (const name of ['url', 'status', 'message', 'nothing_known']) {
			const bytes = Buffer.from(`{"${name}":${text}`);
			t.true(values.scan(bytes, 0, bytes.length), text);
			t.true(values.isCut, text);
		}
	}
});

test('detects unnecessary escapes in values that must be parsed', t => {
	const isOdd = (name: string, text: string): boolean => {
		const values = new KnownValues(table, 'object');
		const bytes = Buffer.from(`{"${name}":${text}}`);
		values.scan(bytes, 0, bytes.length);
		return values.isWrittenOddly;
	};
	t.true(isOdd('protocol', '"HTTP\\/1.1"'));
	t.true(isOdd('request', '"GET \\u002f HTTP/1.1"'));
	t.false(isOdd('protocol', '"HTTP\\n1.1"'));
	t.false(isOdd('user_agent', '"a\\/b"'));
});

test('stores the last address of an array of forwarded addresses, because a client can send the others', t => {
	for (const text of [
		'["198.51.100.66","203.0.113.7"]',
		'[ "198.51.100.66" , "203.0.113.7" ]',
		'["203.0.113.7"]',
	]) {
		t.is(taken('x_forwarded_for', text), '203.0.113.7', text);
	}
	t.is(taken('x_forwarded_for', '["203.0.113.7",{"a":["x"]}]'), '203.0.113.7');
	t.is(taken('x_forwarded_for', '["203.0.113.7""198.51.100.66"]'), '203.0.113.7', 'without a comma');
});

test('ignores an error in an object without known names', t => {
	const values = new KnownValues(table, 'object');
	for (const [text, isRight] of [
		['{"url":"/","other":{"a" 1}}', true],
		['{"url":"/","request":{"a" 1}}', false],
		['{"url":"/" "status":200}', false],
		['{"url":"/",,"status":200}', false],
		['{"url":"/",}', true],
		['{"url":"/"} x', false],
		['[{"url":"/"},', true],
		['"url":"/"', false],
	] as const) {
		const bytes = Buffer.from(text);
		t.is(values.scan(bytes, 0, bytes.length), isRight, text);
	}
});
