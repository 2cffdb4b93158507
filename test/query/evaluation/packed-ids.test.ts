import test from 'ava';
import fc from 'fast-check';
import {PackedIds} from '../../../source/query/evaluation/packed-ids.js';
import {forAll} from '../../helpers/for-all.js';

test('packed ids unpack to the same ids, and take at most three bytes each if there are fewer than 16 million', t => {
	const ids = fc
		.tuple(
			fc.nat({max: 2 ** 30}),
			fc.constantFrom(0, 1, 255, 256, 65_535, 65_536, 2 ** 24 - 1, 2 ** 24, 2 ** 30),
		)
		.chain(([min, extent]) => fc.array(fc.integer({min: min, max: min + extent}), {maxLength: 300}));
	forAll(500, ids, list => {
		const packed = new PackedIds(Uint32Array.from(list));
		t.deepEqual(
			list.map((_, row) => packed.get(row)),
			list,
		);
		const {values, base, unit} = packed.stored();
		t.deepEqual(
			list.map((_, row) => base + unit * (values?.[row] ?? 0)),
			list,
		);
		const extent = Math.max(0, ...list) - Math.min(2 ** 31, ...list);
		t.true(packed.memory <= (extent < 2 ** 24 ? 3 : 4) * list.length);
	});
});

test('ids that mostly ascend by 1 are runs, which take hardly any memory', t => {
	const run = fc.record({first: fc.nat({max: 2 ** 31}), length: fc.integer({min: 1, max: 200})});
	forAll(500, fc.array(run, {minLength: 1, maxLength: 20}), all => {
		const list = all.flatMap(({first, length}) => Array.from({length}, (_, index) => first + index));
		const packed = new PackedIds(Uint32Array.from(list));
		t.deepEqual(
			list.map((_, row) => packed.get(row)),
			list,
		);
		const {values, base} = packed.stored();
		t.deepEqual(
			list.map((_, row) => base + (values?.[row] ?? 0)),
			list,
		);
		if (all.length * 32 <= list.length && list.length > 1) {
			t.true(packed.runs !== undefined && packed.memory <= 6 * all.length, `${packed.memory} bytes`);
		}
	});
});
