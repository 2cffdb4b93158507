import {deepStrictEqual, ok, strictEqual} from 'node:assert/strict';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, spanOf} from '../../source/entries/entry-record.js';
import {entryFlags} from '../../source/index/entry-columns.js';
import {EntryIndex, type Listed, ofNewest} from '../../source/index/entry-index.js';
import type {EntrySink} from '../../source/index/entry-sink.js';
import {EntryWriter} from '../../source/index/entry-writer.js';
import {Epoch} from '../../source/index/epoch.js';
import {type IndexLimits, indexLimits} from '../../source/index/index-limits.js';
import {Segment} from '../../source/index/segment.js';
import {type Block, SendingDictionaries} from '../../source/index/segment-import.js';
import {type Ref, Walk} from '../../source/index/walk.js';
import {SharedArena} from '../../source/wasm/shared-arena.js';
import {assertUntil} from '../helpers/assert-until.js';
import {forAll} from '../helpers/for-all.js';
import {IndexModel, type ModelKey, type ModelRow} from '../helpers/index-model.js';
import {noArena} from '../helpers/no-arena.js';
import {noTexts} from '../helpers/no-texts.js';

/** Neither the source nor the path alone determines the file number, and numbers have the order of neither. */
const files = [
	{source: 'b', path: '/log/access.log'},
	{source: 'a', path: '/log/other.log'},
	{source: 'a', path: '/log/access.log'},
	{source: 'a', path: '/log/access.log'},
];

const start = Date.UTC(2026, 10, 20);

/** Offset of the first live lines. */
const liveFrom = 100_000_000;

const blockSize = 100_000;

type Span = {
	readonly writer: EntrySink;
	readonly number: number;
	readonly live: boolean;
	offset: number;
	time: number | undefined;
};

const rowParts = ['id', 'file', 'span', 'offset', 'live', 'time', 'timeless', 'status'] as const;

/** Makes strings long, so that few of them reach the limits of memory tests. */
const filler = 'x'.repeat(400);

/** Too small for some blocks. */
const memory = new SharedArrayBuffer(4096);
const arena = new SharedArena(memory);

type Addition = Parameters<EntrySink['add']>;

/** Returns the block as a second thread would read it. */
function blockOf(
	additions: readonly Addition[],
	sending: SendingDictionaries,
	{isLost = false, arena = noArena}: {isLost?: boolean; arena?: SharedArena} = {},
): Block {
	const dictionaries = sending.next(isLost);
	const segments: Segment[] = [];
	const writer = new EntryWriter(
		offset => {
			const segment = Segment.open({file: 77, live: false, dictionaries}, offset);
			segments.push(segment);
			return segment;
		},
		() => {
			throw new Error('Nothing was let go of it.');
		},
	);
	for (const addition of additions) {
		writer.add(...addition);
	}
	writer.close();
	return {segments: segments.map(segment => segment.parts()), texts: sending.takeNew(arena), passed: 0};
}

/** Adopts a whole block in one step. */
function adopt(index: EntryIndex, file: number, block: Block): boolean {
	const adopting = index.adopting(file, block);
	for (;;) {
		const adopted = adopting.next();
		if (adopted.done === true) {
			return adopted.value;
		}
	}
}

/**
 * An index that is filled as a store fills it, and its model. It makes so many assertions that AVA's own assertions took most
 * of the time.
 */
class Fed {
	readonly index: EntryIndex;
	readonly model = new IndexModel(files);
	/** Number of rewrites, and number of evictions beyond the cap because of too little memory. */
	compactions = 0;
	shortages = 0;
	readonly #live: Array<Span | undefined>;
	readonly #past: Array<Span | undefined>;
	#spans = 0;
	readonly #sending = new SendingDictionaries('apart', 100_000);
	/** Number of blocks with strings that an earlier block had sent, and number of cases in which that block was missing. */
	timesSent = 0;
	timesLost = 0;

