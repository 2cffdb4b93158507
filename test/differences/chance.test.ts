import test from 'ava';
import fc from 'fast-check';
import {gOf, minimumG, surprise} from '../../source/differences/chance.js';
import {forAll} from '../helpers/for-all.js';

test('G of equal shares is 0', t => {
	t.true(Math.abs(gOf({a: 20, n: 100, b: 40, m: 200})) < 1e-9);
});

test('computes G for a value that only one side has', t => {
	// 2·(15·ln 2 + 100·ln(100 / 92.5) + 85·ln(85 / 92.5) …), by hand.
	const expected = 2 * (15 * Math.log(15 / 7.5) + 85 * Math.log(85 / 92.5) + 100 * Math.log(100 / 92.5));
	t.true(Math.abs(gOf({a: 15, n: 100, b: 0, m: 100}) - expected) < 1e-9);
});

test('G is never negative, and the same for both sides', t => {
	forAll(200, fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(100), (a, b, others, more) => {
		const [n, m] = [a + others + 1, b + more + 1];
		const g = gOf({a, n, b, m});
		return g > -1e-9 && Math.abs(g - gOf({a: b, n: m, b: a, m: n})) < 1e-6;
	});
	t.pass();
});

// Quantiles of χ² with one degree of freedom, from tables.
for (const [candidates, minimum] of [
	[1, 6.6349],
	[10, 10.8276],
	[100, 15.1367],
	[10_000, 23.9281],
] as const) {
	test(`${candidates} candidates need a G of ${minimum}`, t => {
		t.true(Math.abs(minimumG(candidates) - minimum) < 0.001, String(minimumG(candidates)));
	});
}

test('the surprise of a share grows with its distance from the ordinary share', t => {
	t.is(surprise(0.2, 0.2), 0);
	t.true(surprise(0.4, 0.2) > surprise(0.3, 0.2));
	t.true(surprise(0.1, 0.2) > surprise(0.15, 0.2));
});
