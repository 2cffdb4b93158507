import {stat} from 'node:fs/promises';
import {compareTexts} from '../../index/file-orders.js';
import {identityOf} from '../../tail/files/open-file.js';
import type {LogFile} from '../../tail/log-file.js';
import {logNames, rotatedFiles} from '../../tail/rotation/rotated-files.js';
import type {LogName, LogRecord, Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import type {BatchBuilder, BatchRange} from '../delivery/batch.js';
import type {Ledger} from './ledger.js';
import {ShippedLog, type ShippedLogOptions} from './shipped-log.js';

/** What logs are read with. */
type ShippedLogsOptions = ShippedLogOptions & {
	/** After so many milliseconds what can't be read is given up where others wait for it. */
	readonly patience: number;
};

/** The files that are on their way, and what was remembered of others. */
export class ShippedLogs {
	readonly #options: ShippedLogsOptions;
	readonly #ledger: Ledger;
	#logs: ShippedLog[] = [];
	/** The log whose turn it is. */
	#turn = 0;
	#isMissingReported = false;
	/** See `ShipProgress`. */
	lost = 0;
	/** See `ShipProgress`. */
	unfinished = 0;
	/** Whether something is to be remembered that wasn't before. */
	isChanged = false;

	constructor(options: ShippedLogsOptions) {
		this.#options = options;
		this.#ledger = options.ledger;
	}

	/** True when no file is on its way. */
	get isEmpty(): boolean {
		return this.#logs.length === 0;
	}

	/** See `ShipProgress`. */
	get lag(): number {
		return this.#logs.reduce((sum, log) => sum + log.lag, 0);
	}

	/** A file is to be shipped. */
	add(file: LogFile): void {
		this.#logs.push(new ShippedLog(file, this.#options));
		this.#logs.sort((a, b) => compareTexts(a.file.path, b.file.path) || a.file.id - b.file.id);
	}

	/** The store has taken so much of logs. */
	shipped(ranges: readonly BatchRange[]): void {
		this.#ledger.shipped(ranges);
		for (const range of ranges) {
			this.of(range)?.shippedTo(range.end);
		}
		this.isChanged = true;
	}

	/** Nothing will be added to a file any more. */
	ended(file: LogFile): void {
		const log = this.#logs.find(other => other.file === file);
		if (log !== undefined) {
			log.ended = true;
		}
	}

	/** Who ships a log, once it is known whose it is. */
	of({fingerprint, ordinal}: LogName): ShippedLog | undefined {
		return this.#logs.find(({name}) => name?.fingerprint === fingerprint && name.ordinal === ordinal);
	}

	/** What is to be remembered now. */
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

	/** Adds some lines of each log, beginning with another one each time. */
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
	 * Finds out which logs there are. Archives have to be decoded for it, which may take long: one of them at a time, while
	 * others are shipped. Resolves with whether it is known of another one now: there may be a next one.
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
	 * The same until it is known of all logs that something was on its way of when it ended last. Resolves with false when
	 * it isn't, because of files that can't be read just now.
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

	/** Lets go of what is finished, and gives up what can't be read any more. */
	async sweep(): Promise<void> {
		const {follow} = this.#options;
		for (const log of this.#logs) {
			const isHopeless = log.file.gone || (!follow && log.stuckFor > this.#options.patience);
			if (log.stuckFor > 0 && isHopeless) {
				this.#reportLost(log.file.path, log.unread);
				log.giveUp();
			}
		}
		// Where nothing is followed, one like another is told apart from it as long as both are there.
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

	/** What was planned of a log is given up. */
	missing({start, end, ...name}: PlannedRange, log: ShippedLog | undefined): void {
		const path = log?.file.path ?? this.#ledger.record(name)?.path ?? '';
		this.#reportLost(path, log === undefined ? end - start : log.unread);
		log?.giveUp();
	}

	/** Says what was remembered of files that aren't there any more, once. */
	#reportMissing(): void {
		for (const record of missingLogs(this.#ledger, this.#logs)) {
			// Bytes that were known to be there.
			const bytes = record.size - record.place.offset;
			if (bytes > 0) {
				this.#reportLost(record.path, bytes);
			} else {
				this.#options.notify(
					record.path,
					'was replaced while nobody was here, and the file before is not found any more: what was written to it after it was read last, an unknown amount, is not shipped.',
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
 * The logs that weren't shipped to their end when it ended last, and whose files are nowhere to be found, though others
 * have come in their place. Where nothing is at a path, a disk that isn't there yet may have it.
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
 * When a file was written last, milliseconds since 1970, wherever rotation has put it in its directory; null when it isn't
 * found, or has another size by now.
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