	constructor(limits?: IndexLimits) {
		this.index = new EntryIndex(limits);
		for (const file of files) {
			this.index.addFile(file);
		}
		this.#live = files.map((_, file) => this.#span(file, true, liveFrom));
		this.#past = files.map((_, file) => this.#span(file, false, liveFrom - blockSize));
	}

	/** Adds a row after the last row of a file's span. Without a distance, the row has no time. */
	add(file: number, live: boolean, distance: number | undefined, gap: number): void {
		const span = live ? this.#live[file] : this.#past[file];
		if (span === undefined) {
			return;
		}
		span.offset += gap;
		// The first row of a span has a time: the reader of the backfill ensures this.
		const timeless = distance === undefined && span.time !== undefined;
		const from = live ? start : start - (liveFrom - span.offset);
		const time = timeless ? (span.time ?? 0) : (span.time ?? from) + (distance ?? 0);
		span.time = time;
		const id = this.model.rows.length;
		const row: ModelRow = {
			id,
			file,
			span: span.number,
			offset: span.offset,
			live,
			time,
			timeless,
			status: 200 + (id % 300),
		};
		this.model.add(row);
		const line = Buffer.from(`GET /${id}?${filler} 200`);
		const record = new EntryRecord();
		record.time = timeless ? Number.NaN : time;
		record.status = row.status;
		record.spans[spanOf.url] = 4;
		record.spans[spanOf.url + 1] = line.length - 4;
		record.spans[spanOf.method] = 0;
		record.spans[spanOf.method + 1] = 3;
		span.writer.add(line, record, 0, span.offset);
	}

