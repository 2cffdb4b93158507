// Runs alone: it measures how long the process is busy.
import assert from 'node:assert/strict';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import type {ReadSizes} from '../../source/reader/read-sizes.js';
import {forAllAsync} from '../helpers/for-all.js';
import {type Ingest, idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {plainReading} from '../helpers/plain-reading.js';
import {waitFor} from '../helpers/wait-for.js';

function found({entries, ingestion}: Ingest) {
	return {
		lines: entries()
			.map(({file, url, offset}) => ({file, url, offset}))
			.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.offset - b.offset),
		// A log without entries is forgotten once it has ended.
		unrecognised: [...ingestion.logs].reduce(
			(sum, log) => sum + log.unrecognised,
			ingestion.forgotten.unrecognised,
		),
	};
}

function urls(reading: Ingest): readonly (string | null)[] {
	return reading.entries().map(({url}) => url);
}

/** Returns the number of NULs that the notices report as skipped. */
function skipped({ingestion}: Ingest): number {
	return ingestion.notices.all
		.map(({text, times}) => times * Number(/(\d+) NULs/.exec(text)?.[1] ?? 0))
		.reduce((sum, count) => sum + count, 0);
}

/** Small blocks, so that few lines have many. */
const small: Partial<ReadSizes> = {chunk: 500, tail: 300, block: 1000, maxBlockSize: 2 * maxLineLength};

const piece = fc.oneof(
	{weight: 12, arbitrary: fc.constant('entry')},
	{weight: 3, arbitrary: fc.constantFrom('\n', '\r\n', '\n\n\n')},
	{weight: 3, arbitrary: fc.constantFrom('garbage\n', '"\n', `${'g'.repeat(700)}\n`, '\0\0\0\n')},
	{weight: 2, arbitrary: fc.constantFrom('\0', '\0'.repeat(40))},
	{
		weight: 1,
		arbitrary: fc.integer({min: maxLineLength - 2, max: 3 * maxLineLength}).map(n => `${'x'.repeat(n)}\n`),
	},
);

/** A log of entries, most of them a second later than the previous one, and of other lines. */
const content = fc
	.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n'), fc.integer({min: -9, max: 0})), {maxLength: 60})
	.map(pieces =>
		pieces
			.map(([text, end, late], n) =>
				text === 'entry'
					? logLine({time: logStart + (n + late) * 1000, url: `/${n}`}).replace('\n', end)
					: text,
			)
			.join(''),
	);

const sizes = fc.record({
	chunk: fc.constantFrom(97, 1000, 40_000),
	head: fc.constantFrom(100, 1000, 100_000),
	tail: fc.constantFrom(1, 90, 1000),
	maxTailSize: fc.constantFrom(1000, 2 * maxLineLength),
	block: fc.constantFrom(1, 150, 2000, 70_000),
	maxBlockSize: fc.constantFrom(maxLineLength + 2, 2 * maxLineLength),
});

test('reads every line once with any block size, the same for existing and new content, and counts every hole', async t => {
	const log = fc.record({
		text: content,
		ending: fc.constantFrom('', logLine({time: logStart, url: '/end'}).trimEnd(), 'half a li'),
		startSize: fc.double({min: 0, max: 1, noNaN: true}),
		maxRead: fc.constantFrom(13_000, 1 << 20),
		steps: fc.array(fc.double({min: 0, max: 1, noNaN: true}), {maxLength: 3}),
	});
	await forAllAsync(100, fc.array(log, {minLength: 1, maxLength: 3}), sizes, async (logs, sizes) => {
		const texts = logs.map(({text, ending}) => text + ending);
		const files = logs.map(({startSize, steps, maxRead}, number) => {
			const bytes = Buffer.from(texts[number] ?? '');
			const cuts = [startSize, ...steps].map(part => Math.floor(part * bytes.length)).sort((a, b) => a - b);
			const [first = 0] = cuts;
			const file = new MemoryFile(bytes.subarray(0, first), {path: `${number}.log`, maxRead});
			return {file, parts: cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1]))};
		});
		const reading = ingest(
			files.map(({file}) => file),
			{sizes},
		);
		for (let step = 0; step < 4; step++) {
			await idle(reading);
			for (const {file, parts} of files) {
				file.append(parts[step] ?? '');
			}
			reading.ingestion.grown();
		}
		await idle(reading);
		for (const {file} of files) {
			reading.ingestion.ended(file);
		}
		await idle(reading);

		const plain = texts.map(text => plainReading(text));
		assert.equal(
			skipped(reading),
			plain.reduce((sum, {skipped}) => sum + skipped, 0),
		);
		assert.deepEqual(found(reading), {
			lines: plain.flatMap(({lines}, number) => lines.map(line => ({file: `${number}.log`, ...line}))),
			unrecognised: plain.reduce((sum, {unrecognised}) => sum + unrecognised, 0),
		});
		assert.ok(
			[...reading.ingestion.logs].every(
				({finished, lag, backfillLeft}) => finished && lag + backfillLeft === 0,
			),
		);

		// The same files, existing from the beginning and read without a pause.
		const whole = ingest(
			texts.map((text, number) => new MemoryFile(text, {path: `${number}.log`})),
			{sizes: {head: sizes.head}, start: false},
		);
		for (const {file} of whole.ingestion.logs) {
			whole.ingestion.ended(file);
		}
		whole.ingestion.start(Promise.resolve());
		await idle(whole);
		assert.deepEqual(found(whole), found(reading));
		assert.equal(skipped(whole), skipped(reading));
		const tokens = (of: Ingest) =>
			new Map(of.entries().map(({file, offset, token}) => [file + offset, token]));
		if (texts.length === 1) {
			assert.deepEqual(tokens(whole), tokens(reading));
		}
	});
	t.pass();
});

