import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {parentPort, threadId, workerData} from 'node:worker_threads';
import {filterOf} from '../index/entry-filter.js';
import {EntryWriter} from '../index/entry-writer.js';
import {FilteringWriter} from '../index/filtering-writer.js';
import {memoryOf, Segment} from '../index/segment.js';
import {SendingDictionaries} from '../index/segment-import.js';
import {readFlags} from '../tail/files/open-file.js';
import {SharedArena} from '../wasm/shared-arena.js';
import {BackfillBlock, type BlockFile} from './backfill-block.js';
import type {BackfillAnswer, BackfillJob} from './backfill-job.js';
import {BackfillLines} from './backfill-lines.js';
import {HeaderSearch} from './header-search.js';
import {LineProcessor} from './line-processor.js';
import {backfillBuffers} from './read-sizes.js';
import {type BackfillThreadData, codeWanted} from './start-backfill-thread.js';

/** Shared memory for the strings of the blocks. One arena holds the strings of a block until the main thread has copied them. */
const arenas = (workerData as BackfillThreadData).arenas.map(memory => new SharedArena(memory));

/** Approximate memory limit for strings, in bytes. With 1.2 GB of log, a limit three times as high wasn't faster. */
const textMemory = 8 << 20;

const texts = new SendingDictionaries(String(threadId), textMemory);

/**
 * Reads synchronously. Half a chunk, about one batch of common lines, stays in the CPU cache until it is parsed. With 1.2 GB,
 * whole chunks took 4 % longer and quarter chunks 3 %.
 */
const chunksAtOnce = 1 / 2;

/** Never waits for an unreadable file. The main thread reads the block instead, and waits if needed. */
const none = {renew() {}, isOver: () => true};

/** Created for the first job, because all jobs of a thread have the same sizes. */
let buffers: [Buffer, Buffer] | undefined;

function answer(message: BackfillAnswer, given: readonly ArrayBuffer[] = []): void {
	parentPort?.postMessage(message, given);
}

async function work({path, identity, ...job}: BackfillJob): Promise<void> {
	const handle = openSync(path, readFlags);
	try {
		const {dev, ino, size} = fstatSync(handle, {bigint: true});
		if (`${dev}:${ino}` !== identity || size < job.end) {
			answer({kind: 'refused'});
			return;
		}
		const file = {
			// A failed read throws, which ends the job.
			read: async (target: Uint8Array, position: number): Promise<number> =>
				readSync(handle, target, 0, target.length, position),
		};
		await readBlock(file, job);
	} finally {
		closeSync(handle);
	}
}

async function readBlock(
	file: BlockFile,
	{
		end,
		arenaNumber,
		isLost,
		sizes,
		isHeaded,
		headers,
		format,
		client,
		wanted,
		learned,
	}: Omit<BackfillJob, 'path' | 'identity'>,
): Promise<void> {
	buffers ??= backfillBuffers(sizes, chunksAtOnce);
	const arena = arenas[arenaNumber];
	if (arena === undefined) {
		throw new RangeError(`there is no arena ${arenaNumber}`);
	}
	arena.clear();
	const segments: Segment[] = [];
	const dictionaries = texts.next(isLost);
	let unrecognisedAt = new Float64Array();
	let newest = Number.NEGATIVE_INFINITY;
	let passed = 0;
	const pass = (entries: number): void => {
		passed += entries;
	};
	const processor = new LineProcessor(() => {}, format, client, learned);
	const open = (offset: number): Segment => {
		const segment = Segment.open({file: 0, live: false, dictionaries}, offset);
		segments.push(segment);
		return segment;
	};
	const lines = new BackfillLines(
		processor,
		() => {
			const writer = new EntryWriter(open, () => {});
			return wanted === undefined ? writer : new FilteringWriter(writer, filterOf(wanted, pass));
		},
		(offsets, time) => {
			unrecognisedAt = offsets;
			newest = time;
		},
	);
	const search = isHeaded ? new HeaderSearch(headers) : undefined;
	const block = new BackfillBlock(file, {
		end,
		buffers,
		sizes,
		target: lines,
		headers: search,
		patience: none,
	});
	let isStartSaid = false;
	while (!block.isDone) {
		await block.step();
		if (block.start !== undefined && !isStartSaid && block.lost === 0) {
			isStartSaid = true;
			answer({kind: 'start', start: block.start, time: lines.time});
		}
	}
	if (block.lost > 0) {
		answer({kind: 'refused'});
	} else {
		const parts = segments.map(segment => segment.parts());
		const read = {segments: parts, texts: texts.takeNew(arena), passed};
		const {unrecognised, notRequests, cut} = processor;
		const {holes} = lines;
		answer(
			{kind: 'done', block: read, unrecognised, unrecognisedAt, notRequests, newest, holes, cut},
			parts.flatMap(memoryOf),
		);
	}
}

parentPort?.on('message', (job: BackfillJob | typeof codeWanted) => {
	// The module that loaded this one answers this message.
	if (job !== codeWanted) {
		work(job).catch(() => answer({kind: 'refused'}));
	}
});

// The main thread waits for this message before it sends a job, because loading takes time.
parentPort?.postMessage('ready');
