import {availableParallelism} from 'node:os';
import {Worker} from 'node:worker_threads';
import type {PastAnswer, PastJob} from './past-job.js';

/** What the young generation of the thread's heap may take, MB: it makes hardly any objects. */
const youngGeneration = 2;

/**
 * What it reads stands in so much memory, bytes; a block takes 2 MiB, and 3 where every URL is another one. What doesn't
 * fit is copied.
 */
const sharedSize = 1 << 23;

/** Hears all answers to a job, `done` or `refused` the last, and resolves when it has taken what it is given. */
type AnswerListener = (answer: PastAnswer) => Promise<void>;

/**
 * A second thread that reads blocks of the past, one at a time, on a processor core that would be idle otherwise.
 * Costs 16 MB of memory while it is there, and 40 ms until it works.
 */
export class PastHelper {
	#worker: Worker | undefined;
	#listener: AnswerListener | undefined;
	#isBroken = availableParallelism() < 2;

	/** Whether it can be given a job. */
	get isFree(): boolean {
		return !this.#isBroken && this.#listener === undefined;
	}

	/** Gives it a job, which must be free; it is again when the listener has taken the last answer. */
	give(job: PastJob, listener: AnswerListener): void {
		this.#listener = listener;
		this.#worker ??= this.#start();
		// Nothing else may be going on that keeps the process.
		this.#worker.ref();
		this.#worker.postMessage(job);
	}

	/** Ends the thread, with what it is doing; a later job starts another. */
	async close(): Promise<void> {
		const worker = this.#worker;
		this.#worker = undefined;
		this.#listener = undefined;
		await worker?.terminate();
	}

	#start(): Worker {
		const worker = new Worker(new URL('past-thread.js', import.meta.url), {
			workerData: new SharedArrayBuffer(sharedSize),
			resourceLimits: {maxYoungGenerationSizeMb: youngGeneration},
		});
		worker.on('message', (answer: PastAnswer) => void this.#answered(worker, answer));
		worker.on('error', () => {
			// It can't be had here, for want of memory for instance: the reading thread does all by itself.
			this.#isBroken = true;
			void this.#answered(worker, {kind: 'refused'});
		});
		return worker;
	}

	async #answered(worker: Worker, answer: PastAnswer): Promise<void> {
		const listener = this.#listener;
		if (worker !== this.#worker || listener === undefined) {
			return;
		}
		if (answer.kind !== 'start') {
			worker.unref();
		}
		await listener(answer);
		if (answer.kind !== 'start' && listener === this.#listener) {
			this.#listener = undefined;
		}
	}
}
