import test from 'ava';
import fc from 'fast-check';
import {
	type BackfillOffsets,
	LastOffsets,
	maxUnrecognised,
	UnrecognisedLines,
} from '../../source/reader/unrecognised-lines.js';
import {forAll} from '../helpers/for-all.js';

function backfillOffsets(log: number, time: number, ...offsets: number[]): BackfillOffsets {
	return {log, time, offsets: Float64Array.from(offsets)};
}

function texts(lines: UnrecognisedLines, limit = 10_000): readonly string[] {
	return lines.newest(limit).map(({log, offset}) => `${log}:${offset}`);
}

test('live lines precede the backfill, newest first', t => {
	const lines = new UnrecognisedLines();
	const [a, b] = [lines.written(0), lines.written(1)];
	lines.addBackfill(backfillOffsets(1, 50, 3, 9));
	a.add(100);
	b.add(2 ** 40);
	a.add(200);
	lines.addBackfill(backfillOffsets(0, 70, 1, 2));
	t.deepEqual(texts(lines), ['0:200', `1:${2 ** 40}`, '0:100', '0:2', '0:1', '1:9', '1:3']);
	t.deepEqual(texts(lines, 4), ['0:200', `1:${2 ** 40}`, '0:100', '0:2']);
	t.deepEqual(texts(lines, 3), ['0:200', `1:${2 ** 40}`, '0:100']);
	t.deepEqual(texts(lines, 0), []);
});

test('the parts of a log are sorted by offset regardless of their arrival order, with or without a time', t => {
	for (const time of [7, Number.NEGATIVE_INFINITY]) {
		const lines = new UnrecognisedLines();
		lines.addBackfill(backfillOffsets(0, time, 20, 21));
		lines.addBackfill(backfillOffsets(0, time, 0, 1));
		lines.addBackfill(backfillOffsets(0, time, 10, 11));
		t.deepEqual(texts(lines), ['0:21', '0:20', '0:11', '0:10', '0:1', '0:0']);
	}
});

test('stores only the newest positions, up to the maximum', t => {
	const lines = new UnrecognisedLines();
	const numbers = Array.from({length: 1500}, (_, n) => n);
	for (let block = 0; block < 5; block++) {
		lines.addBackfill(
			backfillOffsets(0, 100 - block, ...numbers.slice(0, 400).map(n => (10 - block) * 1000 + n)),
		);
	}
	t.is(texts(lines).length, maxUnrecognised);
	t.deepEqual([texts(lines)[0], texts(lines).at(-1)], ['0:10399', '0:8200']);
	const sink = lines.written(3);
	for (const n of numbers) {
		sink.add(n);
	}
	t.deepEqual(
		texts(lines, maxUnrecognised),
		numbers
			.slice(-maxUnrecognised)
			.reverse()
			.map(n => `3:${n}`),
	);
	t.is(texts(lines).length, 2 * maxUnrecognised);
});

test('LastOffsets keeps the last offsets in file order', t => {
	const last = new LastOffsets();
	t.deepEqual([...last.take()], []);
	forAll(30, fc.array(fc.integer({min: 0, max: 3 * maxUnrecognised}), {maxLength: 3}), counts => {
		for (const count of counts) {
			const offsets = Array.from({length: count}, (_, n) => n * 7);
			for (const offset of offsets) {
				last.add(offset);
			}
			t.deepEqual([...last.take()], offsets.slice(-maxUnrecognised));
		}
	});
});
