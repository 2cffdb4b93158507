import test from 'ava';
import {longestLine} from '../../source/lines/line-splitter.js';
import {FirstLine} from '../../source/reader/backfill-block.js';

test('where the file begins, a line does', t => {
	const first = new FirstLine(0);
	t.is(first.find(Buffer.from('a\nb\n'), 0), 0);
});

test('elsewhere the first begins behind a line end, in whatever chunk that is', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.from(' of it\nb\n'), 14), 7);
	t.is(first.hole, 0);
});

test('behind a few NULs it is still the rest of a line', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(4), 10), undefined);
	t.is(first.find(Buffer.from('\0rest\nb\n'), 14), 6);
	t.is(first.hole, 5);
});

test('behind more NULs than a line has it begins at once', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(longestLine - 1), 10), undefined);
	t.is(first.find(Buffer.from('\0a\nb\n'), 10 + longestLine - 1), 1);
	t.is(first.hole, longestLine);
});

test('NULs behind something else are no hole at the beginning', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.alloc(longestLine), 14), undefined);
	t.is(first.hole, 0);
});
