import type {ClientChoice} from '../entries/client-choice.js';
import type {LearnedLayouts} from '../entries/layouts.js';
import type {Wanted} from '../index/entry-filter.js';
import type {LogFile} from '../tail/log-file.js';
import {BackfillBlock} from './backfill-block.js';
import type {WorkerBlock} from './backfill-job.js';
import type {BackfillTarget} from './backfill-lines.js';
import type {BackfillWorker} from './backfill-worker.js';
import type {HeaderSearch} from './header-search.js';
import type {Patience, ReadSizes} from './read-sizes.js';

/** End of the backfill, and the source and destination of its lines. */
type BackfillOptions = {
	/** End offset of the backfill: the start of a line, or an offset within a line whose rest is skipped. */
	readonly end: number;
	/** Buffers owned by the caller: see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: BackfillTarget;
	/** Set only if the meaning of lines depends on a header. */
	readonly headers?: HeaderSearch | undefined;
	readonly patience: Pick<Patience, 'renew' | 'isOver' | 'giveUp'>;
	readonly worker: BackfillWorker;
	/** Format of the lines: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Rule for choosing the client address. If missing, the client is the address in the line. */
	readonly client?: ClientChoice | undefined;
	/** Filter for the entries that the backfill thread reads; undefined: all entries are wanted. */
	readonly wanted: () => Wanted | undefined;
	/** The layouts that the main thread has learned from the log: otherwise the backfill thread learns them again in each block. */
	readonly learned?: () => LearnedLayouts | undefined;
	/**
	 * Imports a block that the backfill thread has read, and stops if `isGivenUp` returns true. Resolves with false if the block
	 * wasn't imported.
	 */
	readonly adopt: (read: WorkerBlock, time: number, isGivenUp: () => boolean) => Promise<boolean>;
	/** Called when there is work again because the backfill thread has answered. */
	readonly wake: () => void;
};

/** A block that the backfill thread reads. `time` is the time of its first line, `until` the time of the first line after it. */
type WorkerJob = {readonly end: number; readonly until: number; start: number | undefined; time: number};

/**
 * Reads the part of a file before an offset in blocks, from the last block to the first, so that the newest lines are available
 * first. Each block is read forwards. A second thread reads blocks, too, if the part is long enough.
 */
export class Backfill {
	readonly #file: LogFile;
	readonly #options: BackfillOptions;
	/** End of the next block; undefined until the start of the block after it is known. */
	#next: number | undefined;
	/** Time of the first line after `#next`. While `#next` is undefined: after the block whose start it will be. */
	#nextUntil: number;
	/** True if `#next` is within a line whose rest couldn't be read. */
	#isNextCut = false;
	#own: BackfillBlock | undefined;
	#ownEnd = 0;
	/** Time of the first line after the block. */
	#ownUntil = Number.NaN;
	/** True if no read has succeeded since a block was given up. */
	#isFailing = false;
	/** Blocks that the backfill thread reads or has read, and that aren't imported yet. */
	readonly #withWorker = new Set<WorkerJob>();
	/** End of the block whose start will become `#next`. */
	#awaitedEnd = 0;
	/** Blocks that the backfill thread couldn't read. `start` is set if the start of the block is known already. */
	readonly #refused: WorkerJob[] = [];
	#lost = 0;
	#isClosed = false;

	constructor(file: LogFile, options: BackfillOptions) {
		this.#file = file;
		this.#options = options;
		this.#next = options.end;
		this.#nextUntil = options.target.time;
	}

