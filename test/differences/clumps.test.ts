import test from 'ava';
import fc from 'fast-check';
import {Clumps} from '../../source/differences/clumps.js';
import {addAll, EntryNumbers, type EntrySet} from '../../source/differences/entry-set.js';
import {entriesOf, entrySetOf} from '../helpers/entry-set-of.js';
import {forAll} from '../helpers/for-all.js';

/** Entries of people on both sides, by client; 0 for an unknown one. */
function sceneOf(selected: readonly number[], baseline: readonly number[]) {
	const numbers = new EntryNumbers([selected.length, 0, baseline.length, 0]);
	const clientOf = new Uint32Array(numbers.words * 32);
	clientOf.set(selected);
	clientOf.set(baseline, numbers.baseline);
	return {
		numbers,
		clumps: new Clumps(numbers, clientOf, entriesOf(numbers, clientOf)),
		/** Returns the entries with these indexes on each side. */
		set(inSelected: readonly number[], inBaseline: readonly number[]): EntrySet {
			return entrySetOf([...inSelected, ...inBaseline.map(index => numbers.baseline + index)]);
		},
	};
}

function range(length: number, from = 0): readonly number[] {
	return Array.from({length}, (_, index) => from + index);
}

test('growth is confirmed if many clients cause it', t => {
	const {clumps, numbers, set} = sceneOf(range(100, 1), range(100, 101));
	const clump = {set: set(range(30), range(5)), n: 100, a: 30, m: 100, b: 5};
	t.true(clumps.hold(20, 19, clump, numbers.none()));
});

test('growth is not confirmed if one of many busy clients causes it', t => {
	const busy = range(100).map(index => 1 + Math.floor(index / 10));
	const {clumps, numbers, set} = sceneOf(
		busy,
		busy.map(client => client + 10),
	);
	const clump = {set: set(range(10), []), n: 100, a: 10, m: 100, b: 0};
	t.false(clumps.hold(25, 20, clump, numbers.none()));
});

test('growth is confirmed if an extraordinary client causes it', t => {
	const selected = [...range(100, 1), ...range(50).map(() => 500)];
	const {clumps, numbers, set} = sceneOf(selected, range(100, 101));
	const clump = {set: set(range(50, 100), []), n: 150, a: 50, m: 100, b: 0};
	t.true(clumps.hold(60, 20, clump, numbers.none()));
});

test('a fall is confirmed if each of ten busy clients sends a third', t => {
	const sent = (client: number, count: number): readonly number[] => range(count).map(() => client);
	const {clumps, numbers, set} = sceneOf(
		[...range(10, 1).flatMap(client => sent(client, 30 + (client % 5))), ...range(100, 100)],
		[...range(10, 1).flatMap(client => sent(client, 100 - (client % 7))), ...range(100, 200)],
	);
	const fall = {n: 420, a: 320, m: 1071, b: 971, expected: 971};
	const clump = {...fall, set: set(range(320), range(971))};
	t.true(clumps.hold(100, 20, clump, numbers.none()));
	t.false(clumps.hold(100, 20, {...clump, expected: undefined}, numbers.none()));
});

test('a fall is not confirmed if seven of ten busy clients left', t => {
	const sent = (client: number, count: number): readonly number[] => range(count).map(() => client);
	const {clumps, numbers, set} = sceneOf(
		[...range(3, 3), ...range(15, 20)].flatMap(client => sent(client, 100)),
		[...range(10, 1), ...range(15, 40)].flatMap(client => sent(client, 100)),
	);
	const clump = {n: 1800, a: 300, m: 2500, b: 1000, expected: 1000, set: set(range(300), range(1000))};
	t.false(clumps.hold(100, 20, clump, numbers.none()));
});

test('entries of unknown clients are independent', t => {
	const unknown = range(100).map(() => 0);
	const {clumps, numbers, set} = sceneOf([...unknown.slice(1), 1], unknown);
	const clump = {set: set(range(30), range(5)), n: 100, a: 30, m: 100, b: 5};
	t.true(clumps.hold(20, 19, clump, numbers.none()));
});

test('the design effect is the variance by client divided by the simple variance', t => {
	const side = fc.array(fc.tuple(fc.integer({min: 1, max: 6}), fc.boolean()), {minLength: 8, maxLength: 40});
	forAll(300, side, side, fc.array(fc.nat(7), {maxLength: 4}), (selected, baseline, gone) => {
		const {clumps, numbers, set} = sceneOf(
			selected.map(([client]) => client),
			baseline.map(([client]) => client),
		);
		const having = (of: typeof selected): number[] => of.flatMap(([, has], index) => (has ? [index] : []));
		const removed = numbers.none();
		clumps.remove(entrySetOf(gone), removed);
		addAll(removed, entrySetOf(gone));
		const left = selected.filter((_, index) => !gone.includes(index));
		const [a, n] = [having(left).length, left.length];
		const [b, m] = [having(baseline).length, baseline.length];
		const variance = (of: typeof selected, share: number): number => {
			const clients = new Map<number, number>();
			for (const [client, has] of of) {
				clients.set(client, (clients.get(client) ?? 0) + (has ? 1 : 0) - share);
			}
			return [...clients.values()].reduce((sum, residue) => sum + residue * residue, 0) / of.length ** 2;
		};
		const [p, q] = [a / n, b / m];
		const simple = (p * (1 - p)) / n + (q * (1 - q)) / m;
		const effect = simple === 0 ? 1 : Math.max(1, (variance(left, p) + variance(baseline, q)) / simple);
		const clump = {set: set(having(selected), having(baseline)), n, a, m, b};
		// No change of fewer than ten entries is extraordinary.
		if (a + b < 10) {
			t.true(clumps.hold(effect * 1.001, 1, clump, removed));
			t.false(clumps.hold(effect * 0.999, 1, clump, removed));
			t.true(
				clumps.hold(
					effect * 1.001,
					1,
					{...clump, of: set(range(selected.length), range(baseline.length))},
					removed,
				),
			);
		}
	});
});
