// Runs alone: it measures the memory of the process.
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {Column, type ColumnKind} from '../../source/index/column.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';
import {list} from '../helpers/list-numbers.js';

const kernel = Kernel.take();

/** Stores values in a column and reads them back, before and after packing. */
function check(t: ExecutionContext, kind: ColumnKind, values: readonly number[]): void {
	const column = new Column(kind);
	for (const [row, value] of values.entries()) {
		column.push(row, value);
	}
	const all = () => values.map((_, row) => column.get(row));
	t.deepEqual(all(), values);
	column.pack(values.length, kernel);
	t.deepEqual(all(), values, 'packed');
	column.pack(values.length, kernel);
	t.deepEqual(all(), values, 'packed twice');
	const copy = Column.from(structuredClone(column.parts()));
	t.deepEqual(
		values.map((_, row) => copy.get(row)),
		values,
		'as plain data',
	);
}

test('stores the same number in every row', t => {
	for (const value of [0, 1, 255, 65_536, 2 ** 32 - 1]) {
		check(t, 'whole', new Array(1000).fill(value));
	}
	for (const value of [Number.NaN, -1, 0.5, 1e300, Number.POSITIVE_INFINITY, 2 ** 53]) {
		check(t, 'real', new Array(1000).fill(value));
	}
});

test('packs a column without rows', t => {
	check(t, 'whole', []);
	check(t, 'real', []);
});

test('finds the first different value in any row', t => {
	for (const row of [1, 2, 254, 255, 256, 257, 1023, 1024, 2047, 2048, 5000, segmentRows - 1]) {
		for (const [usual, other] of [
			[7, 8],
			[0, 2 ** 32 - 1],
			[300, 0],
		] as const) {
			const values: number[] = new Array(Math.min(segmentRows, row + 300)).fill(usual);
			values[row] = other;
			check(t, 'whole', values);
		}
		const values: number[] = new Array(Math.min(segmentRows, row + 300)).fill(Number.NaN);
		values[row] = 0;
		check(t, 'real', values);
	}
});

const edges = [2 ** 8, 2 ** 16, 2 ** 32].flatMap(edge => [edge - 3, edge - 2, edge - 1, edge, edge + 1]);

for (const [what, base] of [
	['0', 0],
	['a time', Date.UTC(2026, 10, 20)],
	['a negative number', -(2 ** 40)],
] as const) {
	test(`packs ranges at the limits of 8, 16 and 32 bits, from ${what} on`, t => {
		for (const edge of edges) {
			check(t, 'real', [base, base + edge, base + 1]);
			check(t, 'real', [base + edge, base]);
			check(t, 'real', [base, Number.NaN, base + edge]);
			check(t, 'real', [Number.NaN, base + edge, base]);
			if (base === 0 && edge < 2 ** 32) {
				check(t, 'whole', [0, edge, 1]);
				check(t, 'whole', [edge, 5]);
			}
		}
	});
}

test('packs times in whole seconds into as few bits as their seconds', t => {
	const base = Date.UTC(2026, 10, 20, 9, 3, 7);
	const widthOf = (values: readonly number[]): number | undefined => {
		check(t, 'real', values);
		const column = new Column('real');
		for (const [row, value] of values.entries()) {
			column.push(row, value);
		}
		column.pack(values.length, kernel);
		return column.parts().values?.BYTES_PER_ELEMENT;
	};
	for (const [bytes, max] of [
		[1, 2 ** 8 - 1],
		[2, 2 ** 16 - 1],
		[4, 2 ** 32 - 1],
	] as const) {
		t.is(widthOf([base, base + max * 1000, base + 1000]), bytes);
		t.is(widthOf([base + max * 1000, base]), bytes);
		t.is(widthOf([base, Number.NaN, base + (max - 1) * 1000]), bytes);
		t.is(widthOf([base, Number.NaN, base + max * 1000]), 2 * bytes);
		t.is(widthOf([base, base + (max + 1) * 1000]), 2 * bytes);
	}
	t.is(widthOf([base, base + 200_000, base + 200_001]), 4, 'not all of them');
	t.is(widthOf([base + 7, base + 200_007, base + 3_007]), 1, 'all of them as far behind a second');
	t.is(widthOf([0, 100, 200]), 1, 'where they need no fewer');
});

