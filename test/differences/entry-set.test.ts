import test from 'ava';
import fc from 'fast-check';
import {addAll, EntryNumbers, type EntrySet, eachIn, partOf} from '../../source/differences/entry-set.js';
import {entrySetOf} from '../helpers/entry-set-of.js';
import {forAll} from '../helpers/for-all.js';

const numbers = new EntryNumbers([5, 0, 40, 33]);

function listOf(set: EntrySet, without?: Int32Array): readonly number[] {
	const found: number[] = [];
	eachIn(set, entry => found.push(entry), without);
	return found;
}

test('the numbers of each kind of entry start at a multiple of 32', t => {
	t.deepEqual(numbers.starts, [0, 32, 32, 96]);
	t.is(numbers.words, 5);
	t.is(numbers.baseline, 32);
});

test('entries are counted by kind', t => {
	t.deepEqual(numbers.count(entrySetOf([0, 4, 33, 71, 96, 127, 128])), [2, 0, 2, 3]);
});

test('a number may stand for several entries', t => {
	const sizes = Array.from({length: 160}, (_, number) => number);
	const groups = new EntryNumbers([1000, 0, 2000, 0], {counts: [5, 0, 40, 33], sizes});
	t.deepEqual(groups.starts, numbers.starts);
	t.deepEqual(groups.count(entrySetOf([0, 4, 33, 71, 96])), [4, 0, 104, 96]);
	t.true(groups.haveInCommon(entrySetOf([1, 2, 40]), entrySetOf([40, 3]), 40 / 46));
	t.false(groups.haveInCommon(entrySetOf([1, 2, 40]), entrySetOf([40, 3]), 41 / 46));
	t.is(numbers.size(71), 1);
	t.is(groups.size(71), 71);
});

test('sets of entry numbers behave like the sets of JavaScript', t => {
	const some = fc.uniqueArray(fc.nat(159));
	forAll(300, some, some, some, (a, b, c) => {
		const [inA, inB, inC] = [new Set(a), new Set(b), new Set(c)];
		const removed = numbers.none();
		addAll(removed, entrySetOf(b));
		addAll(removed, entrySetOf(c));
		const sorted = [...inA].sort((x, y) => x - y);
		t.deepEqual(listOf(entrySetOf(a)), sorted);
		t.deepEqual(
			listOf(entrySetOf(a), removed),
			sorted.filter(entry => !inB.has(entry) && !inC.has(entry)),
		);
		t.deepEqual(
			listOf(partOf(entrySetOf(a), entry => inB.has(entry))),
			sorted.filter(entry => inB.has(entry)),
		);
		const known = sorted.filter(entry => !(entry >= 5 && entry < 32) && !(entry >= 72 && entry < 96));
		const isIn = (kind: number, entry: number): boolean =>
			entry >= (numbers.starts[kind] ?? 0) && entry < (numbers.starts[kind + 1] ?? 160);
		t.deepEqual(
			numbers.countIn(entrySetOf(known), removed),
			[0, 1, 2, 3].map(
				kind => known.filter(entry => isIn(kind, entry) && (inB.has(entry) || inC.has(entry))).length,
			),
		);
		t.deepEqual(
			listOf(numbers.selectionOf(entrySetOf(a))),
			sorted.filter(entry => entry < numbers.baseline),
		);
		const last = numbers.none();
		addAll(last, entrySetOf(a), removed);
		t.deepEqual(
			numbers.countIn(entrySetOf(a), last),
			numbers.count(entrySetOf(listOf(entrySetOf(a), removed))),
		);
		const any = new Set([...a, ...b]).size;
		const both = a.filter(entry => inB.has(entry)).length;
		for (const share of [0.1, 0.5, 0.8, 1, both / any]) {
			t.is(numbers.haveInCommon(entrySetOf(a), entrySetOf(b), share), both > 0 && both / any >= share);
		}
	});
});
