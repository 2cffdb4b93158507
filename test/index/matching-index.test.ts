import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {EntryIndex} from '../../source/index/entry-index.js';
import {matchingRows} from '../../source/index/matching-index.js';
import type {RowBits} from '../../source/index/row-bits.js';
import {segmentRows} from '../../source/index/row-numbers.js';
import {Segment} from '../../source/index/segment.js';
import {assertUntil} from '../helpers/assert-until.js';
import {forAll} from '../helpers/for-all.js';
import {ingested} from '../helpers/ingest.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {type Matched, matched, matchingIndex} from '../helpers/matched.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {noTexts} from '../helpers/no-texts.js';

/** Time after the previous line in s, and the properties of the request. */
type Line = {
	readonly after: number;
	readonly url: number;
	readonly kind: 'usual' | 'escaped' | 'foreign' | 'none';
};

const lines: fc.Arbitrary<readonly Line[]> = fc.array(
	fc.record({
		after: fc.oneof(
			{weight: 12, arbitrary: fc.nat(2)},
			{weight: 2, arbitrary: fc.integer({min: -50, max: 50})},
		),
		url: fc.nat(99),
		kind: fc.oneof(
			{weight: 12, arbitrary: fc.constant('usual' as const)},
			{weight: 1, arbitrary: fc.constantFrom('escaped' as const, 'foreign' as const, 'none' as const)},
		),
	}),
	{maxLength: 300, size: 'max'},
);

function written(all: readonly Line[]): string {
	let time = logStart;
	return all
		.map(({after, url, kind}) => {
			time += after * 1000;
			const end = kind === 'escaped' ? String.raw`\"x` : kind === 'foreign' ? '\u212a' : '';
			return kind === 'none'
				? 'no request\n'
				: logLine({time, request: `GET /${url}${end} HTTP/1.1`, userAgent: `Agent ${url % 7}`});
		})
		.join('');
}

const searches = [
	'url:=/7',
	'url:/7',
	'url:/',
	'url:/nothing',
	'-url:=/7',
	'file:access-1 url:=/7',
	'status:200 -url:/7',
	'url:7k',
	'url:7K',
	'url:"7\\""',
	'url:/*7',
	'agent:"agent 3"',
	'agent:Agent url:/7',
	'agent:AGENT',
	'url:=/7,=/8',
	'method:get url:/7',
	'referer:/7',
];

test('finds the same matches as an index of all entries, however the logs are read', async t => {
	let picked = 0;
	await assertUntil(
		() => picked > 0,
		fc.asyncProperty(
			fc.array(fc.tuple(lines, fc.double({min: 0, max: 1, noNaN: true})), {minLength: 1, maxLength: 3}),
			fc.record({
				chunk: fc.integer({min: 500, max: 8000}),
				block: fc.integer({min: 2000, max: 20_000}),
				tail: fc.integer({min: 200, max: 2000}),
			}),
			fc.constantFrom(...searches),
			// Bytes of strings that end an epoch: immediately, occasionally, never.
			fc.constantFrom(1, 100_000, Number.POSITIVE_INFINITY),
			async (logs, sizes, search, texts) => {
				const files = (): MemoryFile[] =>
					logs.map(([all, past], number) => {
						const text = written(all);
						const path = `access-${number}.log`;
						return new MemoryFile(text, {path, startSize: Math.floor(past * text.length)});
					});
				const results: Matched[] = [];
				for (const index of [new EntryIndex(), matchingIndex(search, texts)]) {
					const reading = await ingested(files(), {sizes, index});
					results.push(matched(reading, search));
					picked += index.epochs.flatMap(({segments}) => segments.filter(({isCopy}) => isCopy)).length;
					await reading.ingestion.close();
				}
				assert.deepEqual(results[1], results[0]);
			},
		),
		150,
	);
	t.pass();
});