	/**
	 * Ends the current block of the backfill, and begins the previous block. A block with distances is read outside of the
	 * index, and adopted as plain data.
	 */
	nextBlock(file: number, apart: ReadonlyArray<{distance: number | undefined; gap: number}>): void {
		this.#past[file]?.writer.close();
		if (apart.length > 0) {
			this.#beginBlock(file);
			const begun = this.#past[file];
			const additions: Addition[] = [];
			const writer = {
				newestTime: 0,
				add: (...addition: Addition) => void additions.push(addition),
				addLines: (_bytes: Buffer, from: number) => from,
				settle() {},
				close() {},
			};
			this.#past[file] = begun === undefined ? undefined : {...begun, writer};
			for (const {distance, gap} of apart) {
				this.add(file, false, distance, gap);
			}
			const block = blockOf(additions, this.#sending, {arena});
			this.timesSent += Number(block.texts.fields.some(({before}) => before > 0));
			if (!adopt(this.index, file, structuredClone(block))) {
				this.timesLost++;
				arena.clear();
				const again = blockOf(additions, this.#sending, {isLost: true, arena});
				ok(adopt(this.index, file, structuredClone(again)), 'a block with all of its texts is taken');
			}
			// The next block reuses this memory.
			new Uint8Array(memory).fill(120);
			arena.clear();
		}
		this.#beginBlock(file);
	}

	#beginBlock(file: number): void {
		const past = this.#past[file];
		const offset = Math.floor(((past?.offset ?? 0) - 1) / blockSize) * blockSize;
		this.#past[file] = this.#span(file, false, offset - blockSize);
	}

	/** No more lines will be added to the file. */
	end(file: number): void {
		this.#live[file]?.writer.close();
		this.#live[file] = undefined;
	}

	settle(): void {
		for (const span of [...this.#live, ...this.#past]) {
			span?.writer.settle();
		}
		this.model.settle();
	}

	/** Returns the number of remaining entries, which is below the cap if their strings take too much memory. */
	evict(cap: number): number {
		this.settle();
		const {current} = this;
		const before = new Set(this.#segments);
		const wanted = Math.min(cap, this.index.count);
		this.index.evict(cap);
		this.shortages += this.index.count < wanted ? 1 : 0;
		this.compactions += this.#segments.every(segment => before.has(segment)) ? 0 : 1;
		this.model.evict(Math.min(cap, this.index.count));
		if (this.current !== current) {
			// The earlier segments are closed: late lines aren't inserted between their evicted rows.
			const again = (span: Span | undefined): Span | undefined => span && {...span, number: this.#spans++};
			this.#live.splice(0, files.length, ...this.#live.map(again));
			this.#past.splice(0, files.length, ...this.#past.map(again));
		}
		return this.index.count;
	}

	get #segments(): readonly Segment[] {
		return this.index.epochs.flatMap(({segments}) => segments);
	}

	/** The epoch of new segments. */
	get current(): Epoch | undefined {
		return this.index.epochs.at(-1);
	}

	/** Checks that the memory for evicted entries is within the limits. */
	isLean({spareRows, epoch, textMemory}: IndexLimits, cap: number): boolean {
		const {epochs} = this.index;
		const rows = this.#segments
			.filter(({sealed}) => sealed)
			.reduce((sum, segment) => sum + segment.evicted, 0);
		const memory = epochs.reduce((sum, one) => sum + one.memory, 0);
		const garbage = epochs.slice(0, -1).reduce((sum, one) => sum + one.garbage, 0);
		return (
			rows <= Math.max(spareRows, this.index.count) &&
			garbage <= Math.max(2 * epoch(cap), memory / 2) &&
			(memory <= textMemory || this.index.count === 0) &&
			epochs.slice(0, -1).every(({segments}) => segments.length > 0)
		);
	}

	/** Returns the model's row of an entry of the index. Asserts that all properties agree. */
	row({segment, row}: Ref): number {
		const url = segment.dictionaries[spanOf.url / 2]?.bytes(segment.texts[spanOf.url / 2]?.get(row) ?? 0);
		const id = Number(url?.toString().slice(1).split('?')[0]);
		const expected = this.model.rows[id];
		const found: ModelRow = {
			id,
			file: segment.file,
			span: expected?.span ?? Number.NaN,
			offset: segment.offset(row),
			live: segment.live,
			time: segment.time.get(row),
			timeless: segment.flags.get(row) === entryFlags.timeless,
			status: segment.status.get(row),
		};
		for (const part of rowParts) {
			if (found[part] !== expected?.[part]) {
				deepStrictEqual(found, expected);
			}
		}
		return id;
	}

	/** Queries everything, and pages at the keys of all rows so far. */
	check(size: number): void {
		const {index, model} = this;
		this.settle();
		const {held} = model;
		const ids = held.map(({id}) => id);
		strictEqual(index.count, held.length);
		strictEqual(index.arrived, model.arrived);
		strictEqual(index.evicted, model.gone.size);
		strictEqual(index.oldestTime, held[0]?.time);
		const all = index.older(undefined, Number.POSITIVE_INFINITY);
		deepStrictEqual(
			all.refs.map(ref => this.row(ref)),
			ids.toReversed(),
		);
		strictEqual(all.newer, 0);
		this.#checkPage(index.older(undefined, size), ids.slice(Math.max(0, ids.length - size)).reverse());
		this.#checkPage(index.newer(undefined, size), ids.slice(0, size).reverse());
		for (const row of model.rows) {
			this.#checkAround(row, size);
			const found = index.find(row.file, row.offset);
			strictEqual(
				found === undefined ? undefined : this.row(found),
				model.gone.has(row) ? undefined : row.id,
			);
			if (found !== undefined) {
				deepStrictEqual(index.key(found), index.keyOf(row.time, row.file, row.offset));
			}
		}
		this.#checkArrivals(size);
	}

	/** Queries pages at a key that may have no row. */
	checkNear(time: number, file: number, offset: number, size: number): void {
		this.settle();
		this.#checkAround({time, file, offset}, size);
		const row = this.model.held.find(other => other.file === file && other.offset === offset);
		strictEqual(this.index.find(file, offset) === undefined, row === undefined);
	}

	#checkAround(index: ModelKey, size: number): void {
		const key = this.index.keyOf(index.time, index.file, index.offset);
		const page = (rows: readonly ModelRow[]): number[] => rows.slice(0, size).map(({id}) => id);
		this.#checkPage(this.index.older(key, size), page(this.model.older(index, false)));
		this.#checkPage(this.index.older(key, size, true), page(this.model.older(index, true)));
		this.#checkPage(this.index.newer(key, size), page(this.model.newer(index)).reverse());
	}

	#checkPage({refs, newer}: Listed, expected: readonly number[]): void {
		deepStrictEqual(
			refs.map(ref => this.row(ref)),
			expected,
		);
		const [first] = expected;
		const ids = this.model.held.map(({id}) => id);
		strictEqual(newer, first === undefined ? 0 : ids.length - 1 - ids.indexOf(first));
	}

	#checkArrivals(size: number): void {
		for (const file of files.keys()) {
			const live = this.model.rows.filter(row => row.live && row.file === file);
			for (const from of [0, liveFrom, ...live.flatMap(({offset}) => [offset, offset + 1])]) {
				const given = this.index
					.arrivals(file, from, Number.POSITIVE_INFINITY)
					.refs.map(ref => this.row(ref));
				const expected = live.filter(({offset}) => offset >= from);
				// An evicted row may be missing.
				const kept = expected.filter(row => !this.model.gone.has(row));
				deepStrictEqual(
					given.filter(id => kept.some(row => row.id === id)),
					kept.map(({id}) => id),
				);
				ok(given.every((id, index) => index === 0 || id > (given[index - 1] ?? 0)));
				ok(given.every(id => expected.some(row => row.id === id)));
				const few = this.index.arrivals(file, from, size).refs.map(ref => this.row(ref));
				deepStrictEqual(few, given.slice(0, size));
			}
		}
	}