test('reads the end of every file first, then the backfill from its end', async t => {
	const lines = numberedLines(200);
	const big = new MemoryFile(lines.slice(0, 100).join(''), {path: 'big.log'});
	const other = new MemoryFile(lines.slice(100).join(''), {path: 'other.log'});
	const counts: number[] = [];
	const newest: Array<string | null | undefined> = [];
	const reading: Ingest = ingest([big, other], {
		sizes: small,
		changed() {
			counts.push(reading.index.count);
			newest.push(urls(reading)[0]);
		},
	});
	await idle(reading);
	t.is(reading.index.count, 200);
	t.true((counts[1] ?? 0) > 0 && (counts[1] ?? 0) < 10, 'after the two tails');
	t.is(newest[1], '/n/199');
	t.deepEqual(
		counts,
		counts.toSorted((a, b) => a - b),
		'never fewer',
	);
	for (const file of [big, other]) {
		const afterHead = file.reads.slice(1).map(([position]) => position);
		t.is(afterHead[0], file.size - 300, 'the tail');
		t.true((afterHead[1] ?? 0) > file.size - 1600, 'then what is before it');
	}
});

test("a line with a wrong time doesn't make its file wait for other files", async t => {
	// Both files have a backfill. The backfill of the first is newer, but one of its last lines has a time in 1970.
	const newer = numberedLines(100, 1000);
	newer.splice(99, 0, logLine({time: 0, url: '/1970'}));
	const reading = ingest(
		[
			new MemoryFile(newer.join(''), {path: 'newer.log'}),
			new MemoryFile(numberedLines(100).join(''), {path: 'older.log'}),
		],
		{sizes: small, cap: 60},
	);
	await idle(reading);
	t.deepEqual(
		urls(reading),
		numberedLines(60, 1040).map((_, index) => `/n/${1099 - index}`),
	);
});

test('reads the newest backfill first', async t => {
	const older = new MemoryFile(numberedLines(100).join(''), {path: 'older.log'});
	const newer = new MemoryFile(numberedLines(100, 100).join(''), {path: 'newer.log'});
	let olderFirst = 0;
	const reading: Ingest = ingest([older, newer], {
		sizes: small,
		changed() {
			const [ofOlder, ofNewer] = [0, 1].map(
				file => reading.entries().filter(({position}) => position.file === file).length,
			);
			// The end of a file is read before any backfill.
			olderFirst += (ofOlder ?? 0) > 5 && (ofNewer ?? 0) < 100 ? 1 : 0;
		},
	});
	await idle(reading);
	t.is(reading.index.count, 200);
	t.is(olderFirst, 0);
});

test('reads lines added to a small file during the backfill of a big one', async t => {
	const big = new MemoryFile(numberedLines(4000).join(''), {path: 'big.log'});
	const live = new MemoryFile('', {path: 'live.log'});
	const reading = ingest([big, live], {sizes: small});
	const readsUntilSeen: number[] = [];
	let added = 0;
	let addedAt = 0;
	big.onRead = () => {
		const reads = big.reads.length;
		if (added > readsUntilSeen.length) {
			const seen = urls(reading).filter(url => url?.startsWith('/live/')).length;
			if (seen === added) {
				readsUntilSeen.push(reads - addedAt);
			}
		}
		if (reads % 20 === 10 && reads < 200) {
			addedAt = reads;
			live.append(logLine({time: logStart, url: `/live/${added++}`}));
			reading.ingestion.grown();
		}
	};
	await idle(reading);
	t.is(reading.index.count, 4000 + added);
	t.true(readsUntilSeen.length > 5);
	t.true(Math.max(...readsUntilSeen) <= 3, `${readsUntilSeen}`);
});

