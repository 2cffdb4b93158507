import {setTimeout as pause} from 'node:timers/promises';
import type {FollowListener} from '../bytes/follow-types.js';
import type {LogFile} from '../bytes/log-file.js';
import type {Notice} from '../bytes/notice.js';
import {compareTexts} from '../index/compare-texts.js';
import {type Batch, BatchBuilder, type BatchLimits, defaultLimits, type LogName} from './batch.js';
import type {Checkpoint, Plan, PlannedRange} from './checkpoint.js';
import type {Delivery} from './delivery.js';
import {Ledger} from './ledger.js';
import {missingLogs} from './missing-logs.js';
import {modifiedOf} from './modified-of.js';
import {Pause} from './pause.js';
import {repeatPlan} from './repeat-plan.js';
import {ShippedLog, type ShippedLogOptions} from './shipped-log.js';

export type ShipperOptions = Omit<ShippedLogOptions, 'ledger'> & {
	/** What was remembered, or what it begins with: see `begin`. */
	readonly checkpoint: Checkpoint;
	/** Remembers; what it is given outlasts a crash once it resolves. */
	readonly save: (checkpoint: Checkpoint) => Promise<void>;
	readonly delivery: Delivery;
	readonly limits?: BatchLimits;
	readonly times?: ShipperTimes;
};

/** Milliseconds. */
export type ShipperTimes = {
	/** How long what can't be read is left alone before it is tried again. */
	readonly retry: number;
	/** After that long what can't be read is given up where others wait for it. */
	readonly patience: number;
};

const defaultTimes: ShipperTimes = {retry: 500, patience: 30_000};

/** How far it has come. */
export type ShipProgress = {
	/** Bytes that are known to be there, and haven't been shipped. */
	readonly lag: number;
	/** Requests that the store has been given since the start. */
	readonly rows: number;
	/** Lines that no format reads, which go to the store beside them. */
	readonly unread: number;
	/** Bytes that couldn't be read any more before they were shipped. */
	readonly lost: number;
	/** Bytes without a line end that were left to the next time, as it isn't followed. */
	readonly unfinished: number;
};

/**
 * Ships files: takes lines of all of them in turns, and remembers what it is going to send before it does. So a batch
 * that may or may not have come to the store is sent again as it was, however it was interrupted.
 */
export class Shipper implements FollowListener {
	readonly #options: ShipperOptions;
	readonly #limits: BatchLimits;
	readonly #times: ShipperTimes;
	readonly #logOptions: ShippedLogOptions;
	readonly #ledger: Ledger;
	#logs: ShippedLog[] = [];
	/** The log whose turn it is. */
	#turn = 0;
	#isStopping = false;
	#failure: {readonly error: unknown} | undefined;
	#sending: Promise<void> | undefined;
	/** What is remembered as being sent, and whether more has been shipped since. */
	#plan: Plan | null;
	#isDirty = false;
	#wasMissingTold = false;
	readonly #pause = new Pause();
	#rows = 0;
	#unread = 0;
	#lost = 0;
	#unfinished = 0;

	constructor(options: ShipperOptions) {
		this.#options = options;
		this.#limits = options.limits ?? defaultLimits;
		this.#times = options.times ?? defaultTimes;
		this.#ledger = new Ledger(options.checkpoint.logs);
		this.#plan = options.checkpoint.plan;
		this.#logOptions = {...options, ledger: this.#ledger};
	}

	get progress(): ShipProgress {
		return {
			lag: this.#logs.reduce((sum, log) => sum + log.lag, 0),
			rows: this.#rows,
			unread: this.#unread,
			lost: this.#lost,
			unfinished: this.#unfinished,
		};
	}

