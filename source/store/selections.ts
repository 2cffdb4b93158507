import {Selection, type SelectionSource} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {Query} from '../query/query.js';

/** So many selections are kept that nobody has subscribed to. */
const mostSpare = 4;

/** What has been found out of the queries that were asked lately, or that somebody listens for. */
export class Selections {
	readonly #source: SelectionSource;
	/** The one asked last stands last. */
	readonly #all = new Map<Query, Selection>();
	readonly #pinned = new Map<Query, number>();

	constructor(source: SelectionSource) {
		this.#source = source;
	}

	/** Keeps what is found out of a query until the function is called that this returns. */
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
	 * Answers with what matches a query now: `answer` is called once the selection is up to date, and nothing comes
	 * between. Rejects with the signal's reason.
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

	/** What matches a query now, found out at once. */
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
