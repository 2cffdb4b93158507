// Runs alone: it measures the memory of the process.
import test, {type ExecutionContext} from 'ava';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {collectGarbage} from '../helpers/collect-garbage.js';
import {GrowingFile} from '../helpers/growing-file.js';
import {type Ingest, idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

const mebibyte = 1 << 20;

/** Blocks of a log without a consumer. */
const blocks = 30;

const lines = 4000;
const block = numberedLines(lines).join('');

function lagOf({ingestion}: Ingest): number {
	return [...ingestion.logs].reduce((sum, {lag}) => sum + lag, 0);
}

test.serial('fault 36: while a file grows faster than it is read, memory stays flat', async t => {
	const file = new GrowingFile(block);
	const written = Math.ceil((40 * mebibyte) / file.blockSize);
	const reading = ingest([file], {cap: 10_000});
	// Four chunks are written for each chunk that is read, until all are written.
	file.onRead = () => {
		file.size = Math.min(file.size + 4 * defaultSizes.chunk, written * file.blockSize);
	};
	const lags: number[] = [];
	const memory: number[] = [];
	const busy: number[] = [];
	let before = process.cpuUsage();
	// In processor time, because the machine may have other work. The timer was due after 10 ms.
	const timer = setInterval(() => {
		const {user, system} = process.cpuUsage(before);
		busy.push((user + system) / 1000);
		before = process.cpuUsage();
		lags.push(lagOf(reading));
		memory.push(process.memoryUsage().arrayBuffers);
	}, 10);
	await idle(reading);
	await collectGarbage();
	const begun = process.memoryUsage().arrayBuffers;
	file.size = 4 * defaultSizes.chunk;
	reading.ingestion.grown();
	await idle(reading);
	clearInterval(timer);

	t.is(reading.index.count + reading.index.evicted, written * lines, 'everything in the end');
	t.is(lagOf(reading), 0);
	t.is(file.bytesRead, written * file.blockSize, 'each byte once');
	t.is(file.maxRead, defaultSizes.chunk);
	t.true(Math.max(...lags) > 20 * mebibyte, `behind by ${Math.max(...lags)} at most`);
	t.true(Math.max(...memory) < begun + 24 * mebibyte, `${begun} to ${Math.max(...memory)} bytes`);
	busy.sort((a, b) => a - b);
	t.true((busy[Math.floor(busy.length * 0.9)] ?? 0) < 100, `busy for ${busy.at(-1)} ms`);
});

/** Returns the number of entries of files whose paths begin with `name`. */
function seen({entries}: Ingest, name: string): number {
	return entries().filter(({file}) => file.startsWith(name)).length;
}

test('fault 37: with 0.5 GB of one file to read, lines added to a hundred other files come first', async t => {
	const hot = new GrowingFile(block, {path: 'hot.log'});
	const slow = Array.from({length: 100}, (_, n) => new MemoryFile('', {path: `slow-${n}.log`}));
	const reading = ingest([...slow.slice(0, 50), hot, ...slow.slice(50)], {cap: 2000});
	await idle(reading);
	let reads = 0;
	let written = 0;
	const waits: number[] = [];
	hot.onRead = () => {
		reads++;
		if (reads % 10 === 1) {
			t.is(seen(reading, 'slow'), written);
			for (const [n, file] of slow.entries()) {
				// Newer than all lines of the hot file, so that the cap doesn't evict them.
				file.append(logLine({time: logStart + 1e9 + written++, url: `/${n}`}));
			}
			reading.ingestion.grown();
			waits.push(0);
		} else if (seen(reading, 'slow') < written) {
			waits[waits.length - 1] = (waits.at(-1) ?? 0) + 1;
		}
		if (reads === 60) {
			void reading.ingestion.close();
		}
	};
	hot.size = 500 * mebibyte;
	reading.ingestion.grown();
	await idle(reading);
	t.is(reads, 60);
	t.true(hot.bytesRead < 64 * defaultSizes.chunk, 'it still has a lot to read');
	t.true(Math.max(...waits) <= 1, `they waited for ${waits} chunks of the hot one`);
});

/** Reads the lines of a live log without a consumer, up to the limit for reading ahead. */
async function readAhead(t: ExecutionContext): Promise<{reading: Ingest; file: GrowingFile}> {
	const file = new GrowingFile(block);
	const reading = ingest([file], {ahead: 10_000, sizes: {chunk: 20_000, tail: 4000, block: 8000}});
	await idle(reading);
	file.size = blocks * file.blockSize;
	reading.ingestion.grown();
	await idle(reading);
	t.true(reading.index.count >= 10_000 && reading.index.count < 10_500, `${reading.index.count}`);
	t.true(lagOf(reading) > 0.8 * blocks * file.blockSize);
	return {reading, file};
}

test('fault 36: leaves lines in the file until a consumer takes the previous ones', async t => {
	const {reading} = await readAhead(t);
	let taken = 0;
	while (taken < blocks * lines) {
		const {arrived} = reading.index;
		t.true(arrived > taken && arrived - taken < 10_500, `${arrived} arrived, ${taken} taken`);
		reading.ingestion.taken(arrived - taken);
		taken = arrived;
		reading.ingestion.holdAtMost(0);
		await idle(reading);
	}
	t.is(taken, blocks * lines);
	t.is(lagOf(reading), 0);
	await reading.ingestion.close();
});

test('fault 36: reads the backfill and opens other files while a consumer is slow', async t => {
	const {reading} = await readAhead(t);
	const {count} = reading.index;
	reading.ingestion.opened(new MemoryFile(block.slice(0, 40_000), {path: 'other.log'}));
	await idle(reading);
	t.true(reading.index.count > count + 300);
	await reading.ingestion.close();
});
