import {Selection, type SelectionSource} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {Query} from '../query/query.js';
import type {LineScan} from './line-scan.js';

/** Number of selections kept without a subscriber. */
const maxSpare = 4;

/** The selections of recent queries and of queries with subscribers. */
export class Selections {
	readonly #source: SelectionSource;
	readonly #scan: Pick<LineScan, 'want'>;
	/** Selections sorted by last use, most recent last. */
	readonly #all = new Map<Query, Selection>();
	readonly #pinned = new Map<Query, number>();

	/** @param scan - reads the lines that selections need */
	constructor(source: SelectionSource, scan: Pick<LineScan, 'want'>) {
		this.#source = source;
		this.#scan = scan;
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
	 * the signal's reason. If lines must be read before some entries can be judged, starts to read them, and doesn't wait for them.
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
		this.#readLinesOf(selection);
		return answer(selection);
	}

	/** Returns the current selection of a query, updated synchronously. */
	upToDate(query: Query): Selection {
		const selection = this.#selection(query);
		selection.advance({isOver: false});
		this.#readLinesOf(selection);
		return selection;
	}

	#readLinesOf(selection: Selection): void {
		if (selection.unread > 0) {
			this.#scan.want(selection);
		}
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
		for (const query of spare.slice(0, -maxSpare)) {
			this.#all.delete(query);
		}
	}
}
