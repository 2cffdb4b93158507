import type {ClientChoice} from '../entries/client-choice.js';
import type {EntryIndex} from '../index/entry-index.js';
import {compareTexts} from '../index/file-orders.js';
import {BackfillWorker} from '../reader/backfill-worker.js';
import {Ordinals} from '../reader/log-key.js';
import {LogReader, type LogReaderOptions} from '../reader/log-reader.js';
import {BackfillScheduler, type ForgottenLogs, LogTable, readAppended} from '../reader/log-table.js';
import {backfillBuffers, defaultSizes, type ReadSizes} from '../reader/read-sizes.js';
import {UnrecognisedPlaces} from '../reader/unrecognised-places.js';
import type {LogFile} from '../tail/log-file.js';
import type {Notice, TailListener} from '../tail/tail-types.js';
import {NoticeList} from './notice-list.js';
import {WorkLoop} from './work-loop.js';

/** What is brought into which index, and how much of it. */
export type IngestionOptions = {
	readonly index: EntryIndex;
	readonly source: string;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	readonly past: boolean | 'later';
	/** False: everything is read once. */
	readonly follow: boolean;
	/**
	 * Whether files that are opened after the start, because they appeared later or could not be read before, count as
	 * written since we watch, archives too: whoever takes what arrives has taken the past already.
	 */
	readonly isLateNew?: boolean | undefined;
	/** The most entries held; past it the oldest go. Infinity: no cap. */
	readonly cap: number;
	/**
	 * How many entries may have been written since we watch, and read, but not `taken`: beyond that, what is added is
	 * left in the files. No limit without it.
	 */
	readonly ahead?: number | undefined;
	/**
	 * The clock, milliseconds since 1970, by which lines have the time of their reading that are written meanwhile and have
	 * none of their own; without it, they have none.
	 */
	readonly now?: (() => number) | undefined;
	/** Called when something was read, or something else changed that the user sees. */
	readonly changed: () => void;
	/** Called with an error that ends the reading: a mistake in the program. */
	readonly failed: (error: unknown) => void;
	readonly sizes?: ReadSizes;
	/** How long a path that doesn't answer may keep the others waiting at the start, milliseconds. */
	readonly longestStart?: number | undefined;
	/** Tests give one that is ready. */
	readonly worker?: BackfillWorker | undefined;
};

/**
 * Brings followed files into the index, one small piece of work after the other: the end of every file first, then
 * always what was added before what is past, and of the past the newest; archives last.
 */
export class Ingestion implements TailListener {
	readonly #options: IngestionOptions;
	readonly #logOptions: LogReaderOptions;
	readonly #logs = new LogTable();
	/** Those that aren't finished, in the order of their names. */
	#open: LogReader[] = [];
	readonly #ofFile = new WeakMap<LogFile, LogReader>();
	/** Where the lines stand that no format reads. */
	readonly places = new UnrecognisedPlaces();
	readonly #notices = new NoticeList();
	readonly #worker: BackfillWorker;
	readonly #backfillScheduler: BackfillScheduler;
	readonly #loop: WorkLoop;
	/** The end of waiting for the start. */
	#deadline: NodeJS.Timeout | undefined;
	/** Since when there has been something that was added and not read. */
	#behindSince: number | undefined;
	#taken = 0;
	#lost = 0;
	#isPastDue: boolean;
	/** Whether what is opened now counts as written since we watch. */
	#isLate = false;

