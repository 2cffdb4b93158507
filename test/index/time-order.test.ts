import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {EntryColumns} from '../../source/index/entry-columns.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {TimeOrder} from '../../source/index/time-order.js';
import {batchRows} from '../../source/wasm/batch.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {assertSame} from '../helpers/assert-same.js';
import {forAll} from '../helpers/for-all.js';

type Row = {readonly row: number; readonly time: number; readonly offset: number};

const kernel = Kernel.take();

/** Distance of the lines of the rows, in bytes. */
const gap = 10;

function isBefore(one: Row, {time, offset}: Pick<Row, 'time' | 'offset'>): boolean {
	return one.time < time || (one.time === time && one.offset < offset);
}

/** An order by time, and an array that is sorted for each query as its model. */
class Checked {
	readonly columns = EntryColumns.open(0).numbers;
	readonly order = new TimeOrder(this.columns);
	readonly rows: Row[] = [];
	readonly #gone = new Set<Row>();
	#settled = 0;

	/** Adds rows one by one. */
	add(times: readonly number[]): void {
		for (const time of times) {
			const {row, offset} = this.#push(time);
			this.columns.time.push(row, time);
			this.columns.offset.push(row, offset);
			this.order.add(row, time);
		}
	}

	/** Adds rows together, from row `first` of a batch on. */
	addAll(times: readonly number[], first: number): void {
		const {length: row} = this.rows;
		const offsets = times.map(time => this.#push(time).offset);
		// Other rows surround them, and must not be compared with them.
		const {columns} = kernel.batch;
		columns.time.fill(Number.POSITIVE_INFINITY);
		columns.time.set(times, first);
		columns.offset.set(offsets, first);
		const end = first + times.length;
		this.columns.time.pushAll(row, kernel.batch, columns.time.subarray(first, end));
		this.columns.offset.pushAll(row, kernel.batch, columns.offset.subarray(first, end));
		this.order.addAll(row, kernel.batch, first, times.length);
	}

	/** Settles, and checks the returned number of rows that arrived too late. */
	settle(): boolean {
		const newestGone = this.#sorted().findLast(row => this.#gone.has(row));
		const tooOld = this.rows
			.slice(this.#settled)
			.filter(row => newestGone !== undefined && isBefore(row, newestGone));
		for (const row of tooOld) {
			this.#gone.add(row);
		}
		this.#settled = this.rows.length;
		return this.order.settle(this.rows.length) === tooOld.length;
	}

	/** Evicts at most `count` more of the oldest rows. */
	evict(count: number): void {
		const rank = Math.min(this.#gone.size + count, this.rows.length);
		this.order.evictTo(rank);
		for (const row of this.#sorted().slice(0, rank)) {
			this.#gone.add(row);
		}
	}

	/** Checks that an order agrees with the rows, except for evicted ones. */
	check(t: ExecutionContext, order = this.order): void {
		const sorted = this.#sorted();
		const {length} = sorted;
		const ranked = sorted.map(({row}) => row);
		assertSame(
			t,
			sorted.map((_, rank) => order.rowAt(rank)),
			ranked,
		);
		t.is(
			order.isNatural,
			ranked.every((row, rank) => row === rank),
		);
		t.is(order.newestTime, sorted.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
		// A sample, if there are many rows.
		const step = Math.ceil(length / 100);
		const asked = sorted.filter((_, rank) => rank % step === 0);
		for (const {time, offset} of asked) {
			for (const when of [time - 1, time, time + 1]) {
				for (const at of [offset - gap, offset, offset + 1]) {
					const rank = sorted.findIndex(row => !isBefore(row, {time: when, offset: at}));
					t.is(order.rankOf(length, when, at), rank === -1 ? length : rank);
				}
			}
		}
	}

	get evicted(): number {
		return this.#gone.size;
	}

	#push(time: number): Row {
		const {length: row} = this.rows;
		const added = {row, time, offset: row * gap};
		this.rows.push(added);
		return added;
	}

	#sorted(): Row[] {
		return this.rows.toSorted((a, b) => a.time - b.time || a.row - b.row);
	}
}

/** Few different times, so that many are equal; many different times; or times that rise, fall or stay the same. */
const times = fc.oneof(
	fc.array(fc.nat({max: 20}), {maxLength: 40, size: 'max'}),
	fc.array(fc.integer({min: -1000, max: 1000}), {maxLength: 10}),
	fc
		.tuple(fc.nat({max: 40}), fc.integer({min: -2, max: 2}), fc.nat({max: 30}))
		.map(([length, distance, from]) => Array.from({length}, (_, index) => from + index * distance)),
);

const portion = fc.record({
	times,
	/** Position in the batch; null to add rows one by one. */
	first: fc.option(fc.nat({max: batchRows - 40})),
	isSettled: fc.boolean(),
	evicted: fc.option(fc.nat({max: 30})),
});

test('sorts any times added in portions during eviction', t => {
	forAll(150, fc.array(portion, {maxLength: 8}), portions => {
		const checked = new Checked();
		for (const {times, first, isSettled, evicted} of portions) {
			if (first === null) {
				checked.add(times);
			} else {
				checked.addAll(times, first);
			}
			if (isSettled || evicted !== null) {
				t.true(checked.settle());
				checked.evict(evicted ?? 0);
				t.is(checked.order.evicted, checked.evicted);
			}
		}
		t.true(checked.settle());
		t.is(checked.order.evicted, checked.evicted);
		t.is(checked.order.settle(checked.rows.length), 0, 'settled twice');
		checked.check(t);
		checked.order.seal(checked.rows.length);
		checked.check(t);
		const parts = checked.order.parts();
		t.is(parts?.length, checked.order.isNatural ? undefined : checked.rows.length);
		checked.check(t, TimeOrder.from(checked.columns, checked.rows.length, structuredClone(parts)));
	});
});

test('answers for an order without rows', t => {
	const {order, columns} = new Checked();
	t.is(order.settle(0), 0);
	t.is(order.rankOf(0, 5, 0), 0);
	t.is(order.newestTime, Number.NEGATIVE_INFINITY);
	order.seal(0);
	t.is(order.parts(), undefined);
	t.is(TimeOrder.from(columns, 0, undefined).newestTime, Number.NEGATIVE_INFINITY);
});

test('needs no memory for rows in order, added singly or in batches', t => {
	const checked = new Checked();
	checked.add([5, 5, 6]);
	checked.addAll([6, 6, 7, 9], 3);
	checked.add([9]);
	t.true(checked.order.isNatural);
	t.is(checked.order.newestTime, 9);
	t.is(checked.order.parts(), undefined);
	checked.check(t);
});

/** Returns a segment of this many rows. Some are late by a few rows, and a few of them by many. */
function late(salt: number, rows: number): Checked {
	const checked = new Checked();
	while (checked.rows.length < rows) {
		const {length: row} = checked.rows;
		const count = Math.min(batchRows, rows - row);
		checked.addAll(
			Array.from({length: count}, (_, at) => {
				const distance = (row + at) % (50 + salt) === 0 ? 7 : (row + at) % (9000 + salt) === 0 ? 5000 : 0;
				return row + at - distance;
			}),
			0,
		);
		// The second time, there are more rows than its initial capacity.
		checked.settle();
	}
	return checked;
}

test('keeps the order of a full segment in place; copies a short one, so that the next segment reuses its memory', t => {
	const full = late(0, segmentRows);
	const memoryOf = ({order}: Checked): ArrayBuffer | undefined => order.parts()?.buffer;
	const ofFull = memoryOf(full);
	full.order.seal(segmentRows);
	t.is(memoryOf(full), ofFull);
	const short = late(1, 5000);
	const ofShort = memoryOf(short);
	short.order.seal(5000);
	t.not(memoryOf(short), ofShort);
	const next = late(2, segmentRows);
	t.is(memoryOf(next), ofShort);
	for (const checked of [full, short, next]) {
		t.false(checked.order.isNatural);
		checked.check(t);
	}
});
