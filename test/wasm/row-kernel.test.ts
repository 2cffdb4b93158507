import test from 'ava';
import fc from 'fast-check';
import {
	type AddCounts,
	numberOfFirstBits,
	type Ranges,
	type RowNumbers,
	rangeOf,
	rowKernel,
	smallestOf,
} from '../../source/wasm/row-kernel.js';
import {RowTable} from '../../source/wasm/row-table.js';
import {assertSame} from '../helpers/assert-same.js';
import {forAll} from '../helpers/for-all.js';

const arrays = [Uint8Array, Uint16Array, Uint32Array] as const;

function rowsOf(bits: Int32Array): number[] {
	const rows: number[] = [];
	for (const [index, word] of bits.entries()) {
		for (let row = 0; row < 32; row++) {
			if (((word >>> row) & 1) === 1) {
				rows.push(index * 32 + row);
			}
		}
	}
	return rows;
}

function wantedBits(rows: number, isWanted: (row: number) => boolean): Int32Array {
	const bits = new Int32Array(Math.ceil(rows / 32));
	for (let row = 0; row < rows; row++) {
		bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (isWanted(row) ? 1 << (row & 31) : 0);
	}
	return bits;
}

/** Values of rows, with more rows before and after the requested ones, and the bits of the wanted rows. */
const asked = fc.record({
	width: fc.nat({max: 2}),
	before: fc.nat({max: 3}),
	values: fc.array(fc.nat({max: 200}), {minLength: 1, maxLength: 150, size: 'max'}),
	behind: fc.nat({max: 3}),
	wanted: fc.infiniteStream(fc.boolean()),
});

test('rows after the loaded rows are never examined, regardless of their bits', t => {
	const kernel = rowKernel();
	const table = new RowTable(Uint8Array.of(2, 1, 1));
	const found = new Int32Array(1);
	kernel.load(Uint8Array.of(1, 2, 1), 0, 3, Int32Array.of(-1));
	t.is(kernel.findInTable(table, 0, 0), -1);
	kernel.found(found);
	t.deepEqual(rowsOf(found), [0, 1, 2]);
});

test('finds rows by a table, like a plain loop', t => {
	forAll(
		300,
		asked,
		fc.nat({max: 50}),
		fc.infiniteStream(fc.constantFrom(0, 1, 2, 3)),
		(one, base, kinds) => {
			const [before, behind] = [new Array(one.before).fill(255), new Array(one.behind).fill(255)];
			const values = (arrays[one.width] ?? Uint8Array).from([...before, ...one.values, ...behind]);
			const rows = one.values.length;
			const wanted = wantedBits(rows, () => one.wanted.next().value);
			const table = new RowTable(Uint8Array.from({length: 251}, () => kinds.next().value));
			const own = Uint8Array.from(table.bytes, kind => kind % 2);
			const kernel = rowKernel();
			kernel.load(values, one.before, rows, wanted);
			const asks: number[] = [];
			for (let row = kernel.findInTable(table, base, 0); row !== -1; ) {
				const value = base + (one.values[row] ?? 0);
				t.true((table.bytes[value] ?? 0) >= 2);
				asks.push(row);
				table.bytes[value] = own[value] ?? 0;
				table.changed(value, value + 1);
				row = kernel.findInTable(table, base, row);
			}
			t.deepEqual(
				asks,
				[...asks].sort((a, b) => a - b),
			);
			const found = new Int32Array(wanted.length);
			kernel.found(found);
			t.deepEqual(
				rowsOf(found),
				rowsOf(wanted).filter(row => own[base + (one.values[row] ?? 0)] === 1),
			);
		},
	);
});

test('finds rows by a range, like a plain loop', t => {
	forAll(300, asked, fc.nat({max: 250}), fc.nat({max: 250}), (one, a, b) => {
		const values = (arrays[one.width] ?? Uint8Array).from([
			...new Array(one.before).fill(9),
			...one.values,
			...new Array(one.behind).fill(9),
		]);
		const rows = one.values.length;
		const wanted = wantedBits(rows, () => one.wanted.next().value);
		const [low, high] = [Math.min(a, b), Math.max(a, b)];
		const kernel = rowKernel();
		kernel.load(values, one.before, rows, wanted);
		kernel.findInRange(low, high);
		const found = new Int32Array(wanted.length);
		kernel.found(found);
		t.deepEqual(
			rowsOf(found),
			rowsOf(wanted).filter(row => (one.values[row] ?? 0) >= low && (one.values[row] ?? 0) <= high),
		);
	});
});

