import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {parentPort, threadId, workerData} from 'node:worker_threads';
import {filterOf} from '../index/entry-filter.js';
import {EntryWriter} from '../index/entry-writer.js';
import {FilteringWriter} from '../index/filtering-writer.js';
import {memoryOf, Segment} from '../index/segment.js';
import {TellingDictionaries} from '../index/segment-import.js';
import {readFlags} from '../tail/files/open-file.js';
import {SharedArena} from '../wasm/shared-arena.js';
import {BackfillBlock, type BlockFile} from './backfill-block.js';
import type {BackfillAnswer, BackfillJob} from './backfill-job.js';
import {BackfillLines} from './backfill-lines.js';
import {HeaderSearch} from './header-search.js';
import {LineProcessor} from './line-processor.js';
import {backfillBuffers} from './read-sizes.js';
import {type BackfillThreadData, codeWanted} from './start-backfill-thread.js';

/** The texts that were read stand in one of them until they have been taken. */
const arenas = (workerData as BackfillThreadData).rooms.map(memory => new SharedArena(memory));

/** What texts may take, bytes, about. Measured with 1.2 GB of log: with three times as much nothing was faster. */
const textMemory = 8 << 20;

const texts = new TellingDictionaries(String(threadId), textMemory);

/**
 * It reads without another thread, and so little at a time that it still stands in the processor's nearer caches when it is
 * worked on: a batch of usual lines. Measured with 1.2 GB: read by whole chunks, 4 % more time; by quarters of them, 3 %.
 */
const chunksAtOnce = 1 / 2;

/** What can't be read here is read by the other thread, which waits for it. */
const none = {renew() {}, isOver: () => true};

/** All jobs of a thread have the same sizes. */
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
			// A read that fails is an error here, and ends the job.
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
		room: place,
		isLost,
		sizes,
		isHeaded,
		headers,
		format,
		client,
		wanted,
	}: Omit<BackfillJob, 'path' | 'identity'>,
): Promise<void> {
	buffers ??= backfillBuffers(sizes, chunksAtOnce);
	const arena = arenas[place];
	if (arena === undefined) {
		throw new RangeError(`there is no arena ${place}`);
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
	const processor = new LineProcessor(() => {}, format, client);
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
		const read = {segments: parts, texts: texts.tell(arena), passed};
		const {unrecognised, notRequests, cut} = processor;
		const {holes} = lines;
		answer(
			{kind: 'done', block: read, unrecognised, unrecognisedAt, notRequests, newest, holes, cut},
			parts.flatMap(memoryOf),
		);
	}
}

parentPort?.on('message', (job: BackfillJob | typeof codeWanted) => {
	// What has loaded this answers that.
	if (job !== codeWanted) {
		work(job).catch(() => answer({kind: 'refused'}));
	}
});

// Whoever gave it a job before it has loaded all this would wait.
parentPort?.postMessage('ready');
