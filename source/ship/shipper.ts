import {setTimeout as pause} from 'node:timers/promises';
import type {FollowListener} from '../bytes/follow-types.js';
import type {LogFile} from '../bytes/log-file.js';
import type {Notice} from '../bytes/notice.js';
import {type Batch, BatchBuilder, type BatchLimits, defaultLimits} from './batch.js';
import type {Checkpoint, Plan} from './checkpoint.js';
import type {Delivery} from './delivery.js';
import {Ledger} from './ledger.js';
import {Pause} from './pause.js';
import {repeatPlan} from './repeat-plan.js';
import type {ShippedLogOptions} from './shipped-log.js';
import {ShippedLogs} from './shipped-logs.js';

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
	readonly #ledger: Ledger;
	readonly #logs: ShippedLogs;
	#isStopping = false;
	#failure: {readonly error: unknown} | undefined;
	#sending: Promise<void> | undefined;
	/** What is remembered as being sent. */
	#plan: Plan | null;
	readonly #pause = new Pause();
	#rows = 0;
	#unread = 0;

	constructor(options: ShipperOptions) {
		this.#options = options;
		this.#limits = options.limits ?? defaultLimits;
		this.#times = options.times ?? defaultTimes;
		this.#ledger = new Ledger(options.checkpoint.logs);
		this.#plan = options.checkpoint.plan;
		this.#logs = new ShippedLogs({...options, ledger: this.#ledger, patience: this.#times.patience});
	}

	get progress(): ShipProgress {
		return {
			lag: this.#logs.lag,
			rows: this.#rows,
			unread: this.#unread,
			lost: this.#logs.lost,
			unfinished: this.#logs.unfinished,
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
		this.#logs.add(file);
		this.#pause.wake();
	}

	grown(): void {
		this.#pause.wake();
	}

	ended(file: LogFile): void {
		this.#logs.ended(file);
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
		if (this.#plan !== null) {
			const until = performance.now() + this.#times.patience;
			while (
				!(await this.#logs.identifyPlanned(this.#plan)) &&
				!this.#isStopping &&
				performance.now() < until
			) {
				this.#pause.begin();
				await this.#pause.rest(this.#times.retry);
			}
			await this.#repeatPlan(this.#plan);
		}
		for (let batch = await this.#gather(); batch !== undefined; batch = await this.#gather()) {
			await this.#sending;
			if (this.#failure !== undefined || this.#isStopping) {
				break;
			}
			await this.#send(batch);
		}
		await this.#sending;
		if (this.#logs.isChanged) {
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
			if (await this.#logs.identify()) {
				this.#pause.wake();
			}
			const added = await this.#logs.takeTurns(builder);
			if (added === 'full') {
				return builder.build();
			}
			await this.#logs.sweep();
			if (builder.isEmpty && !this.#options.follow && this.#logs.isEmpty) {
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
			if (this.#logs.isChanged && this.#sending === undefined) {
				await this.#save(null);
			}
			await this.#pause.rest(Math.min(left, this.#times.retry));
		}
		return undefined;
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
				this.#logs.of(range)?.shippedTo(range.end);
			}
			this.#rows += batch.count;
			this.#unread += batch.unreadCount;
			this.#plan = null;
			this.#logs.isChanged = true;
		}
	}

	/** Sends what was being sent when it was ended last. */
	async #repeatPlan(plan: Plan): Promise<void> {
		const until = performance.now() + this.#times.patience;
		const batch = await repeatPlan(plan, {
			source: this.#options.source,
			limits: this.#limits,
			logOf: range => this.#logs.of(range),
			again: async log => {
				await this.#pause.rest(this.#times.retry);
				return !log.file.gone && !this.#isStopping && performance.now() < until;
			},
			missing: (range, log) => {
				if (!this.#isStopping) {
					this.#logs.missing(range, log);
				}
			},
		});
		if (!this.#isStopping) {
			await this.#send(batch);
		}
	}

	async #save(plan: Plan | null): Promise<void> {
		const {checkpoint, save} = this.#options;
		this.#plan = plan;
		await save({...checkpoint, saved: Date.now(), logs: this.#logs.records(), plan});
	}
}