for (const search of ['status:500', 'url:/wanted/']) {
	test(`with few matches, stores little more than the matching rows and only their strings: ${search}`, async t => {
		const text = Array.from({length: 150_000}, (_, index) =>
			logLine({
				time: logStart + index * 1000,
				url: `/${index % 1000 === 0 ? 'wanted' : 'page'}/${index}`,
				status: index % 1000 === 0 ? 500 : 200,
			}),
		).join('');
		const index = matchingIndex(search, 1 << 20);
		const reading = await ingested([new MemoryFile(text, {startSize: text.length})], {
			index,
			sizes: {block: 2 << 20},
		});
		t.is(index.count, 150_000);
		t.is(index.evicted, 0);
		t.is(matched(reading, search).entries.length, 150);
		const rows = index.epochs.flatMap(({segments}) => segments.map(segment => segment.rows));
		t.true(
			rows.reduce((sum, n) => sum + n, 0) < 20_000,
			`${rows}: no more than those and what was read since`,
		);
		const texts = index.epochs.map(({memory}) => memory).reduce((sum, memory) => sum + memory, 0);
		t.true(texts < 4 << 20, `${texts} bytes of texts, which in all would be 10 MB`);
		await reading.ingestion.close();
	});
}

test('with many matches, leaves the segments unchanged', async t => {
	const text = Array.from({length: 3000}, (_, index) =>
		logLine({time: logStart + index * 1000, url: index % 20 === 0 ? '/wanted' : '/other'}),
	).join('');
	const index = matchingIndex('url:=/wanted,=/absent');
	const reading = await ingested([new MemoryFile(text, {startSize: text.length})], {
		index,
		sizes: {block: 20_000},
	});
	t.is(matched(reading, 'url:=/wanted,=/absent').entries.length, 150);
	const segments = index.epochs.flatMap(epoch => epoch.segments);
	t.is(
		segments.reduce((sum, {held}) => sum + held, 0),
		3000,
	);
	t.true(segments.every(({isCopy}) => !isCopy));
	await reading.ingestion.close();
});

function segmentOf(times: readonly number[], evicted: number): Segment {
	const segment = Segment.open({file: 0, live: false, dictionaries: noTexts}, 0);
	for (const [row, time] of times.entries()) {
		segment.add(time, row);
	}
	segment.settle();
	segment.evictTo(evicted);
	return segment;
}

function bitsOf(rows: readonly number[], words: number): Int32Array {
	const bits = new Int32Array(words);
	for (const row of rows) {
		bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
	}
	return bits;
}

test('returns the matching rows in memory, in order', t => {
	const anyTimes = fc.oneof(
		fc.array(fc.nat({max: 50}), {maxLength: 150}),
		fc.nat({max: 150}).map(length => Array.from({length}, (_, n) => n)),
	);
	forAll(300, anyTimes, fc.nat(), fc.option(fc.array(fc.nat({max: 149}))), (times, gone, some) => {
		const evicted = gone % (times.length + 1);
		const segment = segmentOf(times, evicted);
		const wanted = some ?? [];
		const bits: RowBits = some === null ? 'all' : bitsOf(wanted, 5);
		const held = times
			.map((time, row) => ({time, row}))
			.sort((a, b) => a.time - b.time || a.row - b.row)
			.slice(evicted)
			.map(({row}) => row);
		t.deepEqual(
			[...matchingRows(segment, bits)],
			held.filter(row => some === null || wanted.includes(row)).sort((a, b) => a - b),
		);
		t.is(matchingRows(segment, null).length, 0);
	});
});

test('handles a full segment, and bits for fewer rows than the segment has', t => {
	const segment = segmentOf(
		Array.from({length: segmentRows}, (_, n) => n),
		0,
	);
	t.is(matchingRows(segment, 'all').length, segmentRows);
	t.is(matchingRows(segment, new Int32Array(segmentRows / 32).fill(-1)).length, segmentRows);
	t.deepEqual([...matchingRows(segment, bitsOf([0, 31, 32, 63], 2))], [0, 31, 32, 63]);
	t.deepEqual([...matchingRows(segment, bitsOf([segmentRows - 1], segmentRows / 32))], [segmentRows - 1]);
	segment.evictTo(segmentRows);
	t.is(matchingRows(segment, 'all').length, 0);
});