	opened(file: LogFile): void {
		if (file.identity === undefined && file.archive === undefined) {
			this.#options.say(
				file.path,
				'is a pipe, which can not be read again after a crash: ship the file that it is written to.',
			);
			return;
		}
		this.#logs.push(new ShippedLog(file, this.#logOptions));
		this.#logs.sort((a, b) => compareTexts(a.file.path, b.file.path) || a.file.id - b.file.id);
		this.#pause.wake();
	}

	grown(): void {
		this.#pause.wake();
	}

	ended(file: LogFile): void {
		const log = this.#logs.find(other => other.file === file);
		if (log !== undefined) {
			log.ended = true;
		}
		this.#pause.wake();
	}

	notice({path, text}: Notice): void {
		this.#options.say(path, text);
	}

	changed(): void {}

	/**
	 * Ships until it is stopped, or all has been shipped where nothing is followed.
	 *
	 * @param started Resolves when the files that are there have been opened.
	 * @throws Refused
	 */
	async run(started: Promise<void>): Promise<void> {
		await started;
		// Those calls come later than the promise.
		await pause(0);
		await this.#identifyPlanned();
		await this.#repeatPlan();
		for (let batch = await this.#gather(); batch !== undefined; batch = await this.#gather()) {
			await this.#sending;
			if (this.#failure !== undefined || this.#isStopping) {
				break;
			}
			await this.#send(batch);
		}
		await this.#sending;
		if (this.#isDirty) {
			await this.#save(this.#plan);
		}
		if (this.#failure !== undefined) {
			throw this.#failure.error;
		}
	}

	/** Has `run` end soon: the batch that is on its way is waited for, but not one that can't be sent just now. */
	stop(): void {
		this.#isStopping = true;
		this.#options.delivery.end();
		this.#pause.wake();
	}

	/** Puts a batch together. Undefined when there will be none. */
	async #gather(): Promise<Batch | undefined> {
		const builder = new BatchBuilder(this.#options.source, this.#limits);
		let deadline = Number.POSITIVE_INFINITY;
		while (!this.#isStopping && this.#failure === undefined) {
			this.#pause.begin();
			await this.#identify();
			const added = await this.#addInTurn(builder);
			if (added === 'full') {
				return builder.build();
			}
			await this.#sweep();
			if (builder.isEmpty && !this.#options.follow && this.#logs.length === 0) {
				return undefined;
			}
			if (added === 'some') {
				const now = performance.now();
				deadline = Math.min(deadline, now + this.#limits.time);
				if (now >= deadline) {
					// There is always more where archives are looked into one by one.
					return builder.build();
				}
				continue;
			}
			const left = deadline - performance.now();
			if (!builder.isEmpty && (left <= 0 || !this.#options.follow)) {
				return builder.build();
			}
			if (this.#isDirty && this.#sending === undefined) {
				await this.#save(null);
			}
			await this.#pause.rest(Math.min(left, this.#times.retry));
		}
		return undefined;
	}

	/** Adds some lines of each log, beginning with another one each time. */
	async #addInTurn(builder: BatchBuilder): Promise<'full' | 'some' | 'none'> {
		let added: 'some' | 'none' = 'none';
		for (let count = 0; count < this.#logs.length; count++) {
			const log = this.#logs[(this.#turn + count) % this.#logs.length];
			const stretch = await log?.peek();
			if (log?.name === undefined || stretch === undefined) {
				continue;
			}
			if (builder.isFull || !builder.fits(stretch)) {
				this.#turn += count;
				return 'full';
			}
			builder.add(log.name, stretch);
			log.shift();
			added = 'some';
		}
		return added;
	}

	/** Remembers a batch, and begins to send it. */
	async #send(batch: Batch): Promise<void> {
		await this.#save(batch.plan);
		const sending = this.#deliver(batch)
			.catch((error: unknown) => {
				this.#failure = {error};
			})
			.finally(() => {
				this.#sending = undefined;
				this.#pause.wake();
			});
		this.#sending = sending;
	}

	async #deliver(batch: Batch): Promise<void> {
		const isEmpty = batch.count + batch.unreadCount === 0;
		if (isEmpty || (await this.#options.delivery.deliver(batch))) {
			this.#ledger.shipped(batch.ranges);
			for (const range of batch.ranges) {
				this.#logOf(range)?.shippedTo(range.end);
			}
			this.#rows += batch.count;
			this.#unread += batch.unreadCount;
			this.#plan = null;
			this.#isDirty = true;
		}
	}

	/** Sends what was being sent when it was ended last. */
	async #repeatPlan(): Promise<void> {
		const plan = this.#plan;
		if (plan === null) {
			return;
		}
		const until = performance.now() + this.#times.patience;
		const batch = await repeatPlan(plan, {
			source: this.#options.source,
			limits: this.#limits,
			logOf: range => this.#logOf(range),
			again: async log => {
				await this.#pause.rest(this.#times.retry);
				return !log.file.gone && !this.#isStopping && performance.now() < until;
			},
			missing: (range, log) => this.#missing(range, log),
		});
		if (!this.#isStopping) {
			await this.#send(batch);
		}
	}

	#missing({start, end, ...name}: PlannedRange, log: ShippedLog | undefined): void {
		if (this.#isStopping) {
			return;
		}
		const path = log?.file.path ?? this.#ledger.record(name)?.path ?? '';
		this.#sayLost(path, log === undefined ? end - start : log.unread);
		log?.giveUp();
	}

	/**
	 * Finds out which logs there are. Archives have to be decoded for it, which may take long: one of them at a time, while
	 * others are shipped.
	 */
	async #identify(): Promise<void> {
		const due = this.#logs.filter(log => log.isDue);
		const plain = due.filter(({file}) => file.archive === undefined);
		const [archive] = due
			.filter(({file}) => file.archive !== undefined)
			.toSorted((a, b) => a.attempts - b.attempts);
		for (const log of archive === undefined ? plain : [...plain, archive]) {
			if ((await log.identify()) === 'known') {
				this.#isDirty = true;
				// The next one needn't wait for something to happen.
				this.#pause.wake();
			}
		}
		if (!this.#wasMissingTold && due.length <= plain.length) {
			this.#wasMissingTold = true;
			this.#tellMissing();
		}
	}

	/** The same until it is known of all logs that something was on its way of when it ended last. */
	async #identifyPlanned(): Promise<void> {
		const tried = new Set<ShippedLog>();
		await this.#identify();
		while (this.#plan?.ranges.some(range => this.#logOf(range) === undefined)) {
			const next = this.#logs.find(log => log.isDue && log.file.archive !== undefined && !tried.has(log));
			if (next === undefined) {
				return;
			}
			tried.add(next);
			await next.identify();
		}
	}

	/** Lets go of what is finished, and gives up what can't be read any more. */
	async #sweep(): Promise<void> {
		const {follow} = this.#options;
		for (const log of this.#logs) {
			const isHopeless = log.file.gone || (!follow && log.stuckFor > this.#times.patience);
			if (log.stuckFor > 0 && isHopeless) {
				this.#sayLost(log.file.path, log.unread);
				log.giveUp();
			}
		}
		// Where nothing is followed, one like another is told apart from it as long as both are there.
		const isDue = follow || this.#logs.every(log => log.isFinished);
		const finished = isDue ? this.#logs.filter(log => log.isFinished) : [];
		for (const log of finished) {
			const isDone = follow || log.file.archive !== undefined;
			this.#unfinished += isDone ? 0 : log.unread;
			if (log.name !== undefined) {
				const modified = isDone && log.unread === 0 ? await modifiedOf(log.file) : null;
				this.#ledger.grown(log.name, log.file.size);
				this.#ledger.release(log.name, isDone);
				if (modified !== null) {
					this.#ledger.complete(log.name, modified);
				}
				this.#isDirty = true;
			}
		}
		if (finished.length > 0) {
			this.#logs = this.#logs.filter(log => !finished.includes(log));
		}
	}

	/** Says what was remembered of files that aren't there any more, once. */
	#tellMissing(): void {
		for (const {record, bytes} of missingLogs(this.#ledger, this.#logs)) {
			if (bytes > 0) {
				this.#sayLost(record.path, bytes);
			} else {
				this.#options.say(
					record.path,
					'was replaced while nobody was here, and the file before is not found any more: what was written to it after it was read last, an unknown amount, is not shipped.',
				);
			}
			this.#ledger.release(record, true);
			this.#isDirty = true;
		}
	}

	#sayLost(path: string, bytes: number): void {
		this.#lost += bytes;
		if (bytes > 0) {
			this.#options.say(
				path,
				`${bytes} bytes that were not shipped yet can no longer be read, so their lines are missing.`,
			);
		}
	}

	#logOf({fingerprint, ordinal}: LogName): ShippedLog | undefined {
		return this.#logs.find(({name}) => name?.fingerprint === fingerprint && name.ordinal === ordinal);
	}

	async #save(plan: Plan | null): Promise<void> {
		const {checkpoint, save} = this.#options;
		for (const {name, file, isShippedArchive} of this.#logs) {
			if (name !== undefined) {
				this.#ledger.grown(name, file.size);
				if (isShippedArchive) {
					this.#ledger.complete(name, file.archive?.modified ?? null);
				}
			}
		}
		this.#plan = plan;
		this.#isDirty = false;
		await save({...checkpoint, saved: Date.now(), logs: this.#ledger.records, plan});
	}
}
