import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {wrapText} from '../../source/format/fit-width.js';
import {forAll} from '../helpers/for-all.js';

for (const [text, width, lines] of [
	['', 10, ['']],
	['one two', 7, ['one two']],
	['one two', 6, ['one', 'two']],
	['one twenty three', 3, ['one', 'twenty', 'three']],
	['日本 語', 4, ['日本', '語']],
] as const) {
	test(`${JSON.stringify(text)} in ${width} columns`, t => {
		t.deepEqual(wrapText(text, width), lines);
	});
}

test('no text is lost, and only single words exceed the width', t => {
	forAll(100, fc.array(fc.string({maxLength: 12})), fc.integer({min: 1, max: 40}), (words, width) => {
		const text = words.join(' ');
		const lines = wrapText(text, width);
		t.is(lines.join(' '), text);
		t.true(lines.every(line => stringWidth(line) <= width || !line.includes(' ')));
	});
});
