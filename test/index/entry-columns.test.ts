import test from 'ava';
import fc from 'fast-check';
import {EntryColumns, numberColumns} from '../../source/index/entry-columns.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';
import {list} from '../helpers/list-numbers.js';

const whole = fc.oneof(fc.nat({max: 300}), fc.integer({min: 0, max: 2 ** 32 - 1}));

const real = fc.oneof(fc.constant(Number.NaN), fc.nat(), fc.double({min: 0, max: 1e15, noNaN: true}));

const row = fc.tuple(real, whole, whole, whole, whole, whole, real, real, fc.nat({max: 3}), fc.nat({max: 3}));

/** Returns the values of the columns for `rows` rows, in the order of `numberColumns`, then of the strings. */
function rowsOf(columns: EntryColumns, rows: number): number[][] {
	return Array.from({length: rows}, (_, at) => [
		...numberColumns.map(name => columns.numbers[name].get(at)),
		...columns.texts.map(column => column.get(at)),
	]);
}

test('restores packed columns from plain data, with string ids mapped to the new dictionary', t => {
	forAll(100, fc.array(row, {minLength: 1, maxLength: 20}), rows => {
		const kernel = Kernel.take();
		const columns = EntryColumns.open(2);
		for (const [at, values] of rows.entries()) {
			for (const [index, column] of [
				...numberColumns.map(name => columns.numbers[name]),
				...columns.texts,
			].entries()) {
				column.push(at, values[index] ?? 0);
			}
		}
		columns.pack(rows.length, kernel);
		t.deepEqual(rowsOf(columns, rows.length), rows);
		const ids = [
			[0, 7, 70_000, 9],
			[0, 3, 2, 1],
		];
		for (const [field, numbers] of ids.entries()) {
			list(kernel, field, numbers);
		}
		const copy = EntryColumns.from(structuredClone(columns.parts()), rows.length, kernel);
		t.deepEqual(
			rowsOf(copy, rows.length),
			rows.map(values => [
				...values.slice(0, -2),
				...values.slice(-2).map((id, field) => ids[field]?.[id] ?? 0),
			]),
		);
		kernel.give();
	});
});

test('appends rows of a batch after the existing rows', t => {
	const kernel = Kernel.take();
	const {batch} = kernel;
	const {time, bytes, durationMs, offset, status, zone, format, flags} = batch.columns;
	for (let at = 0; at < 5; at++) {
		time[at] = 1000 + at;
		bytes[at] = 100 + at;
		durationMs[at] = 50 + at;
		offset[at] = 10 * at;
		status[at] = 200 + at;
		zone[at] = 1440 + at;
		format[at] = at;
		flags[at] = at & 1;
	}
	const columns = EntryColumns.open(0);
	columns.pushBatch(0, batch, 0, 2);
	columns.pushBatch(2, batch, 3, 2);
	t.deepEqual(
		rowsOf(columns, 4),
		[0, 1, 3, 4].map(at => [1000 + at, 10 * at, 200 + at, 1440 + at, at, at & 1, 100 + at, 50 + at]),
	);
	kernel.give();
});