	#span(file: number, live: boolean, offset: number): Span {
		return {writer: this.index.writer(file, live), number: this.#spans++, live, offset, time: undefined};
	}
}

const file = fc.nat({max: files.length - 1});

/** Time after the previous line: small and large differences, also negative ones, often 0. */
const distance = fc.option(
	fc.oneof(
		{weight: 4, arbitrary: fc.constantFrom(0, 0, 1000)},
		{weight: 2, arbitrary: fc.integer({min: -3000, max: 3000})},
		{weight: 1, arbitrary: fc.integer({min: -100_000, max: 100_000})},
	),
	{nil: undefined, freq: 8},
);

const step = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('add' as const),
			file,
			live: fc.boolean(),
			rows: fc.array(fc.record({distance, gap: fc.integer({min: 1, max: 150})}), {
				minLength: 1,
				maxLength: 12,
			}),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('block' as const),
			file,
			apart: fc.array(fc.record({distance, gap: fc.integer({min: 1, max: 150})}), {maxLength: 12}),
		}),
	},
	{weight: 2, arbitrary: fc.record({kind: fc.constant('settle' as const)})},
	{weight: 2, arbitrary: fc.record({kind: fc.constant('evict' as const), cap: fc.nat({max: 40})})},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('end' as const), file})},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('near' as const),
			time: fc.oneof(fc.integer({min: start - 30_000, max: start + 30_000}), fc.constantFrom(-1, 0, 1e15)),
			file,
			offset: fc.oneof(fc.integer({min: liveFrom - 300, max: liveFrom + 300}), fc.constant(0)),
		}),
	},
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function take(fed: Fed, one: Step, size: number): void {
	switch (one.kind) {
		case 'add': {
			for (const row of one.rows) {
				fed.add(one.file, one.live, row.distance, row.gap);
			}
			break;
		}
		case 'block': {
			fed.nextBlock(one.file, one.apart);
			break;
		}
		case 'settle': {
			fed.settle();
			break;
		}
		case 'evict': {
			fed.evict(one.cap);
			break;
		}
		case 'end': {
			fed.end(one.file);
			break;
		}
		case 'near': {
			fed.checkNear(one.time, one.file, one.offset, size);
			break;
		}
	}
}

const size = fc.integer({min: 0, max: 12});

test('fault 39: lists entries like a sorted array, for any order of arrival', t => {
	const withoutEviction = step.filter(({kind}) => kind !== 'evict');
	forAll(60, fc.array(withoutEviction, {maxLength: 14}), size, (steps, pageSize) => {
		const fed = new Fed();
		for (const one of steps) {
			take(fed, one, pageSize);
		}
		fed.check(pageSize);
	});
	t.pass();
});

