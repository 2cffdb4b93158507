import type {Checkpoint, Plan} from './checkpoints/checkpoint.js';
import type {Batch} from './delivery/batch.js';
import type {Delivery} from './delivery/delivery.js';
import type {ShippedLogs} from './logs/shipped-logs.js';

/** What is sent where, and remembered before. */
export type SenderOptions = {
	/** What was remembered, or what it begins with: see `begin`. */
	readonly checkpoint: Checkpoint;
	/** Remembers; what it is given outlasts a crash once it resolves. */
	readonly save: (checkpoint: Checkpoint) => Promise<void>;
	readonly delivery: Delivery;
};

/** Sends batches of logs one after the other, each once it is remembered that it is going to be sent. */
export class Sender {
	readonly #options: SenderOptions;
	readonly #logs: ShippedLogs;
	readonly #ended: () => void;
	/** What may or may not have come to the store; null when nothing is on its way. */
	plan: Plan | null;
	#sending: Promise<void> | undefined;
	#failure: {readonly error: unknown} | undefined;
	/** See `ShipProgress`. */
	rows = 0;
	/** See `ShipProgress`. */
	unread = 0;

	/** @param ended Called when a batch has come to the store, or won't. */
	constructor(options: SenderOptions, logs: ShippedLogs, ended: () => void) {
		this.#options = options;
		this.#logs = logs;
		this.#ended = ended;
		this.plan = options.checkpoint.plan;
	}

	/** True when nothing more can be sent: see `end`. */
	get hasFailed(): boolean {
		return this.#failure !== undefined;
	}

	/** Remembers a batch, and begins to send it; the one before must have been waited for. */
	async send(batch: Batch): Promise<void> {
		await this.#save(batch.plan);
		this.#sending = this.#deliver(batch)
			.catch((error: unknown) => {
				this.#failure = {error};
			})
			.finally(() => {
				this.#sending = undefined;
				this.#ended();
			});
	}

	/** Resolves when nothing is being sent. */
	async settled(): Promise<void> {
		await this.#sending;
	}

	/**
	 * Remembers what has become known of the logs. While something is being sent that waits for the next batch; what was
	 * given up may have come to the store, and stays planned.
	 */
	async remember(): Promise<void> {
		if (this.#logs.isChanged && this.#sending === undefined) {
			await this.#save(this.plan);
		}
	}

	/**
	 * Waits for what is being sent, and remembers all that is known.
	 * @throws Refused
	 */
	async end(): Promise<void> {
		await this.#sending;
		await this.remember();
		if (this.#failure !== undefined) {
			throw this.#failure.error;
		}
	}

	async #deliver(batch: Batch): Promise<void> {
		const isEmpty = batch.count + batch.unreadCount === 0;
		if (isEmpty || (await this.#options.delivery.deliver(batch))) {
			this.#logs.shipped(batch.ranges);
			this.rows += batch.count;
			this.unread += batch.unreadCount;
			this.plan = null;
		}
	}

	async #save(plan: Plan | null): Promise<void> {
		const {checkpoint, save} = this.#options;
		this.plan = plan;
		await save({...checkpoint, saved: Date.now(), logs: this.#logs.records(), plan});
	}
}
