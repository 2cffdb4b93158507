import test from 'ava';
import fc from 'fast-check';
import {beforeHole, skipNuls} from '../../source/lines/line-splitter.js';
import {forAll} from '../helpers/for-all.js';

test('skips any number of NULs, up to the end', t => {
	forAll(100, fc.nat({max: 40_000}), fc.nat({max: 5}), fc.nat({max: 50_000}), (nuls, start, end) => {
		const bytes = Buffer.concat([Buffer.from('aaaaa'), Buffer.alloc(nuls), Buffer.from('b\0')]);
		const to = Math.max(start, Math.min(end, bytes.length));
		t.is(skipNuls(bytes, start, to), start < 5 ? start : Math.min(5 + nuls, to));
	});
});

test('finds the line feed before a hole', t => {
	const text = Buffer.from('a\0b\nc\n\0\0d\n');
	t.is(beforeHole(text, 0, text.length), 6);
	t.is(beforeHole(text, 0, 6), 6, 'the NUL is beyond the end');
	t.is(beforeHole(text, 0, 5), 5);
	t.is(beforeHole(text, 7, text.length), text.length);
});
