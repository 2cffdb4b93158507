import {setTimeout as pause} from 'node:timers/promises';
import {UserError} from '../../../user-error.js';
import type {Batch} from './batch.js';

/** Inserts a batch into the store. Repeated calls with the same token insert it once. Rejects on failure. */
export type Insert = (batch: Batch, signal: AbortSignal) => Promise<void>;

/** An error that retries can't fix: the data, the permissions or the setup must change. */
export class Refused extends UserError {}

/** First and maximum delay between two attempts, in ms. */
type RetryDelays = {readonly first: number; readonly max: number};

const defaultDelays: RetryDelays = {first: 100, max: 30_000};

/** Delivers batches to the store, with retries. */
export class Delivery {
	readonly #insert: Insert;
	readonly #delays: RetryDelays;
	readonly #changed: () => void;
	readonly #random: () => number;
	readonly #ending = new AbortController();
	readonly #breaking = new AbortController();
	/** The reason why the batch hasn't been delivered yet; undefined if there is no problem. */
	problem: Error | undefined;
	/** Number of consecutive failed attempts. */
	failures = 0;

	/**
	 * @param changed - called when `problem` changes
	 * @param random - returns a number from 0 to 1 that spreads the retries of several clients
	 */
	constructor(
		insert: Insert,
		delays: RetryDelays = defaultDelays,
		changed: () => void = () => {},
		random: () => number = Math.random,
	) {
		this.#insert = insert;
		this.#delays = delays;
		this.#changed = changed;
		this.#random = random;
	}

	/** Stops further attempts, but lets the current one finish. */
	end(): void {
		this.#ending.abort();
	}

	/** Stops further attempts and aborts the current one. */
	break(): void {
		this.#ending.abort();
		this.#breaking.abort();
	}

	/**
	 * Resolves with true when the batch is delivered, with false if it was ended before.
	 * @throws Refused
	 */
	async deliver(batch: Batch): Promise<boolean> {
		for (let attempt = 0; !this.#ending.signal.aborted; attempt++) {
			try {
				await this.#insert(batch, this.#breaking.signal);
				this.#setProblem(undefined, 0);
				return true;
			} catch (error) {
				if (error instanceof Refused) {
					throw error;
				}
				if (this.#breaking.signal.aborted) {
					return false;
				}
				this.#setProblem(error instanceof Error ? error : new Error(String(error)), attempt + 1);
			}
			const {first, max} = this.#delays;
			const time = Math.min(max, first * 2 ** Math.min(attempt, 20)) * (0.5 + this.#random() / 2);
			await pause(time, undefined, {signal: this.#ending.signal}).catch(() => {});
		}
		return false;
	}

	#setProblem(problem: Error | undefined, failures: number): void {
		const isSame = problem?.message === this.problem?.message;
		this.problem = problem;
		this.failures = failures;
		if (!isSame) {
			this.#changed();
		}
	}
}
