import test from 'ava';
import {chunkRows} from '../../../source/query/evaluation/chunk.js';
import {Pace} from '../../../source/query/evaluation/slice.js';

/** The rows of each go, where looking at one takes so long. */
function goes(millisecondsARow: number, count: number): readonly number[] {
	const pace = new Pace();
	return Array.from({length: count}, () => {
		const {rows} = pace;
		pace.took(rows * millisecondsARow);
		return rows;
	});
}

test('quick questions are soon asked of as many rows as can be', t => {
	t.deepEqual(goes(0.000_01, 11), [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, chunkRows, chunkRows]);
});

test('slow ones are asked of few rows at a time', t => {
	t.deepEqual(goes(0.5, 4), [64, 32, 32, 32]);
	t.deepEqual(goes(0.01, 5), [64, 128, 128, 128, 128]);
});
