import test from 'ava';
import fc from 'fast-check';
import {forAll} from './for-all.js';
import {popularity, seededRandom} from './random.js';

test('the same seed gives the same numbers, a different seed different ones', t => {
	const draws = (seed: number) => {
		const random = seededRandom(seed);
		return Array.from({length: 20}, () => random.fraction());
	};
	t.deepEqual(draws(5), draws(5));
	t.notDeepEqual(draws(5), draws(6));
});

test('random numbers stay within their bounds', t => {
	forAll(100, fc.integer(), fc.integer({min: -50, max: 50}), fc.nat(100), (seed, low, span) => {
		const random = seededRandom(seed);
		const fraction = random.fraction();
		const whole = random.between(low, low + span);
		return (
			fraction >= 0 &&
			fraction < 1 &&
			Number.isInteger(whole) &&
			whole >= low &&
			whole <= low + span &&
			random.wait(10) >= 0
		);
	});
	const random = seededRandom(1);
	const dice = Array.from({length: 200}, () => random.between(1, 6));
	t.deepEqual([...new Set(dice)].sort(), [1, 2, 3, 4, 5, 6], 'the bounds among them');
});

test('a chance of 0 is never true, a chance of 1 always', t => {
	const random = seededRandom(1);
	for (let draw = 0; draw < 1000; draw++) {
		t.false(random.chance(0));
		t.true(random.chance(1));
	}
});

test('refuses to pick from an empty list', t => {
	t.throws(() => seededRandom(1).pick([]), {instanceOf: RangeError});
});

test('random waiting times have the requested mean', t => {
	const random = seededRandom(2);
	let sum = 0;
	for (let draw = 0; draw < 20_000; draw++) {
		sum += random.wait(50);
	}
	t.true(Math.abs(sum / 20_000 - 50) < 2, String(sum / 20_000));
});

test('popularity follows Zipf’s law', t => {
	const random = seededRandom(3);
	const draw = popularity(4);
	const drawn = [0, 0, 0, 0];
	const draws = 25_000;
	for (let left = draws; left > 0; left--) {
		const index = draw(random);
		drawn[index] = (drawn[index] ?? 0) + 1;
	}
	const weights = 1 + 1 / 2 + 1 / 3 + 1 / 4;
	for (const [index, count] of drawn.entries()) {
		const expected = draws / (index + 1) / weights;
		t.true(Math.abs(count - expected) < draws * 0.02, `${index}: ${count}, expected ${expected}`);
	}
});
