import {appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {everything} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import type {Compression} from '../../source/tail/archives/compression.js';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {never} from '../helpers/each-way.js';
import {ingest} from '../helpers/ingest.js';
import {logStart, numberedLines} from '../helpers/log-lines.js';
import {MemoryArchive} from '../helpers/memory-archive.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {openSettled, openStore} from '../helpers/open-store.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const lines = numberedLines(300);
const text = lines.join('');

/** Returns an archive with the time of its last line, number `to`. */
function writeArchive(path: string, from: number, to: number, compression: Compression = 'gzip'): void {
	writeFileSync(path, compress(compression, lines.slice(from, to).join('')));
	const time = logStart / 1000 + to - 1;
	utimesSync(path, time, time);
}

async function urls(store: EmbeddedStore): Promise<ReadonlyArray<string | null>> {
	return (await all(store)).map(({url}) => url);
}

function numbered(from: number, to: number): string[] {
	return lines.slice(from, to).map((_, index) => `/n/${to - 1 - index}`);
}

test('fault 26: an archive is backfill, with the tokens, offsets and lines of the log', async t => {
	const {path} = temporaryLog(t, text);
	const plain = await openSettled(t, [path], {follow: false});
	const expected = (await all(plain)).map(({token, offset, url}) => ({token, offset, url}));
	t.is(expected.length, 300);
	writeArchive(`${path}.1.gz`, 0, 300);
	for (const follow of [false, true]) {
		for (const keepPiped of [0, 1 << 20]) {
			const store = await openSettled(t, [`${path}.1.gz`], {follow, keepPiped});
			const entries = await all(store);
			t.deepEqual(
				entries.map(({token, offset, url}) => ({token, offset, url})),
				expected,
			);
			t.deepEqual(await store.count(everything), {n: 300, partial: false, arrived: 0});
			t.is((await store.arrivals(everything, null, 10)).entries.length, 0);
			const [first] = entries;
			t.true(first !== undefined && !store.isAfter(new Map(), first));
			t.is((await store.get(expected[7]?.token ?? ''))?.url, expected[7]?.url);
			const raw = await store.raw(entries);
			t.deepEqual(
				raw.map(line => (line === null ? null : `${Buffer.from(line)}\n`)),
				lines.toReversed(),
			);
			t.is(store.status().indexing, null);
		}
	}
});

test('fault 26: an archive shows nothing without the backfill', async t => {
	const path = join(temporaryDirectory(t), 'access.log.gz');
	writeArchive(path, 0, 300);
	for (const follow of [false, true]) {
		const store = await openSettled(t, [path], {backfill: false, follow});
		t.is((await store.count(everything)).n, 0);
		t.is(store.status().indexing, null);
	}
});

test('fault 26: reports the progress of reading an archive', async t => {
	const path = join(temporaryDirectory(t), 'access.log.gz');
	writeFileSync(path, gzipSync(numberedLines(20_000).join('')));
	const store = openStore(t, [path]);
	const seen = new Set<number>();
	store.subscribe(everything, () => {
		const {indexing} = store.status();
		if (indexing !== null) {
			t.true(indexing.read >= 0 && indexing.read <= indexing.total);
			seen.add(indexing.read);
		}
	});
	await store.settled();
	t.is((await store.count(everything)).n, 20_000);
	t.true(seen.size > 2);
});

test('fault 26: shows the last line without a line end once no more can follow', async t => {
	const path = join(temporaryDirectory(t), 'access.log.gz');
	writeFileSync(path, gzipSync(text.trimEnd()));
	const store = await openSettled(t, [path], {follow: false});
	t.is((await store.count(everything)).n, 300);
});

test('fault 24: ignores a byte order mark in an archive, too', async t => {
	const path = join(temporaryDirectory(t), 'access.log.gz');
	writeFileSync(path, gzipSync(`\uFEFF${text}`));
	const store = await openSettled(t, [path], {follow: false});
	const first = (await all(store)).at(-1);
	t.like(first, {ip: '198.51.100.0', url: '/n/0', offset: 3});
	t.is((await store.raw(first === undefined ? [] : [first]))[0]?.length, (lines[0]?.length ?? 0) - 1);
});

test('lists lines of an archive that no format matches', async t => {
	const path = join(temporaryDirectory(t), 'access.log.gz');
	writeFileSync(path, gzipSync(`${lines[0]}no request\n${lines[1]}nor this\n`));
	const store = await openSettled(t, [path]);
	t.is(store.status().unrecognised, 2);
	const found = await store.unrecognisedLines(10);
	t.deepEqual(
		found.map(({line}) => (line === null ? null : Buffer.from(line).toString())),
		['nor this', 'no request'],
	);
});

for (const compression of compressions) {
	const ending = endings[compression];

	test(`fault 27: at the start, reads a log that also exists compressed once, from the plain file (${compression})`, async t => {
		const {directory} = temporaryLog(t, lines.slice(200));
		writeFileSync(join(directory, 'access.log.1'), lines.slice(100, 200).join(''));
		writeArchive(join(directory, `access.log.1${ending}`), 100, 200, compression);
		writeArchive(join(directory, `access.log.2${ending}`), 0, 100, compression);
		for (const follow of [false, true]) {
			const store = await openSettled(t, [directory], {follow});
			t.deepEqual(await urls(store), numbered(0, 300));
			t.is(new Set((await all(store)).map(({token}) => token)).size, 300);
			t.false((await all(store)).some(({file}) => file.endsWith(`1${ending}`)));
			t.deepEqual(store.status().notices, []);
			t.is(store.status().files.find(({path}) => path.endsWith(`1${ending}`))?.state, 'ended');
		}
	});
	for (const poll of [false, true]) {
		test(`fault 27: reads each line of a log once when it is rotated and compressed while watched (${poll ? 'poll' : 'events'}, ${compression})`, async t => {
			const directory = join(temporaryDirectory(t), 'nginx');
			mkdirSync(directory);
			const path = join(directory, 'access.log');
			writeFileSync(path, lines.slice(0, 50).join(''));
			// No file counts as ended just because it hasn't grown for a while.
			const store = await openSettled(t, [directory], {
				poll,
				settings: {holdTime: never, movedHoldTime: never},
			});
			appendFileSync(path, lines.slice(50, 100).join(''));
			await untilCounted(store, 100);
			renameSync(path, `${path}.1`);
			writeFileSync(path, lines.slice(100, 150).join(''));
			await untilCounted(store, 150);
			writeArchive(`${path}.1${ending}`, 0, 100, compression);
			rmSync(`${path}.1`);
			const state = () => store.status().files.find(({path: other}) => other === `${path}.1${ending}`)?.state;
			await waitFor(() => state() === 'ended');
			appendFileSync(path, lines.slice(150, 160).join(''));
			await untilCounted(store, 160);
			t.deepEqual(await urls(store), numbered(0, 160));
			t.is((await store.count(everything)).arrived, 110);
			t.deepEqual(store.status().notices, []);
		});
		test(`fault 27: soon reads an archive that appears, as backfill (${poll ? 'poll' : 'events'}, ${compression})`, async t => {
			const {directory} = temporaryLog(t, lines.slice(200));
			const store = await openSettled(t, [join(directory, `*${ending}`), join(directory, 'access.log')], {
				poll,
			});
			const began = performance.now();
			writeArchive(join(directory, `access.log.1${ending}`), 0, 200, compression);
			await untilCounted(store, 300);
			// Usually within 2 s; a slow or busy machine may take longer.
			t.true(performance.now() - began < 20_000, `${performance.now() - began} ms`);
			t.is((await store.count(everything)).arrived, 0);
		});
	}
}

for (const backfill of [true, false]) {
	test(`fault 6: the content of an unseen rotation's archive has arrived ${backfill ? 'with' : 'without'} the backfill`, async t => {
		const archive = new MemoryArchive(text.trimEnd(), {isNew: true});
		const reading = ingest([archive], {backfill, sizes: {chunk: 500}});
		await waitFor(() => reading.index.count === 299);
		reading.ingestion.ended(archive);
		await waitFor(() => reading.index.count === 300);
		t.is(reading.index.arrived, 300);
		const [log] = reading.ingestion.logs;
		t.like(log, {liveFrom: 0, backfillSize: 0, backfillLeft: 0, lag: 0, finished: true});
		await reading.ingestion.close();
	});
}

test('fault 6: reads an unseen rotation before the backfill, and counts it as lag until then', async t => {
	const order: string[] = [];
	const missed = new MemoryArchive(text, {path: 'b.gz', isNew: true});
	const old = new MemoryArchive(text, {path: 'a.gz', modified: 1});
	missed.onRead = () => order.push('missed');
	old.onRead = () => order.push('old');
	missed.isReadable = false;
	const reading = ingest([old, missed], {sizes: {chunk: 500}});
	await waitFor(() => reading.index.count === 300);
	const lag = (): number => [...reading.ingestion.logs].reduce((sum, log) => sum + log.lag, 0);
	t.is(lag(), text.length, 'it can not be read yet');
	missed.isReadable = true;
	await waitFor(() => reading.index.arrived === 300 && lag() === 0);
	t.is(order[0], 'missed');
	await reading.ingestion.close();
});

test('reads plain files first, then the archives, newest first', async t => {
	const order: string[] = [];
	const archive = (name: string, from: number, modified: number): MemoryArchive => {
		const file = new MemoryArchive(lines.slice(from, from + 50).join(''), {path: name, modified});
		file.onRead = () => order.push(name);
		return file;
	};
	const plain = new MemoryFile(lines.slice(200).join(''), {path: 'z.log'});
	plain.onRead = () => order.push('z.log');
	const files = [archive('a.gz', 0, 1000), archive('b.gz', 100, 3000), archive('c.gz', 50, 2000)];
	const reading = ingest([...files, plain], {sizes: {chunk: 500, tail: 300, block: 1000}});
	await waitFor(() => reading.index.count === 250);
	const firstReads = order.filter((name, index) => order.indexOf(name) === index);
	t.deepEqual(firstReads, ['z.log', 'b.gz', 'c.gz', 'a.gz']);
	t.is(order.lastIndexOf('z.log') + 1, order.indexOf('b.gz'));
	await reading.ingestion.close();
});

test("doesn't read an archive that can only be older than the cap allows", async t => {
	const archive = (from: number, to: number, path: string): MemoryArchive =>
		new MemoryArchive(lines.slice(from, to).join(''), {path, modified: logStart + (to - 1) * 1000});
	const newer = archive(100, 200, 'access.log.2.gz');
	const older = archive(0, 100, 'access.log.3.gz');
	const plain = new MemoryFile(lines.slice(200).join(''));
	const reading = ingest([older, newer, plain], {cap: 150});
	await waitFor(() => reading.ingestion.pastLeftOut);
	t.is(reading.index.count, 150);
	t.deepEqual(
		reading.entries().map(({url}) => url),
		numbered(150, 300),
	);
	t.is(older.size, 0);
	t.true(newer.size > 0);
	t.is(reading.index.evicted, 50);
	await reading.ingestion.close();
});

test("an unreadable archive doesn't block reading, and is read once it becomes readable", async t => {
	const stuck = new MemoryArchive(lines.slice(0, 100).join(''), {path: 'a.gz', modified: 2});
	stuck.isReadable = false;
	const other = new MemoryArchive(lines.slice(100, 200).join(''), {path: 'b.gz', modified: 1});
	const reading = ingest([stuck, other]);
	await waitFor(() => reading.index.count === 100);
	stuck.isReadable = true;
	await waitFor(() => reading.index.count === 200);
	t.deepEqual(reading.notices(), []);
	await reading.ingestion.close();
});

test('reads appended lines while reading an archive', async t => {
	const archive = new MemoryArchive(text, {path: 'a.gz'});
	const live = new MemoryFile('', {path: 'live.log'});
	const reading = ingest([archive, live], {sizes: {chunk: 200}});
	const counts: number[] = [];
	archive.onRead = () => {
		counts.push(reading.index.arrived);
		if (counts.length === 10) {
			live.append(numberedLines(1, 1000).join(''));
			reading.ingestion.grown();
		}
	};
	await waitFor(() => reading.index.count === 301);
	t.true(counts.indexOf(1) > 0 && counts.indexOf(1) < 20);
	await reading.ingestion.close();
});
