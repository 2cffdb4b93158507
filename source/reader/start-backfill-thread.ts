import type {Worker} from 'node:worker_threads';
import type {BackfillAnswer} from './backfill-job.js';

/** Extension of the files that threads run in the bundle: CommonJS, which Node loads 10 ms faster. */
declare const threadEnding: string | undefined;
const threadFile = `backfill-thread.${typeof threadEnding === 'undefined' ? 'js' : threadEnding}`;

/** Maximum size of the young generation of the thread's heap, in MB. The thread creates hardly any objects. */
const youngGeneration = 2;

/**
 * Size of the shared memory for the strings of a block, in bytes. They take 2 MiB, and 4 MiB if every URL is different. Strings
 * that don't fit are copied.
 */
const roomSize = 4 << 20;

/**
 * Number of shared memories. While the main thread imports one block, the thread reads the next one into the other memory. With a
 * single one it waited for a third of the time.
 */
const rooms = 2;

/** Data passed to the thread at its start. */
export type BackfillThreadData = {
	/** Shared memory for the strings of the blocks. */
	readonly rooms: readonly SharedArrayBuffer[];
};

/** A thread that reads blocks of the backfill. */
export type BackfillThread = {
	readonly worker: Worker;
	/** Indexes of shared memories that hold no strings waiting for import. */
	readonly freeRooms: number[];
	/** Resolves when the thread can work, or when it is broken. */
	readonly ready: Promise<void>;
	isReady: boolean;
	/** True if the thread can't run, for instance for lack of memory. */
	isBroken: boolean;
	/** Called with each answer, and with `refused` if the thread breaks. */
	heard: (answer: BackfillAnswer) => void;
};

/**
 * Starts a thread, which doesn't keep the process alive.
 * @throws if the process may not start threads
 */
export function startBackfillThread(): BackfillThread {
	// Loaded on demand: most logs are too short for a second thread.
	const threads = process.getBuiltinModule('node:worker_threads');
	const worker = new threads.Worker(new URL(threadFile, import.meta.url), {
		workerData: {
			rooms: Array.from({length: rooms}, () => new SharedArrayBuffer(roomSize)),
		} satisfies BackfillThreadData,
		resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
	});
	let settle = (): void => {};
	const ready = new Promise<void>(resolve => {
		settle = resolve;
	});
	const thread: BackfillThread = {
		worker,
		freeRooms: Array.from({length: rooms}, (_, room) => room),
		ready,
		isReady: false,
		isBroken: false,
		heard() {},
	};
	worker.unref();
	worker.on('message', (message: 'ready' | BackfillAnswer) => {
		if (message === 'ready') {
			thread.isReady = true;
			settle();
		} else {
			thread.heard(message);
		}
	});
	const broke = (): void => {
		thread.isBroken = true;
		settle();
		thread.heard({kind: 'refused'});
	};
	worker.on('error', broke);
	worker.on('exit', broke);
	return thread;
}
