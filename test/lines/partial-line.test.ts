import test from 'ava';
import fc from 'fast-check';
import split2 from 'split2';
import {PartialLine} from '../../source/lines/partial-line.js';
import {forAll} from '../helpers/for-all.js';

test('split2 calls its mapper during write, and keeps an unfinished line', t => {
	const seen: string[] = [];
	const splitter = split2('\n', (line: string) => void seen.push(line), {decodeStrings: false});
	splitter.write('a\nb\nc');
	t.deepEqual(seen, ['a', 'b']);
	splitter.write('d\n');
	t.deepEqual(seen, ['a', 'b', 'cd']);
});

test('split2 accepts any values for lines from a matcher, and keeps the last one for the next write', t => {
	const seen: unknown[] = [];
	const texts: string[] = [];
	const matcher = {
		[Symbol.split](text: string) {
			texts.push(text);
			return [1, 2, 'rest'] as unknown as string[];
		},
	};
	const splitter = split2(matcher, (line: unknown) => void seen.push(line), {decodeStrings: false});
	splitter.write('first');
	splitter.write('second');
	t.deepEqual(seen, [1, 2, 1, 2]);
	t.deepEqual(texts, ['first', 'restsecond']);
});

test('reports the length of each line during the write, and copies the first line', t => {
	const bytes = fc.array(fc.constantFrom(...Buffer.from('ab\n\n\xc3\xff', 'latin1')), {maxLength: 12});
	forAll(100, fc.array(bytes, {maxLength: 6}), pieces => {
		const lengths: number[] = [];
		const copies: Buffer[] = [];
		let isFirst = true;
		const joiner = new PartialLine(length => {
			lengths.push(length);
			if (isFirst) {
				copies.push(joiner.copy(length));
			}
			isFirst = false;
		});
		let written = Buffer.alloc(0);
		const expectedCopies: Buffer[] = [];
		for (const piece of pieces.map(values => Buffer.from(values))) {
			const before = written.lastIndexOf(10) + 1;
			written = Buffer.concat([written, piece]);
			isFirst = true;
			joiner.write(Buffer.concat([Buffer.from('x'), piece, Buffer.from('\n')]), 1, piece.length + 1);
			if (piece.includes(10)) {
				expectedCopies.push(written.subarray(before, written.indexOf(10, before)));
			}
			const lines = written.toString('latin1').split('\n');
			t.is(joiner.held, (lines.pop() ?? '').length);
			t.deepEqual(
				lengths,
				lines.map(line => line.length),
			);
		}
		t.deepEqual(copies, expectedCopies);
		const {held} = joiner;
		joiner.end();
		t.is(lengths.at(-1), held);
		t.is(joiner.held, 0);
	});
});
