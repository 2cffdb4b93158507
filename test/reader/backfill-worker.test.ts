import {copyFileSync, openSync, readSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {deserialize, serialize} from 'node:v8';
import test from 'ava';
import {spanOf} from '../../source/entries/entry-record.js';
import {NewestIndex} from '../../source/index/newest-index.js';
import type {Block} from '../../source/index/segment-import.js';
import {BackfillWorker} from '../../source/reader/backfill-worker.js';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {type BackfillThread, startBackfillThread} from '../../source/reader/start-backfill-thread.js';
import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';
import {type Ingest, type IngestOptions, idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {matched, matchingIndex} from '../helpers/matched.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

process.env.TZ = 'America/New_York';

/** A file on disk as the tail provides it: read through a descriptor and identified by path and inode. */
function fileOnDisk(path: string, identity?: string): LogFile {
	const descriptor = openSync(path, 'r');
	const {dev, ino, size} = statSync(path, {bigint: true});
	return {
		id: 0,
		path,
		identity: identity ?? `${dev}:${ino}`,
		startSize: Number(size),
		size: Number(size),
		continues: false,
		isGone: false,
		read: async (target, position) => readSync(descriptor, target, 0, target.length, position),
	};
}

/** Small blocks. The second thread reads all but the last few. */
const sizes = {chunk: 2048, tail: 4096, block: 8192, maxBlockSize: 65_536, withWorker: 8192};

const lines = Array.from({length: 5000}, (_, index) =>
	index % 50 === 7
		? `no request ${index}\n`
		: logLine({
				time: logStart + (index - (index % 9 === 0 ? 40 : 0)) * 1000,
				url: `/page/${index % 700}?n=${index}`,
				ip: `192.0.2.${index % 200}`,
				userAgent: `agent ${index % 30}`,
			}),
);

function writeLog(path: string): void {
	writeFileSync(path, lines.join(''));
}

/** Reads with a second thread that is ready before the first block. */
async function ingestHelped(files: readonly LogFile[], options: IngestOptions = {}): Promise<Ingest> {
	const worker = new BackfillWorker();
	await worker.prepare();
	return ingest(files, {...options, sizes: {...sizes, ...options.sizes}, worker});
}

/** Returns a worker whose thread is ready, but never answers a job. */
async function silentWorker(): Promise<{readonly worker: BackfillWorker; readonly thread: BackfillThread}> {
	const thread = startBackfillThread();
	thread.worker.postMessage = () => {};
	const worker = new BackfillWorker(() => thread);
	await worker.prepare();
	return {worker, thread};
}

async function settled(reading: Ingest): Promise<void> {
	await idle(reading);
	await waitFor(() => [...reading.ingestion.logs].every(({backfillLeft}) => backfillLeft === 0));
}

function shown(reading: Ingest): string[] {
	return reading
		.entries()
		.map(({url, ip, userAgent, time, offset, token}) => [url, ip, userAgent, time, offset, token].join(' '));
}

test('two threads read the same entries as one thread', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	const withWorker = await ingestHelped([fileOnDisk(path)]);
	await settled(alone);
	await settled(withWorker);
	t.is(alone.index.count, 4900);
	t.deepEqual(shown(withWorker), shown(alone));
	t.is(withWorker.ingestion.log(0)?.unrecognised, 100);
	t.is(alone.ingestion.log(0)?.unrecognised, 100);
	t.is(alone.ingestion.unrecognisedLines.newest(1000).length, 100);
	t.deepEqual(
		withWorker.ingestion.unrecognisedLines.newest(1000),
		alone.ingestion.unrecognisedLines.newest(1000),
	);
	await withWorker.ingestion.close();
	await alone.ingestion.close();
});

test('an index of the newest entries keeps the newest ones that the second thread reads, and counts all', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	await settled(alone);
	for (const most of [0, 1, 10, 300, 3000]) {
		const withWorker = await ingestHelped([fileOnDisk(path)], {index: new NewestIndex(most)});
		await settled(withWorker);
		t.is(withWorker.index.count, 4900, `${most}`);
		t.deepEqual(shown(withWorker).slice(0, most), shown(alone).slice(0, most), `${most}`);
		t.is(withWorker.ingestion.log(0)?.unrecognised, 100);
		t.deepEqual(
			withWorker.ingestion.unrecognisedLines.newest(1000),
			alone.ingestion.unrecognisedLines.newest(1000),
		);
		const urls = Math.max(
			...withWorker.index.epochs.map(({dictionaries}) => dictionaries[spanOf.url / 2]?.size ?? 0),
		);
		t.true(urls <= Math.max(2 * most, 200), `${urls} URLs for ${most} entries`);
		await withWorker.ingestion.close();
	}
	await alone.ingestion.close();
});

