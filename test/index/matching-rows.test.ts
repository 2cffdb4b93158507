import test from 'ava';
import fc from 'fast-check';
import {matchingRows} from '../../source/index/matching-index.js';
import type {RowBits} from '../../source/index/row-bits.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {Segment} from '../../source/index/segment.js';
import {forAll} from '../helpers/for-all.js';
import {noTexts} from '../helpers/no-texts.js';

function segmentOf(times: readonly number[], evicted: number): Segment {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (const [row, time] of times.entries()) {
		segment.add(time, row);
	}
	segment.settle();
	segment.evictTo(evicted);
	return segment;
}

function bitsOf(rows: readonly number[], words: number): Int32Array {
	const bits = new Int32Array(words);
	for (const row of rows) {
		bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
	}
	return bits;
}

test('returns the matching rows in memory, in order', t => {
	const anyTimes = fc.oneof(
		fc.array(fc.nat({max: 50}), {maxLength: 150}),
		fc.nat({max: 150}).map(length => Array.from({length}, (_, n) => n)),
	);
	forAll(300, anyTimes, fc.nat(), fc.option(fc.array(fc.nat({max: 149}))), (times, gone, some) => {
		const evicted = gone % (times.length + 1);
		const segment = segmentOf(times, evicted);
		const wanted = some ?? [];
		const bits: RowBits = some === null ? 'all' : bitsOf(wanted, 5);
		const held = times
			.map((time, row) => ({time, row}))
			.sort((a, b) => a.time - b.time || a.row - b.row)
			.slice(evicted)
			.map(({row}) => row);
		t.deepEqual(
			[...matchingRows(segment, bits)],
			held.filter(row => some === null || wanted.includes(row)).sort((a, b) => a - b),
		);
		t.is(matchingRows(segment, null).length, 0);
	});
});

test('handles a full segment, and bits for fewer rows than the segment has', t => {
	const segment = segmentOf(
		Array.from({length: segmentRows}, (_, n) => n),
		0,
	);
	t.is(matchingRows(segment, 'all').length, segmentRows);
	t.is(matchingRows(segment, new Int32Array(segmentRows / 32).fill(-1)).length, segmentRows);
	t.deepEqual([...matchingRows(segment, bitsOf([0, 31, 32, 63], 2))], [0, 31, 32, 63]);
	t.deepEqual([...matchingRows(segment, bitsOf([segmentRows - 1], segmentRows / 32))], [segmentRows - 1]);
	segment.evictTo(segmentRows);
	t.is(matchingRows(segment, 'all').length, 0);
});
