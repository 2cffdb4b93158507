import test from 'ava';
import fc from 'fast-check';
import {Column} from '../../../source/index/column.js';
import {Segment} from '../../../source/index/segment.js';
import {chunkBits} from '../../../source/query/evaluation/chunk.js';
import {rowsInRange} from '../../../source/query/evaluation/row-loops.js';
import {Kernel} from '../../../source/wasm/kernel.js';
import {assertSame} from '../../helpers/assert-same.js';
import {noTexts} from '../../helpers/no-texts.js';
import {runs} from '../../helpers/runs.js';

const kernel = Kernel.take();

/** A segment with this number of rows; their content doesn't matter. */
function segmentOf(rows: number): Segment {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (let row = 0; row < rows; row++) {
		segment.add(row, row);
	}
	segment.settle();
	return segment;
}

test('finds rows with a number in a range, regardless of how the numbers are stored', t => {
	const number = fc.oneof(
		fc.nat({max: 90}),
		fc.nat({max: 90}).map(one => one * 1000),
		fc.nat({max: 90}).map(one => one / 4),
		fc.constant(Number.NaN),
		fc.constant(2 ** 40),
	);
	const numbers = fc.oneof(
		fc.array(number, {minLength: 1, maxLength: 70}),
		fc.array(
			fc.nat({max: 300}).map(one => 7 + one * 1000),
			{minLength: 1, maxLength: 70},
		),
	);
	const end = fc.oneof(
		number.filter(one => !Number.isNaN(one)),
		fc.integer({min: -5, max: 300_100}),
		fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 6.999, 7.001, 1007.5),
	);
	fc.assert(
		fc.property(numbers, end, end, fc.boolean(), (all, from, to, isPacked) => {
			const column = new Column('real');
			for (const [row, value] of all.entries()) {
				column.push(row, value);
			}
			if (isPacked) {
				column.pack(all.length, kernel);
			}
			const words = Math.ceil(all.length / 32);
			const wanted = new Int32Array(words).fill(-1);
			if (all.length % 32 > 0) {
				wanted[words - 1] = 2 ** (all.length % 32) - 1;
			}
			const out = new Int32Array(words);
			const chunk = {segment: segmentOf(all.length), first: 0, words, unread: chunkBits(), lost: chunkBits()};
			rowsInRange(column.stored(), from, to, chunk, wanted, out);
			const found = all.flatMap((_, row) => (((out[row >>> 5] ?? 0) >>> (row & 31)) & 1 ? [row] : []));
			assertSame(
				t,
				found,
				all.flatMap((value, row) => (value >= from && value <= to ? [row] : [])),
			);
		}),
		runs(2000),
	);
});