test('a search filters the blocks of the second thread, even if an epoch ends in the meantime', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	for (const search of ['url:n=17', 'url:n=4321', 'url:page']) {
		const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
		await settled(alone);
		for (const texts of [1, 300_000, Number.POSITIVE_INFINITY]) {
			const withWorker = await ingestHelped([fileOnDisk(path)], {index: matchingIndex(search, texts)});
			await settled(withWorker);
			t.deepEqual(matched(withWorker, search), matched(alone, search), `${search} ${texts}`);
			t.is(withWorker.ingestion.log(0)?.unrecognised, 100);
			await withWorker.ingestion.close();
		}
		await alone.ingestion.close();
	}
});

test('the second thread ends with the backfill', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const thread = startBackfillThread();
	const worker = new BackfillWorker(() => thread);
	await worker.prepare();
	t.true(worker.isFree);
	const reading = ingest([fileOnDisk(path)], {sizes, worker});
	await settled(reading);
	t.is(reading.index.count, 4900);
	await waitFor(() => thread.worker.threadId === -1);
	await reading.ingestion.close();
});

test('the main thread reads the block of a second thread that ends during its job', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const {worker, thread} = await silentWorker();
	const reading = ingest([fileOnDisk(path)], {sizes, worker});
	await waitFor(() => !worker.isFree);
	t.true(reading.index.count < 4900);
	await thread.worker.terminate();
	await settled(reading);
	t.is(reading.index.count, 4900);
	await reading.ingestion.close();
});

test('a closed worker can be prepared again', async t => {
	const worker = new BackfillWorker();
	await worker.prepare();
	t.true(worker.isFree);
	await worker.close();
	t.false(worker.isFree);
	await worker.prepare();
	t.true(worker.isFree);
	await worker.close();
});

test('the main thread reads everything if no second thread can be started', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const broken = (): BackfillThread => {
		const thread = startBackfillThread();
		thread.worker.emit('error', new Error('no memory'));
		return thread;
	};
	const refused = (): BackfillThread => {
		throw new Error('no thread');
	};
	for (const start of [broken, refused]) {
		const worker = new BackfillWorker(start);
		await worker.prepare();
		t.false(worker.isFree);
		const reading = ingest([fileOnDisk(path)], {sizes, worker});
		await settled(reading);
		t.is(reading.index.count, 4900);
		await reading.ingestion.close();
	}
});

test('the second thread knows the header that is active at the start of its blocks', async t => {
	const path = join(temporaryDirectory(t), 'iis.log');
	const begin = '#Fields: date time c-ip cs-method cs-uri-stem sc-status';
	const headers = [
		`${begin} cs-username cs-host`,
		`${begin} cs-host cs-username`,
		`${begin} sc-bytes cs-bytes`,
	];
	const text = Array.from({length: 5000}, (_, index) => {
		const time = new Date(logStart + index * 1000).toISOString().slice(0, 19).replace('T', ' ');
		// Most headers are far apart, so most blocks begin without a header. Two of them are near each other.
		const header = [0, 1700, 1710, 4000, 4600].indexOf(index);
		const line = `${time} 192.0.2.${index % 200} GET /${index} 200 ${index} ${index + 1}\n`;
		return header === -1 ? line : `${headers[header % headers.length]}\n${line}`;
	}).join('');
	writeFileSync(path, text);
	const withWorker = await ingestHelped([fileOnDisk(path)]);
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	await settled(withWorker);
	await settled(alone);
	const fieldsOf = (reading: Ingest): string[] =>
		reading.entries().map(({url, user, host, bytes}) => [url, user, host, bytes].join(' '));
	const expected = Array.from({length: 5000}, (_, index) => {
		const named = `/${index} ${index + 1} ${index} `;
		const turned = `/${index} ${index} ${index + 1} `;
		const counted = `/${index}   ${index}`;
		return index < 1700 || (index >= 4000 && index < 4600)
			? turned
			: index < 1710 || index >= 4600
				? named
				: counted;
	}).toReversed();
	t.deepEqual(fieldsOf(withWorker), expected);
	t.deepEqual(fieldsOf(alone), expected);
	await withWorker.ingestion.close();
	await alone.ingestion.close();
});

