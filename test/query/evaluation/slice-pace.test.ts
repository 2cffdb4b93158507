import test from 'ava';
import {chunkRows} from '../../../source/query/evaluation/chunk.js';
import {Pace} from '../../../source/query/evaluation/slice.js';

/** Returns the batch sizes if a row takes this long. */
function goes(millisecondsARow: number, count: number): readonly number[] {
	const pace = new Pace();
	return Array.from({length: count}, () => {
		const {rows} = pace;
		pace.took(rows * millisecondsARow);
		return rows;
	});
}

test('fast queries soon reach the maximum batch size', t => {
	t.deepEqual(goes(0.000_01, 11), [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, chunkRows, chunkRows]);
});

test('slow queries keep small batches', t => {
	t.deepEqual(goes(0.5, 4), [64, 32, 32, 32]);
	t.deepEqual(goes(0.01, 5), [64, 128, 128, 128, 128]);
});
