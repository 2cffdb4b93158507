import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../source/entries/entry-record.js';
import {NewestIndex} from '../../source/index/newest-index.js';
import {inputSize} from '../../source/wasm/batch.js';
import {forAllAsync} from '../helpers/for-all.js';
import {type Ingest, ingested} from '../helpers/ingest.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

test('counts all entries with a limit of 0', t => {
	const index = new NewestIndex(0);
	const record = new EntryRecord();
	for (const writer of [index.writer(0, false), index.writer(0, true)]) {
		writer.add(Buffer.alloc(0), record, 0, 0);
		writer.add(Buffer.alloc(0), record, 0, 10);
		writer.settle();
		writer.close();
	}
	t.is(index.count, 4);
	index.evict(1);
	t.is(index.count, 4);
	t.is(index.evicted, 0);
	t.deepEqual(index.older(undefined, 10).refs, []);
});

/** Time after the previous line in s, and the way in which the line is read. */
type Line = {
	readonly after: number;
	readonly kind: 'usual' | 'long' | 'escaped' | 'timeless' | 'none';
	readonly url: number;
};

const lines: fc.Arbitrary<readonly Line[]> = fc.array(
	fc.record({
		after: fc.oneof(
			{weight: 12, arbitrary: fc.nat(2)},
			{weight: 2, arbitrary: fc.integer({min: -50, max: 50})},
			{weight: 1, arbitrary: fc.constantFrom(-400_000, 400_000)},
		),
		kind: fc.oneof(
			{weight: 12, arbitrary: fc.constant('usual' as const)},
			{
				weight: 1,
				arbitrary: fc.constantFrom('long' as const, 'escaped' as const, 'timeless' as const, 'none' as const),
			},
		),
		url: fc.nat(9),
	}),
	{maxLength: 150},
);

function lineOf(kind: Line['kind'], time: number, url: number): string {
	switch (kind) {
		case 'usual':
			return logLine({time, url: `/${url}`});
		case 'long':
			return logLine({time, url: `/${url}`, userAgent: 'x'.repeat(6000)});
		case 'escaped':
			return logLine({time, request: `GET /${url}\\"x HTTP/1.1`});
		case 'timeless':
			return `{"remote_addr":"192.0.2.1","request_method":"GET","request_uri":"/${url}","status":200}\n`;
		case 'none':
			return 'no request\n';
	}
}

function written(all: readonly Line[]): string {
	let time = logStart;
	return all
		.map(({after, kind, url}) => {
			time += after * 1000;
			return lineOf(kind, time, url);
		})
		.join('');
}

function newestOf(reading: Ingest, max: number): readonly unknown[] {
	return reading
		.entries()
		.slice(0, max)
		.map(({time, url, offset, token, position}) => [time, url, offset, token, position.file]);
}

test('has the same newest entries as an index of all entries, however the logs are read', async t => {
	await forAllAsync(
		150,
		fc.array(fc.tuple(lines, fc.double({min: 0, max: 1, noNaN: true})), {minLength: 1, maxLength: 3}),
		fc.record({
			chunk: fc.integer({min: 200, max: 4000}),
			block: fc.integer({min: 400, max: 8000}),
			tail: fc.integer({min: 200, max: 2000}),
		}),
		fc.oneof(fc.nat(12), fc.nat(200)),
		async (logs, sizes, max) => {
			const files = (): MemoryFile[] =>
				logs.map(([all, past], number) => {
					const text = written(all);
					const path = `access-${number}.log`;
					return new MemoryFile(text, {path, startSize: Math.floor(past * text.length)});
				});
			const all = await ingested(files(), {sizes});
			const newest = await ingested(files(), {sizes, index: new NewestIndex(max)});
			assert.equal(newest.index.count, all.index.count);
			assert.deepEqual(newestOf(newest, max), newestOf(all, max));
			await all.ingestion.close();
			await newest.ingestion.close();
		},
	);
	t.pass();
});

for (const [way, past, few] of [
	['backward', 1, 100],
	// The last lines of each batch, because the following lines aren't known yet.
	['forward', 0, 500],
] as const) {
	test(`stores little more than the wanted entries of a log read ${way}`, async t => {
		const text = Array.from({length: 20_000}, (_, index) =>
			logLine({time: logStart + index * 1000, url: `/page/${index}`}),
		).join('');
		const index = new NewestIndex(10);
		const {ingestion, entries} = await ingested([new MemoryFile(text, {startSize: past * text.length})], {
			index,
		});
		t.is(index.count, 20_000);
		t.deepEqual(
			entries().map(({url}) => url),
			Array.from({length: 10}, (_, index) => `/page/${19_999 - index}`),
		);
		const texts = index.epochs.flatMap(({dictionaries}) => dictionaries.map(({size}) => size));
		t.true(Math.max(...texts) < few, `${Math.max(...texts)} URLs of 20,000`);
		await ingestion.close();
	});
}

test("reads a line that doesn't fit into the rest of a batch", async t => {
	const line = (index: number): string =>
		logLine({
			time: logStart + index * 1000,
			url: `/${index}`,
			userAgent: 'x'.repeat(index % 3 === 0 ? 6000 : 100),
		});
	const all = Array.from({length: 600}, (_, index) => line(index));
	const text = all.join('');
	for (const past of [0, text.length]) {
		const index = new NewestIndex(1000);
		const {ingestion, entries} = await ingested([new MemoryFile(text, {startSize: past})], {index});
		t.is(index.count, 600);
		t.deepEqual(
			entries().map(({url}) => url),
			all.map((_, index) => `/${599 - index}`),
		);
		await ingestion.close();
	}
});

test("a line longer than the input doesn't block reading", async t => {
	const line = (second: number): string => logLine({time: logStart + second * 1000});
	const long = logLine({time: logStart + 1000, userAgent: 'x'.repeat(inputSize + 10_000)});
	const text = line(0) + long + line(2);
	for (const past of [0, text.length]) {
		const index = new NewestIndex(2);
		const {ingestion, entries} = await ingested([new MemoryFile(text, {startSize: past})], {index});
		t.is(index.count, 3);
		t.deepEqual(
			entries().map(({time, incomplete}) => [time, incomplete]),
			[
				[logStart + 2000, false],
				[logStart + 1000, true],
			],
		);
		await ingestion.close();
	}
});
