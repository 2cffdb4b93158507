import {availableParallelism} from 'node:os';
import {Worker} from 'node:worker_threads';
import type {PastAnswer, PastJob} from './past-job.js';

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

/** A thread, and whether it has said that it can work. */
type Thread = {readonly worker: Worker; readonly ready: Promise<void>; isReady: boolean};

/**
 * A second thread that reads blocks of the past, one at a time, on a processor core that would be idle otherwise.
 * Costs 16 MB of memory while it is there, and 40 ms until it works.
 */
export class PastHelper {
	#thread: Thread | undefined;
	#listener: AnswerListener | undefined;
	/** Blocks that it has been asked for and that haven't been taken yet: each has a room. */
	#untaken = 0;
	#isBroken = availableParallelism() < 2;

	/** Whether it can be given a job. */
	get isFree(): boolean {
		return (
			!this.#isBroken &&
			this.#thread?.isReady === true &&
			this.#listener === undefined &&
			this.#untaken < rooms
		);
	}

	/** Starts the thread where there is none and one can be had. Resolves when it can be given a job, or never will. */
	async prepare(): Promise<void> {
		if (!this.#isBroken) {
			this.#thread ??= this.#start();
			await this.#thread.ready;
		}
	}

	/** Gives it a job, which must be free; it is again when the listener hears the last answer. */
	give(job: PastJob, listener: AnswerListener): void {
		this.#listener = listener;
		this.#untaken++;
		// Nothing else may be going on that keeps the process.
		this.#thread?.worker.ref();
		this.#thread?.worker.postMessage(job);
	}

	/** Ends the thread, with what it is doing; it can be prepared again. */
	async close(): Promise<void> {
		const worker = this.#thread?.worker;
		this.#thread = undefined;
		this.#listener = undefined;
		this.#untaken = 0;
		await worker?.terminate();
	}

	#start(): Thread {
		const worker = new Worker(new URL('past-thread.js', import.meta.url), {
			workerData: Array.from({length: rooms}, () => new SharedArrayBuffer(roomSize)),
			resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
		});
		let settle = (): void => {};
		const ready = new Promise<void>(resolve => {
			settle = resolve;
		});
		const thread = {worker, ready, isReady: false};
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
		if (thread === this.#thread) {
			this.#untaken--;
		}
	}
}