/** Memory of an epoch whose dictionaries have hardly any strings. */
const bareEpoch = new Epoch().memory;

/** Only the strings of a few rows per epoch, and no spare rows. */
const smallEpochs: IndexLimits = {
	textMemory: Number.POSITIVE_INFINITY,
	epoch: () => bareEpoch + 4000,
	spareRows: 0,
};

const limits: Readonly<Record<string, IndexLimits>> = {
	'in one era': indexLimits(Number.POSITIVE_INFINITY),
	'in small eras': smallEpochs,
	'in a single era that is rewritten': {...smallEpochs, epoch: () => Number.POSITIVE_INFINITY},
	'with memory for few texts': {...smallEpochs, textMemory: 2 * bareEpoch},
};

/** Many rows, few of which remain each time, so that much memory is wasted. */
const manySteps = fc.array(
	fc.oneof(
		{weight: 3, arbitrary: step},
		{weight: 1, arbitrary: fc.record({kind: fc.constant('evict' as const), cap: fc.nat({max: 8})})},
	),
	{minLength: 10, maxLength: 25, size: 'max'},
);

for (const [name, given] of Object.entries(limits)) {
	test(`fault 38: lists entries like a sorted array during eviction, ${name}`, async t => {
		let [maxEpochs, compactions, shortages, sent, lost] = [0, 0, 0, 0, 0];
		await assertUntil(
			() =>
				maxEpochs > 1 === given.epoch(30) < 1e6 &&
				compactions > 0 === given.spareRows < 10 &&
				shortages > 0 === given.textMemory < 1e6,
			fc.property(manySteps, size, fc.nat({max: 30}), (steps, pageSize, cap) => {
				const fed = new Fed(given);
				for (const one of steps) {
					take(fed, one, pageSize);
					maxEpochs = Math.max(maxEpochs, fed.index.epochs.length);
				}
				fed.check(pageSize);
				t.true(fed.evict(cap) <= cap);
				fed.check(pageSize);
				for (let calls = 0; !fed.isLean(given, cap); calls++) {
					fed.evict(cap);
					t.true(calls < 100 || t.fail());
				}
				compactions += fed.compactions;
				shortages += fed.shortages;
				sent += fed.timesSent;
				lost += fed.timesLost;
				fed.check(pageSize);
			}),
			20,
		);
		t.log(name, maxEpochs, compactions, sent, lost);
		t.pass();
	});
}

test('fault 38: keeps the newest of all rows under a constant cap', t => {
	forAll(60, manySteps, fc.nat({max: 30}), fc.constantFrom(...Object.values(limits)), (steps, cap, given) => {
		const fed = new Fed(given);
		const all = new IndexModel(files);
		for (const one of steps.filter(({kind}) => kind !== 'evict')) {
			take(fed, one, 0);
			fed.evict(cap);
		}
		for (const row of fed.model.rows) {
			all.add(row);
		}
		t.true(fed.index.count === Math.min(cap, all.rows.length) || given.textMemory < 1e6);
		all.evict(fed.index.count);
		const {refs} = fed.index.older(undefined, Number.POSITIVE_INFINITY);
		t.deepEqual(
			refs.map(ref => fed.row(ref)),
			all.held.map(({id}) => id).reverse(),
		);
		t.is(fed.index.evicted, all.gone.size);
	});
});

test('answers for an empty index', t => {
	const index = new EntryIndex();
	index.addFile({source: '', path: 'access.log'});
	t.is(index.count, 0);
	t.is(index.arrived, 0);
	t.is(index.evicted, 0);
	t.is(index.oldestTime, undefined);
	t.deepEqual(index.older(undefined, 10), {refs: [], newer: 0});
	t.deepEqual(index.newer(undefined, 10), {refs: [], newer: 0});
	t.deepEqual(index.newer(index.keyOf(0, 0, 0), 10), {refs: [], newer: 0});
	t.is(index.find(0, 0), undefined);
	t.is(index.find(7, 0), undefined);
	t.deepEqual(index.arrivals(0, 0, 10).refs, []);
	index.evict(0);
	t.is(index.evicted, 0);
});

