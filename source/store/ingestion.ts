import {setImmediate as nextTurn} from 'node:timers/promises';
import type {FollowListener} from '../bytes/follow-types.js';
import type {LogFile} from '../bytes/log-file.js';
import type {Notice} from '../bytes/notice.js';
import type {EntryIndex} from '../index/entry-index.js';
import {OpenLog, type OpenLogOptions} from './open-log.js';
import {chunkSize} from './read-ahead.js';

/** How long the work may go on before keys and frames have their turn, milliseconds. */
const sliceTime = 8;

/** Notices kept. */
const mostNotices = 300;

export type IngestionOptions = {
	readonly index: EntryIndex;
	readonly source: string;
	readonly past: boolean;
	/** Called when something was read, or something else changed that the user sees. */
	readonly changed: () => void;
	/** Called with an error that ends the reading: a mistake in the program. */
	readonly failed: (error: unknown) => void;
};

/**
 * Brings followed files into the index, one small piece of work after the other: the end of every file first, then
 * always what was added before what is past, and of the past the newest.
 */
export class Ingestion implements FollowListener {
	/** The most entries held; past it the oldest go. */
	cap = Number.POSITIVE_INFINITY;
	readonly #options: IngestionOptions;
	readonly #logOptions: OpenLogOptions;
	readonly #logs: OpenLog[] = [];
	readonly #notices: Notice[] = [];
	readonly #fingerprints = new Map<string, number>();
	readonly #waiters: Array<() => void> = [];
	#running: Promise<void> | undefined;
	#closed = false;
	#pastLeftOut = false;

	constructor(options: IngestionOptions) {
		this.#options = options;
		this.#logOptions = {
			index: options.index,
			source: options.source,
			past: options.past,
			buffers: {
				live: Buffer.allocUnsafeSlow(chunkSize),
				past: [Buffer.allocUnsafeSlow(chunkSize), Buffer.allocUnsafeSlow(chunkSize)],
			},
			ordinalOf: fingerprint => {
				const ordinal = this.#fingerprints.get(fingerprint) ?? 0;
				this.#fingerprints.set(fingerprint, ordinal + 1);
				return ordinal;
			},
		};
	}

	/** Every log that was opened, in the order of their numbers in the index. */
	get logs(): readonly OpenLog[] {
		return this.#logs;
	}

	get notices(): readonly Notice[] {
		return this.#notices;
	}

	/** True when the cap left a part of the past unread. */
	get pastLeftOut(): boolean {
		return this.#pastLeftOut;
	}

	/** True while there is something to read. */
	get busy(): boolean {
		return this.#running !== undefined;
	}

	opened(file: LogFile): void {
		this.#logs.push(new OpenLog(file, this.#logOptions));
		this.#wake();
	}

	grown(): void {
		this.#wake();
	}

	ended(file: LogFile): void {
		const log = this.#logs.find(other => other.file === file);
		if (log !== undefined) {
			log.ended = true;
		}
		this.#wake();
	}

	notice(notice: Notice): void {
		this.#notices.push(notice);
		this.#notices.splice(0, this.#notices.length - mostNotices);
		this.#options.changed();
	}

	changed(): void {
		this.#options.changed();
	}

	/** Resolves when there is nothing left to read for now. */
	async idle(): Promise<void> {
		while (this.#running !== undefined) {
			await this.#running;
		}
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.idle();
		await Promise.all(this.#logs.map(async log => log.leavePast()));
		for (const waiter of this.#waiters.splice(0)) {
			waiter();
		}
	}

	#wake(): void {
		this.#running ??= this.#run();
	}

	async #run(): Promise<void> {
		try {
			// Calls of the stage before come in bursts: all of a burst is known before the first is worked on.
			await nextTurn();
			let sliceBegan = performance.now();
			while (!this.#closed && (await this.#work())) {
				this.#options.index.evict(this.cap);
				this.#options.changed();
				if (performance.now() - sliceBegan > sliceTime) {
					await nextTurn();
					sliceBegan = performance.now();
				}
			}
		} catch (error) {
			this.#closed = true;
			this.#options.failed(error);
		} finally {
			this.#running = undefined;
		}
		this.#options.changed();
	}

	/** Does a piece of work; false when there is none. */
	async #work(): Promise<boolean> {
		for (const log of this.#logs) {
			if (await log.begin()) {
				return true;
			}
		}
		let worked = false;
		for (const log of this.#logs) {
			worked = (await log.readLive()) || worked;
		}
		return worked || this.#workOnPast();
	}

	async #workOnPast(): Promise<boolean> {
		const [newest] = this.#logs.filter(log => log.pastLeft > 0).sort((a, b) => b.pastTime - a.pastTime);
		if (newest === undefined) {
			return false;
		}
		const {index} = this.#options;
		const oldestTime = index.oldestTime;
		if (index.count >= this.cap && oldestTime !== undefined && newest.pastTime < oldestTime) {
			// All that is left is older than what had to go already.
			await newest.leavePast();
			this.#pastLeftOut = true;
			return true;
		}
		return newest.readPast();
	}
}