test("a file's successor at the same path waits for the rest of the file; other files don't", async t => {
	const lines = numberedLines(60);
	const added = (from: number, to: number, path = 'access.log'): MemoryFile =>
		new MemoryFile(lines.slice(from, to).join(''), {path, startSize: 0});
	const read: string[] = [];
	const files = [added(0, 20), added(20, 40), added(40, 60), added(0, 20, 'other.log')];
	for (const [index, file] of files.entries()) {
		file.onRead = () => read.push(`${index}`);
	}
	const reading = ingest(files, {sizes: small});
	await idle(reading);
	const ofLog = read.filter(index => index !== '3');
	t.deepEqual(ofLog, ofLog.toSorted(), 'its lines come in the order in which they were written');
	t.true(read.lastIndexOf('3') < read.lastIndexOf('1'), 'another is read in turn');
	t.is(reading.index.count, 80);
});

test("a file's successor doesn't wait if the file is unreadable", async t => {
	const before = new MemoryFile(numberedLines(20).join(''), {startSize: 0});
	before.isReadable = false;
	const after = new MemoryFile(numberedLines(20, 20).join(''), {startSize: 0});
	const reading = ingest([before, after], {sizes: small});
	await waitFor(() => reading.index.count === 20);
	t.is(before.reads.filter(([, length]) => length > 0).length, 0);
	before.isReadable = true;
	await waitFor(() => reading.index.count === 40);
	await reading.ingestion.close();
});

test("doesn't mix up files whose backfill covers the same time", async t => {
	const lines = numberedLines(400);
	const of = (parity: number): MemoryFile =>
		new MemoryFile(lines.filter((_, n) => n % 2 === parity).join(''), {path: `${parity}.log`});
	const reading = ingest([of(0), of(1)], {sizes: {...small, block: 4000}});
	await idle(reading);
	t.deepEqual(
		urls(reading),
		lines.map((_, n) => `/n/${399 - n}`),
	);
	t.deepEqual(
		[...reading.ingestion.logs].map(({unrecognised}) => unrecognised),
		[0, 0],
	);
});

test("beyond the cap, evicts the oldest entries and doesn't read older ones", async t => {
	const file = new MemoryFile(numberedLines(2000).join(''));
	const reading = ingest([file], {sizes: small, cap: 100});
	await idle(reading);
	t.deepEqual(
		urls(reading),
		Array.from({length: 100}, (_, n) => `/n/${1999 - n}`),
	);
	t.true(reading.ingestion.pastLeftOut);
	t.true(reading.index.evicted > 0);
	t.true(file.reads.slice(1).every(([position]) => position > file.size - 20_000));
	t.is(reading.ingestion.log(0)?.backfillLeft, 0);

	file.append(numberedLines(10, 2000).join(''));
	const {evicted} = reading.index;
	reading.ingestion.grown();
	await idle(reading);
	t.is(reading.index.evicted, evicted + 10);
	t.is(urls(reading).at(-1), '/n/1910');
});

test('a cap above the number of entries skips nothing', async t => {
	const reading = ingest([new MemoryFile(numberedLines(100).join(''))], {sizes: small, cap: 100});
	await idle(reading);
	t.is(reading.index.count, 100);
	t.false(reading.ingestion.pastLeftOut);
	t.is(reading.index.evicted, 0);
});

test('abandons a backfill that can no longer be read, with a notice', async t => {
	const file = new MemoryFile(numberedLines(200).join(''));
	file.onRead = position => {
		file.isReadable = position === 0 || position > 10_000;
		file.isGone = !file.isReadable;
	};
	const reading = ingest([file], {sizes: small});
	await idle(reading);
	const {length} = urls(reading);
	t.true(length > 20 && length < 180);
	t.deepEqual(
		urls(reading),
		Array.from({length}, (_, n) => `/n/${199 - n}`),
	);
	t.is(reading.ingestion.log(0)?.backfillLeft, 0);
	const [notice = ''] = reading.notices();
	const [, lost] = /^access\.log: (\d+) bytes .* no longer be read/.exec(notice) ?? [];
	t.is(reading.notices().length, 1);
	t.true(Number(lost) > 9000 && Number(lost) <= 10_600, notice);

	file.onRead = () => {};
	file.isReadable = true;
	file.append(logLine({time: logStart + 1e9, url: '/later'}));
	reading.ingestion.grown();
	await idle(reading);
	t.is(urls(reading)[0], '/later', 'what is added is read all the same');
});

