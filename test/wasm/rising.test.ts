import test from 'ava';
import fc from 'fast-check';
import {batchRows} from '../../source/wasm/batch.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';

const {batch} = Kernel.take();

/** How many of the times rise, in a plain loop. */
function expected(newest: number, times: readonly number[]): number {
	let before = newest;
	for (const [index, time] of times.entries()) {
		if (time < before) {
			return index;
		}
		before = time;
	}
	return times.length;
}

/** What the kernel says of times that stand from row `first` on, whatever stands around them. */
function rising(newest: number, times: readonly number[], first: number): number {
	const {columns} = batch;
	columns.times.fill(Number.POSITIVE_INFINITY);
	columns.times.set(times, first);
	return batch.inOrder(newest, first, times.length);
}

test('finds the first late time at any position', t => {
	for (let count = 0; count <= 12; count++) {
		const all = Array.from({length: count}, (_, index) => index + 1);
		for (const first of [0, 1, 2, 3, batchRows - count]) {
			t.is(rising(Number.NEGATIVE_INFINITY, all, first), count);
			for (let late = 0; late < count; late++) {
				const times = all.with(late, 0.5);
				t.is(rising(1, times, first), late, `${late} of ${count} from ${first} on`);
			}
		}
	}
});

test("compares the first time with the newest before it; the same time isn't late", t => {
	t.is(rising(5, [5, 5, 5, 5, 5], 1), 5);
	t.is(rising(5, [4.9, 6, 7], 1), 0);
	t.is(rising(Number.NEGATIVE_INFINITY, [-1000, -1000, -999], 0), 3);
	t.is(rising(0, [-0, 0, -0], 0), 3);
});

test('finds the first late one of any times', t => {
	// Mostly not late, so that long runs of them are tried, too.
	const step = fc.oneof(
		{weight: 30, arbitrary: fc.constantFrom(0, 0, 1, 0.5, 1e12)},
		{weight: 1, arbitrary: fc.constantFrom(-0.5, -1, -1e12)},
	);
	forAll(
		500,
		fc.array(step, {maxLength: 100, size: 'max'}),
		fc.nat({max: batchRows - 100}),
		fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 1),
		(steps, first, newest) => {
			let time = 0;
			const times = steps.map(distance => {
				time += distance;
				return time;
			});
			t.is(rising(newest, times, first), expected(newest, times));
		},
	);
});
