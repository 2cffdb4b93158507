import type {Worker} from 'node:worker_threads';
import type {BackfillAnswer} from './backfill-job.js';

/** Set where the program is bundled: there the thread runs with compiled code, see `start/launch-thread.ts`. */
declare const threadEnding: string | undefined;
const threadFile =
	typeof threadEnding === 'undefined' ? 'backfill-thread.js' : `launch-thread.${threadEnding}`;

/** What the young generation of the thread's heap may take, MB: it makes hardly any objects. */
const youngGeneration = 2;

/**
 * The texts of a block stand in so much memory, bytes: they take 2 MiB, and 4 where every URL is another one. What doesn't
 * fit is copied.
 */
const roomSize = 4 << 20;

/** While what it has read is taken, it reads on in another room: else it waited for a third of the time. */
const rooms = 2;

/** Asks the thread for its compiled code. */
export const codeWanted = 'code';

/** What the thread is given when it starts. */
export type BackfillThreadData = {
	/** Memory for the texts of the blocks. */
	readonly rooms: readonly SharedArrayBuffer[];
	/** What V8 compiled of the thread's code in an earlier run. */
	readonly code: Uint8Array | undefined;
};

/** What the thread says about its compiled code: that it was started without, and then the code. */
export type CodeMessage =
	| {readonly kind: 'uncached'}
	| {readonly kind: 'code'; readonly code: Uint8Array<ArrayBuffer>};

/** Compiled code of the thread, from an earlier run and for later ones. */
type ThreadCode = {
	readonly code: Uint8Array | undefined;
	readonly keep: (code: Uint8Array) => void;
};

/** A thread that reads blocks of the past. */
export type BackfillThread = {
	readonly worker: Worker;
	/** Its rooms with nothing in them that hasn't been taken. */
	readonly freeRooms: number[];
	/** The zone it reads times in that have none: that of this process when it was started. */
	readonly zone: string | undefined;
	/** Resolves when it can work, or never will. */
	readonly ready: Promise<void>;
	isReady: boolean;
	/** It can't be had here, for want of memory for instance. */
	isBroken: boolean;
	/**
	 * Keeps the thread's compiled code for the next start. Resolves when that is done. Undefined where the code is kept
	 * already, and where it can't be.
	 */
	keepCode: (() => Promise<void>) | undefined;
	/** Called with what it answers, and with `refused` when it breaks. */
	heard: (answer: BackfillAnswer) => void;
};

/**
 * Starts a thread. It doesn't keep the process.
 * @param compiled - without it, the thread compiles its code, and nothing of that is kept
 * @throws when there is no leave to start one
 */
export function startBackfillThread(compiled?: ThreadCode): BackfillThread {
	// Loaded by whoever starts one: most logs are too short for it.
	const threads = process.getBuiltinModule('node:worker_threads');
	const worker = new threads.Worker(new URL(threadFile, import.meta.url), {
		workerData: {
			rooms: Array.from({length: rooms}, () => new SharedArrayBuffer(roomSize)),
			code: compiled?.code,
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
		zone: process.env.TZ,
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
			thread.keepCode = compiled && keepCode;
		} else if (message.kind === 'code') {
			compiled?.keep(message.code);
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