test('fault 33: reads a temporarily unreadable file once it becomes readable', async t => {
	const file = new MemoryFile(numberedLines(200).join(''));
	const other = new MemoryFile(logLine({time: logStart + 1e9, url: '/other'}), {path: 'other.log'});
	file.isReadable = false;
	const reading = ingest([file, other], {sizes: small});
	await waitFor(() => urls(reading).length === 1);
	t.deepEqual(urls(reading), ['/other'], 'others do not wait');
	file.onRead = position => {
		file.isReadable = position === 0 || position > 10_000;
	};
	await waitFor(() => urls(reading).length > 20);
	file.onRead = () => {};
	file.isReadable = true;
	await waitFor(() => urls(reading).length === 201);
	t.deepEqual(reading.notices(), []);
	t.is(new Set(urls(reading)).size, 201);
	await reading.ingestion.close();
});

test('adds a notice for a missing file, and reads lines that are added later', async t => {
	const file = new MemoryFile(numberedLines(20).join(''));
	file.isReadable = false;
	file.isGone = true;
	const reading = ingest([file], {sizes: small});
	await idle(reading);
	t.deepEqual(urls(reading), []);
	t.is(reading.notices().length, 1);
	t.is(reading.ingestion.log(0)?.backfillLeft, 0);
	file.append(logLine({time: logStart, url: '/unseen'}));
	reading.ingestion.grown();
	await idle(reading);
	t.true((reading.ingestion.log(0)?.lag ?? 0) > 0);
	file.isReadable = true;
	await waitFor(() => urls(reading).length === 1);
	t.deepEqual(urls(reading), ['/unseen']);
	t.is(reading.ingestion.log(0)?.lag, 0);
	await reading.ingestion.close();
});

test('notices growth that is reported at any moment', async t => {
	for (let moment = 0; moment < 25; moment++) {
		const file = new MemoryFile('', {isSlow: false});
		const reading = ingest([file]);
		await idle(reading);
		file.onSize = () => {
			file.onSize = () => {};
			let left = moment;
			const later = (): void => {
				if (left-- > 0) {
					queueMicrotask(later);
				} else {
					file.append(logLine({time: logStart}));
					reading.ingestion.grown();
				}
			};
			queueMicrotask(later);
		};
		reading.ingestion.grown();
		await nextTurn();
		await idle(reading);
		await idle(reading);
		t.is(reading.index.count, 1, `${moment} microtasks later`);
		await reading.ingestion.close();
	}
});

test('without the backfill, reads only new lines', async t => {
	const [half = ''] = numberedLines(1, 30);
	const file = new MemoryFile(numberedLines(30).join('') + half.slice(0, 40));
	const reading = ingest([file], {backfill: false, sizes: small});
	await idle(reading);
	t.is(reading.index.count, 0);
	t.is(reading.ingestion.log(0)?.backfillLeft, 0);
	file.append(half.slice(40) + numberedLines(2, 31).join(''));
	reading.ingestion.grown();
	await idle(reading);
	t.deepEqual(urls(reading), ['/n/32', '/n/31', '/n/30']);
	t.is(reading.index.arrived, 3);
	t.is(reading.ingestion.log(0)?.unrecognised, 0);
});

test('reads nothing before start(), and then waits only briefly for a path that hangs', async t => {
	const file = new MemoryFile(numberedLines(5).join(''));
	const reading = ingest([file], {start: false});
	reading.ingestion.grown();
	await nextTurn();
	t.deepEqual(file.reads, []);
	reading.ingestion.start(new Promise(() => {}));
	await nextTurn();
	await nextTurn();
	t.deepEqual(file.reads, []);
	await waitFor(() => reading.index.count === 5);
	t.is(reading.index.count, 5);
});

test('forwards an unexpected error and stops reading', async t => {
	const file = new MemoryFile(numberedLines(5).join(''));
	const mistake = new Error('a mistake');
	file.onRead = () => {
		throw mistake;
	};
	const errors: unknown[] = [];
	const reading = ingest([file], {failed: error => errors.push(error)});
	await idle(reading);
	reading.ingestion.grown();
	await idle(reading);
	t.deepEqual(errors, [mistake]);
});

