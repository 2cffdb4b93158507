import {availableParallelism} from 'node:os';
import {collectRarely, holdUsualFlags} from '../process/engine-flags.js';
import type {BackfillAnswer, BackfillJob} from './backfill-job.js';
import {type BackfillThread, startBackfillThread} from './start-backfill-thread.js';

/** Hears all answers to a job, `done` or `refused` the last, and resolves when it has taken what it is given. */
type AnswerListener = (answer: BackfillAnswer) => Promise<void>;

/**
 * A second thread that reads blocks of the past, one at a time, on a processor core that would be idle otherwise.
 * Costs 27 MB of memory while it is there, and 40 ms until it works.
 */
export class BackfillWorker {
	#thread: BackfillThread | undefined;
	#listener: AnswerListener | undefined;
	/** Where the block goes that it was asked for last. */
	#room = 0;
	/** Whether it was started before all else, and so will soon be ready: what it is given meanwhile waits for it. */
	#isEarly = false;
	#isBroken = availableParallelism() < 2;
	/** What is taken is taken in the order in which it was read: each block has the texts that those before it haven't. */
	#taken: Promise<void> = Promise.resolve();
	#isLost = false;
	/** The end of the thread that was closed last. */
	#ending: Promise<unknown> | undefined;

	constructor() {
		const early = takeEarlyThread();
		if (early !== undefined) {
			this.#isEarly = true;
			this.#use(early);
		}
	}

	/** Whether it can be given a job. */
	get isFree(): boolean {
		const thread = this.#isBroken ? undefined : this.#thread;
		return (
			thread !== undefined &&
			(thread.isReady || this.#isEarly) &&
			this.#listener === undefined &&
			thread.freeRooms.length > 0
		);
	}

	/** Starts the thread where there is none and one can be had. Resolves when it can be given a job, or never will. */
	async prepare(): Promise<void> {
		if (this.#isBroken) {
			return;
		}
		if (this.#thread === undefined) {
			try {
				this.#use(startBackfillThread());
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
	give(job: Omit<BackfillJob, 'room' | 'isLost'>, listener: AnswerListener): void {
		this.#listener = listener;
		this.#room = this.#thread?.freeRooms.shift() ?? 0;
		// Nothing else may be going on that keeps the process.
		this.#thread?.worker.ref();
		this.#thread?.worker.postMessage({...job, room: this.#room, isLost: this.#isLost});
		this.#isLost = false;
	}

	/** Ends the thread, with what it is doing; it can be prepared again. Resolves when it has ended. */
	async close(): Promise<void> {
		const worker = this.#thread?.worker;
		this.#thread = undefined;
		this.#isEarly = false;
		this.#listener = undefined;
		collectRarely(false);
		if (worker !== undefined) {
			this.#ending = worker.terminate();
		}
		await this.#ending;
	}

	#use(thread: BackfillThread): void {
		this.#thread = thread;
		// Where it can't be had, the reading thread does all by itself.
		this.#isBroken ||= thread.isBroken;
		thread.heard = answer => {
			if (thread !== this.#thread) {
				// It was closed: that it ends doesn't say that none can be had.
				return;
			}
			this.#isBroken ||= thread.isBroken;
			void this.#answered(thread, answer);
		};
		if (!thread.isReady) {
			// Node's own modules, which it loads first, would be compiled anew.
			void thread.ready.then(holdUsualFlags());
		}
		collectRarely(true);
	}

	async #answered(thread: BackfillThread, answer: BackfillAnswer): Promise<void> {
		const listener = this.#listener;
		const room = this.#room;
		if (listener === undefined) {
			return;
		}
		if (answer.kind === 'start') {
			await listener(answer);
			return;
		}
		thread.worker.unref();
		this.#listener = undefined;
		if (answer.kind === 'done' && thread.keepCode !== undefined) {
			// After a block, nearly all that the thread runs has been compiled.
			const release = holdUsualFlags();
			void thread.keepCode().then(release);
		}
		await listener(answer);
		thread.freeRooms.push(room);
	}
}

let early: BackfillThread | undefined;

/** Keeps a thread that was started before the program was loaded, until a log is read. */
export function keepEarlyThread(thread: BackfillThread | undefined): void {
	early = thread;
}

/** That thread, for the first that asks; undefined where there is none. */
export function takeEarlyThread(): BackfillThread | undefined {
	const thread = early;
	early = undefined;
	if (thread !== undefined && thread.zone !== process.env.TZ) {
		// Another zone was asked for meanwhile: the thread would read times in the old one.
		void thread.worker.terminate();
		return undefined;
	}
	return thread;
}
