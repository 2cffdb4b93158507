import test from 'ava';
import fc from 'fast-check';
import {Column} from '../../../source/index/column.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {Segment} from '../../../source/index/segment.js';
import {chunkBits} from '../../../source/query/evaluation/chunk.js';
import {judgeAll} from '../../../source/query/evaluation/judged-texts.js';
import {PackedIds} from '../../../source/query/evaluation/packed-ids.js';
import {rowsInRange, rowsOfRuns, rowsWithText} from '../../../source/query/evaluation/row-loops.js';
import {TextTable} from '../../../source/query/evaluation/text-table.js';
import {Kernel} from '../../../source/wasm/kernel.js';
import {noIntroducer, partsJudge} from '../../../source/wasm/text-matcher.js';
import {assertSame} from '../../helpers/assert-same.js';
import {forAll} from '../../helpers/for-all.js';
import {intern} from '../../helpers/intern.js';
import {noTexts} from '../../helpers/no-texts.js';

const kernel = Kernel.take();

/** A segment with this number of rows; their content doesn't matter. */
function segmentOf(rows: number): Segment {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (let row = 0; row < rows; row++) {
		segment.add(row, row);
	}
	segment.settle();
	return segment;
}

test('finds rows with a number in a range, regardless of how the numbers are stored', t => {
	const number = fc.oneof(
		fc.nat({max: 90}),
		fc.nat({max: 90}).map(one => one * 1000),
		fc.nat({max: 90}).map(one => one / 4),
		fc.constant(Number.NaN),
		fc.constant(2 ** 40),
	);
	const numbers = fc.oneof(
		fc.array(number, {minLength: 1, maxLength: 70}),
		fc.array(
			fc.nat({max: 300}).map(one => 7 + one * 1000),
			{minLength: 1, maxLength: 70},
		),
	);
	const end = fc.oneof(
		number.filter(one => !Number.isNaN(one)),
		fc.integer({min: -5, max: 300_100}),
		fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 6.999, 7.001, 1007.5),
	);
	forAll(2000, numbers, end, end, fc.boolean(), (all, from, to, isPacked) => {
		const column = new Column('real');
		for (const [row, value] of all.entries()) {
			column.push(row, value);
		}
		if (isPacked) {
			column.pack(all.length, kernel);
		}
		const words = Math.ceil(all.length / 32);
		const wanted = new Int32Array(words).fill(-1);
		if (all.length % 32 > 0) {
			wanted[words - 1] = 2 ** (all.length % 32) - 1;
		}
		const out = new Int32Array(words);
		const chunk = {segment: segmentOf(all.length), first: 0, words, unread: chunkBits(), lost: chunkBits()};
		rowsInRange(column.stored(), from, to, chunk, wanted, out);
		const found = all.flatMap((_, row) => (((out[row >>> 5] ?? 0) >>> (row & 31)) & 1 ? [row] : []));
		assertSame(
			t,
			found,
			all.flatMap((value, row) => (value >= from && value <= to ? [row] : [])),
		);
	});
});

test('finds the same rows by runs of string ids as by single ids', t => {
	const dictionary = new Dictionary();
	for (let id = 1; id <= 3000; id++) {
		const text = Buffer.from(`${id}${id % 7 === 0 ? 'é' : ''}`);
		intern(dictionary, text, 0, text.length);
	}
	const run = fc.record({first: fc.integer({min: 0, max: 2500}), length: fc.integer({min: 30, max: 200})});
	const part = fc.integer({min: 0, max: 1999}).map(String);
	forAll(
		300,
		fc.array(run, {minLength: 1, maxLength: 8}),
		part,
		fc.nat({max: 3}),
		fc.infiniteStream(fc.integer()),
		(all, own, firstWord, bits) => {
			const ids = all.flatMap(({first, length}) => Array.from({length}, (_, index) => first + index));
			const packed = new PackedIds(Uint32Array.from(ids));
			fc.pre(packed.runs !== undefined);
			const words = Math.ceil(ids.length / 32) - firstWord;
			fc.pre(words > 0);
			const wanted = Int32Array.from({length: words}, () => bits.next().value ?? 0);
			const chunk = {
				segment: segmentOf(ids.length),
				first: firstWord * 32,
				words,
				unread: chunkBits(),
				lost: chunkBits(),
			};
			wanted[words - 1] =
				(wanted[words - 1] ?? 0) & (ids.length % 32 === 0 ? -1 : 2 ** (ids.length % 32) - 1);
			const tableOf = () =>
				new TextTable(dictionary, {
					isSlow: false,
					isMatch: id => dictionary.bytes(id).includes(own),
					judge: judgeAll(dictionary, noIntroducer, [
						partsJudge([Buffer.alloc(0), Buffer.from(own), Buffer.alloc(0)], false),
					]),
				});
			const [out, expected] = [new Int32Array(words), new Int32Array(words)];
			rowsOfRuns(packed.runs, tableOf(), chunk, wanted, out);
			rowsWithText(packed.stored(), tableOf(), chunk, wanted, expected);
			assertSame(t, [...out], [...expected]);
			// The rows of the preceding parts, as in an AND.
			const both = wanted.slice();
			rowsOfRuns(packed.runs, tableOf(), chunk, both, both);
			assertSame(t, [...both], [...expected]);
		},
	);
	dictionary.release();
});
