import {deepStrictEqual, notStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {batchRows} from '../../source/wasm/batch.js';
import {columnRows, Kernel} from '../../source/wasm/kernel.js';
import type {Own} from '../../source/wasm/own-copy.js';
import {packListed} from '../../source/wasm/pack-column.js';
import {assertSame} from '../helpers/assert-same.js';
import {forAll} from '../helpers/for-all.js';
import {list} from '../helpers/list-numbers.js';

const arrays = [Uint8Array, Uint16Array, Uint32Array] as const;

/** All that a list has, and what is behind it. */
function listed({exports}: Kernel, field: number): number[] {
	return Array.from({length: exports.listed(field) + 2}, (_, index) => exports.listedAt(field, index));
}

test('a list contains only the numbers added to it, until it is cleared', t => {
	const kernel = Kernel.take();
	const {exports} = kernel;
	const used = kernel.used;
	const addition = fc.record({
		field: fc.nat({max: 9}),
		count: fc.oneof(fc.nat({max: 5}), fc.integer({min: batchRows - 2, max: batchRows})),
	});
	forAll(
		30,
		fc.array(fc.array(addition, {maxLength: 12, size: 'max'}), {minLength: 1, maxLength: 3}),
		rounds => {
			let last = 0;
			for (const additions of rounds) {
				const model = new Map<number, number[]>();
				for (const {field, count} of additions) {
					const numbers = Array.from({length: count}, () => ++last);
					kernel.batch.columns.ids.set(numbers);
					exports.listIds(field, count);
					model.set(field, [...(model.get(field) ?? [0]), ...numbers]);
				}
				for (let field = 0; field < 10; field++) {
					t.is(exports.listed(field), (model.get(field)?.length ?? 1) - 1);
					assertSame(t, listed(kernel, field), [...(model.get(field) ?? [0]), 0]);
				}
				exports.clearLists();
				t.is(kernel.used, used, 'their memory is given back');
			}
		},
	);
	kernel.give();
});

test("a growing list doesn't overwrite strings", t => {
	const kernel = Kernel.take();
	const {exports, batch} = kernel;
	const table = exports.openTable();
	const intern = (text: string): number => {
		batch.load(Buffer.from(text), 0, text.length);
		batch.columns.textStarts[0] = 0;
		batch.columns.textEnds[0] = text.length;
		batch.intern(table, 0, 1, 0);
		return batch.columns.ids[0] ?? 0;
	};
	const numbers: number[] = [0];
	for (let round = 1; round <= 20; round++) {
		// Texts of a block each: the memory that a list has left is taken by one of them.
		t.is(intern(`/${round}/${'x'.repeat(4000)}`), round);
		const some = Array.from({length: batchRows}, (_, index) => round * batchRows + index);
		kernel.batch.columns.ids.set(some);
		exports.listIds(4, batchRows);
		numbers.push(...some);
	}
	assertSame(t, listed(kernel, 4), [...numbers, 0]);
	for (let round = 1; round <= 20; round++) {
		t.is(intern(`/${round}/${'x'.repeat(4000)}`), round);
	}
	kernel.give();
});

test('a released kernel has no lists', t => {
	const kernel = Kernel.take();
	list(kernel, 7, [0, 11, 12, 13]);
	t.deepEqual(listed(kernel, 7), [0, 11, 12, 13, 0]);
	kernel.give();
	const next = Kernel.take();
	t.is(next, kernel, 'the same is taken again');
	t.is(next.used, 0);
	t.is(next.exports.listed(7), 0);
	t.is(next.exports.listedAt(7, 1), 0);
	// Its memory isn't taken twice.
	list(next, 7, [0, 21]);
	list(next, 8, [0, 31]);
	t.deepEqual(listed(next, 7), [0, 21, 0]);
	t.deepEqual(listed(next, 8), [0, 31, 0]);
	next.give();
});

/** More numbers than fit in two bytes; some far apart, others near each other. */
const numbers = [
	0,
	...Array.from({length: 70_000}, (_, index) => (index < 300 ? 9_000_000 + index : index * 61)),
];

/** The numbers of a column that has other numbers in the place of its own, and how narrow they are. */
function mapped(
	kernel: Kernel,
	base: number,
	values: Own<Uint8Array | Uint16Array | Uint32Array>,
): {readonly width: number; readonly numbers: number[]} {
	const before = values.slice();
	const packed = packListed(kernel, 5, {base, values}, values.length);
	// Memory that is there already is used again, and left as it was where it can't be.
	if (packed.values !== values) {
		deepStrictEqual(values, before);
		notStrictEqual(packed.values.BYTES_PER_ELEMENT, values.BYTES_PER_ELEMENT);
	}
	return {
		width: packed.values.BYTES_PER_ELEMENT,
		numbers: Array.from(packed.values, value => packed.base + value),
	};
}

function widthOf(all: readonly number[]): number {
	const range = Math.max(...all) - Math.min(...all);
	return range < 2 ** 8 ? 1 : range < 2 ** 16 ? 2 : 4;
}

test('maps the numbers of a column through a list, for any width, base and length', t => {
	const kernel = Kernel.take();
	list(kernel, 5, numbers);
	list(kernel, 6, [0, 1, 2, 3]);
	forAll(
		300,
		fc.constantFrom(...arrays),
		fc.constantFrom(0, 1, 7, 60_000),
		fc.oneof(fc.array(fc.nat({max: 250}), {minLength: 1}), fc.array(fc.nat({max: 9999}), {minLength: 1})),
		(Values, base, distances) => {
			const values = Values.from(distances);
			const wanted = Array.from(values, value => numbers[base + value] ?? 0);
			assertSame(t, mapped(kernel, base, values), {width: widthOf(wanted), numbers: wanted});
		},
	);
	for (const Values of arrays) {
		for (let count = 1; count <= 9; count++) {
			const values = Values.from(Array.from({length: count}, (_, index) => 200 - index));
			const wanted = Array.from(values, value => numbers[3 + value] ?? 0);
			t.deepEqual(mapped(kernel, 3, values), {width: 1, numbers: wanted}, `${count} rows`);
		}
	}
	const all = Uint32Array.from({length: columnRows}, (_, index) => 70_000 - index);
	const wanted = Array.from(all, value => numbers[value] ?? 0);
	assertSame(t, mapped(kernel, 0, all).numbers, wanted);
	t.throws(() => mapped(kernel, 0, new Uint8Array(columnRows + 1)), {instanceOf: RangeError});
	kernel.give();
});
