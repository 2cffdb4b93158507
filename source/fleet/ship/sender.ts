import type {Checkpoint, Plan} from './checkpoints/checkpoint.js';
import type {Batch} from './delivery/batch.js';
import type {Delivery} from './delivery/delivery.js';
import type {ShippedLogs} from './logs/shipped-logs.js';

/** The state and the destination of a `Sender`. */
export type SenderOptions = {
	/** The saved or initial checkpoint: see `begin`. */
	readonly checkpoint: Checkpoint;
	/** Saves a checkpoint. When it resolves, the checkpoint survives a crash. */
	readonly save: (checkpoint: Checkpoint) => Promise<void>;
	readonly delivery: Delivery;
};

/** Sends batches of logs in sequence. Saves the plan of each batch before sending it. */
export class Sender {
	readonly #options: SenderOptions;
	readonly #logs: ShippedLogs;
	readonly #ended: () => void;
	/** The plan of the batch that may or may not have reached the store; null if no batch is in flight. */
	plan: Plan | null;
	#sending: Promise<void> | undefined;
	#failure: {readonly error: unknown} | undefined;
	/** See `ShipProgress`. */
	rows = 0;
	/** See `ShipProgress`. */
	unread = 0;

	/** @param ended - called when a batch has reached the store or failed for good */
	constructor(options: SenderOptions, logs: ShippedLogs, ended: () => void) {
		this.#options = options;
		this.#logs = logs;
		this.#ended = ended;
		this.plan = options.checkpoint.plan;
	}

	/** True if no more batches can be sent: see `end`. */
	get hasFailed(): boolean {
		return this.#failure !== undefined;
	}

	/** Saves the plan of a batch and starts to send it. Await `settled` for the previous batch first. */
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

	/** Resolves when no batch is being sent. */
	async settled(): Promise<void> {
		await this.#sending;
	}

	/**
	 * Saves what became known about the logs. While a batch is in flight, the next batch saves it. A batch that was given up may
	 * have reached the store, so its plan is kept.
	 */
	async remember(): Promise<void> {
		if (this.#logs.isChanged && this.#sending === undefined) {
			await this.#save(this.plan);
		}
	}

	/**
	 * Waits for the batch in flight and saves all state.
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
