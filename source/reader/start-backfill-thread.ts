import type {Worker} from 'node:worker_threads';
import {isBundled, threadOf} from '../start/parts.js';
import type {BackfillAnswer} from './backfill-job.js';

/** In the bundle, the thread runs with compiled code. */
const threadPart = isBundled ? 'start/launch-thread' : 'reader/backfill-thread';

/** Maximum size of the young generation of the thread's heap, in MB. The thread creates hardly any objects. */
const youngGeneration = 2;

/**
 * Size of the shared memory for the strings of a block, in bytes. They take 2 MiB, and 4 MiB if every URL is different. Strings
 * that don't fit are copied.
 */
const arenaSize = 4 << 20;

/**
 * Number of shared memories. While the main thread imports one block, the thread reads the next one into the other memory. With
 * a single memory, the thread waited 33 % of the time.
 */
const arenaCount = 2;

/** Message that requests the thread's compiled code. */
export const codeWanted = 'code';

/** Data passed to the thread at its start. */
export type BackfillThreadData = {
	/** Shared memory for the strings of the blocks. */
	readonly arenas: readonly SharedArrayBuffer[];
	/** Code of the thread that V8 compiled in an earlier run. */
	readonly code: Uint8Array | undefined;
};

/** Messages about the thread's compiled code: `uncached` if it started without cached code, `code` with the code. */
export type CodeMessage =
	| {readonly kind: 'uncached'}
	| {readonly kind: 'code'; readonly code: Uint8Array<ArrayBuffer>};

/** Reads the thread's compiled code of an earlier run, and stores it for later runs. */
export type ThreadCode = {
	read(): Uint8Array | undefined;
	keep(code: Uint8Array): void;
};

let threadCode: ThreadCode | undefined;

/**
 * Sets the store for the thread's compiled code. Without it, each thread compiles its code, which takes 50 ms of CPU time: 5 % of
 * reading 400,000 lines of JSON.
 */
export function keepThreadCode(code: ThreadCode | undefined): void {
	threadCode = code;
}

/** A thread that reads blocks of the backfill. */
export type BackfillThread = {
	readonly worker: Worker;
	/** Indexes of shared memories that hold no strings waiting for import. */
	readonly freeArenas: number[];
	/** Resolves when the thread can work, or when it is broken. */
	readonly ready: Promise<void>;
	isReady: boolean;
	/** True if the thread can't run, for instance for lack of memory. */
	isBroken: boolean;
	/**
	 * Stores the thread's compiled code for the next start, and resolves when that is done. Undefined if the code is stored already
	 * or can't be stored.
	 */
	keepCode: (() => Promise<void>) | undefined;
	/** Called with each answer, and with `refused` if the thread breaks. */
	heard: (answer: BackfillAnswer) => void;
};

/**
 * Starts a thread, which doesn't keep the process alive.
 * @throws if the process may not start threads
 */
export function startBackfillThread(): BackfillThread {
	const worker = threadOf(threadPart, {
		workerData: {
			arenas: Array.from({length: arenaCount}, () => new SharedArrayBuffer(arenaSize)),
			code: threadCode?.read(),
		} satisfies BackfillThreadData,
		resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
	});
	let settle = (): void => {};
	const ready = new Promise<void>(resolve => {
		settle = resolve;
	});
	const thread: BackfillThread = {
		worker,
		freeArenas: Array.from({length: arenaCount}, (_, number) => number),
		ready,
		isReady: false,
		isBroken: false,
		keepCode: undefined,
		heard() {},
	};
	let codeCame = (): void => {};
	const keepCode = async (): Promise<void> => {
		thread.keepCode = undefined;
		await new Promise<void>(resolve => {
			codeCame = resolve;
			worker.postMessage(codeWanted);
		});
	};
	worker.unref();
	worker.on('message', (message: 'ready' | CodeMessage | BackfillAnswer) => {
		if (message === 'ready') {
			thread.isReady = true;
			settle();
		} else if (message.kind === 'uncached') {
			thread.keepCode = threadCode && keepCode;
		} else if (message.kind === 'code') {
			threadCode?.keep(message.code);
			codeCame();
		} else {
			thread.heard(message);
		}
	});
	const broke = (): void => {
		thread.isBroken = true;
		settle();
		codeCame();
		thread.heard({kind: 'refused'});
	};
	worker.on('error', broke);
	worker.on('exit', broke);
	return thread;
}
