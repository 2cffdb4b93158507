import type {ClientChoice} from '../entries/client-choice.js';
import type {Wanted} from '../index/entry-filter.js';
import type {LogFile} from '../tail/log-file.js';
import {BackfillBlock} from './backfill-block.js';
import type {WorkerBlock} from './backfill-job.js';
import type {BackfillTarget} from './backfill-lines.js';
import type {BackfillWorker} from './backfill-worker.js';
import type {HeaderSearch} from './header-search.js';
import type {Patience, ReadSizes} from './read-sizes.js';

/** Where the past ends, and what it is read with and into. */
type BackfillOptions = {
	/** The offset at which the past ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: BackfillTarget;
	/** Only where lines depend on a header. */
	readonly headers?: HeaderSearch | undefined;
	readonly patience: Pick<Patience, 'renew' | 'isOver' | 'giveUp'>;
	readonly worker: BackfillWorker;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** Which entries are wanted of what the helper reads; undefined: all. */
	readonly wanted: () => Wanted | undefined;
	/** Takes what the helper has read, unless the past is given up meanwhile. False when it can't be taken. */
	readonly adopt: (read: WorkerBlock, time: number, isGivenUp: () => boolean) => Promise<boolean>;
	/** There is something to do again: called when the helper has answered. */
	readonly wake: () => void;
};

/** A block that the helper reads. */
type WorkerJob = {readonly end: number; start: number | undefined; time: number};

/**
 * Reads what stands in a file before an offset, from there back to the beginning, in blocks that are each read
 * forward, so that the newest lines come first. Where it pays, a helping thread reads blocks, too.
 */
export class Backfill {
	readonly #file: LogFile;
	readonly #options: BackfillOptions;
	/** Where the next block ends; undefined until the block before has found its beginning. */
	#next: number | undefined;
	/** Whether that is within a line whose rest couldn't be read. */
	#isNextCut = false;
	#own: BackfillBlock | undefined;
	#ownEnd = 0;
	/** Whether nothing could be read since a block was given up. */
	#isFailing = false;
	/** What the helper reads, and what it has read and isn't taken yet. */
	readonly #withWorker = new Set<WorkerJob>();
	/** Where the block ends whose beginning `#next` waits for. */
	#awaitedEnd = 0;
	/** Blocks that the helper couldn't read; where one begins is known already if `start` is. */
	readonly #refused: WorkerJob[] = [];
	#lost = 0;
	#isClosed = false;

	constructor(file: LogFile, options: BackfillOptions) {
		this.#file = file;
		this.#options = options;
		this.#next = options.end;
	}

	/** Bytes at the beginning of the file that haven't been read yet; 0 only when all has been. */
	get left(): number {
		const unassigned = this.#next ?? Math.max(0, this.#awaitedEnd - this.#options.sizes.block);
		const away = [...this.#withWorker, ...this.#refused];
		return away.reduce(
			(sum, {start, end}) => sum + end - (start ?? end - 1),
			unassigned + (this.#own?.left ?? 0),
		);
	}

	/** True when all of it has been read: nothing is `left`, which is asked for less often. */
	get isDone(): boolean {
		return this.#next === 0 && !this.hasAway && (this.#own?.isDone ?? true);
	}

	/** True in the middle of a block: the buffers are in use. */
	get isInBlock(): boolean {
		return this.#own !== undefined;
	}

	/** True while blocks are with the helper, or come back from it: they may be newer than those that have been read. */
	get hasAway(): boolean {
		return this.#withWorker.size > 0 || this.#refused.length > 0;
	}

	/** Bytes that couldn't be read any more. */
	get lost(): number {
		return this.#lost;
	}

	/** Reads a chunk and hands its lines on. False when that can't be done just now. */
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

	/** Gives up what is left. */
	async close(): Promise<void> {
		this.#isClosed = true;
		this.#next = 0;
		this.#withWorker.clear();
		this.#refused.length = 0;
		await this.#own?.close();
		this.#own = undefined;
	}

	/** A block was given up; and all before it, unless something could be read since the one given up before. */
	#giveUp(lost: number): void {
		const {patience} = this.#options;
		patience.giveUp();
		this.#lost += lost;
		if ((this.#isFailing || this.#file.gone) && this.#next !== undefined) {
			this.#lost += this.#next;
			this.#next = 0;
		}
		this.#isFailing = true;
	}

	/** The block that is to be read here next, if there is one. */
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
		const isCut = refused === undefined && this.#isNextCut;
		return new BackfillBlock(this.#file, {...this.#options, sizes: this.#sizesBefore(end), end, isCut});
	}

	/** Whether the past is so long that a second thread pays. */
	get #usesWorker(): boolean {
		return this.#options.end >= this.#options.sizes.withWorker;
	}

	/** Two threads read smaller blocks towards the beginning of the file: neither waits long for the other's last one. */
	#sizesBefore(end: number): ReadSizes {
		const {sizes} = this.#options;
		return this.#usesWorker
			? {...sizes, block: Math.min(sizes.block, Math.max(Math.ceil(sizes.block / 8), Math.ceil(end / 4)))}
			: sizes;
	}

	/** Gives the next block to the helper if it is free and pays. */
	#giveAway(): void {
		const {worker, headers} = this.#options;
		const {identity, path} = this.#file;
		const end = this.#next;
		const isPossible = this.#usesWorker && identity !== undefined && this.#refused.length === 0;
		if (!isPossible || end === undefined || end === 0 || this.#isNextCut) {
			return;
		}
		if (!worker.isFree) {
			// Until it is, the blocks are read here. It isn't started before: the first screen would wait 8 ms for it.
			void worker.prepare();
			return;
		}
		const job: WorkerJob = {end, start: undefined, time: Number.NaN};
		this.#withWorker.add(job);
		this.#next = undefined;
		this.#awaitedEnd = end;
		const isHeaded = headers !== undefined;
		const {format, client, wanted} = this.#options;
		const sizes = this.#sizesBefore(end);
		const asked = {end, sizes, isHeaded, headers: headers?.known, format, client, wanted: wanted()};
		worker.give({path, identity, ...asked}, async answer => {
			if (this.#isClosed) {
				worker.lose();
				return;
			}
			if (answer.kind === 'start') {
				job.start = answer.start;
				job.time = answer.time;
				this.#next = answer.start;
				this.#options.wake();
			} else {
				this.#giveAway();
				// It may go on in a copy by now: what was read at its path is of the next life, then.
				const isSame = answer.kind === 'done' && this.#file.identity === identity;
				await worker.inTurn(() => this.#finishHelped(job, isSame ? answer : undefined));
			}
		});
	}

	async #finishHelped(job: WorkerJob, read: WorkerBlock | undefined): Promise<void> {
		// By its path the helper may have read what another has put there meanwhile.
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
