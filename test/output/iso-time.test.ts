import {equal} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {isoTime} from '../../source/output/iso-time.js';
import {forAll} from '../helpers/for-all.js';

const day = 86_400_000;

test('formats any sequence of times as Date does', t => {
	const time = fc.oneof(
		fc.integer({min: -3 * day, max: 3 * day}),
		fc.double({min: -8.64e15, max: 8.64e15, noNaN: true}),
		fc.integer({min: Date.UTC(2026, 10, 20), max: Date.UTC(2026, 10, 22)}),
		fc.constantFrom(-1, 0, day - 1, day, -day, 253_402_300_799_999, 253_402_300_800_000, -62_167_219_200_001),
	);
	forAll(500, fc.array(time, {maxLength: 20}), times => {
		for (const one of times) {
			equal(isoTime(one), new Date(one).toISOString());
		}
	});
	t.pass();
});

test('throws for an invalid time', t => {
	t.throws(() => isoTime(Number.NaN), {instanceOf: RangeError});
	t.is(isoTime(0), '1970-01-01T00:00:00.000Z');
	t.throws(() => isoTime(9e15), {instanceOf: RangeError});
});