test('reads nothing after it is closed', async t => {
	const file = new MemoryFile(numberedLines(1000).join(''));
	const reading = ingest([file], {sizes: small});
	await waitFor(() => file.reads.length > 5);
	await reading.ingestion.close();
	const {length} = file.reads;
	reading.ingestion.grown();
	await idle(reading);
	await nextTurn();
	t.true(reading.index.count > 0 && reading.index.count < 1000);
	t.is(file.reads.length, length);
});

test('keeps the newest notices', t => {
	const {ingestion, changes} = ingest([], {start: false});
	for (let time = 0; time < 1000; time++) {
		ingestion.notice({time, path: 'a.log', text: `something ${time}`});
	}
	t.is(ingestion.notices.all.length, 300);
	t.is(ingestion.notices.all[0]?.time, 700);
	t.is(ingestion.notices.all.at(-1)?.time, 999);
	t.is(ingestion.notices.leftOut, 700);
	t.is(changes(), 1000);
});

test.serial('fault 36: keys and frames are processed during a long backfill', async t => {
	const block = numberedLines(8000).join('');
	// 60 MB: a fast machine reads 20 MB in 40 ms, too few ticks to judge by.
	const file = new MemoryFile(block.repeat(Math.ceil(6e7 / block.length)), {isSlow: false});
	const reading = ingest([file]);
	// Processor time, because other processes may hold up this one. The timer is due every 10 ms.
	const busy: number[] = [];
	let before = process.cpuUsage();
	const timer = setInterval(() => {
		const {user, system} = process.cpuUsage(before);
		busy.push((user + system) / 1000);
		before = process.cpuUsage();
	}, 10);
	await idle(reading);
	clearInterval(timer);
	busy.sort((a, b) => a - b);
	t.true(reading.index.count > 100_000);
	t.true(busy.length >= 5, `${busy.length} ticks`);
	t.true((busy[Math.floor(busy.length * 0.75)] ?? Number.NaN) < 100, busy.join(' '));
});

test('fault 36: reports the lag and its duration for several files, also during the backfill', async t => {
	const backfill = numberedLines(2000).join('');
	const files = ['a.log', 'b.log'].map(path => new MemoryFile(backfill, {path}));
	const reading = ingest(files, {sizes: small});
	const lag = (): number => [...reading.ingestion.logs].reduce((sum, log) => sum + log.lag, 0);
	const backfillLeft = (): number =>
		[...reading.ingestion.logs].reduce((sum, log) => sum + log.backfillLeft, 0);
	await waitFor(() => [...reading.ingestion.logs].every(({began}) => began));
	t.true(backfillLeft() > 0);
	t.is(lag(), 0, 'the past is no lag');
	const [a, b] = files;
	for (const file of files) {
		file.isReadable = false;
		file.append(numberedLines(3, 3000).join(''));
		reading.ingestion.grown();
	}
	t.is(lag(), 2 * numberedLines(3, 3000).join('').length);
	await waitFor(() => reading.ingestion.lagTime >= 20);
	if (a) {
		a.isReadable = true;
	}
	await waitFor(() => lag() === numberedLines(3, 3000).join('').length);
	t.true(reading.ingestion.lagTime >= 20, 'the other one still is');
	if (b) {
		b.isReadable = true;
	}
	await waitFor(() => lag() === 0);
	await idle(reading);
	t.is(reading.ingestion.lagTime, 0);
	await reading.ingestion.close();
});

test("fault 33: a temporarily unreadable backfill doesn't mix with a different backfill", async t => {
	const of = (name: string, time: number): MemoryFile => {
		const lines = Array.from({length: 60}, (_, n) => logLine({time: time + n * 1000, url: `/${name}/${n}`}));
		return new MemoryFile(lines.join(''), {path: `${name}.log`});
	};
	// The first of the two files to be read, and by its name the first to continue with.
	const newer = of('a', logStart + 3_600_000);
	const older = of('b', logStart);
	let fails = 0;
	newer.onRead = position => {
		// Its end can be read, and its beginning for the tokens.
		const isOfPast = position > 0 && position < newer.size - 1000;
		newer.isReadable = !isOfPast || fails++ > 2;
	};
	const reading = ingest([newer, older], {sizes: {chunk: 500, head: 100, tail: 300, block: 4000}});
	await waitFor(() => reading.entries().length === 120 && fails > 3);
	await idle(reading);
	const urls = reading.entries().map(({file, url}) => `${file} ${url}`);
	const expected = ['a', 'b'].flatMap(name =>
		Array.from({length: 60}, (_, n) => `${name}.log /${name}/${59 - n}`),
	);
	t.deepEqual(urls, expected);
});
