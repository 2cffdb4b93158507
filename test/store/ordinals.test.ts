import test from 'ava';
import {Ordinals} from '../../source/store/ordinals.js';

test('each log of a fingerprint has the least number that is free', t => {
	const ordinals = new Ordinals();
	t.deepEqual([ordinals.take('a'), ordinals.take('a'), ordinals.take('b'), ordinals.take('a')], [0, 1, 0, 2]);
	ordinals.release('a', 1);
	ordinals.release('never', 0);
	t.deepEqual([ordinals.take('a'), ordinals.take('a'), ordinals.take('never')], [1, 3, 0]);
	for (const ordinal of [0, 1, 2, 3]) {
		ordinals.release('a', ordinal);
	}
	t.is(ordinals.take('a'), 0);
});
