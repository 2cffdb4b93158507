import type {Worker} from 'node:worker_threads';
import type {BackfillAnswer} from './backfill-job.js';

/** How the name ends of what the thread runs, where it is bundled: CommonJS, which Node loads 10 ms sooner. */
declare const threadEnding: string | undefined;
const threadFile = `backfill-thread.${typeof threadEnding === 'undefined' ? 'js' : threadEnding}`;

/** What the young generation of the thread's heap may take, MB: it makes hardly any objects. */
const youngGeneration = 2;

/**
 * The texts of a block stand in so much memory, bytes: they take 2 MiB, and 4 where every URL is another one. What doesn't
 * fit is copied.
 */
const roomSize = 4 << 20;

/** While what it has read is taken, it reads on in another room: else it waited for a third of the time. */
const rooms = 2;

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
	/** Called with what it answers, and with `refused` when it breaks. */
	heard: (answer: BackfillAnswer) => void;
};

/**
 * Starts a thread. It doesn't keep the process.
 * @throws when there is no leave to start one
 */
export function startBackfillThread(): BackfillThread {
	// Loaded by whoever starts one: most logs are too short for it.
	const threads = process.getBuiltinModule('node:worker_threads');
	const worker = new threads.Worker(new URL(threadFile, import.meta.url), {
		workerData: Array.from({length: rooms}, () => new SharedArrayBuffer(roomSize)),
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
