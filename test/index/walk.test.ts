import test from 'ava';
import fc from 'fast-check';
import {Segment} from '../../source/index/segment.js';
import {type Key, type Ref, ranksBefore, Walk} from '../../source/index/walk.js';
import {forAll} from '../helpers/for-all.js';
import {noTexts} from '../helpers/no-texts.js';

/** The files aren't sorted by number. */
function fileOrder(file: number): number {
	return [2, 0, 3, 1][file] ?? 0;
}

function keyOf({segment, row}: Ref): Key {
	return {time: segment.time.get(row), fileOrder: fileOrder(segment.file), offset: segment.offset(row)};
}

function compare(a: Key, b: Key): number {
	return a.time - b.time || a.fileOrder - b.fileOrder || a.offset - b.offset;
}

function all(walk: Walk): Key[] {
	const keys: Key[] = [];
	for (let ref = walk.next(); ref !== undefined; ref = walk.next()) {
		keys.push(keyOf(ref));
	}
	return keys;
}

type Part = {readonly file: number; readonly times: readonly number[]; readonly evicted: number};

/** Segments of few files; the spans of a file follow each other. */
function segmentsOf(parts: readonly Part[]): Segment[] {
	return parts.map(({file, times, evicted}, index) => {
		const segment = Segment.open({file, live: false, dictionaries: noTexts}, index * 1000);
		for (const [row, time] of times.entries()) {
			segment.add(time, index * 1000 + row * 3);
		}
		segment.settle();
		segment.evictTo(Math.min(evicted, times.length));
		return segment;
	});
}

/** Returns the keys of all remaining entries. */
function keysOf(segments: readonly Segment[]): Key[] {
	return segments
		.flatMap(segment =>
			Array.from({length: segment.rows - segment.evicted}, (_, index) =>
				keyOf({segment, row: segment.rowAt(segment.evicted + index)}),
			),
		)
		.sort(compare);
}

const parts = fc.array(
	fc.record({
		file: fc.nat({max: 3}),
		times: fc.array(fc.integer({min: 0, max: 6}), {maxLength: 8}),
		evicted: fc.oneof(fc.constant(0), fc.nat({max: 8})),
	}),
	{maxLength: 9, size: 'max'},
);

test('returns every entry once in the total order, in both directions', t => {
	forAll(200, parts, given => {
		const segments = segmentsOf(given);
		const keys = keysOf(segments);
		const up = new Walk(segments, fileOrder, 'newer', ({evicted}) => evicted);
		t.deepEqual(all(up), keys);
		t.is(up.next(), undefined);
		const down = new Walk(segments, fileOrder, 'older', ({rows}) => rows - 1);
		t.deepEqual(all(down), keys.toReversed());
		t.is(down.next(), undefined);
	});
});

test('starts at the given rank of each segment', t => {
	const key = fc.record({
		time: fc.integer({min: -1, max: 7}),
		fileOrder: fc.nat({max: 4}),
		offset: fc.integer({min: -1, max: 9000}),
	});
	forAll(200, parts, fc.option(key), fc.nat(), (given, absent, pick) => {
		const segments = segmentsOf(given);
		const keys = keysOf(segments);
		const from = absent ?? keys[pick % Math.max(1, keys.length)];
		if (from === undefined) {
			return;
		}
		for (const andAt of [false, true]) {
			const isBefore = (other: Key): boolean => compare(other, from) < (andAt ? 1 : 0);
			const before = keys.filter(isBefore);
			const down = new Walk(
				segments,
				fileOrder,
				'older',
				segment => ranksBefore(segment, fileOrder(segment.file), from, andAt) - 1,
			);
			t.deepEqual(all(down), before.toReversed());
			const up = new Walk(segments, fileOrder, 'newer', segment =>
				Math.max(segment.evicted, ranksBefore(segment, fileOrder(segment.file), from, andAt)),
			);
			t.deepEqual(all(up), keys.slice(before.length));
		}
	});
});

test('returns the same entries in runs, none longer than its limit', t => {
	forAll(
		200,
		parts,
		fc.array(fc.integer({min: 1, max: 6}), {minLength: 1, maxLength: 5}),
		(given, limits) => {
			const segments = segmentsOf(given);
			const walk = new Walk(segments, fileOrder, 'newer', ({evicted}) => evicted);
			const ranks = new Map(segments.map(segment => [segment, segment.evicted]));
			const keys: Key[] = [];
			for (let runs = 0; ; runs++) {
				const limit = limits[runs % limits.length] ?? 1;
				const run = walk.run(limit);
				if (run === undefined) {
					break;
				}
				const {segment, end} = run;
				const begin = ranks.get(segment) ?? 0;
				t.true(end > begin && end - begin <= limit);
				for (let rank = begin; rank < end; rank++) {
					keys.push(keyOf({segment, row: segment.rowAt(rank)}));
				}
				ranks.set(segment, end);
			}
			t.deepEqual(keys, keysOf(segments));
		},
	);
});

test('ends at once without segments or with an empty one', t => {
	t.is(new Walk([], fileOrder, 'newer', () => 0).next(), undefined);
	const empty = segmentsOf([{file: 0, times: [], evicted: 0}]);
	t.is(new Walk(empty, fileOrder, 'newer', () => 0).next(), undefined);
	t.is(new Walk(empty, fileOrder, 'older', () => -1).next(), undefined);
});

test('sorts entries with the same time by file, then by offset', t => {
	const segments = segmentsOf([
		{file: 0, times: [5, 5], evicted: 0},
		{file: 1, times: [5], evicted: 0},
		{file: 0, times: [5], evicted: 0},
		{file: 3, times: [5, 4], evicted: 0},
	]);
	t.deepEqual(all(new Walk(segments, fileOrder, 'newer', () => 0)), [
		{time: 4, fileOrder: 1, offset: 3003},
		{time: 5, fileOrder: 0, offset: 1000},
		{time: 5, fileOrder: 1, offset: 3000},
		{time: 5, fileOrder: 2, offset: 0},
		{time: 5, fileOrder: 2, offset: 3},
		{time: 5, fileOrder: 2, offset: 2000},
	]);
});
