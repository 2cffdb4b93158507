import test from 'ava';
import {StatusCounts} from '../../../source/answers/values/value-figures.js';

test('counts any number of statuses for each value', t => {
	const counts = new StatusCounts(3);
	for (let status = 0; status < 200; status++) {
		for (let index = 0; index < 3; index++) {
			for (let times = 0; times <= index; times++) {
				counts.add(index, status * 7);
			}
		}
	}
	counts.add(1, 65_535);
	for (let index = 0; index < 3; index++) {
		const expected = Array.from({length: 200}, (_, status) => [status * 7, index + 1] as const);
		t.deepEqual(counts.of(index), new Map(index === 1 ? [...expected, [65_535, 1]] : expected));
	}
});
