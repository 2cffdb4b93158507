import type {EntryIndex} from '../index/entry-index.js';
import {setFlagsForAnswers} from '../process/engine-flags.js';
import type {BackfillWorker} from './backfill-worker.js';
import type {LogReader} from './log-reader.js';

/** Totals of logs that were removed from the table. */
export type ForgottenLogs = {
	/** Bytes of backfill; see `LogReader`. */
	readonly backfillSize: number;
	/** Number of lines that no format matches. */
	readonly unrecognised: number;
	/** Number of lines that a format matches but that record no request. */
	readonly notRequests: number;
};

/**
 * Log readers by their numbers in the index. A log that has ended is removed with all its reader state once all its entries are
 * evicted: months of rotation produce thousands of logs.
 */
export class LogTable {
	readonly #logs = new Map<number, LogReader>();
	/** The latest log of each file, by file identity. */
	readonly #inFile = new Map<string, LogReader>();
	#forgotten: ForgottenLogs = {backfillSize: 0, unrecognised: 0, notRequests: 0};

	/**
	 * All logs, sorted by number. An iterable and not an array, because after a removal the index in an array would differ from the
	 * number.
	 */
	get all(): Iterable<LogReader> {
		return [...this.#logs.values()];
	}

	/** Totals of the removed logs. */
	get forgotten(): ForgottenLogs {
		return this.#forgotten;
	}

	/** Returns the log with this number; undefined if it was removed. */
	get(number: number): LogReader | undefined {
		return this.#logs.get(number);
	}

	/** Returns the latest log of the file with this identity, if it is in the table. */
	inFile(identity: string | undefined): LogReader | undefined {
		return identity === undefined ? undefined : this.#inFile.get(identity);
	}

	add(log: LogReader): void {
		this.#logs.set(log.number, log);
		if (log.openedIn !== undefined) {
			this.#inFile.set(log.openedIn, log);
		}
	}

	/** Removes logs that have ended and whose numbers aren't in `files`, the numbers of logs that have entries in the index. */
	forgetEnded(files: ReadonlySet<number>): void {
		for (const [number, log] of this.#logs) {
			if (log.finished && !files.has(number)) {
				this.#logs.delete(number);
				if (log.openedIn !== undefined && this.#inFile.get(log.openedIn) === log) {
					this.#inFile.delete(log.openedIn);
				}
				log.forget();
				this.#forgotten = {
					backfillSize: this.#forgotten.backfillSize + log.backfillSize,
					unrecognised: this.#forgotten.unrecognised + log.unrecognised,
					notRequests: this.#forgotten.notRequests + log.notRequests,
				};
			}
		}
	}
}

/**
 * Reads one chunk of the appended bytes of each log, so that a file that grows faster than it is read can't starve other files.
 * `logs` must be sorted by path, and by age within a path. A newer log at a path waits until the older one has been read to its
 * end or decoded, because its lines were written later. Resolves with whether anything was read.
 */
export async function readAppended(
	logs: ReadonlyArray<Pick<LogReader, 'file' | 'isLiveDue' | 'isDecoding' | 'readLive'>>,
): Promise<boolean> {
	let hasRead = false;
	/** Path of the log that was read last, or that is being decoded. */
	let path: string | undefined;
	for (const log of logs) {
		// Logs without appended bytes are skipped without an `await`, because there may be thousands.
		if (log.isLiveDue && log.file.path !== path) {
			const isRead = await log.readLive();
			hasRead ||= isRead;
			path = isRead || log.isDecoding ? log.file.path : path;
		}
	}
	return hasRead;
}

/** Destination and limits of the backfill. */
type BackfillSchedulerOptions = {
	readonly index: EntryIndex;
	/**
	 * Maximum number of entries in memory. Lines that are older than the oldest of these entries are skipped. Infinity: no limit.
	 */
	readonly cap: number;
	/** Closed when it has no work left. */
	readonly worker: BackfillWorker;
};

/** Chooses the log whose backfill is read next: the log with the newest unread part. Archives are read last. */
export class BackfillScheduler {
	readonly #options: BackfillSchedulerOptions;
	#hasLeftOut = false;

	constructor(options: BackfillSchedulerOptions) {
		this.#options = options;
	}

	/** True if a part of the backfill was skipped because of the cap. */
	get hasLeftOut(): boolean {
		return this.#hasLeftOut;
	}

	/** Does a piece of work on one of the logs. Resolves with false if there is no work now. */
	async step(logs: readonly LogReader[]): Promise<boolean> {
		const current = logs.find(log => log.isInBlock);
		if (current !== undefined) {
			return current.readBackfill();
		}
		const left = logs
			.filter(log => log.file.archive === undefined && log.backfillLeft > 0)
			.sort((a, b) => b.backfillTime - a.backfillTime);
		if (left.length === 0) {
			// Not awaited, because it takes 3 ms and would delay printed output.
			void this.#options.worker.close();
			const hasRead = await this.#stepOfArchives(logs);
			if (!logs.some(({archiveBackfill}) => archiveBackfill?.isDue)) {
				setFlagsForAnswers();
			}
			return hasRead;
		}
		for (const log of left) {
			if (log.hasBlocksAway && this.#isOlder(log.backfillTime)) {
				// The blocks in the backfill thread are newer than the rest of this log. Don't skip the rest before they are in the
				// index.
				continue;
			}
			if ((await this.#leaveOut(log, log.backfillTime)) || (await log.readBackfill())) {
				return true;
			}
			if (log.isInBlock) {
				// The log is currently unreadable but uses the shared buffers. Another log would overwrite them.
				return false;
			}
		}
		return false;
	}

	/** Reads archives in sequence, the newest first. */
	async #stepOfArchives(logs: readonly LogReader[]): Promise<boolean> {
		const due = logs.flatMap(log => {
			const {archiveBackfill, file} = log;
			return archiveBackfill?.isDue ? [{log, archiveBackfill, modified: file.archive?.modified ?? 0}] : [];
		});
		due.sort(
			(a, b) =>
				Number(b.archiveBackfill.hasBegun) - Number(a.archiveBackfill.hasBegun) || b.modified - a.modified,
		);
		for (const {log, archiveBackfill, modified} of due) {
			if (!archiveBackfill.hasBegun && (await this.#leaveOut(log, modified))) {
				return true;
			}
			const {isStuck} = archiveBackfill;
			if (await log.readBackfill()) {
				return true;
			}
			if (!isStuck) {
				// The archive is being decoded and calls `wake` when text is ready. Only an unreadable archive lets the next one proceed.
				return false;
			}
		}
		return false;
	}

	/** Skips the rest of a log's backfill if it is older than the oldest entry in a full index. Resolves with false if it isn't. */
	async #leaveOut(log: LogReader, newest: number): Promise<boolean> {
		if (!this.#isOlder(newest)) {
			return false;
		}
		await log.leaveBackfill();
		this.#hasLeftOut = true;
		return true;
	}

	/** Checks that the index is full and that its oldest entry is newer than `newest`. */
	#isOlder(newest: number): boolean {
		const {index, cap} = this.#options;
		if (!index.isFull(cap)) {
			// Runs for each chunk. Finding the oldest time checks all segments, so it is done only when the index is full.
			return false;
		}
		const {oldestTime} = index;
		return oldestTime !== undefined && newest < oldestTime;
	}
}
