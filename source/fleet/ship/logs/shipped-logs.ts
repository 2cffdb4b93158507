import {stat} from 'node:fs/promises';
import {compareTexts} from '../../../index/file-orders.js';
import {identityOf} from '../../../tail/files/open-file.js';
import type {LogFile} from '../../../tail/log-file.js';
import {logNames, rotatedFiles} from '../../../tail/rotation/rotated-files.js';
import type {LogName, LogRecord, Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import type {BatchBuilder, BatchRange} from '../delivery/batch.js';
import type {Ledger} from './ledger.js';
import {ShippedLog, type ShippedLogOptions} from './shipped-log.js';

/** Options for reading logs. */
type ShippedLogsOptions = ShippedLogOptions & {
	/** Time in ms after which an unreadable file that delays others is given up. */
	readonly patience: number;
};

/** The files that are being shipped, and the records of other logs. */
export class ShippedLogs {
	readonly #options: ShippedLogsOptions;
	readonly #ledger: Ledger;
	#logs: ShippedLog[] = [];
	/** Index of the log that is next to add lines. */
	#turn = 0;
	#isMissingReported = false;
	/** See `ShipProgress`. */
	lost = 0;
	/** See `ShipProgress`. */
	unfinished = 0;
	/** True if there is unsaved state. */
	isChanged = false;

	constructor(options: ShippedLogsOptions) {
		this.#options = options;
		this.#ledger = options.ledger;
	}

	/** True if no file is being shipped. */
	get isEmpty(): boolean {
		return this.#logs.length === 0;
	}

	/** True if a file must be tried again though nothing reports a change: it can't be read or identified for now. */
	get mustRetry(): boolean {
		const {follow} = this.#options;
		return !follow || this.#logs.some(log => log.isDue || log.isReadable);
	}

	/** See `ShipProgress`. */
	get lag(): number {
		return this.#logs.reduce((sum, log) => sum + log.lag, 0);
	}

	/** Starts to ship a file. */
	add(file: LogFile): void {
		this.#logs.push(new ShippedLog(file, this.#options));
		this.#logs.sort((a, b) => compareTexts(a.file.path, b.file.path) || a.file.id - b.file.id);
	}

	/** Records that the store accepted these ranges. */
	shipped(ranges: readonly BatchRange[]): void {
		this.#ledger.shipped(ranges);
		for (const range of ranges) {
			this.of(range)?.shippedTo(range.end);
		}
		this.isChanged = true;
	}

	/** Records that a file won't grow. */
	ended(file: LogFile): void {
		const log = this.#logs.find(other => other.file === file);
		if (log !== undefined) {
			log.ended = true;
		}
	}

	/** Returns the shipped file that contains a log, once it is identified. */
	of({fingerprint, ordinal}: LogName): ShippedLog | undefined {
		return this.#logs.find(({name}) => name?.fingerprint === fingerprint && name.ordinal === ordinal);
	}

	/** Returns the records to save. */
	records(): readonly LogRecord[] {
		for (const {name, file, isShippedArchive} of this.#logs) {
			if (name !== undefined) {
				this.#ledger.grown(name, file.size);
				if (isShippedArchive) {
					this.#ledger.complete(name, file.archive?.modified ?? null);
				}
			}
		}
		this.isChanged = false;
		return this.#ledger.records;
	}

	/** Adds a chunk of each log. Starts with the log whose chunk didn't fit the last time. */
	async takeTurns(builder: BatchBuilder): Promise<'full' | 'some' | 'none'> {
		let added: 'some' | 'none' = 'none';
		for (let count = 0; count < this.#logs.length; count++) {
			const log = this.#logs[(this.#turn + count) % this.#logs.length];
			const chunk = await log?.peek();
			if (log?.name === undefined || chunk === undefined) {
				continue;
			}
			if (builder.isFull || !builder.fits(chunk)) {
				this.#turn += count;
				return 'full';
			}
			builder.add(log.name, chunk);
			log.shift();
			added = 'some';
		}
		return added;
	}

	/**
	 * Identifies the logs. Archives must be decoded for that, which may be slow, so each call handles one archive while other files
	 * are shipped. Resolves with true if a log was identified: there may be more.
	 */
	async identify(): Promise<boolean> {
		let isKnown = false;
		const due = this.#logs.filter(log => log.isDue);
		const plain = due.filter(({file}) => file.archive === undefined);
		const [archive] = due
			.filter(({file}) => file.archive !== undefined)
			.toSorted((a, b) => a.attempts - b.attempts);
		for (const log of archive === undefined ? plain : [...plain, archive]) {
			if ((await log.identify()) === 'known') {
				this.isChanged = true;
				isKnown = true;
			}
		}
		if (!this.#isMissingReported && due.length <= plain.length) {
			this.#isMissingReported = true;
			this.#reportMissing();
		}
		return isKnown;
	}

	/**
	 * Identifies logs until all logs of the plan are known. Resolves with false if that failed because of temporarily unreadable
	 * files.
	 */
	async identifyPlanned(plan: Plan): Promise<boolean> {
		const tried = new Set<ShippedLog>();
		await this.identify();
		while (plan.ranges.some(range => this.of(range) === undefined)) {
			const next = this.#logs.find(log => log.isDue && log.file.archive !== undefined && !tried.has(log));
			if (next === undefined) {
				return !this.#logs.some(log => log.isDue);
			}
			tried.add(next);
			await next.identify();
		}
		return true;
	}

	/** Drops finished files and gives up files that can no longer be read. */
	async sweep(): Promise<void> {
		const {follow} = this.#options;
		for (const log of this.#logs) {
			const isHopeless = log.file.isGone || (!follow && log.stuckFor > this.#options.patience);
			if (log.stuckFor > 0 && isHopeless) {
				this.#reportLost(log.file.path, log.unread);
				log.giveUp();
			}
		}
		// Without following, identical logs are only distinguished while both files are open.
		const isDue = follow || this.#logs.every(log => log.isFinished);
		const finished = isDue ? this.#logs.filter(log => log.isFinished) : [];
		for (const log of finished) {
			const isDone = follow || log.file.archive !== undefined;
			this.unfinished += isDone ? 0 : log.unread;
			if (log.name !== undefined) {
				const modified = isDone && log.unread === 0 ? await modifiedOf(log.file) : null;
				this.#ledger.grown(log.name, log.file.size);
				this.#ledger.release(log.name, isDone);
				if (modified !== null) {
					this.#ledger.complete(log.name, modified);
				}
				this.isChanged = true;
			}
		}
		if (finished.length > 0) {
			this.#logs = this.#logs.filter(log => !finished.includes(log));
		}
	}

	/** Abandons a planned range. */
	abandon({start, end, ...name}: PlannedRange, log: ShippedLog | undefined): void {
		const path = log?.file.path ?? this.#ledger.record(name)?.path ?? '';
		this.#reportLost(path, log === undefined ? end - start : log.unread);
		log?.giveUp();
	}

	/** Reports recorded logs whose files are missing, once. */
	#reportMissing(): void {
		for (const record of missingLogs(this.#ledger, this.#logs)) {
			// Bytes known to have existed.
			const bytes = record.size - record.place.offset;
			if (bytes > 0) {
				this.#reportLost(record.path, bytes);
			} else {
				this.#options.notify(
					record.path,
					'was replaced while ship was not running, and the previous file is missing: lines written to it after the last read, an unknown number, are not shipped.',
				);
			}
			this.#ledger.release(record, true);
			this.isChanged = true;
		}
	}

	#reportLost(path: string, bytes: number): void {
		this.lost += bytes;
		if (bytes > 0) {
			this.#options.notify(
				path,
				`${bytes} bytes that were not shipped yet can no longer be read, so their lines are missing.`,
			);
		}
	}
}

