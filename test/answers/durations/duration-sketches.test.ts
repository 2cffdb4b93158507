import test from 'ava';
import fc from 'fast-check';
import {
	binOf,
	bins,
	DurationSketches,
	rangesOfBins,
} from '../../../source/answers/durations/duration-sketches.js';
import {rowKernel} from '../../../source/wasm/row-kernel.js';
import {quantileOf} from '../../helpers/answer-models.js';
import {forAll} from '../../helpers/for-all.js';

const duration = fc.oneof(
	fc.nat({max: 10_000}),
	fc.double({min: 1e-6, max: 1e10, noNaN: true}),
	fc.integer({min: -6, max: 10}).map(power => 10 ** power),
	fc.integer({min: 1, max: 4_000_000}).map(microseconds => microseconds / 1000),
	fc.constant(0),
);

/** Adds durations to the histograms with their indexes. */
function add(
	sketches: DurationSketches,
	all: ReadonlyArray<readonly [index: number, duration: number]>,
): void {
	const kernel = rowKernel();
	const rows = Uint16Array.from(all, (_, row) => row);
	kernel.loadIndexes(rows, {indexes: Uint32Array.from(all, ([index]) => index + 1)});
	const values = Float64Array.from(all, ([, one]) => one);
	kernel.openCounts(500, bins);
	kernel.countRanges({values, base: 0, unit: 1, nan: Number.NaN}, rangesOfBins());
	kernel.takeCounts(sketches.add);
}

function quantileIn(sketches: DurationSketches, index: number, share: number): number {
	return sketches.quantiles(index, [share])[0] ?? -1;
}

test('quantiles of each histogram are within 1 % of the exact ones', t => {
	forAll(
		300,
		fc.array(fc.tuple(fc.nat({max: 3}), duration), {maxLength: 300}),
		fc.constantFrom(0, 0.5, 0.95, 0.99, 1),
		(all, share) => {
			const sketches = new DurationSketches(4);
			add(sketches, all);
			for (const collection of [0, 1, 2, 3]) {
				const own = all.filter(([other]) => other === collection).map(([, one]) => one);
				const exact = quantileOf(own, share) ?? Number.NaN;
				t.is(sketches.max(collection), own.length === 0 ? Number.NaN : Math.max(...own));
				const total = own.reduce((sum, one) => sum + one, 0);
				t.true(Math.abs(sketches.total(collection) - total) <= 1e-9 * total);
				const found = quantileIn(sketches, collection, share);
				// A little for the arithmetic of floating point.
				t.true(
					Object.is(found, exact) || Math.abs(found - exact) <= 0.010_001 * exact,
					`${found} for ${exact}`,
				);
			}
		},
	);
});

test('implausible durations are counted in the first or the last bin', t => {
	const sketches = new DurationSketches(1);
	add(
		sketches,
		[-5, 1e-9, 1e300, Number.POSITIVE_INFINITY, Number.NaN].map(one => [0, one]),
	);
	t.is(quantileIn(sketches, 0, 0.5), 0);
	t.true(Math.abs(quantileIn(sketches, 0, 1) - 1e10) <= 1e8);
});

test('quantiles of many collections with many bins are within 1.1 %', t => {
	const sketches = new DurationSketches(500);
	for (let power = -5; power < 9; power++) {
		add(
			sketches,
			Array.from({length: 500}, (_, index) => [index, 10 ** power * (1 + index / 1000)]),
		);
	}
	for (let collection = 0; collection < 500; collection++) {
		const exact = 10 ** 8 * (1 + collection / 1000);
		t.true(Math.abs(quantileIn(sketches, collection, 1) / exact - 1) < 0.011);
	}
});

test('a lookup returns the same bin as the logarithm', t => {
	const growth = 1.01 / 0.99;
	const byLogarithm = (one: number): number =>
		one < 1e-6
			? 0
			: Math.ceil(Math.log(Math.min(one, 1e10)) / Math.log(growth)) -
				Math.ceil(Math.log(1e-6) / Math.log(growth)) +
				1;
	forAll(2000, duration, one => {
		t.is(binOf(one), byLogarithm(one));
	});
	for (let one = 0; one < 100_000; one++) {
		if (binOf(one) !== byLogarithm(one)) {
			t.fail(String(one));
		}
	}
});
