import {setTimeout as pause} from 'node:timers/promises';
import {UserError} from '../../user-error.js';
import type {Batch} from './batch.js';

/** Brings a batch to the store, once however often it is called with the same token. Rejects when it can't. */
export type Insert = (batch: Batch, signal: AbortSignal) => Promise<void>;

/** Nothing but a change of what is written, allowed or set up helps: trying again is of no use. */
export class Refused extends UserError {}

/** The first delay between two attempts, and the longest; milliseconds. */
type RetryDelays = {readonly first: number; readonly max: number};

const defaultDelays: RetryDelays = {first: 100, max: 30_000};

/** Brings batches to the store, each as often as it takes. */
export class Delivery {
	readonly #insert: Insert;
	readonly #delays: RetryDelays;
	readonly #changed: () => void;
	readonly #random: () => number;
	readonly #ending = new AbortController();
	readonly #breaking = new AbortController();
	/** Why the batch isn't there yet; undefined when nothing is wrong. */
	problem: Error | undefined;
	/** How often it has been tried in vain. */
	failures = 0;

	/**
	 * @param changed Called when `problem` is another.
	 * @param random From 0 to 1: not all who ship come back at the same time.
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

	/** Makes no further attempt, but lets the one go on that is being made. */
	end(): void {
		this.#ending.abort();
	}

	/** Ends that one, too. */
	break(): void {
		this.#ending.abort();
		this.#breaking.abort();
	}

	/**
	 * Resolves with true when the batch is there, with false when it was ended before.
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
