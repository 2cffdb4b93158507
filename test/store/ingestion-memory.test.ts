// Runs alone: it measures the memory of the process.
import test from 'ava';
import type {EntryIndex} from '../../source/index/entry-index.js';
import {indexLimits} from '../../source/index/index-limits.js';
import {collectGarbage} from '../helpers/collect-garbage.js';
import {idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

const mebibyte = 1 << 20;

/** Returns the bytes of all strings, and the rows of all entries, including evicted ones. */
function kept({epochs}: EntryIndex) {
	return {
		memory: epochs.reduce((sum, {memory}) => sum + memory, 0),
		rows: epochs.flatMap(({segments}) => segments).reduce((sum, {rows}) => sum + rows, 0),
	};
}

/** Returns lines with unique strings, from line `from` on. */
function distinctLines(count: number, from: number, length = 0): string {
	return Array.from({length: count}, (_, n) => {
		const url = `/${(from + n).toString(36)}/${'x'.repeat(length)}`;
		return logLine({time: logStart + (from + n) * 10, url, userAgent: `agent ${from + n}`});
	}).join('');
}

test('hostile 11: with distinct URLs, strings are released with their entries', async t => {
	const limits = {...indexLimits(64 * mebibyte), epoch: () => mebibyte};
	const reading = ingest([new MemoryFile('')], {cap: 5000, limits});
	const {index} = reading;
	let maxMemory = 0;
	let maxRows = 0;
	let total = 0;
	for (let round = 0; round < 25; round++) {
		// A new file each time, because only the content of the index matters here.
		const file = new MemoryFile(distinctLines(5000, total), {path: `${round % 3}.log`, startSize: 0});
		total += 5000;
		reading.ingestion.opened(file);
		await idle(reading);
		reading.ingestion.ended(file);
		await idle(reading);
		const {memory, rows} = kept(index);
		maxMemory = Math.max(maxMemory, memory);
		maxRows = Math.max(maxRows, rows);
		t.is(index.count, 5000);
		t.is(index.count + index.evicted, total);
	}
	t.true(maxMemory < 5 * mebibyte, `${maxMemory} bytes of texts`);
	t.true(maxRows < 150_000, `${maxRows} rows`);
	t.deepEqual(
		reading.entries().map(({url, userAgent}) => [url, userAgent]),
		Array.from({length: 5000}, (_, n) => [`/${(total - 1 - n).toString(36)}/`, `agent ${total - 1 - n}`]),
	);
});

test('hostile 10: long URLs stay within the memory limit for strings, and evicted entries are counted', async t => {
	const textMemory = 8 * mebibyte;
	const reading = ingest([], {cap: 1_000_000, limits: indexLimits(textMemory)});
	const {index} = reading;
	let max = 0;
	let fewest = Number.POSITIVE_INFINITY;
	for (let round = 0; round < 20; round++) {
		const text = distinctLines(50, round * 50, 60_000);
		reading.ingestion.opened(new MemoryFile(text, {path: `${round}.log`, startSize: 0}));
		await idle(reading);
		max = Math.max(max, kept(index).memory);
		fewest = round < 3 ? fewest : Math.min(fewest, index.count);
		t.is(index.count + index.evicted, (round + 1) * 50);
	}
	// One chunk is read at a time.
	t.true(max <= textMemory + mebibyte, `${max} bytes`);
	t.true(fewest > 60, `${fewest} entries left`);
	t.is(reading.entries()[0]?.url, `/${(999).toString(36)}/${'x'.repeat(60_000)}`);
});

test('hostile 10: without memory for strings, the rest of the backfill is skipped', async t => {
	const file = new MemoryFile(distinctLines(1000, 0, 10_000));
	const reading = ingest([file], {
		sizes: {tail: 100_000, block: 400_000},
		cap: 1_000_000,
		limits: indexLimits(2 * mebibyte),
	});
	await idle(reading);
	const {index, ingestion} = reading;
	t.true(ingestion.pastLeftOut);
	t.true(index.count > 50 && index.count < 250, `${index.count}`);
	t.is(ingestion.log(0)?.backfillLeft, 0);
	t.deepEqual(
		reading.entries().map(({url}) => url?.split('/')[1]),
		Array.from({length: index.count}, (_, n) => (999 - n).toString(36)),
		'none is missing between those held',
	);
	t.true(file.reads.length < 30, 'what has no space is not even read');
});

test("entries with a wrong time are never evicted, but don't keep their neighbours in memory", async t => {
	const limits = {...indexLimits(64 * mebibyte), epoch: () => mebibyte};
	const file = new MemoryFile('');
	const reading = ingest([file], {cap: 2000, limits});
	const {index} = reading;
	const ahead: string[] = [];
	for (let round = 0; round < 40; round++) {
		const url = `/ahead/${round}`;
		ahead.push(url);
		file.append(logLine({time: Date.UTC(2099, 0), url}) + distinctLines(6000, round * 6000));
		reading.ingestion.grown();
		await idle(reading);
	}
	t.deepEqual(
		reading
			.entries()
			.slice(0, 40)
			.map(({url}) => url),
		ahead.reverse(),
	);
	t.is(index.count + index.evicted, 240_040);
	const {memory, rows} = kept(index);
	t.true(memory < 6 * mebibyte, `${memory} bytes of texts`);
	t.true(rows < 250_000, `${rows} rows`);
	t.true(index.epochs.flatMap(({segments}) => segments).length < 20);
});

test('fault 47: after 500 rotations, keeps only logs with entries in memory', async t => {
	const reading = ingest([], {cap: 100});
	const {ingestion, index} = reading;
	const files: Array<WeakRef<MemoryFile>> = [];
	const logs: Array<WeakRef<object>> = [];
	let maxLogs = 0;
	for (let rotation = 0; rotation < 500; rotation++) {
		const file = new MemoryFile(`${numberedLines(20, rotation * 20).join('')}nonsense\n`, {startSize: 0});
		ingestion.opened(file);
		await idle(reading);
		logs.push(new WeakRef(ingestion.log(rotation) ?? {}));
		files.push(new WeakRef(file));
		ingestion.ended(file);
		await idle(reading);
		maxLogs = Math.max(maxLogs, [...ingestion.logs].length);
	}
	t.true(maxLogs <= 7, `${maxLogs} logs`);
	t.is(ingestion.forgotten.unrecognised + [...ingestion.logs].length, 500);
	t.is(index.count, 100);
	t.is(index.evicted, 9900);
	t.is(index.arrived, 10_000);
	const entries = reading.entries();
	t.deepEqual(
		entries.map(({url}) => url),
		Array.from({length: 100}, (_, n) => `/n/${9999 - n}`),
	);
	t.is(new Set(entries.map(({token}) => token)).size, 100);
	await collectGarbage();
	t.true(files.filter(file => file.deref() !== undefined).length <= 7);
	t.true(logs.filter(log => log.deref() !== undefined).length <= 7);
});

test('fault 47: forgets an empty or unreadable file at once when it has ended', async t => {
	const reading = ingest([], {});
	for (const content of ['', 'nonsense\n', '\n\n']) {
		const file = new MemoryFile(content, {startSize: 0});
		reading.ingestion.opened(file);
		await idle(reading);
		reading.ingestion.ended(file);
		await idle(reading);
	}
	t.deepEqual([...reading.ingestion.logs], []);
	t.deepEqual(reading.ingestion.forgotten, {backfillSize: 0, unrecognised: 1, notRequests: 0});
});

test('fault 47: equal files have different tokens even if one between them is forgotten', async t => {
	const reading = ingest([], {cap: 6});
	const {ingestion} = reading;
	const first = logLine({time: logStart, url: '/same'});
	const rotate = async (n: number): Promise<void> => {
		const rest = numberedLines(1, n * 10).join('') + numberedLines(1, n * 10 + 1).join('');
		const file = new MemoryFile(first + rest, {startSize: 0});
		ingestion.opened(file);
		await idle(reading);
		ingestion.ended(file);
		await idle(reading);
	};
	for (let n = 0; n < 12; n++) {
		await rotate(n);
		const tokens = reading.entries().map(({token}) => token);
		t.is(new Set(tokens).size, tokens.length);
		t.false(tokens.includes('none'));
	}
	t.true([...ingestion.logs].length < 6);
});
