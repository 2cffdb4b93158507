import {Selection, type SelectionSource} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {Query} from '../query/query.js';

/** Number of selections kept without a subscriber. */
const mostSpare = 4;

/** The selections of recent queries and of queries with subscribers. */
export class Selections {
	readonly #source: SelectionSource;
	/** Selections sorted by last use, most recent last. */
	readonly #all = new Map<Query, Selection>();
	readonly #pinned = new Map<Query, number>();

	constructor(source: SelectionSource) {
		this.#source = source;
	}

	/** Keeps the selection of a query until the caller calls the returned function. */
	pin(query: Query): () => void {
		this.#pinned.set(query, (this.#pinned.get(query) ?? 0) + 1);
		let isPinned = true;
		return () => {
			if (!isPinned) {
				return;
			}
			isPinned = false;
			const left = (this.#pinned.get(query) ?? 1) - 1;
			if (left > 0) {
				this.#pinned.set(query, left);
			} else {
				this.#pinned.delete(query);
				this.#dropSpare();
			}
		};
	}

	/**
	 * Brings the selection of a query up to date, then calls `answer` with it synchronously and returns its result. Rejects with
	 * the signal's reason.
	 */
	async ask<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (selection: Selection) => Answer,
	): Promise<Answer> {
		signal?.throwIfAborted();
		const selection = this.#selection(query);
		for (const slice = new Slice(); !selection.advance(slice); ) {
			await slice.next(signal);
		}
		return answer(selection);
	}

	/** Returns the current selection of a query, updated synchronously. */
	upToDate(query: Query): Selection {
		const selection = this.#selection(query);
		selection.advance({isOver: false});
		return selection;
	}

	#selection(query: Query): Selection {
		const selection = this.#all.get(query) ?? new Selection(query.expression, this.#source);
		this.#all.delete(query);
		this.#all.set(query, selection);
		this.#dropSpare();
		return selection;
	}

	#dropSpare(): void {
		const spare = [...this.#all.keys()].filter(query => !this.#pinned.has(query));
		for (const query of spare.slice(0, -mostSpare)) {
			this.#all.delete(query);
		}
	}
}
