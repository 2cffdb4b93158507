import {setTimeout as pause} from 'node:timers/promises';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {LogFile} from '../../tail/log-file.js';
import type {Notice, TailListener} from '../../tail/tail-types.js';
import type {Plan} from './checkpoints/checkpoint.js';
import {type Batch, BatchBuilder, type BatchLimits, defaultLimits} from './delivery/batch.js';
import {Ledger} from './logs/ledger.js';
import {repeatPlan} from './logs/repeat-plan.js';
import type {ShippedLogOptions} from './logs/shipped-log.js';
import {ShippedLogs} from './logs/shipped-logs.js';
import {DerivedValues} from './rows/derived-values.js';
import {Sender, type SenderOptions} from './sender.js';

/** Options of a `Shipper`. The default limits and times apply if none are given. */
type ShipperOptions = Omit<ShippedLogOptions, 'ledger' | 'derived'> &
	SenderOptions & {
		readonly limits?: BatchLimits;
		readonly times?: ShipperTimes;
		readonly routes?: KnownRoutes;
	};

/** Durations in ms. */
type ShipperTimes = {
	/** Delay before an unreadable file is tried again. */
	readonly retry: number;
	/** An unreadable file that delays other files is given up after this time. */
	readonly patience: number;
};

const defaultTimes: ShipperTimes = {retry: 500, patience: 30_000};

/** Progress of shipping. */
export type ShipProgress = {
	/** Bytes known to exist that haven't been shipped. */
	readonly lag: number;
	/** Requests that the store has received since the start. */
	readonly rows: number;
	/** Lines that no format reads. They go to a separate table. */
	readonly unread: number;
	/** Bytes that became unreadable before they were shipped. */
	readonly lost: number;
	/** Bytes without a line end, left for the next run because the file isn't followed. */
	readonly unfinished: number;
};

/**
 * Ships files. Takes lines from each in turn and saves the plan of a batch before sending it. After any interruption, a batch
 * that may or may not have reached the store is sent again unchanged.
 */
export class Shipper implements TailListener {
	readonly #options: ShipperOptions;
	readonly #limits: BatchLimits;
	readonly #times: ShipperTimes;
	readonly #logs: ShippedLogs;
	readonly #sender: Sender;
	readonly #pause = new Pause();
	#isStopping = false;

	constructor(options: ShipperOptions) {
		this.#options = options;
		this.#limits = options.limits ?? defaultLimits;
		this.#times = options.times ?? defaultTimes;
		const ledger = new Ledger(options.checkpoint.logs);
		this.#logs = new ShippedLogs({
			...options,
			ledger,
			derived: new DerivedValues(options.routes),
			patience: this.#times.patience,
		});
		this.#sender = new Sender(options, this.#logs, () => this.#pause.wake());
	}

	get progress(): ShipProgress {
		return {
			lag: this.#logs.lag,
			rows: this.#sender.rows,
			unread: this.#sender.unread,
			lost: this.#logs.lost,
			unfinished: this.#logs.unfinished,
		};
	}

	opened(file: LogFile): void {
		if (file.identity === undefined && file.archive === undefined) {
			this.#options.notify(
				file.path,
				'is a pipe, which cannot be read again after a crash: write to a file and ship that.',
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
		this.#options.notify(path, text);
	}

	changed(): void {}

	/**
	 * Ships until `stop` is called or, without following, until everything is shipped.
	 *
	 * @param started - resolves when the existing files have been opened
	 * @throws Refused
	 */
	async run(started: Promise<void>): Promise<void> {
		await started;
		// The `opened` calls arrive after the promise has resolved.
		await pause(0);
		const {plan} = this.#sender;
		if (plan !== null) {
			const until = performance.now() + this.#times.patience;
			while (!(await this.#logs.identifyPlanned(plan)) && !this.#isStopping && performance.now() < until) {
				this.#pause.begin();
				await this.#pause.rest(this.#times.retry);
			}
			await this.#repeatPlan(plan);
		}
		for (let batch = await this.#gather(); batch !== undefined; batch = await this.#gather()) {
			await this.#sender.settled();
			if (this.#sender.hasFailed || this.#isStopping) {
				break;
			}
			await this.#sender.send(batch);
		}
		await this.#sender.end();
	}

	/** Makes `run` end soon. It finishes an attempt in progress, but makes no further attempt. */
	stop(): void {
		this.#isStopping = true;
		this.#options.delivery.end();
		this.#pause.wake();
	}

	/** Assembles a batch. Returns undefined when there will be no more. */
	async #gather(): Promise<Batch | undefined> {
		const builder = new BatchBuilder(this.#options.source, this.#limits);
		let deadline = Number.POSITIVE_INFINITY;
		while (!this.#isStopping && !this.#sender.hasFailed) {
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
					// While archives are examined one by one, there are always more chunks.
					return builder.build();
				}
				continue;
			}
			const left = deadline - performance.now();
			if (!builder.isEmpty && (left <= 0 || !this.#options.follow)) {
				return builder.build();
			}
			await this.#sender.remember();
			await this.#pause.rest(this.#logs.mustRetry ? Math.min(left, this.#times.retry) : left);
		}
		return undefined;
	}

	/** Sends the batch that was in flight when the previous run ended. */
	async #repeatPlan(plan: Plan): Promise<void> {
		const until = performance.now() + this.#times.patience;
		const batch = await repeatPlan(plan, {
			source: this.#options.source,
			limits: this.#limits,
			logOf: range => this.#logs.of(range),
			again: async log => {
				await this.#pause.rest(this.#times.retry);
				return !log.file.isGone && !this.#isStopping && performance.now() < until;
			},
			abandon: (range, log) => {
				if (!this.#isStopping) {
					this.#logs.abandon(range, log);
				}
			},
		});
		if (!this.#isStopping) {
			await this.#sender.send(batch);
		}
	}
}

/** Waits for an event. */
class Pause {
	#wasWoken = false;
	#end: () => void = () => {};

	/** Signals an event. Ends the current `rest`, or prevents the next one. */
	wake(): void {
		this.#wasWoken = true;
		this.#end();
	}

	/** Forgets earlier events. */
	begin(): void {
		this.#wasWoken = false;
	}

	/** Waits for an event since `begin`, for at most `time` ms; Infinity sets no limit. */
	async rest(time: number): Promise<void> {
		if (!this.#wasWoken) {
			await new Promise<void>(resolve => {
				const timer = Number.isFinite(time) ? setTimeout(resolve, Math.max(1, time)) : undefined;
				this.#end = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#end = () => {};
		}
	}
}
