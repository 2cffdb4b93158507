import test from 'ava';
import fc from 'fast-check';
import {breakText, terminalWidth} from '../../source/format/fit-width.js';
import {sanitise} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';

test('breaks text at the width', t => {
	t.deepEqual(breakText('abcdefgh', 3, 4), ['abc', 'def', 'gh']);
	t.deepEqual(breakText('abcdef', 3, 4), ['abc', 'def']);
	t.deepEqual(breakText('', 3, 4), ['']);
	t.deepEqual(breakText('日本語', 5, 4), ['日本', '語']);
});

test('if there are too many lines, the last one ends in …', t => {
	t.deepEqual(breakText('abcdefgh', 3, 2), ['abc', 'de…']);
	t.deepEqual(breakText('abcdef', 3, 2), ['abc', 'def']);
	t.deepEqual(breakText('äbcdefgh', 3, 2), ['äbc', 'de…']);
	t.deepEqual(breakText('日本語', 2, 2), ['日', '… ']);
});

test('no text is lost and no line exceeds the width, for any string', t => {
	const texts = fc.oneof(fc.string(), fc.string({unit: 'grapheme'}));
	forAll(100, texts, fc.integer({min: 2, max: 9}), fc.integer({min: 1, max: 5}), (any, width, most) => {
		const text = sanitise(any);
		const lines = breakText(text, width, most);
		t.true(lines.length <= most);
		t.true(lines.every(line => terminalWidth(line) <= width));
		if (terminalWidth(text) <= width) {
			t.deepEqual(lines, [text]);
		}
		if (!lines.at(-1)?.includes('…')) {
			t.is(lines.join('').trimEnd(), text.trimEnd());
		}
	});
});
