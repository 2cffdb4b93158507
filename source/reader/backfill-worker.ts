import {availableParallelism} from 'node:os';
import {collectRarely, holdCommonFlags} from '../process/engine-flags.js';
import type {BackfillAnswer, BackfillJob} from './backfill-job.js';
import {type BackfillThread, startBackfillThread} from './start-backfill-thread.js';

/** Receives all answers to a job. The last one is `done` or `refused`. Resolves when the result has been imported. */
type AnswerListener = (answer: BackfillAnswer) => Promise<void>;

/**
 * A second thread that reads one block of the backfill at a time, on a CPU core that would be idle otherwise. It needs 27 MB of
 * memory and takes 40 ms to start.
 */
export class BackfillWorker {
	readonly #start: () => BackfillThread;
	#thread: BackfillThread | undefined;
	#listener: AnswerListener | undefined;
	/** Index of the shared memory for the current job. */
	#arenaNumber = 0;
	#isBroken = availableParallelism() < 2;
	/** Serializes the imports: a block contains only the strings that blocks read earlier don't have. */
	#taken: Promise<void> = Promise.resolve();
	#isLost = false;
	/** Resolves when the thread that was closed last has ended. */
	#ending: Promise<unknown> | undefined;

	constructor(start = startBackfillThread) {
		this.#start = start;
	}

	/** True if the thread can accept a job. */
	get isFree(): boolean {
		const thread = this.#isBroken ? undefined : this.#thread;
		return thread?.isReady === true && this.#listener === undefined && thread.freeArenas.length > 0;
	}

	/**
	 * Starts the thread unless it runs already. Resolves when it can accept a job, or when it is clear that no thread can be
	 * started.
	 */
	async prepare(): Promise<void> {
		if (this.#isBroken) {
			return;
		}
		if (this.#thread === undefined) {
			try {
				this.#use(this.#start());
			} catch {
				// There may be too little memory, or the process may not be allowed to start threads.
				this.#isBroken = true;
			}
		}
		await this.#thread?.ready;
	}

	/** Runs `take` after all blocks read earlier have been imported. */
	async inTurn(take: () => Promise<void>): Promise<void> {
		this.#taken = this.#taken.then(take, take);
		await this.#taken;
	}

	/** Records that a block wasn't imported. The thread must send its strings again. */
	lose(): void {
		this.#isLost = true;
	}

	/** Sends a job to the thread. Requires `isFree`, which becomes true again with the last answer. */
	give(job: Omit<BackfillJob, 'arenaNumber' | 'isLost'>, listener: AnswerListener): void {
		this.#listener = listener;
		this.#arenaNumber = this.#thread?.freeArenas.shift() ?? 0;
		// Without this, the process could exit during the job, because nothing else may keep it alive.
		this.#thread?.worker.ref();
		this.#thread?.worker.postMessage({...job, arenaNumber: this.#arenaNumber, isLost: this.#isLost});
		this.#isLost = false;
	}

	/** Terminates the thread and its current job. Resolves when it has ended. `prepare` can start it again. */
	async close(): Promise<void> {
		const worker = this.#thread?.worker;
		this.#thread = undefined;
		this.#listener = undefined;
		collectRarely(false);
		if (worker !== undefined) {
			this.#ending = worker.terminate();
		}
		await this.#ending;
	}

	#use(thread: BackfillThread): void {
		this.#thread = thread;
		// If no thread can be started, the main thread reads everything.
		this.#isBroken ||= thread.isBroken;
		thread.heard = answer => {
			if (thread !== this.#thread) {
				// This thread was closed on purpose, so its end doesn't mean that threads can't be started.
				return;
			}
			this.#isBroken ||= thread.isBroken;
			void this.#answered(thread, answer);
		};
		if (!thread.isReady) {
			// Without this, V8 would reject its cached code of Node's own modules, which the thread loads first, and compile them
			// again.
			void thread.ready.then(holdCommonFlags());
		}
		collectRarely(true);
	}

	async #answered(thread: BackfillThread, answer: BackfillAnswer): Promise<void> {
		const listener = this.#listener;
		const arenaNumber = this.#arenaNumber;
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
			// After one block, almost all code that the thread runs has been compiled.
			const release = holdCommonFlags();
			void thread.keepCode().then(release);
		}
		await listener(answer);
		thread.freeArenas.push(arenaNumber);
	}
}
