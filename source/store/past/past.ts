import type {ClientChoice} from '../../entries/client-choice.js';
import type {Wanted} from '../../index/wanted.js';
import type {LogFile} from '../../tail/log-file.js';
import type {HeaderSearch} from '../reading/header-search.js';
import type {Patience} from '../reading/patience.js';
import type {ReadSizes} from '../reading/read-sizes.js';
import {PastBlock} from './past-block.js';
import type {PastHelper} from './past-helper.js';
import type {HelpedBlock} from './past-job.js';
import type {PastTarget} from './past-target.js';

/** Where the past ends, and what it is read with and into. */
type PastOptions = {
	/** The offset at which the past ends: that of a line, or one within a line whose rest isn't wanted. */
	readonly end: number;
	/** The caller's, see `ReadAhead`. */
	readonly buffers: [Buffer, Buffer];
	readonly sizes: ReadSizes;
	readonly target: PastTarget;
	/** Only where lines depend on a header. */
	readonly headers?: HeaderSearch | undefined;
	readonly patience: Pick<Patience, 'renew' | 'isOver' | 'giveUp'>;
	readonly helper: PastHelper;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** Which entries are wanted of what the helper reads; undefined: all. */
	readonly wanted: () => Wanted | undefined;
	/** Takes what the helper has read, unless the past is given up meanwhile. False when it can't be taken. */
	readonly adopt: (read: HelpedBlock, time: number, isGivenUp: () => boolean) => Promise<boolean>;
	/** There is something to do again: called when the helper has answered. */
	readonly wake: () => void;
};

/** A block that the helper reads. */
type HelpedJob = {readonly end: number; start: number | undefined; time: number};

/**
 * Reads what stands in a file before an offset, from there back to the beginning, in blocks that are each read
 * forward, so that the newest lines come first. Where it pays, a helping thread reads blocks, too.
 */
export class Past {
	readonly #file: LogFile;
	readonly #options: PastOptions;
	/** Where the next block ends; undefined until the block before has found its beginning. */
	#next: number | undefined;
	/** Whether that is within a line whose rest couldn't be read. */
	#isNextCut = false;
	#own: PastBlock | undefined;
	#ownEnd = 0;
	/** Whether nothing could be read since a block was given up. */
	#isFailing = false;
	/** What the helper reads, and what it has read and isn't taken yet. */
	readonly #helped = new Set<HelpedJob>();
	/** Where the block ends whose beginning `#next` waits for. */
	#awaitedEnd = 0;
	/** Blocks that the helper couldn't read; where one begins is known already if `start` is. */
	readonly #refused: HelpedJob[] = [];
	#lost = 0;
	#isClosed = false;

	constructor(file: LogFile, options: PastOptions) {
		this.#file = file;
		this.#options = options;
		this.#next = options.end;
	}

	/** Bytes at the beginning of the file that haven't been read yet; 0 only when all has been. */
	get left(): number {
		const unassigned = this.#next ?? Math.max(0, this.#awaitedEnd - this.#options.sizes.block);
		const away = [...this.#helped, ...this.#refused];
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
		return this.#helped.size > 0 || this.#refused.length > 0;
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
		this.#helped.clear();
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
	#open(): PastBlock | undefined {
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
		return new PastBlock(this.#file, {...this.#options, sizes: this.#sizesBefore(end), end, isCut});
	}

	/** Whether the past is so long that a second thread pays. */
	get #isHelped(): boolean {
		return this.#options.end >= this.#options.sizes.helped;
	}

	/** Two threads read smaller blocks towards the beginning of the file: neither waits long for the other's last one. */
	#sizesBefore(end: number): ReadSizes {
		const {sizes} = this.#options;
		return this.#isHelped
			? {...sizes, block: Math.min(sizes.block, Math.max(Math.ceil(sizes.block / 8), Math.ceil(end / 4)))}
			: sizes;
	}

	/** Gives the next block to the helper if it is free and pays. */
	#giveAway(): void {
		const {helper, headers} = this.#options;
		const {identity, path} = this.#file;
		const end = this.#next;
		const isPossible = this.#isHelped && identity !== undefined && this.#refused.length === 0;
		if (!isPossible || end === undefined || end === 0 || this.#isNextCut) {
			return;
		}
		if (!helper.isFree) {
			// Until it is, the blocks are read here. It isn't started before: the first screen would wait 8 ms for it.
			void helper.prepare();
			return;
		}
		const job: HelpedJob = {end, start: undefined, time: Number.NaN};
		this.#helped.add(job);
		this.#next = undefined;
		this.#awaitedEnd = end;
		const isHeaded = headers !== undefined;
		const {format, client, wanted} = this.#options;
		const sizes = this.#sizesBefore(end);
		const asked = {end, sizes, isHeaded, headers: headers?.known, format, client, wanted: wanted()};
		helper.give({path, identity, ...asked}, async answer => {
			if (this.#isClosed) {
				helper.lose();
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
				await helper.inTurn(() => this.#finishHelped(job, isSame ? answer : undefined));
			}
		});
	}

	async #finishHelped(job: HelpedJob, read: HelpedBlock | undefined): Promise<void> {
		// By its path the helper may have read what another has put there meanwhile.
		const isStillThere = (await this.#file.read(Buffer.alloc(1), job.end - 1)) === 1;
		const {adopt, helper} = this.#options;
		const isGivenUp = (): boolean => this.#isClosed;
		const isTaken =
			read !== undefined && isStillThere && !isGivenUp() && (await adopt(read, job.time, isGivenUp));
		if (!isTaken) {
			helper.lose();
		}
		if (isGivenUp()) {
			return;
		}
		if (!isTaken) {
			this.#refused.push(job);
		}
		if (!this.#helped.delete(job)) {
			return;
		}
		this.#options.wake();
	}
}
