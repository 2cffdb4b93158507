import test from 'ava';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {FirstLine} from '../../source/reader/backfill-block.js';

test('a line begins at the start of the file', t => {
	const first = new FirstLine(0);
	t.is(first.find(Buffer.from('a\nb\n'), 0), 0);
});

test('within a file, the first line begins after a line feed, in any chunk', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.from(' of it\nb\n'), 14), 7);
	t.is(first.hole, 0);
});

test('after a few NULs, the rest of a line continues', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(4), 10), undefined);
	t.is(first.find(Buffer.from('\0rest\nb\n'), 14), 6);
	t.is(first.hole, 5);
});

test('a line begins at once after more NULs than a line can contain', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(maxLineLength - 1), 10), undefined);
	t.is(first.find(Buffer.from('\0a\nb\n'), 10 + maxLineLength - 1), 1);
	t.is(first.hole, maxLineLength);
});

test('NULs after other bytes do not count as a hole at the start', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.alloc(maxLineLength), 14), undefined);
	t.is(first.hole, 0);
});
