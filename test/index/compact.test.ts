import test from 'ava';
import fc from 'fast-check';
import {Column} from '../../source/index/column.js';
import {compact, copyReals, copyWholes} from '../../source/index/compact.js';
import {type Dictionary, newDictionaries} from '../../source/index/dictionary.js';
import {Segment} from '../../source/index/segment.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';
import {intern} from '../helpers/intern.js';

const columns = ['time', 'status', 'zone', 'format', 'flags', 'bytes', 'durationMs'] as const;

/** Rows whose values differ in every column, each a second older than the previous one. */
function segmentAt(baseOffset: number, rows: number, dictionaries: readonly Dictionary[]): Segment {
	const segment = Segment.open({file: 3, live: true, dictionaries}, baseOffset);
	for (let index = 0; index < rows; index++) {
		const offset = baseOffset + 10 * index;
		const row = segment.add(1e12 - 1000 * index, offset);
		for (const [index, name] of columns.slice(1).entries()) {
			segment[name].push(row, 100 * index + offset);
		}
		for (const [field, dictionary] of dictionaries.entries()) {
			const text = Buffer.from(`${field} ${offset}`);
			segment.texts[field]?.push(row, intern(dictionary, text, 0, field === 0 ? 0 : text.length));
		}
	}
	segment.settle();
	return segment;
}

/** Returns the remaining rows, in file order. */
function heldOf(segment: Segment): unknown[] {
	return Array.from({length: segment.rows}, (_, row) => row)
		.filter(row => !segment.isEvicted(row))
		.map(row => [
			segment.offset(row),
			...columns.map(name => segment[name].get(row)),
			...segment.texts.map((column, field) => {
				const id = column.get(row);
				return id === 0 ? null : segment.dictionaries[field]?.bytes(id).toString();
			}),
		]);
}

for (const [what, isSame] of [
	['the same dictionaries', true],
	['others', false],
] as const) {
	test(`copies all fields of the remaining entries, with ${what}`, t => {
		const dictionaries = newDictionaries(2);
		const segments = [segmentAt(500, 6, dictionaries), segmentAt(2000, 3, dictionaries)];
		segments[0]?.evictTo(2);
		segments[1]?.evictTo(1);
		const target = isSame ? dictionaries : newDictionaries(2);
		const copy = compact(segments, {file: 3, live: true, isCopy: true, dictionaries: target});
		t.is(copy.held, 6);
		t.deepEqual(heldOf(copy), segments.flatMap(heldOf));
		t.deepEqual(
			Array.from({length: 6}, (_, rank) => copy.time.get(copy.rowAt(rank))),
			[-3000, -2000, -1000, -1000, 0, 0].map(distance => 1e12 + distance),
		);
		t.true(copy.sealed);
		t.false(copy.isFirsthand);
	});
}

const kernel = Kernel.take();

const values = fc.oneof(
	...[2 ** 8, 2 ** 16, 2 ** 32].map(size => fc.array(fc.integer({min: size / 2, max: size - 1}))),
	fc.array(fc.constant(7)),
);

test('copies the values of a column before and after packing', t => {
	forAll(300, values, fc.constantFrom(null, 1, 1000), fc.array(fc.nat()), (whole, unit, rows) => {
		const isReal = unit !== null;
		const all = isReal ? whole.map((value, row) => (rows.includes(row) ? Number.NaN : value * unit)) : whole;
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
