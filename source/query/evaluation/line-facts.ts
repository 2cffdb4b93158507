import type {EntryIndex} from '../../index/entry-index.js';
import type {Segment} from '../../index/segment.js';
import type {TextMatch} from '../expression.js';
import {LineMatches} from './line-matches.js';

/** Number of conditions on lines whose results are kept: those of the last keys of a search, and of a few others. */
const mostMatches = 16;

/** What is known about entries from their lines: which ones match. Kept for later searches. */
export class LineFacts {
	readonly #index: Pick<EntryIndex, 'epochs'>;
	/** By the condition as JSON, the last used one last. */
	readonly #matches = new Map<string, LineMatches>();

	constructor(index: Pick<EntryIndex, 'epochs'>) {
		this.#index = index;
	}

	/** Returns the entries whose lines match at least one of the conditions. */
	matchesOf(matches: readonly TextMatch[]): LineMatches {
		const key = JSON.stringify(matches);
		const known = this.#matches.get(key) ?? this.#newMatches(matches);
		this.#matches.delete(key);
		this.#matches.set(key, known);
		for (const [oldest] of this.#matches) {
			if (this.#matches.size > mostMatches) {
				this.#matches.delete(oldest);
			}
		}
		return known;
	}

	get #segments(): readonly Segment[] {
		return this.#index.epochs.flatMap(({segments}) => segments);
	}

	#newMatches(matches: readonly TextMatch[]): LineMatches {
		const made = new LineMatches(matches);
		// The latest one has read the most.
		const wider = [...this.#matches.values()].findLast(other => made.isNarrowerThan(other));
		if (wider !== undefined) {
			made.learnFrom(wider, this.#segments);
		}
		return made;
	}
}
