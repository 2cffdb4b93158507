import test from 'ava';
import fc from 'fast-check';
import {DurationLists} from '../../../source/answers/durations/duration-lists.js';
import {binOf} from '../../../source/answers/durations/duration-sketches.js';
import {quantileOf} from '../../helpers/answer-models.js';
import {forAll} from '../../helpers/for-all.js';

test('quantiles of short and long lists are within 1 %; durations beyond the capacity are ignored', t => {
	const duration = fc.oneof(fc.double({min: 0.001, max: 1e6, noNaN: true}), fc.nat({max: 5000}));
	const list = fc.oneof(
		fc.array(duration, {maxLength: 40}),
		fc.array(duration, {minLength: 500, maxLength: 600, size: 'max'}),
	);
	forAll(60, fc.array(list, {maxLength: 5}), fc.constantFrom(0, 0.5, 0.95, 1), (lists, share) => {
		const found = new DurationLists(Uint32Array.from(lists, ({length}) => length));
		const indexes = Uint32Array.from(lists, (_, number) => number + 1);
		for (let index = 0; index < 601; index++) {
			// One duration beyond the capacity, which would otherwise be written into the next list.
			found.addAll(
				indexes,
				Uint16Array.from(lists, list => binOf(list[index] ?? 1e9)),
			);
		}
		for (const [number, list] of lists.entries()) {
			const exact = quantileOf(list, share) ?? Number.NaN;
			const quantile = found.quantile(number, share);
			t.true(
				Object.is(quantile, exact) || Math.abs(quantile - exact) <= 0.0101 * exact,
				`${quantile} for ${exact}`,
			);
		}
	});
});
