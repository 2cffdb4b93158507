import test from 'ava';
import fc from 'fast-check';
import {bitsIn, countFromRank, hasRow, nextRank, type RowBits} from '../../source/index/row-bits.js';
import {Segment} from '../../source/index/segment.js';
import {forAll} from '../helpers/for-all.js';
import {noTexts} from '../helpers/no-texts.js';

/** A segment of rows with these times, the oldest of which are evicted. */
function segmentOf(times: readonly number[], evicted: number): Segment {
	const segment = Segment.open({file: 0, live: true, dictionaries: noTexts}, 0);
	for (const [row, time] of times.entries()) {
		segment.add(time, row);
	}
	segment.settle();
	segment.evictTo(evicted);
	return segment;
}

const times = fc.oneof(
	fc.array(fc.nat({max: 50}), {maxLength: 100}),
	fc.nat({max: 100}).map(length => Array.from({length}, (_, index) => index)),
);

function bitsOf(rows: ReadonlySet<number>, length: number): Int32Array {
	const bits = new Int32Array(Math.ceil(length / 32));
	for (const row of rows) {
		bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
	}
	return bits;
}

test('counts the bits of a word', t => {
	forAll(100, fc.integer(), word => {
		t.is(bitsIn(word), (word >>> 0).toString(2).replaceAll('0', '').length);
	});
});

test('counts wanted rows and finds them by rank', t => {
	forAll(
		200,
		times,
		fc.uniqueArray(fc.nat({max: 99})),
		fc.nat({max: 100}),
		fc.constantFrom('some' as const, 'all' as const, null),
		(given, wanted, gone, kind) => {
			const evicted = Math.min(gone, given.length);
			const segment = segmentOf(given, evicted);
			const rows = new Set(wanted.filter(row => row < given.length));
			const bits: RowBits = kind === 'some' ? bitsOf(rows, given.length) : kind;
			const isWanted = (rank: number): boolean =>
				kind === 'all' || (kind === 'some' && rows.has(segment.rowAt(rank)));
			const ranks = given.map((_, rank) => rank);
			for (const rank of ranks) {
				t.is(hasRow(bits, segment.rowAt(rank)), isWanted(rank));
				t.is(countFromRank(segment, bits, rank), ranks.slice(rank).filter(isWanted).length);
				const held = ranks.slice(evicted).filter(isWanted);
				const inside = rank >= evicted;
				t.is(nextRank(segment, bits, rank, 1), inside ? (held.find(one => one >= rank) ?? -1) : -1);
				t.is(nextRank(segment, bits, rank, -1), inside ? (held.findLast(one => one <= rank) ?? -1) : -1);
			}
			t.is(countFromRank(segment, bits, given.length), 0);
		},
	);
});
