import test from 'ava';
import fc from 'fast-check';
import {type RowNumbers, rowKernel} from '../../source/wasm/row-kernel.js';
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

/** Values of rows, some before those that are asked for and more behind them, and which of them are wanted. */
const asked = fc.record({
	width: fc.nat({max: 2}),
	before: fc.nat({max: 3}),
	values: fc.array(fc.nat({max: 200}), {minLength: 1, maxLength: 150, size: 'max'}),
	behind: fc.nat({max: 3}),
	wanted: fc.infiniteStream(fc.boolean()),
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

test('counts rows by status class and time interval, like a plain loop', t => {
	const stored = (kinds: readonly unknown[], max: number) =>
		fc.record({
			kind: fc.constantFrom(...kinds),
			base: fc.nat({max: max}),
			values: fc.array(fc.nat({max: 200}), {minLength: 40, maxLength: 40, size: 'max'}),
		});
	const numbers = ({
		kind,
		base,
		values,
	}: {
		kind: unknown;
		base: number;
		values: readonly number[];
	}): RowNumbers => {
		if (kind === undefined) {
			return {base, values: undefined};
		}
		const array = kind as (typeof arrays)[number] | typeof Float64Array;
		return {
			base,
			values: array === Float64Array ? Float64Array.from(values, one => one / 4) : array.from(values),
		};
	};
	forAll(
		1000,
		fc.record({
			rows: fc.uniqueArray(fc.nat({max: 39}), {maxLength: 40, size: 'max'}),
			times: stored([undefined, ...arrays, Float64Array], 100).map(numbers),
			unit: fc.constantFrom(1, 3),
			statuses: stored([undefined, ...arrays], 600).map(numbers),
			from: fc.nat({max: 80}),
			step: fc
				.oneof(
					fc.nat({max: 60}),
					fc.nat({max: 600}).map(tenths => tenths / 10),
				)
				.map(one => one + 0.1),
			length: fc.integer({min: 1, max: 30}),
		}),
		({rows, times: {values, base}, unit, statuses, from, step, length}) => {
			const times = {values, base, unit};
			const counts = new Float64Array(6 * length).fill(7);
			const expected = counts.slice();
			rows.sort((a, b) => a - b);
			for (const row of rows) {
				const interval = Math.floor((base + unit * (values?.[row] ?? 0) - from) / step);
				const hundreds = Math.floor((statuses.base + (statuses.values?.[row] ?? 0)) / 100);
				const of = (hundreds < 6 ? hundreds : 0) * length + interval;
				if (interval >= 0 && interval < length) {
					expected[of] = (expected[of] ?? 0) + 1;
				}
			}
			const asked = {rows: Uint16Array.from(rows), times, statuses, from, step, length};
			rowKernel().countTimes(asked, counts);
			assertSame(t, counts, expected);
		},
	);
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
				ends: fc.boolean(),
			}),
			{minLength: 1, maxLength: 12},
		),
		all => {
			const counts = [251, 5000, 200_000].map(length => new Uint32Array(length).fill(3));
			const expected = counts.map(one => one.slice());
			for (const {one, kind, base, values, rows, ends} of all) {
				const numbers = {base, values: kind?.from(values)};
				kernel.countNumbers(Uint16Array.from(rows), numbers, counts[one] ?? new Uint32Array(251));
				for (const row of rows) {
					const number = base + (kind === undefined ? 0 : (values[row] ?? 0));
					const own = expected[one] ?? new Uint32Array();
					own[number] = (own[number] ?? 0) + 1;
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

test('counts the rows of a full segment in few and in very many time intervals', t => {
	const rows = Uint16Array.from({length: 32_768}, (_, row) => row);
	const times = {base: 1e12, unit: 10, values: Uint32Array.from(rows)};
	const statuses = {base: 200, values: undefined};
	for (const [step, length] of [
		[1e6, 1],
		[10, 20_000],
		[100_000, 3],
	] as const) {
		const counts = new Float64Array(6 * length);
		rowKernel().countTimes({rows, times, statuses, from: 1e12, step, length}, counts);
		const counted = counts.subarray(2 * length, 3 * length);
		const expected = Array.from({length}, (_, interval) =>
			Math.max(
				0,
				Math.min(32_768, Math.ceil(((interval + 1) * step) / 10)) - Math.ceil((interval * step) / 10),
			),
		);
		assertSame(t, [...counted], expected);
		t.is(
			counts.reduce((sum, n) => sum + n),
			expected.reduce((sum, n) => sum + n),
		);
	}
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
	// What stood there before would be taken for what is known of the values that come.
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
