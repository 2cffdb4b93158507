import type {EntryIndex} from '../../index/entry-index.js';
import type {PastHelper} from '../past/past-helper.js';
import type {OpenLog} from './open-log.js';

/** What the past is read into, and how much of it. */
type PastWorkOptions = {
	readonly index: EntryIndex;
	/** The most entries held; what is older than these isn't read. Infinity: no cap. */
	readonly cap: number;
	/** Ended when nothing is left for it to do. */
	readonly helper: PastHelper;
};

/** Reads the pasts of logs: always the newest of what is left, and archives last. */
export class PastWork {
	readonly #options: PastWorkOptions;
	#hasLeftOut = false;

	constructor(options: PastWorkOptions) {
		this.#options = options;
	}

	/** True when the cap left a part of the past unread. */
	get hasLeftOut(): boolean {
		return this.#hasLeftOut;
	}

	/** Does a piece of work on one of these logs; false when there is none for now. */
	async step(logs: readonly OpenLog[]): Promise<boolean> {
		const current = logs.find(log => log.isInPast);
		if (current !== undefined) {
			return current.readPast();
		}
		const left = logs
			.filter(log => log.file.archive === undefined && log.pastLeft > 0)
			.sort((a, b) => b.pastTime - a.pastTime);
		if (left.length === 0) {
			// What is printed doesn't wait for its end: that takes 3 ms.
			void this.#options.helper.close();
			return this.#stepOfArchives(logs);
		}
		for (const log of left) {
			if (log.hasPastAway && this.#isOlder(log.pastTime)) {
				// What is away is newer than what is left of it.
				continue;
			}
			if ((await this.#leaveOut(log, log.pastTime)) || (await log.readPast())) {
				return true;
			}
			if (log.isInPast) {
				// It can't be read just now, but has the buffers: another one would write over them.
				return false;
			}
		}
		return false;
	}

	/** Archives are read one after the other, the newest first. */
	async #stepOfArchives(logs: readonly OpenLog[]): Promise<boolean> {
		const due = logs.flatMap(log => {
			const {archivePast, file} = log;
			return archivePast?.isDue ? [{log, archivePast, modified: file.archive?.modified ?? 0}] : [];
		});
		due.sort(
			(a, b) => Number(b.archivePast.hasBegun) - Number(a.archivePast.hasBegun) || b.modified - a.modified,
		);
		for (const {log, archivePast, modified} of due) {
			if (!archivePast.hasBegun && (await this.#leaveOut(log, modified))) {
				return true;
			}
			const {isStuck} = archivePast;
			if (await log.readPast()) {
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
	async #leaveOut(log: OpenLog, newest: number): Promise<boolean> {
		if (!this.#isOlder(newest)) {
			return false;
		}
		await log.leavePast();
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
