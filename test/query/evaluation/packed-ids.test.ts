import test from 'ava';
import fc from 'fast-check';
import {PackedIds} from '../../../source/query/evaluation/packed-ids.js';
import {runs} from '../../helpers/runs.js';

test('packed ids are the ids, in at most three bytes each if there are fewer than 16 million', t => {
	const ids = fc
		.tuple(
			fc.nat({max: 2 ** 30}),
			fc.constantFrom(0, 1, 255, 256, 65_535, 65_536, 2 ** 24 - 1, 2 ** 24, 2 ** 30),
		)
		.chain(([least, extent]) => fc.array(fc.integer({min: least, max: least + extent}), {maxLength: 300}));
	fc.assert(
		fc.property(ids, list => {
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
		}),
		runs(500),
	);
});