	/** Number of bytes that haven't been read yet. 0 only if everything has been read. */
	get left(): number {
		const unassigned = this.#next ?? Math.max(0, this.#awaitedEnd - this.#options.sizes.block);
		const away = [...this.#withWorker, ...this.#refused];
		return away.reduce(
			(sum, {start, end}) => sum + end - (start ?? end - 1),
			unassigned + (this.#own?.left ?? 0),
		);
	}

	/**
	 * Approximate upper bound for the times that haven't been read yet, in ms since 1970: a block counts as unread until all of its
	 * lines are in the index.
	 */
	get unreadUntil(): number {
		const away = [...this.#withWorker, ...this.#refused].map(({until}) => until);
		const own = this.#own === undefined ? [] : [this.#ownUntil];
		const rest = this.#next === undefined || this.#next > 0 ? [this.#nextUntil] : [];
		return Math.max(Number.NEGATIVE_INFINITY, ...away, ...own, ...rest);
	}

	/** True once everything has been read. Cheaper than `left`. */
	get isDone(): boolean {
		return this.#next === 0 && !this.hasAway && (this.#own?.isDone ?? true);
	}

	/** True in the middle of a block, while the buffers are in use. */
	get isInBlock(): boolean {
		return this.#own !== undefined;
	}

	/**
	 * True while the backfill thread has blocks or blocks it refused are waiting. They may be newer than the blocks already read.
	 */
	get hasAway(): boolean {
		return this.#withWorker.size > 0 || this.#refused.length > 0;
	}

	/** Number of bytes that were permanently unreadable. */
	get lost(): number {
		return this.#lost;
	}

	/** Reads a chunk and passes its lines on. Resolves with false if that isn't possible now. */
	async step(): Promise<boolean> {
		const own = this.#own ?? this.#open();
		this.#own = own;
		if (own === undefined) {
			return false;
		}
		if (!(await own.step())) {
			return false;
		}
		if (this.#next === undefined && this.#awaitedEnd === this.#ownEnd && own.start !== undefined) {
			this.#next = own.start;
			this.#nextUntil = this.#options.target.time;
			this.#isNextCut = own.isHeadless;
		}
		if (own.lost > 0) {
			this.#giveUp(own.lost);
		} else {
			this.#isFailing = false;
		}
		if (own.isDone) {
			this.#own = undefined;
		}
		this.#giveAway();
		return true;
	}

	/** Skips the rest. */
	async close(): Promise<void> {
		this.#isClosed = true;
		this.#next = 0;
		this.#withWorker.clear();
		this.#refused.length = 0;
		await this.#own?.close();
		this.#own = undefined;
	}

	/**
	 * Records a block that was given up. All earlier blocks are given up, too, if the file is gone, or if no read has succeeded since
	 * another block was given up.
	 */
	#giveUp(lost: number): void {
		const {patience} = this.#options;
		patience.giveUp();
		this.#lost += lost;
		if ((this.#isFailing || this.#file.isGone) && this.#next !== undefined) {
			this.#lost += this.#next;
			this.#next = 0;
		}
		this.#isFailing = true;
	}

	/** Opens the block that the main thread reads next, if there is one. */
	#open(): BackfillBlock | undefined {
		const refused = this.#refused.shift();
		const end = refused?.end ?? this.#next;
		if (end === undefined || end === 0) {
			return undefined;
		}
		if (refused === undefined) {
			this.#next = undefined;
			this.#awaitedEnd = end;
		}
		this.#ownEnd = end;
		this.#ownUntil = refused?.until ?? this.#nextUntil;
		const isCut = refused === undefined && this.#isNextCut;
		return new BackfillBlock(this.#file, {...this.#options, sizes: this.#sizesBefore(end), end, isCut});
	}

	/** True if the backfill is long enough for a second thread. */
	get #usesWorker(): boolean {
		return this.#options.end >= this.#options.sizes.withWorker;
	}

	/**
	 * Makes blocks smaller towards the beginning of the file if two threads read, so that neither waits long for the last block of
	 * the other.
	 */
	#sizesBefore(end: number): ReadSizes {
		const {sizes} = this.#options;
		return this.#usesWorker
			? {...sizes, block: Math.min(sizes.block, Math.max(Math.ceil(sizes.block / 8), Math.ceil(end / 4)))}
			: sizes;
	}

	/** Sends the next block to the backfill thread if the thread is free and the backfill is long enough. */
	#giveAway(): void {
		const {worker, headers} = this.#options;
		const {identity, path} = this.#file;
		const end = this.#next;
		const isPossible = this.#usesWorker && identity !== undefined && this.#refused.length === 0;
		if (!isPossible || end === undefined || end === 0 || this.#isNextCut) {
			return;
		}
		if (!worker.isFree) {
			// The main thread reads blocks until the other one is ready. Starting the thread earlier would delay the first screen by 8 ms.
			void worker.prepare();
			return;
		}
		const job: WorkerJob = {end, until: this.#nextUntil, start: undefined, time: Number.NaN};
		this.#withWorker.add(job);
		this.#next = undefined;
		this.#awaitedEnd = end;
		const isHeaded = headers !== undefined;
		const {format, client, wanted, learned} = this.#options;
		const sizes = this.#sizesBefore(end);
		const asked = {end, sizes, isHeaded, headers: headers?.known, format, client, wanted: wanted()};
		worker.give({path, identity, ...asked, learned: learned?.()}, async answer => {
			if (this.#isClosed) {
				worker.lose();
				return;
			}
			if (answer.kind === 'start') {
				job.start = answer.start;
				job.time = answer.time;
				this.#next = answer.start;
				this.#nextUntil = answer.time;
				this.#options.wake();
			} else {
				this.#giveAway();
				// The log may be read from a copy by now. The bytes at its path then belong to the next generation.
				const isSame = answer.kind === 'done' && this.#file.identity === identity;
				await worker.inTurn(() => this.#finishHelped(job, isSame ? answer : undefined));
			}
		});
	}

	async #finishHelped(job: WorkerJob, read: WorkerBlock | undefined): Promise<void> {
		// The thread opens the file by path, so it may have read a file that replaced this one.
		const isStillThere = (await this.#file.read(Buffer.alloc(1), job.end - 1)) === 1;
		const {adopt, worker} = this.#options;
		const isGivenUp = (): boolean => this.#isClosed;
		const isTaken =
			read !== undefined && isStillThere && !isGivenUp() && (await adopt(read, job.time, isGivenUp));
		if (!isTaken) {
			worker.lose();
		}
		if (isGivenUp()) {
			return;
		}
		if (!isTaken) {
			this.#refused.push(job);
		}
		if (!this.#withWorker.delete(job)) {
			return;
		}
		this.#options.wake();
	}
}
