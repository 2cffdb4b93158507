import test from 'ava';
import {StatusCounts} from '../../../source/answers/routes/route-counts.js';

test('counts any number of statuses for each shape', t => {
	const counts = new StatusCounts(3);
	for (let status = 0; status < 200; status++) {
		for (let place = 0; place < 3; place++) {
			for (let times = 0; times <= place; times++) {
				counts.add(place, status * 7);
			}
		}
	}
	counts.add(1, 65_535);
	for (let place = 0; place < 3; place++) {
		const expected = Array.from({length: 200}, (_, status) => [status * 7, place + 1] as const);
		t.deepEqual(counts.of(place), new Map(place === 1 ? [...expected, [65_535, 1]] : expected));
	}
});
