import type {ClientChoice} from '../entries/client-choice.js';
import type {EntryIndex} from '../index/entry-index.js';
import {compareTexts} from '../index/file-orders.js';
import {BackfillWorker} from '../reader/backfill-worker.js';
import {Ordinals} from '../reader/log-key.js';
import {LogReader, type LogReaderOptions} from '../reader/log-reader.js';
import {BackfillScheduler, type ForgottenLogs, LogTable, readAppended} from '../reader/log-table.js';
import {backfillBuffers, defaultSizes, type ReadSizes} from '../reader/read-sizes.js';
import {UnrecognisedLines} from '../reader/unrecognised-lines.js';
import type {LogFile} from '../tail/log-file.js';
import type {Notice, TailListener} from '../tail/tail-types.js';
import {NoticeList} from './notice-list.js';
import {WorkLoop} from './work-loop.js';

/** Options: the target index, the source, and limits on reading. */
export type IngestionOptions = {
	readonly index: EntryIndex;
	readonly source: string;
	/** The format of the lines: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Rule that chooses the client address. If undefined, addresses stay as read. */
	readonly client?: ClientChoice | undefined;
	readonly backfill: boolean | 'later';
	/** If false, everything is read once. */
	readonly follow: boolean;
	/**
	 * If true, files opened after the start, including archives, count as written since the start of watching. This applies to
	 * files that appeared later or couldn't be read before. A consumer of arrivals has already processed the backfill.
	 */
	readonly isLateNew?: boolean | undefined;
	/** Maximum number of stored entries, above which the oldest are evicted. Infinity: no cap. */
	readonly cap: number;
	/**
	 * Maximum number of entries that were written since the start of watching and read, but not `taken`. Above it, appended lines
	 * stay in the files. If undefined, there is no limit.
	 */
	readonly ahead?: number | undefined;
	/**
	 * Clock in ms since 1970. Lines without a time that are written while watching get the time of reading. If undefined, they get
	 * no time.
	 */
	readonly now?: (() => number) | undefined;
	/** Called after reading, and after other changes that the user sees. */
	readonly changed: () => void;
	/** Called with an error that ends the reading: a bug in the program. */
	readonly failed: (error: unknown) => void;
	readonly sizes?: ReadSizes;
	/** Maximum delay of the start by a path that doesn't respond, in ms. */
	readonly maxStartTime?: number | undefined;
	/** A worker that is ready; tests set it. */
	readonly worker?: BackfillWorker | undefined;
};

/**
 * Reads followed files into the index in small steps. Priorities: the end of every file, then appended lines before backfill, the
 * newest backfill first, archives last.
 */
export class Ingestion implements TailListener {
	readonly #options: IngestionOptions;
	readonly #logOptions: LogReaderOptions;
	readonly #logs = new LogTable();
	/** Unfinished logs, sorted by path. */
	#open: LogReader[] = [];
	readonly #ofFile = new WeakMap<LogFile, LogReader>();
	/** Positions of the lines that no format matches. */
	readonly unrecognisedLines = new UnrecognisedLines();
	readonly #notices = new NoticeList();
	readonly #worker: BackfillWorker;
	readonly #backfillScheduler: BackfillScheduler;
	readonly #loop: WorkLoop;
	/** Timer that ends the wait for the start. */
	#deadline: NodeJS.Timeout | undefined;
	/** Time from which appended bytes have been unread, on the clock of `performance.now()`. */
	#behindSince: number | undefined;
	#taken = 0;
	#lost = 0;
	#isBackfillDue: boolean;
	/** True if files opened now count as written since the start of watching. */
	#isLate = false;

