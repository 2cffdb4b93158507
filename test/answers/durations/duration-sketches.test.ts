import test from 'ava';
import fc from 'fast-check';
import {DurationSketches} from '../../../source/answers/durations/duration-sketches.js';
import {quantileOf} from '../../helpers/answer-models.js';
import {forAll} from '../../helpers/for-all.js';

const duration = fc.oneof(
	fc.nat({max: 10_000}),
	fc.double({min: 1e-6, max: 1e10, noNaN: true}),
	fc.integer({min: -6, max: 10}).map(power => 10 ** power),
	fc.integer({min: 1, max: 4_000_000}).map(microseconds => microseconds / 1000),
	fc.constant(0),
);

test('quantiles of each histogram are within 1 % of the exact ones', t => {
	forAll(
		300,
		fc.array(fc.tuple(fc.nat({max: 3}), duration), {maxLength: 300}),
		fc.constantFrom(0, 0.5, 0.95, 0.99, 1),
		(all, share) => {
			const sketches = new DurationSketches(4);
			for (const [collection, one] of all) {
				sketches.add(collection, one);
			}
			for (const collection of [0, 1, 2, 3]) {
				const own = all.filter(([other]) => other === collection).map(([, one]) => one);
				const exact = quantileOf(own, share) ?? Number.NaN;
				const found = sketches.quantile(collection, share);
				// A little for the arithmetic of floating point.
				t.true(
					Object.is(found, exact) || Math.abs(found - exact) <= 0.010_001 * exact,
					`${found} for ${exact}`,
				);
			}
		},
	);
});

test('durations that no request takes are counted among the shortest or longest', t => {
	const sketches = new DurationSketches(1);
	for (const one of [-5, 1e-9, 1e300, Number.POSITIVE_INFINITY]) {
		sketches.add(0, one);
	}
	t.is(sketches.quantile(0, 0.5), 0);
	t.true(Math.abs(sketches.quantile(0, 1) - 1e10) <= 1e8);
});

test('many collections, many bins', t => {
	const sketches = new DurationSketches(500);
	for (let power = -5; power < 9; power++) {
		for (let collection = 0; collection < 500; collection++) {
			sketches.add(collection, 10 ** power * (1 + collection / 1000));
		}
	}
	for (let collection = 0; collection < 500; collection++) {
		const exact = 10 ** 8 * (1 + collection / 1000);
		t.true(Math.abs(sketches.quantile(collection, 1) / exact - 1) < 0.011);
	}
});
