import type {EntryIndex} from '../../index/entry-index.js';
import type {Segment} from '../../index/segment.js';
import type {TextMatch} from '../expression.js';
import {LineMatches} from './line-matches.js';
import {LogFieldColumn} from './log-field-column.js';

/** Number of conditions on lines whose results are kept: for the last keys of a search, and for a few other searches. */
const maxMatches = 16;

/** The known facts about entries from their lines: which ones match, and the values of log fields. Kept for later searches. */
export class LineFacts {
	readonly #index: Pick<EntryIndex, 'epochs'>;
	readonly #choice: string | undefined;
	/** By name, the last used one last. */
	readonly #columns = new Map<string, LogFieldColumn>();
	#memory = 0;
	/** By the condition as JSON, the last used one last. */
	readonly #matches = new Map<string, LineMatches>();

	/** @param choice - the format of the lines if the user chose one: see `chosenReaders` */
	constructor(index: Pick<EntryIndex, 'epochs'>, choice?: string) {
		this.#index = index;
		this.#choice = choice;
	}

	/** Bytes of memory of the columns at the last `tidy`. */
	get memory(): number {
		return this.#memory;
	}

	/** Returns the entries whose lines match at least one of the conditions. */
	matchesOf(matches: readonly TextMatch[]): LineMatches {
		const key = JSON.stringify(matches);
		const known = this.#matches.get(key) ?? this.#newMatches(matches);
		putLast(this.#matches, key, known);
		for (const [oldest] of this.#matches) {
			if (this.#matches.size > maxMatches) {
				this.#matches.delete(oldest);
			}
		}
		return known;
	}

	/** Returns the values of a log field. Call it for each use: a column that hasn't been used for long may be replaced. */
	columnOf(name: string): LogFieldColumn {
		const column = this.#columns.get(name) ?? new LogFieldColumn(name, this.#choice);
		putLast(this.#columns, name, column);
		return column;
	}

	/** Frees memory: packs columns, and drops the least recently used ones if they take more than `max` bytes. */
	tidy(max: number): void {
		const segments = new Set(this.#segments);
		this.#memory = 0;
		for (const column of this.#columns.values()) {
			column.tidy(segments);
			this.#memory += column.memory;
		}
		for (const [name, column] of this.#columns) {
			if (this.#memory > max && this.#columns.size > 1) {
				this.#memory -= column.memory;
				this.#columns.delete(name);
				column.release();
			}
		}
	}

	get #segments(): readonly Segment[] {
		return this.#index.epochs.flatMap(({segments}) => segments);
	}

	#newMatches(matches: readonly TextMatch[]): LineMatches {
		const made = new LineMatches(matches);
		// The latest conditions have read the most lines.
		const wider = [...this.#matches.values()].findLast(other => made.isNarrowerThan(other));
		if (wider !== undefined) {
			made.learnFrom(wider, this.#segments);
		}
		return made;
	}
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
	map.delete(key);
	map.set(key, value);
}
