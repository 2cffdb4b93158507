import test from 'ava';
import fc from 'fast-check';
import {Column} from '../../source/index/column.js';
import {copyReals, copyWholes} from '../../source/index/compact.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';

const kernel = Kernel.take();

const values = fc.oneof(
	...[2 ** 8, 2 ** 16, 2 ** 32].map(size => fc.array(fc.integer({min: size / 2, max: size - 1}))),
	fc.array(fc.constant(7)),
);

test('copies the values of a column before and after packing', t => {
	forAll(300, values, fc.constantFrom(null, 1, 1000), fc.array(fc.nat()), (whole, unit, places) => {
		const isReal = unit !== null;
		const all = isReal
			? whole.map((value, row) => (places.includes(row) ? Number.NaN : value * unit))
			: whole;
		const column = new Column(isReal ? 'real' : 'whole');
		for (const [row, value] of all.entries()) {
			column.push(row, value);
		}
		const copy = (): number[] => {
			if (!isReal) {
				const target = new Uint32Array(all.length + 1);
				copyWholes(column.stored(), all.length, target);
				return [...target.subarray(0, all.length)];
			}
			const target = new Float64Array(all.length + 1);
			copyReals(column.stored(), all.length, target);
			return [...target.subarray(0, all.length)];
		};
		t.deepEqual(copy(), all);
		column.pack(all.length, kernel);
		t.deepEqual(copy(), all);
	});
});