test("keeps numbers unpacked if they aren't integers or their range is too large", t => {
	check(t, 'real', [0.1, 0.2, 0.30000000000000004]);
	check(t, 'real', [1, 2, 2.5]);
	check(t, 'real', [1, Number.NaN, 0.25, Number.NaN]);
	check(t, 'real', [0, Number.MAX_SAFE_INTEGER]);
	check(t, 'real', [-1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
	check(t, 'real', [Number.NaN, Number.POSITIVE_INFINITY]);
	check(t, 'real', [2 ** 53, 2 ** 53 + 2, 2 ** 53 + 512]);
});

test('fills a column, then the next one in its memory', t => {
	const full = segmentRows;
	const columns: Array<{column: Column; values: number[]}> = [];
	const fill = (kind: ColumnKind, numberOf: (row: number) => number): void => {
		const column = new Column(kind);
		const values = Array.from({length: full}, (_, row) => numberOf(row));
		for (const [row, value] of values.entries()) {
			column.push(row, value);
		}
		column.pack(full, kernel);
		columns.push({column, values});
	};
	for (let round = 0; round < 2; round++) {
		fill('whole', row => row);
		fill('whole', row => (row < 300 ? 7 : row * 131_072));
		fill('whole', row => (row < 30_000 ? 9 : 10));
		fill('real', row => row / 3);
		fill('real', row => (row < 300 ? Number.NaN : row * 1e6));
		fill('real', row => (row < 30_000 ? 0.5 : row));
	}
	for (const {column, values} of columns) {
		t.true(values.every((value, row) => Object.is(column.get(row), value)));
	}
});

test("a growing column doesn't share its buffer with a packed column", t => {
	const pack = (): Column => {
		const column = new Column('real');
		for (let row = 0; row < segmentRows; row++) {
			column.push(row, row + 0.5);
		}
		column.pack(segmentRows, kernel);
		return column;
	};
	const packed = pack();
	const growing = new Column('real');
	for (let row = 0; row < 400; row++) {
		growing.push(row, row < 399 ? 1 : 2);
	}
	pack();
	t.is(growing.get(0), 1);
	t.is(growing.get(398), 1);
	t.is(growing.get(399), 2);
	t.is(packed.get(0), 0.5);
	t.is(packed.get(segmentRows - 1), segmentRows - 0.5);
});

test('needs no memory for one number in all rows, and little for a packed column', t => {
	const rows = segmentRows;
	const filled = (kind: ColumnKind, numberOf: (row: number) => number): Column => {
		const column = new Column(kind);
		for (let row = 0; row < rows; row++) {
			column.push(row, numberOf(row));
		}
		column.pack(rows, kernel);
		return column;
	};
	const before = process.memoryUsage().arrayBuffers;
	const taken = (): number => process.memoryUsage().arrayBuffers - before;
	const columns = Array.from({length: 40}, () => filled('real', () => Number.NaN));
	columns.push(...Array.from({length: 40}, () => filled('whole', () => 200)));
	t.true(taken() < rows, `${taken()} bytes`);
	columns.push(...Array.from({length: 40}, () => filled('real', row => 1e12 + (row % 256))));
	t.true(taken() < 60 * rows, `${taken()} bytes`);
	t.is(columns.length, 120);
});

test('pushes many values at once', t => {
	const batch = fc.tuple(fc.nat({max: 3}), fc.integer({min: 1, max: 600}), fc.nat({max: 3}));
	forAll(100, fc.array(batch, {maxLength: 8}), batches => {
		const column = new Column('whole');
		const expected: number[] = [];
		for (const [first, count, last] of batches) {
			const values = new Uint32Array(count).fill(first);
			values[count - 1] = last;
			const {ids} = kernel.batch.columns;
			ids.set(values);
			column.pushAll(expected.length, kernel.batch, ids.subarray(0, count));
			expected.push(...values);
		}
		t.deepEqual(
			expected.map((_, row) => column.get(row)),
			expected,
		);
	});
});

test('maps the numbers of a column through a list', t => {
	const numbers = [0, ...Array.from({length: 80_000}, (_, index) => (index * 7919) % 100_003)];
	list(kernel, 3, numbers);
	t.is(kernel.exports.listed(3), 80_000);
	t.is(kernel.exports.listedAt(3, 80_001), 0);
	for (const values of [
		[3, 3, 3],
		[0, 299, 5, 5, 0],
		[],
		[80_000, 1, 80_000],
		[9, 7, 8, 8],
		[70_000, 70_001],
	]) {
		const column = new Column('whole');
		for (const [row, value] of values.entries()) {
			column.push(row, value);
		}
		column.pack(values.length, kernel);
		const mapped = Column.listed(column.parts(), values.length, 3, kernel);
		t.deepEqual(
			values.map((_, row) => mapped.get(row)),
			values.map(value => numbers[value]),
		);
	}
	kernel.exports.clearLists();
	t.is(kernel.exports.listed(3), 0);
	t.is(kernel.exports.listedAt(3, 0), 0);
});

test('stores any numbers', t => {
	const near = (value: number) =>
		fc.integer({min: -2, max: 2}).map(distance => Math.max(0, value + distance));
	const whole = fc.oneof(
		...[0, 2 ** 8, 2 ** 16, 2 ** 32 - 3].map(near),
		fc.nat({max: 10}),
		fc.nat({max: 2 ** 31 - 1}),
	);
	const real = fc.oneof(
		whole,
		fc.constant(Number.NaN),
		fc.maxSafeInteger(),
		fc.double(),
		fc.integer(),
		near(Date.UTC(2026, 10, 20)),
	);
	const repeated = (value: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
		fc
			.array(fc.tuple(value, fc.oneof(fc.constant(1), fc.nat({max: 400}))), {maxLength: 12})
			.map(runs => runs.flatMap(([one, times]) => new Array<number>(times).fill(one)));
	// No column ever gets -0, and packing would make it 0.
	const withoutMinusZero = real.map(value => (value === 0 ? 0 : value));
	forAll(300, repeated(whole), values => check(t, 'whole', values));
	forAll(300, repeated(withoutMinusZero), values => check(t, 'real', values));
});
