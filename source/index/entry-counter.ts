import type {Block} from './block.js';
import {countLines} from './count-lines.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';

/**
 * Counts entries and holds none: where only their number is asked for, a log of any size takes no memory. Whatever
 * else is asked of it, it answers as an empty index does.
 */
export class EntryCounter extends EntryIndex {
	#counted = 0;

	override get count(): number {
		return this.#counted;
	}

	override adopt(_file: number, {segments}: Block): void {
		this.#counted += segments.reduce((sum, {rows}) => sum + rows, 0);
	}

	override writer(): EntrySink {
		return {
			newestTime: Number.NEGATIVE_INFINITY,
			add: () => {
				this.#counted++;
			},
			addLines: (lines, first, formats) => {
				const read = countLines(lines, first, formats);
				this.#counted += read - first;
				return read;
			},
			settle() {},
			close() {},
		};
	}
}