/**
 * Returns logs that weren't completely shipped before and whose files are missing although other files have replaced them. If a
 * path doesn't exist, its disk may not be mounted yet.
 */
function missingLogs(ledger: Ledger, logs: readonly ShippedLog[]): readonly LogRecord[] {
	const {records, unclaimed} = ledger;
	const replaced = new Set(records.filter(record => !unclaimed.includes(record)).map(({path}) => path));
	const unknown = new Set(
		logs.filter(({name, file}) => name === undefined && file.size > 0).map(({file}) => file.path),
	);
	return unclaimed.filter(({path, isDone}) => !isDone && replaced.has(path) && !unknown.has(path));
}

/**
 * Returns the modification time of a file in ms since 1970. Finds the file in its directory even if rotation renamed it. Returns
 * null if it is missing or has a different size by now.
 */
async function modifiedOf({archive, path, identity, size}: LogFile): Promise<number | null> {
	if (archive !== undefined) {
		return Math.floor(archive.modified);
	}
	const stats = await stat(path, {bigint: true}).catch(() => undefined);
	const {plain} = await rotatedFiles(await logNames(path));
	const file = [...(stats === undefined ? [] : [stats]), ...plain.map(rotated => rotated.stats)].find(
		other => identityOf(other) === identity,
	);
	return file !== undefined && Number(file.size) === size ? Number(file.mtimeNs / 1_000_000n) : null;
}