	constructor(options: IngestionOptions) {
		this.#options = options;
		this.#isBackfillDue = options.backfill !== 'later';
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
			backfill: options.backfill !== false,
			follow: options.follow,
			buffers: {live: Buffer.allocUnsafeSlow(sizes.chunk), backfill: backfillBuffers(sizes)},
			sizes,
			worker,
			unrecognisedLines: this.unrecognisedLines,
			wake: () => this.#loop.wake(),
			turn: () => this.#loop.turn(),
			ordinals: new Ordinals(),
			report: (path, text, lost = 0) => {
				this.#lost += lost;
				this.notice({time: Date.now(), path, text});
			},
		};
	}

	/** All logs that haven't been forgotten, sorted by their number in the index. */
	get logs(): Iterable<LogReader> {
		return this.#logs.all;
	}

	/** Returns the log with that number; undefined if it has been forgotten. */
	log(number: number): LogReader | undefined {
		return this.#logs.get(number);
	}

	/** Totals of the forgotten logs, which have ended and have no entries left. */
	get forgotten(): ForgottenLogs {
		return this.#logs.forgotten;
	}

	/** The notices. */
	get notices(): Pick<NoticeList, 'all' | 'leftOut'> {
		return this.#notices;
	}

	/** Bytes that existed before and can no longer be read. */
	get lost(): number {
		return this.#lost;
	}

	/** The time that appended bytes have been unread, in ms. */
	get lagTime(): number {
		return this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince;
	}

	/** True if the cap prevented a part of the backfill. */
	get pastLeftOut(): boolean {
		return this.#backfillScheduler.hasLeftOut;
	}

	/**
	 * Starts to read when `started` resolves, after the existing files have been opened. It needs all files, because the order of
	 * their names distinguishes equal files. Doesn't wait for a path that hangs.
	 */
	start(started: Promise<void>): void {
		const ready = (): void => {
			clearTimeout(this.#deadline);
			this.#loop.start();
		};
		const {maxStartTime = 100} = this.#options;
		this.#deadline = setTimeout(ready, maxStartTime);
		started.then(() => {
			this.#isLate = this.#options.isLateNew === true;
			ready();
		}, ready);
	}

	/** Starts the postponed backfill. */
	readBackfill(): void {
		this.#isBackfillDue = true;
		this.#loop.wake();
	}

	opened(file: LogFile): void {
		const life = this.#logs.inFile(file.identity);
		const options = {...this.#logOptions, isNew: this.#isLate};
		const log = new LogReader(file, options, life?.file.path === file.path ? life : undefined);
		this.#logs.add(log);
		this.#ofFile.set(file, log);
		// Most files are opened sorted by name.
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

	/** Reports that the consumer has taken `entries` more of the entries written since the start of watching. */
	taken(entries: number): void {
		this.#taken += entries;
		if (this.#options.ahead !== undefined && entries > 0) {
			this.#loop.wake();
		}
	}

	/** Evicts the oldest entries until at most `entries` remain. */
	holdAtMost(entries: number): void {
		if (this.#options.index.evict(entries)) {
			this.#logs.forgetEnded(this.#options.index.files);
		}
	}

	/** Runs `task` while no entries are added to the index. */
	hold<Result>(task: () => Promise<Result>): Promise<Result> {
		return this.#loop.hold(task);
	}

	/** Resolves when all existing lines have been read. */
	async idle(): Promise<void> {
		await this.#loop.idle();
	}

	async close(): Promise<void> {
		clearTimeout(this.#deadline);
		await this.#loop.end();
		await Promise.all(Array.from(this.logs, async log => log.leaveBackfill()));
		await this.#worker.close();
	}

	/** Runs one step within the cap. Returns false if there is no work. */
	async #step(): Promise<boolean> {
		const {cap} = this.#options;
		// The second thread adds its entries independently of these steps.
		this.holdAtMost(cap);
		const worked = await this.#work();
		if (worked) {
			this.holdAtMost(cap);
		}
		return worked;
	}

	/**
	 * Checks for bytes that can't be read yet, for example because a disk or a server doesn't respond, and for lines held until
	 * their last line ends. No event announces when they become readable.
	 */
	#isWaiting({lag, began, isHolding, backfillLeft, archiveBackfill}: LogReader): boolean {
		return (
			lag > 0 ||
			!began ||
			isHolding ||
			(this.#isBackfillDue && (backfillLeft > 0 || archiveBackfill?.isStuck === true))
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
		return worked || (this.#isBackfillDue && (await this.#backfillScheduler.step(this.#open)));
	}

	#isAhead(): boolean {
		const {ahead, index} = this.#options;
		return ahead !== undefined && index.arrived - this.#taken >= ahead;
	}
}