const bytes = Buffer.from('/en/');

/** Adds a row with a URL. Its offset is also its time. */
function addUrl(writer: Pick<EntrySink, 'add'>, url: string, offset: number): void {
	const line = Buffer.from(url);
	const record = new EntryRecord();
	record.time = start + offset;
	record.spans[spanOf.url + 1] = line.length;
	writer.add(line, record, 0, offset);
}

function addRow(writer: EntrySink, time: number, offset: number): void {
	const record = new EntryRecord();
	record.time = time;
	writer.add(bytes, record, 0, offset);
}

test('sorts files that become known later, and their entries, into the order', t => {
	const index = new EntryIndex();
	const paths = ['/m', '/z', '/a', '/m', '/b'];
	for (const path of paths) {
		const number = index.addFile({source: '', path});
		const writer = index.writer(number, true);
		addRow(writer, start, 0);
		writer.settle();
	}
	const listed = index.older(undefined, 10).refs.map(({segment}) => segment.file);
	t.deepEqual(listed, [1, 3, 0, 4, 2]);
});

test('lists more rows than fit in a segment, many of them late', t => {
	const index = new EntryIndex();
	const number = index.addFile({source: '', path: 'access.log'});
	const writer = index.writer(number, true);
	const count = 150_000;
	const expected: Array<{time: number; offset: number}> = [];
	for (let row = 0; row < count; row++) {
		// Every 50th row is a little late, and a few are hours late: they belong into segments that are already full.
		const late = row % 50 === 0 ? (row % 7) * 1000 : row % 20_011 === 0 ? 100_000_000 : 0;
		expected.push({time: start + row * 500 - late, offset: row * 100});
		addRow(writer, start + row * 500 - late, row * 100);
		if (row % 9973 === 0) {
			writer.settle();
		}
	}
	writer.settle();
	t.is(index.count, count);
	t.is(index.arrived, count);
	expected.sort((a, b) => b.time - a.time || b.offset - a.offset);
	const {refs} = index.older(undefined, count);
	const wrong = refs.findIndex(
		({segment, row}, index) =>
			segment.offset(row) !== expected[index]?.offset || segment.time.get(row) !== expected[index]?.time,
	);
	t.is(wrong, -1);
	t.is(refs.length, count);
	const middle = expected[70_000];
	const page = index.older(index.keyOf(middle?.time ?? 0, number, middle?.offset ?? 0), 3, true);
	t.is(page.newer, 70_000);
	t.deepEqual(
		index.arrivals(number, 65_530 * 100 - 1, 10).refs.map(({segment, row}) => segment.offset(row)),
		Array.from({length: 10}, (_, index) => (65_530 + index) * 100),
	);
	index.evict(1000);
	t.is(index.count, 1000);
	t.is(index.evicted, count - 1000);
	t.is(index.arrived, count);
	t.is(index.oldestTime, expected[999]?.time);
	t.is(index.find(number, 0), undefined);
});

