import test from 'ava';
import fc from 'fast-check';
import {EntryScan} from '../../../source/answers/scan.js';
import {compareCounts} from '../../../source/answers/values/compare-values.js';
import {DistinctEstimate} from '../../../source/answers/values/merge-counts.js';
import {MostFrequent, topValues} from '../../../source/answers/values/top-values.js';
import {valueCounts} from '../../../source/answers/values/value-counts.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {KnownRoutes} from '../../../source/routes/known-routes.js';
import {assertUntil} from '../../helpers/assert-until.js';
import {forAll} from '../../helpers/for-all.js';

function scan(): EntryScan {
	return new EntryScan({epochs: []}, new KnownRoutes());
}

/** Counts of values, as in one dictionary. */
function countsOf(counts: ReadonlyMap<string, number>) {
	const dictionary = new Dictionary();
	const texts = [...counts.keys()];
	const bytes = Buffer.from(texts.join(''));
	let end = 0;
	const ends = Uint32Array.from(texts, text => {
		end += Buffer.byteLength(text);
		return end;
	});
	const ids = dictionary.adopt({bytes: Uint8Array.from(bytes), ends});
	const byId = new Uint32Array(dictionary.size + 1);
	for (const [index, text] of texts.entries()) {
		byId[ids[index + 1] ?? 0] = counts.get(text) ?? 0;
	}
	return {dictionary, byEscapes: new Map([['none' as const, byId]])};
}

const parts = fc.array(
	fc
		.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.nat({max: 30})), {
			maxLength: 40,
			selector: ([text]) => text,
		})
		.map(counts => new Map(counts)),
	{minLength: 2, maxLength: 4},
);

test('above the limit the result is an estimate: no count is too high, and shown values are counted exactly', async t => {
	let estimates = 0;
	await assertUntil(
		() => estimates > 20,
		fc.asyncProperty(parts, fc.integer({min: 1, max: 60}), async (all, most) => {
			const sums = new Map<string, number>();
			for (const [text, n] of all.flatMap(part => [...part])) {
				if (n > 0) {
					sums.set(text, (sums.get(text) ?? 0) + n);
				}
			}
			const counts = await valueCounts(scan(), all.map(countsOf), 0);
			const {values, distinct, estimated} = await topValues(scan(), counts, 5, () => true, most);
			const texts = all.reduce((sum, part) => sum + [...part.values()].filter(n => n > 0).length, 0);
			t.is(estimated, texts > most);
			// Two values may have the same hash.
			t.true(Math.abs(distinct - sums.size) <= (estimated ? 2 : 0), `${distinct} for ${sums.size}`);
			for (const {value, n} of values) {
				t.is(n, sums.get(value ?? '') ?? -1);
			}
			if (estimated) {
				estimates++;
			} else {
				const exact = [...sums.values()].sort((a, b) => b - a).slice(0, 5);
				t.deepEqual(
					values.map(({n}) => n),
					exact,
				);
			}
		}),
		200,
	);
	t.pass();
});

test('finds values that are frequent in every dictionary among many rare ones', async t => {
	const all = [0, 1, 2].map(
		part =>
			new Map([
				...Array.from({length: 2000}, (_, n) => [`rare ${part} ${n}`, 1] as const),
				['first', 90],
				['second', 80 + part],
				['third', 2],
			]),
	);
	const counts = await valueCounts(scan(), all.map(countsOf), 7);
	const {values, distinct, estimated} = await topValues(scan(), counts, 4, () => true, 100);
	t.true(estimated);
	t.true(Math.abs(distinct - 6004) < 10, `${distinct}`);
	t.deepEqual(values, [
		{value: 'first', n: 270},
		{value: 'second', n: 243},
		{value: null, n: 7},
		{value: 'third', n: 6},
	]);
});

test('estimates the number of distinct hashes within 1 %', t => {
	const estimate = new DistinctEstimate();
	for (let n = 1; n <= 3_000_000; n++) {
		// The finalizer of MurmurHash3: no two numbers have the same hash.
		let hash = Math.imul(n ^ (n >>> 16), 0x85eb_ca6b);
		hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
		hash ^= hash >>> 16;
		estimate.add(hash);
		estimate.add(hash);
	}
	t.true(Math.abs(estimate.count / 3_000_000 - 1) < 0.01, `${estimate.count}`);
	t.is(new DistinctEstimate().count, 0);
});

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
				const isBehind = one.n === most.minCount && most.isBehindLast(bytes, 1, bytes.length);
				if (one.n >= most.minCount && !isBehind) {
					most.offer(one);
				}
			}
			t.deepEqual(most.sorted(), [...all].sort(compareCounts).slice(0, size));
		},
	);
});
