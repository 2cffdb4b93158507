import test from 'ava';
import fc from 'fast-check';
import {shareRoom} from '../../../source/view/layout/column-widths.js';

test('weights divide the space beyond the minimums', t => {
	const least = {least: 10, most: 100};
	t.deepEqual(shareRoom(50, [{...least, weight: 4}]), [50]);
	t.deepEqual(
		shareRoom(50, [
			{...least, weight: 4},
			{...least, weight: 1},
		]),
		[34, 16],
	);
	t.deepEqual(
		shareRoom(50, [
			{...least, weight: 4},
			{...least, most: 12, weight: 1},
		]),
		[38, 12],
	);
	t.deepEqual(shareRoom(50, []), []);
});

test('space is left only if all shares have their maximum', t => {
	const anyShare = fc
		.record({
			least: fc.integer({min: 1, max: 20}),
			more: fc.nat({max: 50}),
			weight: fc.integer({min: 1, max: 5}),
		})
		.map(({least, more, weight}) => ({least, most: least + more, weight}));
	fc.assert(
		fc.property(fc.array(anyShare, {minLength: 1, maxLength: 6}), fc.nat({max: 300}), (shares, beyond) => {
			const room = shares.reduce((sum, {least}) => sum + least, 0) + beyond;
			const given = shareRoom(room, shares);
			const sum = given.reduce((total, value) => total + value, 0);
			t.true(given.every((value, index) => value >= (shares[index]?.least ?? 0)));
			t.true(given.every((value, index) => value <= (shares[index]?.most ?? 0)));
			t.is(
				sum,
				Math.min(
					room,
					shares.reduce((total, {most}) => total + most, 0),
				),
			);
		}),
	);
});