test('fault 38: an epoch may end at any time during the adoption of a block', t => {
	const additions: Addition[] = [];
	for (const [index, text] of ['/a', '/b', '/c'].entries()) {
		addUrl({add: (...addition) => void additions.push(addition)}, text, index);
	}
	let refusals = 0;
	for (const cap of [0, 10]) {
		for (let end = 0, pieces = 1; end <= pieces; end++) {
			const index = new EntryIndex({textMemory: Number.POSITIVE_INFINITY, epoch: () => 1, spareRows: 100});
			const writer = index.writer(index.addFile({source: '', path: 'access.log'}), true);
			const sending = new SendingDictionaries('apart', 1e6);
			const adopting = index.adopting(0, blockOf(additions, sending));
			pieces = 0;
			let adopted: IteratorResult<void, boolean>;
			do {
				if (pieces === end) {
					addUrl(writer, '/z', 1000);
					writer.settle();
					// With the only entry of the epoch, its strings are released.
					index.evict(cap);
					t.is(index.count, cap === 0 ? 0 : 1, 'all of a block or nothing');
				}
				adopted = adopting.next();
			} while (adopted.done !== true && ++pieces > 0);
			if (!adopted.value) {
				refusals++;
				t.is(index.count, cap === 0 ? 0 : 1, 'all of a block or nothing');
				t.false(adopt(index, 0, blockOf([], sending)), 'what was told may not be known');
				t.true(adopt(index, 0, blockOf(additions, sending, {isLost: true})));
			}
			t.is(index.epochs.length, cap === 0 ? 1 : 2);
			t.deepEqual(
				index.older(undefined, 10).refs.map(({segment, row}) => {
					const index = spanOf.url / 2;
					return segment.dictionaries[index]?.bytes(segment.texts[index]?.get(row) ?? 0).toString();
				}),
				[...(cap === 0 ? [] : ['/z']), '/c', '/b', '/a'],
			);
		}
	}
	t.log(refusals);
});

test('frees the memory of evicted entries', async t => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const index = new EntryIndex();
	const number = index.addFile({source: '', path: 'access.log'});
	const segmentOf = (live: boolean, offset: number, closeFirst: boolean): WeakRef<object> => {
		const writer = index.writer(number, live);
		addRow(writer, start, offset);
		writer.settle();
		const segment = index.find(number, offset)?.segment;
		if (closeFirst) {
			writer.close();
			index.evict(0);
		} else {
			index.evict(0);
			writer.close();
		}
		return new WeakRef(segment ?? {});
	};
	const segments = [
		segmentOf(true, 0, true),
		segmentOf(false, 100, true),
		segmentOf(true, 200, false),
		segmentOf(false, 300, false),
	];
	const writer = index.writer(number, true);
	addRow(writer, start, 1000);
	writer.settle();
	index.evict(1);
	await new Promise(resolve => {
		setImmediate(resolve);
	});
	collectGarbage();
	t.deepEqual(
		segments.map(segment => segment.deref() === undefined),
		[true, true, true, true],
	);
	t.is(index.count, 1);
	t.is(index.evicted, 4);
	t.is(index.arrived, 3);
});

function newest(segments: readonly Segment[], size: number, start: (segment: Segment) => number): Ref[] {
	const walk = new Walk(segments, file => file, 'older', start);
	return Array.from({length: size}, () => walk.next()).filter(ref => ref !== undefined);
}

test('selects segments that contain the newest entries', t => {
	const parts = fc.array(
		fc.record({
			file: fc.nat({max: 2}),
			times: fc.array(fc.integer({min: 0, max: 9}), {maxLength: 8}),
			evicted: fc.oneof(fc.constant(0), fc.nat({max: 8})),
		}),
		{maxLength: 9, size: 'max'},
	);
	const from = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({min: -1, max: 10}));
	forAll(2000, parts, fc.integer({min: 1, max: 6}), from, (all, size, time) => {
		const segments = all.map(({file, times, evicted}, index) => {
			const segment = Segment.open({file, live: false, dictionaries: noTexts}, index * 1000);
			for (const [row, at] of times.entries()) {
				segment.add(at, index * 1000 + row);
			}
			segment.settle();
			segment.evictTo(Math.min(evicted, times.length));
			return segment;
		});
		const start = (segment: Segment): number => segment.rankOf(time, 0) - 1;
		deepStrictEqual(newest(ofNewest(segments, size, start), size, start), newest(segments, size, start));
	});
	t.pass();
});

test('selects a single one of many segments in time order', t => {
	const segments = Array.from({length: 50}, (_, index) => {
		const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, index * 1000);
		for (let row = 0; row < 20; row++) {
			segment.add(index * 100 + row, index * 1000 + row);
		}
		segment.settle();
		return segment;
	});
	t.deepEqual(
		ofNewest(segments, 10, ({rows}) => rows - 1),
		segments.slice(-1),
	);
});
