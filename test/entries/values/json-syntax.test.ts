import test from 'ava';
import fc from 'fast-check';
import {afterSpaces, bareEnd, containerEnd, stringEnd} from '../../../source/entries/values/json-syntax.js';
import {forAll} from '../../helpers/for-all.js';

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

test('a string contains control characters and #, and may end with its buffer', t => {
	const text = 'a\u0000#\n\\"b"';
	t.is(stringEnd(Buffer.from(text), 0, text.length), text.length - 1);
	t.is(stringEnd(Buffer.from(text), 0, text.length - 1), -1);
	t.is(stringEnd(Buffer.from('abc'), 0, 3), -1);
	t.is(stringEnd(Buffer.from('abc\\'), 0, 4), -1);
});

test('skips exactly the white space of JSON', t => {
	t.is(afterSpaces(Buffer.from(' \t\r\n{'), 0, 5), 4);
	t.is(afterSpaces(Buffer.from('   '), 1, 3), 3);
	t.is(afterSpaces(Buffer.from('\u00a0'), 0, 2), 0);
});