	constructor(options: IngestionOptions) {
		this.#options = options;
		this.#isPastDue = options.past !== 'later';
		const {index, cap, sizes = defaultSizes, worker = new BackfillWorker()} = options;
		this.#worker = worker;
		this.#backfillScheduler = new BackfillScheduler({index, cap, worker});
		this.#loop = new WorkLoop({
			step: () => this.#step(),
			isStuck: () => this.#open.some(log => this.#isWaiting(log)),
			changed: options.changed,
			failed: options.failed,
		});
		this.#logOptions = {
			index: options.index,
			source: options.source,
			format: options.format,
			client: options.client,
			now: options.follow ? options.now : undefined,
			backfill: options.past !== false,
			follow: options.follow,
			buffers: {live: Buffer.allocUnsafeSlow(sizes.chunk), backfill: backfillBuffers(sizes)},
			sizes,
			worker,
			places: this.places,
			wake: () => this.#loop.wake(),
			ordinals: new Ordinals(),
			say: (path, text, lost = 0) => {
				this.#lost += lost;
				this.notice({time: Date.now(), path, text});
			},
		};
	}

	/** The logs that there is something of, in the order of their numbers in the index. */
	get logs(): Iterable<LogReader> {
		return this.#logs.all;
	}

	/** The log with that number, unless it has been forgotten. */
	log(number: number): LogReader | undefined {
		return this.#logs.get(number);
	}

	/** What the logs came to that have ended, and all of whose entries have gone. */
	get forgotten(): ForgottenLogs {
		return this.#logs.forgotten;
	}

	/** What happened. */
	get notices(): Pick<NoticeList, 'all' | 'leftOut'> {
		return this.#notices;
	}

	/** Bytes that were there before and can't be read any more. */
	get lost(): number {
		return this.#lost;
	}

	/** For how long there has been something added and not read, milliseconds. */
	get lagTime(): number {
		return this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince;
	}

	/** True when the cap left a part of the past unread. */
	get pastLeftOut(): boolean {
		return this.#backfillScheduler.hasLeftOut;
	}

	/**
	 * Begins to read, once `started` says that the files that are there have been opened: equal files are told apart
	 * in the order of their names, so it takes all of them. A path that hangs isn't waited for.
	 */
	start(started: Promise<void>): void {
		const ready = (): void => {
			clearTimeout(this.#deadline);
			this.#loop.start();
		};
		const {longestStart = 100} = this.#options;
		this.#deadline = setTimeout(ready, longestStart);
		started.then(() => {
			this.#isLate = this.#options.isLateNew === true;
			ready();
		}, ready);
	}

	/** Begins to read the past where that was put off. */
	readPast(): void {
		this.#isPastDue = true;
		this.#loop.wake();
	}

	opened(file: LogFile): void {
		const life = this.#logs.inFile(file.identity);
		const options = {...this.#logOptions, isNew: this.#isLate};
		const log = new LogReader(file, options, life?.file.path === file.path ? life : undefined);
		this.#logs.add(log);
		this.#ofFile.set(file, log);
		// Most come in the order of their names.
		const before = this.#open.findLastIndex(other => compareTexts(other.file.path, file.path) <= 0);
		this.#open.splice(before + 1, 0, log);
		this.#loop.wake();
	}

	grown(): void {
		this.#behindSince ??= performance.now();
		this.#loop.wake();
	}

	ended(file: LogFile): void {
		const log = this.#ofFile.get(file);
		if (log !== undefined) {
			log.ended = true;
		}
		this.#loop.wake();
	}

	notice(notice: Notice): void {
		this.#notices.add(notice);
		this.#options.changed();
	}

	changed(): void {
		this.#options.changed();
	}

	/** So many more of the entries written since we watch have been taken by who wants them. */
	taken(entries: number): void {
		this.#taken += entries;
		if (this.#options.ahead !== undefined && entries > 0) {
			this.#loop.wake();
		}
	}

	/** Lets the oldest entries go until no more than so many are left. */
	holdAtMost(entries: number): void {
		if (this.#options.index.evict(entries)) {
			this.#logs.forgetEnded(this.#options.index.files);
		}
	}

	/** Resolves when there is nothing left to read for now. */
	async idle(): Promise<void> {
		await this.#loop.idle();
	}

	async close(): Promise<void> {
		clearTimeout(this.#deadline);
		await this.#loop.end();
		await Promise.all(Array.from(this.logs, async log => log.leaveBackfill()));
		await this.#worker.close();
	}

	/** Does a piece of work, within the cap; false when there is none. */
	async #step(): Promise<boolean> {
		const {cap} = this.#options;
		// What the second thread has read was added by itself.
		this.holdAtMost(cap);
		const worked = await this.#work();
		if (worked) {
			this.holdAtMost(cap);
		}
		return worked;
	}

	/**
	 * Bytes that are there but can't be read, because a disk or a server doesn't answer, say, or lines that wait for the end
	 * of one: nobody tells when.
	 */
	#isWaiting({lag, began, isHolding, backfillLeft, archiveBackfill}: LogReader): boolean {
		return (
			lag > 0 ||
			!began ||
			isHolding ||
			(this.#isPastDue && (backfillLeft > 0 || archiveBackfill?.isStuck === true))
		);
	}

	async #work(): Promise<boolean> {
		for (const log of this.#open) {
			if (!log.began && (await log.begin())) {
				return true;
			}
		}
		const worked = !this.#isAhead() && (await readAppended(this.#open));
		if (this.#open.some(log => log.finished)) {
			this.#open = this.#open.filter(log => !log.finished);
			this.#logs.forgetEnded(this.#options.index.files);
		}
		if (!this.#open.some(log => log.lag > 0)) {
			this.#behindSince = undefined;
		}
		return worked || (this.#isPastDue && (await this.#backfillScheduler.step(this.#open)));
	}

	#isAhead(): boolean {
		const {ahead, index} = this.#options;
		return ahead !== undefined && index.arrived - this.#taken >= ahead;
	}
}
