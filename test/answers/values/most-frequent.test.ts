import test from 'ava';
import fc from 'fast-check';
import {compareCounts} from '../../../source/answers/values/compare-values.js';
import {MostFrequent} from '../../../source/answers/values/top-values.js';
import {forAll} from '../../helpers/for-all.js';

test('keeps the same values as a sort of the whole list', t => {
	const value = fc.record({
		value: fc.oneof(
			fc.string({maxLength: 2}),
			fc.string({unit: 'grapheme', maxLength: 2}),
			fc.constant(null),
		),
		n: fc.integer({min: 1, max: 3}),
	});
	forAll(
		200,
		fc.uniqueArray(value, {maxLength: 60, selector: one => one.value ?? ''}),
		fc.nat({max: 30}),
		(all, size) => {
			const most = new MostFrequent(size);
			for (const one of all) {
				const bytes = Buffer.from(` ${one.value ?? ''}`);
				const isBehind = one.n === most.least && most.isBehindLast(bytes, 1, bytes.length);
				if (one.n >= most.least && !isBehind) {
					most.offer(one);
				}
			}
			t.deepEqual(most.sorted(), [...all].sort(compareCounts).slice(0, size));
		},
	);
});
