import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {Dictionary} from '../../source/index/dictionary.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {memoryOf, Segment} from '../../source/index/segment.js';
import {forAll} from '../helpers/for-all.js';
import {noTexts} from '../helpers/no-texts.js';

type Row = {readonly row: number; readonly time: number; readonly offset: number};

/** A segment, and an array that is sorted for each query as its model. */
class Checked {
	readonly segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 500);
	readonly rows: Row[] = [];
	readonly #gone = new Set<Row>();
	#settled = 0;
	#offset = 500;

	add(time: number, gap = 1): void {
		const row = this.segment.add(time, this.#offset);
		this.rows.push({row, time, offset: this.#offset});
		this.#offset += gap;
	}

	/** Settles, and checks the number of rows that arrived too late. */
	settle(): boolean {
		let tooOld = 0;
		const newestGone = sorted([...this.#gone]).at(-1);
		for (const row of this.rows.slice(this.#settled)) {
			if (newestGone !== undefined && compare(row, newestGone) < 0) {
				this.#gone.add(row);
				tooOld++;
			}
		}
		this.#settled = this.rows.length;
		return this.segment.settle() === tooOld;
	}

	evict(rank: number): void {
		this.segment.evictTo(rank);
		for (const row of sorted(this.rows).slice(0, rank)) {
			this.#gone.add(row);
		}
	}

	check(t: ExecutionContext): void {
		const {segment, rows} = this;
		const ordered = sorted(rows);
		t.is(segment.rows, rows.length);
		t.is(segment.evicted, this.#gone.size);
		t.deepEqual(
			ordered.map((_, rank) => segment.rowAt(rank)),
			ordered.map(({row}) => row),
		);
		t.deepEqual(
			rows.map(({row}) => ({row, time: segment.time.get(row), offset: segment.offset(row)})),
			rows,
		);
		t.deepEqual(
			rows.map(({row}) => segment.isEvicted(row)),
			rows.map(row => this.#gone.has(row)),
		);
		for (const {time, offset} of rows) {
			for (const at of [offset - 1, offset, offset + 0.5, -1, Number.POSITIVE_INFINITY]) {
				for (const when of [time - 1, time, time + 1]) {
					const before = ordered.filter(row => compare(row, {row: 0, time: when, offset: at}) < 0);
					t.is(segment.rankOf(when, at), before.length);
				}
			}
			for (const at of [offset - 1, offset, offset + 1]) {
				t.is(segment.rowAtOffset(at), rows.filter(row => row.offset < at).length);
			}
		}
	}
}

function compare(a: Row, b: Row): number {
	return a.time - b.time || a.offset - b.offset;
}

function sorted(rows: readonly Row[]): Row[] {
	return rows.toSorted(compare);
}

test('answers for a segment without rows', t => {
	const segment = Segment.open(
		{file: 4, live: true, dictionaries: [new Dictionary(), new Dictionary()]},
		100,
	);
	t.is(segment.file, 4);
	t.true(segment.live);
	t.is(segment.texts.length, 2);
	t.is(segment.rows, 0);
	t.is(segment.settle(), 0);
	t.is(segment.rankOf(0, 0), 0);
	t.is(segment.rowAtOffset(0), 0);
	t.false(segment.sealed);
	segment.seal();
	t.true(segment.sealed);
});

test('limits the number of rows and the range of offsets', t => {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 1000);
	t.true(segment.accepts(1000 + 2 ** 32 - 1));
	t.false(segment.accepts(1000 + 2 ** 32));
	for (let row = 0; row < segmentRows; row++) {
		t.true(segment.accepts(1000 + row) || t.fail());
		segment.add(row, 1000 + row);
	}
	t.false(segment.accepts(1000 + segmentRows));
});

test('sorts any times added in portions during eviction', t => {
	const time = fc.oneof(fc.integer({min: 0, max: 20}), fc.integer({min: 0, max: 1000}));
	const portion = fc.record({
		// Some portions are so long that inserting their rows one by one would cost too much.
		times: fc.oneof(
			fc.array(time, {maxLength: 40, size: 'max'}),
			fc
				.tuple(fc.nat({max: 30}), fc.integer({min: -3, max: 3}))
				.map(([length, distance]) => Array.from({length}, (_, index) => 1000 + index * distance)),
		),
		evicted: fc.option(fc.nat({max: 100}), {freq: 3}),
	});
	forAll(150, fc.array(portion, {maxLength: 6}), fc.integer({min: 1, max: 300}), (portions, gap) => {
		const checked = new Checked();
		for (const {times, evicted} of portions) {
			for (const one of times) {
				checked.add(one, gap);
			}
			t.true(checked.settle());
			if (evicted !== null) {
				checked.evict(Math.max(checked.segment.evicted, Math.min(evicted, checked.segment.rows)));
			}
		}
		checked.check(t);
		checked.segment.seal();
		checked.check(t);
	});
});

test('settling twice changes nothing', t => {
	const checked = new Checked();
	for (const time of [5, 3, 4]) {
		checked.add(time);
	}
	t.is(checked.segment.settle(), 0);
	t.is(checked.segment.settle(), 0);
	checked.check(t);
});

/** Fills a segment with rows, and settles occasionally. */
function fullOf(timeOf: (row: number) => number, portion: number): {checked: Checked; ms: number} {
	const checked = new Checked();
	const before = process.cpuUsage().user;
	for (let row = 0; row < segmentRows; row++) {
		checked.add(timeOf(row));
		if (row % portion === portion - 1) {
			checked.segment.settle();
		}
	}
	checked.segment.settle();
	return {checked, ms: (process.cpuUsage().user - before) / 1000};
}

for (const [what, timeOf, portion] of [
	['in order', (row: number) => row, 1000],
	['all at one time', () => 7, 1000],
	['backwards', (row: number) => -row, 5000],
	['in two interleaved orders', (row: number) => (row % 2 === 0 ? row : row - 30_000), 5000],
	['in disorder', (row: number) => (row * 40_503) % segmentRows, 20_000],
	['one an hour late in every thousand', (row: number) => (row % 1000 === 999 ? row - 3600 : row), 1000],
	['each a little late', (row: number) => row + ((row * 7) % 5), 1000],
] as const) {
	test(`sorts a full segment, ${what}`, t => {
		const {checked, ms} = fullOf(timeOf, portion);
		const ordered = sorted(checked.rows);
		for (const isSealed of [false, true]) {
			t.is(
				ordered.findIndex(({row}, rank) => checked.segment.rowAt(rank) !== row),
				-1,
			);
			t.is(
				checked.rows.findIndex(
					({row, time, offset}) =>
						checked.segment.time.get(row) !== time || checked.segment.offset(row) !== offset,
				),
				-1,
			);
			if (!isSealed) {
				checked.segment.seal();
			}
		}
		t.true(ms < 1000, `${ms} ms`);
	});
}

test('transfers all memory of a segment: columns of any width, strings and order', t => {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (let row = 0; row < 2000; row++) {
		// Every tenth row is late.
		segment.add(row % 10 === 9 ? (row - 5) * 60_000 : row * 60_000, row * 100_000);
		segment.status.push(row, row % 7 === 0 ? 500 : 200);
		segment.zone.push(row, 1440);
		segment.format.push(row, row % 2);
		segment.flags.push(row, 0);
		segment.bytes.push(row, row % 3 === 0 ? Number.NaN : row * 70_000);
		segment.durationMs.push(row, row / 8);
		for (const [field, column] of segment.texts.entries()) {
			column.push(row, field === 0 ? row % 300 : 0);
		}
	}
	segment.settle();
	segment.seal();
	const parts = segment.parts();
	const arrays = [parts.order, ...[...parts.columns, ...parts.texts].map(({values}) => values)].filter(
		values => values !== undefined,
	);
	t.deepEqual([...new Set(arrays.map(({BYTES_PER_ELEMENT: bytes}) => bytes))].sort(), [1, 2, 4, 8]);
	t.not(parts.order, undefined);
	const taken = structuredClone(parts, {transfer: [...memoryOf(parts)]});
	t.true(arrays.every(({byteLength}) => byteLength === 0));
	t.is(taken.order?.length, 2000);
	t.is(taken.columns.length, parts.columns.length);
});