test('the main thread reads everything if the path leads to a different file', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeLog(path);
	const file = fileOnDisk(path);
	renameSync(path, `${path}.1`);
	writeFileSync(path, `${'x'.repeat(5_000_000)}\n`);
	const reading = await ingestHelped([file]);
	await settled(reading);
	t.is(reading.index.count, 4900);
	t.is(reading.ingestion.log(0)?.unrecognised, 100);
	await reading.ingestion.close();
});

test('the main thread reads everything if the path no longer exists', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const file = fileOnDisk(path);
	renameSync(path, `${path}.1`);
	const reading = await ingestHelped([file]);
	await settled(reading);
	t.is(reading.index.count, 4900);
	await reading.ingestion.close();
});

test('fault 38: entries of the second thread beyond the cap are evicted at once and counted', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const seen: number[] = [];
	const reading = await ingestHelped([fileOnDisk(path)], {
		// There are two blocks, and the second thread reads the last one.
		sizes: {block: 300_000, maxBlockSize: 600_000},
		cap: 4500,
		changed: () => seen.push(reading.index.count),
	});
	await settled(reading);
	await idle(reading);
	t.is(reading.index.count, 4500);
	t.is(reading.index.evicted, 400);
	t.is(Math.max(...seen), 4500);
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	await settled(alone);
	t.deepEqual(shown(reading), shown(alone).slice(0, 4500));
	await alone.ingestion.close();
	await reading.ingestion.close();
});

test('closing the ingestion ends a second thread that still has a job', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const {worker, thread} = await silentWorker();
	const reading = ingest([fileOnDisk(path)], {sizes, worker});
	await waitFor(() => !worker.isFree);
	t.not(thread.worker.threadId, -1);
	await reading.ingestion.close();
	t.is(thread.worker.threadId, -1);
});

test('fault 25: a line cut by the second thread is reported and incomplete', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const long = logLine({time: logStart, url: '/long', userAgent: 'x'.repeat(70_000)});
	const [first = ''] = lines;
	writeFileSync(path, first + long + lines.join(''));
	const reading = await ingestHelped([fileOnDisk(path)], {sizes: {block: 500_000, maxBlockSize: 600_000}});
	await settled(reading);
	t.deepEqual(
		reading
			.entries()
			.filter(({incomplete}) => incomplete)
			.map(({url}) => url),
		['/long'],
	);
	t.is(reading.notices().length, 1);
	t.regex(
		reading.notices()[0] ?? '',
		new RegExp(
			`at byte ${first.length} that is longer than 65536 bytes: the rest .${long.length - 1 - 65_536} bytes`,
		),
	);
	await reading.ingestion.close();
});

test('fault 41: the second thread uses the time zone of the main thread for times without a zone', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const zoneless = Array.from(
		{length: 2000},
		(_, n) =>
			`2026-07-11T06:${10 + Math.floor(n / 60)}:${10 + (n % 50)} 192.0.2.1 - GET "/${n}" -1 200 5778\n`,
	);
	writeFileSync(path, zoneless.join(''));
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	const withWorker = await ingestHelped([fileOnDisk(path)]);
	await settled(alone);
	await settled(withWorker);
	t.is(alone.entries().at(-1)?.time, Date.UTC(2026, 6, 11, 10, 10, 10));
	t.deepEqual(shown(withWorker), shown(alone));
	await withWorker.ingestion.close();
	await alone.ingestion.close();
});

