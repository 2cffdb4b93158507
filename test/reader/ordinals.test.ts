import test from 'ava';
import {Ordinals} from '../../source/reader/log-key.js';

test('each log with the same fingerprint gets the lowest free number', t => {
	const ordinals = new Ordinals();
	const take = (fingerprint: string): number => ordinals.take(fingerprint, false);
	t.deepEqual([take('a'), take('a'), take('b'), take('a')], [0, 1, 0, 2]);
	ordinals.release('a', 1);
	ordinals.release('never', 0);
	t.deepEqual([take('a'), take('a'), take('never')], [1, 3, 0]);
	for (const ordinal of [0, 1, 2, 3]) {
		ordinals.release('a', ordinal);
	}
	t.is(take('a'), 0);
});

test('a log that continues another shares its number, which is free once both are released', t => {
	const ordinals = new Ordinals();
	t.is(ordinals.take('a', true), 0, 'the earlier log was removed');
	t.is(ordinals.take('a', true), 0);
	ordinals.release('a', 0);
	t.is(ordinals.take('a', false), 1);
	ordinals.release('a', 0);
	t.is(ordinals.take('a', false), 0);
});