test('counts bits from a given row on', t => {
	const words = fc.array(fc.integer({min: -(2 ** 31), max: 2 ** 31 - 1}), {minLength: 1, maxLength: 8});
	forAll(300, words, fc.nat({max: 280}), fc.nat({max: 7}), (all, row, without) => {
		const bits = Int32Array.from(all);
		const counted = Math.max(1, bits.length - without);
		t.is(
			rowKernel().count(bits, row, counted),
			rowsOf(bits.subarray(0, counted)).filter(one => one >= row).length,
		);
	});
});

test('lists the rows of the bits in a range', t => {
	const words = fc.array(fc.integer({min: -(2 ** 31), max: 2 ** 31 - 1}), {minLength: 1, maxLength: 8});
	forAll(300, words, fc.nat({max: 280}), fc.nat({max: 256}), (all, from, to) => {
		const bits = Int32Array.from(all);
		const end = Math.min(to, bits.length * 32);
		const out = new Uint16Array(256);
		const count = rowKernel().listRows(bits, from, end, out);
		t.deepEqual(
			[...out.subarray(0, count)],
			rowsOf(bits).filter(one => one >= from && one < end),
		);
	});
});

test('lists rows by kind', t => {
	const word = fc.integer({min: -(2 ** 31), max: 2 ** 31 - 1});
	const mask = fc.oneof(
		fc.array(word, {maxLength: 8}).map(words => Int32Array.from(words)),
		fc.constantFrom('all' as const, null),
	);
	const bots = fc.array(word, {minLength: 8, maxLength: 8}).map(words => Int32Array.from(words));
	const masks = fc.record({selection: mask, within: mask, baseline: mask, bots});
	forAll(300, masks, fc.nat({max: 256}), fc.nat({max: 256}), (all, from, end) => {
		const {rows, ends} = rowKernel().listKinds(all, from, end);
		const isIn = (bits: Int32Array | 'all' | null, row: number): boolean =>
			bits === 'all' || (bits !== null && (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1);
		const expected = [true, false].flatMap(isSelected =>
			[false, true].map(isBot =>
				Array.from({length: 256}, (_, row) => row).filter(
					row =>
						row >= from &&
						row < end &&
						isIn(all.within, row) &&
						isIn(all.bots, row) === isBot &&
						(isSelected ? isIn(all.selection, row) : !isIn(all.selection, row) && isIn(all.baseline, row)),
				),
			),
		);
		t.deepEqual([...rows], expected.flat());
		t.deepEqual(
			ends,
			expected.map((_, kind) => expected.slice(0, kind + 1).flat().length),
		);
	});
});

test('counts marked rows by mark, half and class', t => {
	const row = fc.record({mark: fc.nat({max: 5}), klass: fc.nat({max: 6})});
	const rows = fc.array(row, {maxLength: 60, size: 'max'});
	forAll(200, fc.array(rows, {maxLength: 4}), fc.nat({max: 60}), fc.nat({max: 20}), (all, half, first) => {
		const kernel = rowKernel();
		const counts = new Uint32Array(first + 5 * 2 * 7).fill(2);
		const expected = counts.slice();
		for (const segment of all) {
			const found = segment.flatMap(({mark}, index) => (mark === 0 ? [] : [{mark, index}]));
			const marked = {
				indexes: Uint16Array.from(found, ({index}) => index),
				marks: Uint32Array.from(found, ({mark}) => mark),
			};
			const classes = Uint16Array.from(segment, ({klass}) => klass);
			kernel.countMarked(marked, found.length, half, {classes, size: 7}, counts, first);
			for (const {mark, index} of found) {
				const at = first + (2 * (mark - 1) + (index < half ? 0 : 1)) * 7 + (classes[index] ?? 0);
				expected[at] = (expected[at] ?? 0) + 1;
			}
		}
		kernel.endCounting();
		assertSame(t, counts, expected);
	});
});

/** Stored numbers of 40 rows. */
function stored(kinds: readonly unknown[], max: number): fc.Arbitrary<RowNumbers> {
	return fc
		.record({
			kind: fc.constantFrom(...kinds),
			base: fc.nat({max}),
			values: fc.array(fc.nat({max: 200}), {minLength: 40, maxLength: 40, size: 'max'}),
		})
		.map(({kind, base, values}) => {
			if (kind === undefined) {
				return {base, values: undefined};
			}
			const array = kind as (typeof arrays)[number] | typeof Float64Array;
			return {
				base,
				values: array === Float64Array ? Float64Array.from(values, one => one / 4) : array.from(values),
			};
		});
}

const someRows = fc
	.uniqueArray(fc.nat({max: 39}), {maxLength: 40, size: 'max'})
	.map(rows => Uint16Array.from(rows.sort((a, b) => a - b)));

/** Adds to the counts of each index and class. */
function adderTo(counts: Map<string, number>): AddCounts {
	return (index, first, words, at) => {
		for (let one = 0; one < 64; one++) {
			const n = words[at + one] ?? 0;
			if (n > 0) {
				counts.set(`${index} ${first + one}`, n);
			}
		}
	};
}

function increment(counts: Map<string, number>, index: number, found: number): void {
	counts.set(`${index} ${found}`, (counts.get(`${index} ${found}`) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
	return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

test('counts rows by time interval and class, like a plain loop', t => {
	forAll(
		1000,
		fc.record({
			rows: someRows,
			times: stored([undefined, ...arrays, Float64Array], 100),
			unit: fc.constantFrom(1, 3),
			values: fc.oneof(
				fc.constant(undefined),
				fc.array(fc.nat({max: 200}), {minLength: 40, maxLength: 40, size: 'max'}),
			),
			array: fc.constantFrom(Uint8Array, Uint16Array),
			classOf: fc.array(fc.nat({max: 400}), {minLength: 201, maxLength: 201, size: 'max'}),
			from: fc.nat({max: 80}),
			step: fc
				.oneof(
					fc.nat({max: 60}),
					fc.nat({max: 600}).map(tenths => tenths / 10),
				)
				.map(one => one + 0.1),
			length: fc.integer({min: 1, max: 30}),
		}),
		({rows, times: {values: times, base}, unit, values, array, classOf, from, step, length}) => {
			const expected = new Map<string, number>();
			for (const row of rows) {
				const interval = Math.floor((base + unit * (times?.[row] ?? 0) - from) / step);
				if (interval >= 0 && interval < length) {
					increment(expected, interval, classOf[values?.[row] ?? 0] ?? 0);
				}
			}
			const kernel = rowKernel();
			const found = new Map<string, number>();
			kernel.loadIntervals({rows, times: {values: times, base, unit}, from, step, length});
			kernel.openCounts(length, 401);
			kernel.countClasses({values: values && array.from(values), classOf: Uint16Array.from(classOf)});
			kernel.takeCounts(adderTo(found));
			t.deepEqual(sorted(found), sorted(expected));
		},
	);
});

test('the owner of counts takes them before other counts are opened', t => {
	const kernel = rowKernel();
	const found = new Map<string, number>();
	const owner = adderTo(found);
	kernel.openCounts(5, 64, owner);
	kernel.loadIndexes(Uint16Array.of(3), {indexes: Uint32Array.of(5)});
	kernel.countClasses({values: undefined, classOf: Uint16Array.of(7)});
	kernel.openCounts(2, 64);
	t.false(kernel.hasCountsOf(owner));
	t.deepEqual(sorted(found), [['4 7', 1]]);
});

/** Ranges of different widths: some numbers with the same first bits are in different ranges. */
const bounds = Float64Array.of(0.5, 0.75, 1, 10, 11.3, 100, 105.7, 300, Number.POSITIVE_INFINITY);
const first = numberOfFirstBits(0.5);
const ranges: Ranges = {
	first,
	bounds,
	cells: Uint16Array.from({length: numberOfFirstBits(300) + 1 - first}, (_, cell) =>
		bounds.findIndex(bound => smallestOf(first + cell) <= bound),
	),
};

/** Rows of a segment, their indexes, and their stored real numbers. */
const indexedRows = fc.record({
	rows: someRows,
	indexes: fc.array(fc.nat({max: 5}), {minLength: 40, maxLength: 40, size: 'max'}),
	/** Integers of the rows by which the indexes are looked up; null if the indexes are given. */
	lookup: fc.option(fc.tuple(stored([undefined, ...arrays], 50), fc.constantFrom(Uint16Array, Uint32Array))),
	real: stored([undefined, ...arrays, Float64Array], 100),
	unit: fc.constantFrom(1, 0.3, 3),
	nan: fc.constantFrom(Number.NaN, 0, 7),
});

test('counts the rows of several segments by index and range, and sums up their numbers, like a plain loop', t => {
	forAll(
		1000,
		fc.array(indexedRows, {minLength: 1, maxLength: 3}),
		fc.integer({min: -50, max: 800}),
		fc.boolean(),
		(segments, max, takesTwice) => {
			const [counts, maxima, sums, limited] = [
				new Map<string, number>(),
				new Map<number, number>(),
				new Map<number, number>(),
				new Map<number, number>(),
			];
			const add = (to: Map<number, number>, index: number, number: number): void => {
				to.set(index, (to.get(index) ?? 0) + number);
			};
			const found = new Map<string, number>();
			const [foundMaxima, foundSums, foundLimited] = [
				new Map<number, number>(),
				new Map<number, number>(),
				new Map<number, number>(),
			];
			const take: AddCounts = (index, from, words, at, {max: most, sum}) => {
				if (from === 192) {
					add(foundLimited, index, sum);
					return;
				}
				t.is(from, 128);
				add(foundSums, index, sum);
				foundMaxima.set(index, Math.max(foundMaxima.get(index) ?? Number.NEGATIVE_INFINITY, most));
				for (let one = 0; one < 64; one++) {
					if ((words[at + one] ?? 0) > 0) {
						found.set(`${index} ${one}`, (found.get(`${index} ${one}`) ?? 0) + (words[at + one] ?? 0));
					}
				}
			};
			const kernel = rowKernel();
			kernel.openCounts(5, 193);
			for (const {rows, indexes, lookup, real, unit, nan} of segments) {
				const table = lookup?.[1].from(Array.from({length: 251}, (_, number) => (number * 7) % 6));
				const numbers = {values: real.values, base: real.base - 20, unit, nan};
				const [expectedIndexes, expectedNumbers]: [number[], number[]] = [[], []];
				for (const [at, row] of rows.entries()) {
					const number =
						(real.values?.[row] ?? 0) === nan
							? Number.NaN
							: real.base - 20 + unit * (real.values?.[row] ?? 0);
					const index =
						lookup && table
							? (table[lookup[0].base + (lookup[0].values?.[row] ?? 0)] ?? 0)
							: (indexes[at] ?? 0);
					if (index === 0) {
						continue;
					}
					expectedIndexes.push(index);
					expectedNumbers.push(number);
					if (Number.isNaN(number)) {
						continue;
					}
					const range = bounds.findIndex(bound => number <= bound);
					t.is(rangeOf(number, ranges), range);
					increment(counts, index - 1, range);
					maxima.set(index - 1, Math.max(maxima.get(index - 1) ?? Number.NEGATIVE_INFINITY, number));
					add(sums, index - 1, number);
					if (number <= max) {
						add(limited, index - 1, number);
					}
				}
				kernel.loadIndexes(
					rows,
					lookup && table ? {numbers: lookup[0], table} : {indexes: Uint32Array.from(indexes)},
				);
				t.deepEqual([...kernel.indexes], expectedIndexes);
				t.deepEqual([...kernel.numbersOf(numbers)], expectedNumbers);
				t.deepEqual(
					[...kernel.rangesOf(numbers, ranges, max)],
					expectedNumbers.map(number => (number <= max ? rangeOf(number, ranges) : bounds.length)),
				);
				kernel.countRanges(numbers, ranges, 128);
				kernel.sumNumbers(numbers, max, 192);
				if (takesTwice) {
					kernel.takeCounts(take);
					kernel.openCounts(5, 193);
				}
			}
			kernel.takeCounts(take);
			t.deepEqual(sorted(found), sorted(counts));
			t.deepEqual(rounded(foundMaxima), rounded(maxima));
			t.deepEqual(rounded(foundSums), rounded(sums));
			t.deepEqual(rounded(foundLimited), rounded(limited));
		},
	);
});

function rounded(numbers: ReadonlyMap<number, number>): readonly (readonly [number, number])[] {
	return [...numbers]
		.map(([index, number]) => [index, Math.round(number * 1e6) / 1e6] as const)
		.sort(([a], [b]) => a - b);
}

test('counts the rows of a full segment with few and with very many indexes and classes', t => {
	const kernel = rowKernel();
	const rows = Uint16Array.from({length: 32_768}, (_, row) => row);
	const classes = {values: rows, classOf: rows.map(row => row % 2000)};
	for (const size of [1, 20_000, 3]) {
		kernel.loadIndexes(rows, {indexes: Uint32Array.from(rows, row => 1 + (row % size))});
		const found = new Map<string, number>();
		kernel.openCounts(size, 2000);
		kernel.countClasses(classes);
		kernel.takeCounts(adderTo(found));
		const expected = new Map<string, number>();
		for (const row of rows) {
			increment(expected, row % size, row % 2000);
		}
		assertSame(t, sorted(found), sorted(expected));
	}
});

test('counts rows by number, in alternating and growing tables', t => {
	const kernel = rowKernel();
	forAll(
		100,
		fc.array(
			fc.record({
				one: fc.nat({max: 2}),
				kind: fc.constantFrom(undefined, ...arrays),
				base: fc.nat({max: 50}),
				values: fc.array(fc.nat({max: 200}), {minLength: 40, maxLength: 40, size: 'max'}),
				rows: fc.uniqueArray(fc.nat({max: 39}), {maxLength: 40, size: 'max'}),
				groups: fc.array(fc.nat({max: 40}), {maxLength: 3}),
				ends: fc.boolean(),
			}),
			{minLength: 1, maxLength: 12},
		),
		all => {
			const counts = [251 * 4, 5000, 200_000].map(length => new Uint32Array(length).fill(3));
			const expected = counts.map(one => one.slice());
			for (const {one, kind, base, values, rows, groups, ends} of all) {
				const numbers = {base, values: kind?.from(values)};
				const groupEnds = [
					...groups.map(end => Math.min(end, rows.length)).sort((a, b) => a - b),
					rows.length,
				];
				kernel.countNumbers(
					Uint16Array.from(rows),
					numbers,
					counts[one] ?? new Uint32Array(),
					groups.length === 0 ? undefined : groupEnds,
				);
				for (const [index, row] of rows.entries()) {
					const number = base + (kind === undefined ? 0 : (values[row] ?? 0));
					const group = groupEnds.findIndex(end => index < end);
					const own = expected[one] ?? new Uint32Array();
					const at = number * groupEnds.length + group;
					own[at] = (own[at] ?? 0) + 1;
				}
				if (ends) {
					kernel.endCounting();
					assertSame(t, counts[one], expected[one]);
				}
			}
			kernel.endCounting();
			assertSame(t, counts, expected);
		},
	);
});

test('finds 32-bit values in a full segment, with alternating and growing tables', t => {
	const kernel = rowKernel();
	const rows = 32_768;
	const all = new Int32Array(rows / 32).fill(-1);
	const found = new Int32Array(rows / 32);
	const great = Uint32Array.from({length: rows}, (_, row) => 2 ** 32 - 1 - row);
	kernel.load(great, 0, rows, all);
	kernel.findInRange(2 ** 32 - 3, 2 ** 32 - 1);
	kernel.found(found);
	t.deepEqual(rowsOf(found), [0, 1, 2]);
	const numbers = Uint32Array.from({length: rows}, (_, row) => row * 30);
	const small = new RowTable(Uint8Array.of(0, 1));
	for (const size of [1_000_000, 3_000_000, 1_000_000]) {
		const table = new RowTable(new Uint8Array(size));
		table.bytes[600] = 1;
		for (let turn = 0; turn < 2; turn++) {
			kernel.load(numbers, 0, rows, all);
			t.is(kernel.findInTable(table, 0, 0), -1);
			kernel.found(found);
			t.deepEqual(rowsOf(found), turn === 0 ? [20] : [20, 30]);
			kernel.load(Uint8Array.of(1, 0, 1), 0, 3, Int32Array.of(7));
			kernel.findInTable(small, 0, 0);
			kernel.found(found);
			t.deepEqual(rowsOf(found.subarray(0, 1)), [0, 2]);
			table.bytes[900] = 1;
		}
	}
});

test('copies a table again after it was widened', t => {
	const kernel = rowKernel();
	const [wanted, found] = [Int32Array.of(-1), new Int32Array(1)];
	const values = Uint8Array.from({length: 32}, (_, row) => row * 8);
	// An earlier value there would be mistaken for the result of the values that follow.
	kernel.load(values, 0, 32, wanted);
	kernel.findInTable(new RowTable(new Uint8Array(256).fill(1)), 0, 0);
	const table = new RowTable(new Uint8Array(16));
	kernel.load(Uint8Array.of(1), 0, 1, wanted);
	t.is(kernel.findInTable(table, 0, 0), -1);
	table.widen(256, 2);
	table.bytes[200] = 0;
	kernel.load(values, 0, 32, wanted);
	t.is(kernel.findInTable(table, 0, 0), 2);
	table.bytes.fill(1, 201);
	table.bytes.fill(0, 16, 201);
	table.changed(16, 256);
	t.is(kernel.findInTable(table, 0, 0), -1);
	kernel.found(found);
	t.deepEqual(rowsOf(found), [26, 27, 28, 29, 30, 31]);
});
