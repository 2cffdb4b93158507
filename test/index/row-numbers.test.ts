import test from 'ava';
import {rowNumbers, segmentRows} from '../../source/index/row-numbers.js';

test('the numbers of as many rows as are asked for, also when it were more or fewer before', t => {
	const before = rowNumbers(3);
	for (const count of [0, 1, 1024, 5, segmentRows, 2000]) {
		t.deepEqual(
			[...rowNumbers(count)],
			Array.from({length: count}, (_, row) => row),
		);
	}
	t.deepEqual([...before], [0, 1, 2]);
});
