import {availableParallelism} from 'node:os';
import type {Worker} from 'node:worker_threads';
import type {PastAnswer, PastJob} from './past-job.js';
import {collectRarely} from './rare-collections.js';

/** What the thread runs, where it is bundled: CommonJS, which Node loads 10 ms sooner. */
declare const bundledThread: string | undefined;
const threadFile = typeof bundledThread === 'undefined' ? 'past-thread.js' : bundledThread;

/** What the young generation of the thread's heap may take, MB: it makes hardly any objects. */
const youngGeneration = 2;

/**
 * What it reads of a block stands in so much memory, bytes: it takes 4 MiB, and 6 where every URL is another one. What
 * doesn't fit is copied.
 */
const roomSize = 6 << 20;

/** While what it has read is taken, it reads on in another room: else it waited for a third of the time. */
const rooms = 2;

/** Hears all answers to a job, `done` or `refused` the last, and resolves when it has taken what it is given. */
type AnswerListener = (answer: PastAnswer) => Promise<void>;

/** A thread, whether it has said that it can work, and its rooms with nothing in them that hasn't been taken. */
type Thread = {
	readonly worker: Worker;
	readonly ready: Promise<void>;
	readonly freeRooms: number[];
	isReady: boolean;
};

/**
 * A second thread that reads blocks of the past, one at a time, on a processor core that would be idle otherwise.
 * Costs 16 MB of memory while it is there, and 40 ms until it works.
 */
export class PastHelper {
	#thread: Thread | undefined;
	#listener: AnswerListener | undefined;
	/** Where the block goes that it was asked for last. */
	#room = 0;
	#isBroken = availableParallelism() < 2;
	/** What is taken is taken in the order in which it was read: each block has the texts that those before it haven't. */
	#taken: Promise<void> = Promise.resolve();
	#isLost = false;

	/** Whether it can be given a job. */
	get isFree(): boolean {
		const thread = this.#isBroken ? undefined : this.#thread;
		return thread?.isReady === true && this.#listener === undefined && thread.freeRooms.length > 0;
	}

	/** Starts the thread where there is none and one can be had. Resolves when it can be given a job, or never will. */
	async prepare(): Promise<void> {
		if (this.#isBroken) {
			return;
		}
		if (this.#thread === undefined) {
			try {
				this.#thread = this.#start();
				collectRarely(true);
			} catch {
				// There may be no room for its memory, or no leave to start one.
				this.#isBroken = true;
			}
		}
		await this.#thread?.ready;
	}

	/** Does what takes a block when all blocks that were read before have been. */
	async inTurn(take: () => Promise<void>): Promise<void> {
		this.#taken = this.#taken.then(take, take);
		await this.#taken;
	}

	/** Something that it has read wasn't taken: the texts that came with it are to come again. */
	lose(): void {
		this.#isLost = true;
	}

	/** Gives it a job, which must be free; it is again when the listener hears the last answer. */
	give(job: Omit<PastJob, 'room' | 'isLost'>, listener: AnswerListener): void {
		this.#listener = listener;
		this.#room = this.#thread?.freeRooms.shift() ?? 0;
		// Nothing else may be going on that keeps the process.
		this.#thread?.worker.ref();
		this.#thread?.worker.postMessage({...job, room: this.#room, isLost: this.#isLost});
		this.#isLost = false;
	}

	/** Ends the thread, with what it is doing; it can be prepared again. */
	async close(): Promise<void> {
		const worker = this.#thread?.worker;
		this.#thread = undefined;
		this.#listener = undefined;
		collectRarely(false);
		await worker?.terminate();
	}

	#start(): Thread {
		// Loaded now: the first screen doesn't wait for what most logs are too short for.
		const threads = process.getBuiltinModule('node:worker_threads');
		const worker = new threads.Worker(new URL(threadFile, import.meta.url), {
			workerData: Array.from({length: rooms}, () => new SharedArrayBuffer(roomSize)),
			resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
		});
		let settle = (): void => {};
		const ready = new Promise<void>(resolve => {
			settle = resolve;
		});
		const freeRooms = Array.from({length: rooms}, (_, room) => room);
		const thread = {worker, ready, freeRooms, isReady: false};
		worker.unref();
		worker.once('message', () => {
			thread.isReady = true;
			settle();
			worker.on('message', (answer: PastAnswer) => void this.#answered(thread, answer));
		});
		worker.on('error', () => {
			// It can't be had here, for want of memory for instance: the reading thread does all by itself.
			this.#isBroken = true;
			settle();
			void this.#answered(thread, {kind: 'refused'});
		});
		worker.on('exit', settle);
		return thread;
	}

	async #answered(thread: Thread, answer: PastAnswer): Promise<void> {
		const listener = this.#listener;
		const room = this.#room;
		if (thread !== this.#thread || listener === undefined) {
			return;
		}
		if (answer.kind === 'start') {
			await listener(answer);
			return;
		}
		thread.worker.unref();
		this.#listener = undefined;
		await listener(answer);
		thread.freeRooms.push(room);
	}
}
