import test from 'ava';
import fc from 'fast-check';
import {
	addAll,
	addTo,
	EntryNumbers,
	type EntrySet,
	eachIn,
	overlapOf,
	partOf,
	setOf,
} from '../../source/differences/entry-set.js';
import {forAll} from '../helpers/for-all.js';

const numbers = new EntryNumbers([5, 0, 40, 33]);

function setWith(entries: Iterable<number>): EntrySet {
	const bits = numbers.none();
	for (const entry of entries) {
		addTo(bits, entry);
	}
	return setOf(bits);
}

function listOf(set: EntrySet, without?: Int32Array): readonly number[] {
	const found: number[] = [];
	eachIn(set, entry => found.push(entry), without);
	return found;
}

test('each kind starts at a multiple of 32', t => {
	t.deepEqual(numbers.starts, [0, 32, 32, 96]);
	t.is(numbers.words, 5);
	t.is(numbers.baseline, 32);
});

test('entries are counted by kind', t => {
	t.deepEqual(numbers.count(setWith([0, 4, 33, 71, 96, 127, 128])), [2, 0, 2, 3]);
});

test('sets of numbers are like sets', t => {
	const some = fc.uniqueArray(fc.nat(159));
	forAll(300, some, some, some, (a, b, c) => {
		const [inA, inB, inC] = [new Set(a), new Set(b), new Set(c)];
		const removed = numbers.none();
		addAll(removed, setWith(b));
		addAll(removed, setWith(c));
		const sorted = [...inA].sort((x, y) => x - y);
		t.deepEqual(listOf(setWith(a)), sorted);
		t.deepEqual(
			listOf(setWith(a), removed),
			sorted.filter(entry => !inB.has(entry) && !inC.has(entry)),
		);
		t.deepEqual(
			listOf(partOf(setWith(a), entry => inB.has(entry))),
			sorted.filter(entry => inB.has(entry)),
		);
		const any = new Set([...a, ...b]).size;
		const both = a.filter(entry => inB.has(entry)).length;
		t.is(overlapOf(setWith(a), setWith(b)), any === 0 ? 0 : both / any);
	});
});
