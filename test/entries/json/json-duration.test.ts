import test from 'ava';
import {jsonDuration} from '../../../source/entries/json/json-duration.js';
import type {Unit} from '../../../source/entries/json/known-names.js';

const read = (text: string, unit?: Unit): number => {
	const bytes = Buffer.from(`1${text}s`);
	return jsonDuration(bytes, 1, bytes.length - 1, unit);
};

test('a number is in the unit that is given', t => {
	t.is(read('0.000002701', 's'), 0.002_701);
	t.is(read('12', 'ms'), 12);
	t.is(read('12', 'us'), 0.012);
	t.is(read('2001375', 'ns'), 2.001_375);
	t.is(read('2.701e-06', 's'), 0.002_701);
});

test('a number without a unit is nothing, whatever its size', t => {
	t.is(read('12'), Number.NaN);
	t.is(read('12', 'format'), Number.NaN);
});

test('units of its own, as Go writes them, count whatever the format', t => {
	t.is(read('1.5ms', 's'), 1.5);
	t.is(read('12µs'), 0.012);
	t.is(read('12μs'), 0.012);
	t.is(read('12us'), 0.012);
	t.is(read('12ns'), 0.000_012);
	t.is(read('0.120s', 'format'), 120);
	t.is(read('1m2.5s'), 62_500);
	t.is(read('1h0m1s'), 3_601_000);
});

test('anything else is nothing', t => {
	for (const text of [
		'',
		'ms',
		'12 ms',
		'12x',
		'1.5.5s',
		'-1s',
		'12mss',
		'PT1S',
		'1s2',
		'null',
		'12ks',
		'12à',
	]) {
		t.is(read(text, 'ms'), Number.NaN, text);
	}
});
