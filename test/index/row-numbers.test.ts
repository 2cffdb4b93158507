import test from 'ava';
import {rowNumbers, segmentRows} from '../../source/index/row-numbers.js';

test('returns the requested number of row numbers after requests of other sizes', t => {
	const before = rowNumbers(3);
	for (const count of [0, 1, 1024, 5, segmentRows, 2000]) {
		t.deepEqual(
			[...rowNumbers(count)],
			Array.from({length: count}, (_, row) => row),
		);
	}
	t.deepEqual([...before], [0, 1, 2]);
});
