import type {EntryIndex} from '../index/entry-index.js';
import type {BackfillWorker} from './backfill-worker.js';
import type {LogReader} from './log-reader.js';

/** Sums over logs that aren't kept any more. */
export type ForgottenLogs = {
	/** Bytes of their pasts; see `LogReader`. */
	readonly backfillSize: number;
	/** Lines that no format reads. */
	readonly unrecognised: number;
	/** Lines that are understood and are no requests. */
	readonly notRequests: number;
};

/**
 * The logs that there is something of, by their numbers in the index. A log that has ended, and all of whose entries
 * have gone, is forgotten with all that it takes to read it: where logs are rotated for months there are thousands.
 */
export class LogTable {
	readonly #logs = new Map<number, LogReader>();
	/** The last one in each file. */
	readonly #inFile = new Map<string, LogReader>();
	#forgotten: ForgottenLogs = {backfillSize: 0, unrecognised: 0, notRequests: 0};

	/** In the order of their numbers: not an array, in which a number would only be a place until one is forgotten. */
	get all(): Iterable<LogReader> {
		return [...this.#logs.values()];
	}

	/** What the others came to. */
	get forgotten(): ForgottenLogs {
		return this.#forgotten;
	}

	/** The log with that number, unless it has been forgotten. */
	get(number: number): LogReader | undefined {
		return this.#logs.get(number);
	}

	/** The last one in a file, by its identity, that there is something of. */
	inFile(identity: string | undefined): LogReader | undefined {
		return identity === undefined ? undefined : this.#inFile.get(identity);
	}

	add(log: LogReader): void {
		this.#logs.set(log.number, log);
		if (log.openedIn !== undefined) {
			this.#inFile.set(log.openedIn, log);
		}
	}

	/** Forgets those that have ended and aren't among `files`, the numbers of those that entries are held of. */
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
 * Reads what was added to logs, which stand in the order of their paths, and what was at a path first in front: one chunk of
 * each, so that a file that grows faster than it is read doesn't keep the others waiting. Only what has taken the place of
 * another waits until there is no more of that: its lines were written later. So it does while that is being decoded.
 * Returns whether there was anything.
 */
export async function readAppended(
	logs: ReadonlyArray<Pick<LogReader, 'file' | 'isLiveDue' | 'isDecoding' | 'readLive'>>,
): Promise<boolean> {
	let hasRead = false;
	/** Path of the one that was read last, or is to be. */
	let path: string | undefined;
	for (const log of logs) {
		// Not each of thousands is waited for that have nothing.
		if (log.isLiveDue && log.file.path !== path) {
			const isRead = await log.readLive();
			hasRead ||= isRead;
			path = isRead || log.isDecoding ? log.file.path : path;
		}
	}
	return hasRead;
}

/** What the past is read into, and how much of it. */
type BackfillSchedulerOptions = {
	readonly index: EntryIndex;
	/** The most entries held; what is older than these isn't read. Infinity: no cap. */
	readonly cap: number;
	/** Ended when nothing is left for it to do. */
	readonly worker: BackfillWorker;
};

/** Reads the pasts of logs: always the newest of what is left, and archives last. */
export class BackfillScheduler {
	readonly #options: BackfillSchedulerOptions;
	#hasLeftOut = false;

	constructor(options: BackfillSchedulerOptions) {
		this.#options = options;
	}

	/** True when the cap left a part of the past unread. */
	get hasLeftOut(): boolean {
		return this.#hasLeftOut;
	}

	/** Does a piece of work on one of these logs; false when there is none for now. */
	async step(logs: readonly LogReader[]): Promise<boolean> {
		const current = logs.find(log => log.isInBlock);
		if (current !== undefined) {
			return current.readBackfill();
		}
		const left = logs
			.filter(log => log.file.archive === undefined && log.backfillLeft > 0)
			.sort((a, b) => b.backfillTime - a.backfillTime);
		if (left.length === 0) {
			// What is printed doesn't wait for its end: that takes 3 ms.
			void this.#options.worker.close();
			return this.#stepOfArchives(logs);
		}
		for (const log of left) {
			if (log.hasBlocksAway && this.#isOlder(log.backfillTime)) {
				// What is away is newer than what is left of it.
				continue;
			}
			if ((await this.#leaveOut(log, log.backfillTime)) || (await log.readBackfill())) {
				return true;
			}
			if (log.isInBlock) {
				// It can't be read just now, but has the buffers: another one would write over them.
				return false;
			}
		}
		return false;
	}

	/** Archives are read one after the other, the newest first. */
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
				// Being decoded; it says when it is. Only one that can't be read doesn't keep the others waiting.
				return false;
			}
		}
		return false;
	}

	/** Leaves the rest of a past unread when it is older than what had to go already; false when it isn't. */
	async #leaveOut(log: LogReader, newest: number): Promise<boolean> {
		if (!this.#isOlder(newest)) {
			return false;
		}
		await log.leaveBackfill();
		this.#hasLeftOut = true;
		return true;
	}

	/** Whether what is no newer than that is older than what had to go already. */
	#isOlder(newest: number): boolean {
		const {index, cap} = this.#options;
		if (!index.isFull(cap)) {
			// Asked with each chunk: the oldest of all segments is looked for only where that matters.
			return false;
		}
		const {oldestTime} = index;
		return oldestTime !== undefined && newest < oldestTime;
	}
}