test('fault 10: holes skipped by the second thread are counted', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const holes = lines.map((_, index) => (index % 100 === 3 ? index : 0));
	writeFileSync(path, lines.map((line, index) => '\0'.repeat(holes[index] ?? 0) + line).join(''));
	const reading = await ingestHelped([fileOnDisk(path)]);
	await settled(reading);
	t.is(reading.index.count, 4900);
	t.is(reading.notices().length, 1);
	const skipped = holes.reduce((sum, hole) => sum + hole, 0);
	t.true(
		reading.notices()[0]?.startsWith(`${path}: skipped ${skipped} NULs in existing content: the file was`),
	);
	await reading.ingestion.close();
});

test('fault 8: the new content at the path of a log that is now read from a copy is not read as its backfill', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const reading = await ingestHelped([], {start: false});
	const followed = tail({paths: [path], follow: true, poll: true}, reading.ingestion, {
		eventlessPollInterval: 10,
	});
	t.teardown(() => followed.close());
	await followed.started;
	copyFileSync(path, `${path}.1`);
	// Same length, same inode.
	writeFileSync(path, lines.join('').replaceAll('/page/', '/next/'));
	await waitFor(() => reading.notices().length === 1);
	reading.ingestion.start(followed.started);
	await settled(reading);
	await waitFor(() => reading.index.count >= 9800);
	const ofPage = reading.entries().filter(({url}) => url?.startsWith('/page/'));
	t.is(ofPage.length, 4900, 'all entries of the old generation');
	t.is(reading.index.count, 9800);
	await reading.ingestion.close();
});

test('fault 8: a block that the second thread read while the log was truncated is discarded', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	copyFileSync(path, `${path}.1`);
	const {identity: first} = fileOnDisk(path);
	const copy = fileOnDisk(`${path}.1`);
	writeFileSync(path, lines.join('').replaceAll('/page/', '/next/'));
	let asked = 0;
	const file: LogFile = {
		...copy,
		path,
		get identity() {
			return asked++ === 0 ? first : copy.identity;
		},
	};
	const reading = await ingestHelped([file]);
	await settled(reading);
	t.true(asked > 1);
	t.is(reading.entries().filter(({url}) => url?.startsWith('/page/')).length, 4900);
	t.is(reading.index.count, 4900);
	await reading.ingestion.close();
});

test('a block does not change until it is imported, even if more blocks are read', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const {identity, size} = fileOnDisk(path);
	const worker = new BackfillWorker();
	await worker.prepare();
	let take = (): void => {};
	const isTaken = new Promise<void>(resolve => {
		take = resolve;
	});
	/** Reads the block that ends at `end`. Resolves once it has been read; the import ends with `taken`. */
	const read = (end: number, taken: Promise<void>): Promise<Block> =>
		new Promise(resolve => {
			const options = {
				path,
				identity: identity ?? '',
				end,
				sizes: {...defaultSizes, ...sizes},
				isHeaded: false,
				headers: undefined,
				wanted: undefined,
			};
			worker.give(options, async answer => {
				if (answer.kind === 'done') {
					resolve(answer.block);
					await taken;
				}
			});
		});
	const first = await read(size, isTaken);
	// `structuredClone` would share the memory.
	const copy = deserialize(serialize(first));
	for (let end = size - 10_000; end > size - 50_000; end -= 10_000) {
		await waitFor(() => worker.isFree);
		await read(end, Promise.resolve());
	}
	t.deepEqual(first, copy);
	take();
	await worker.close();
});

test('fault 38: blocks in the second thread are kept, although older lines are skipped because of the cap', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeLog(path);
	const alone = ingest([fileOnDisk(path)], {sizes: {...sizes, withWorker: Number.POSITIVE_INFINITY}});
	await settled(alone);
	for (const cap of [60, 200, 500, 900, 1500, 2500]) {
		const reading = await ingestHelped([fileOnDisk(path)], {cap});
		await settled(reading);
		await idle(reading);
		t.deepEqual(shown(reading), shown(alone).slice(0, cap), `${cap}`);
		await reading.ingestion.close();
	}
	await alone.ingestion.close();
});
