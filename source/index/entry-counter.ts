import type {UsualFormats} from '../entries/usual-formats.js';
import {batchRows, inputSize, Kernel} from '../kernel/kernel.js';
import type {Block} from './block.js';
import {EntryIndex} from './entry-index.js';
import type {EntrySink} from './entry-sink.js';

/**
 * Counts entries and holds none: where only their number is asked for, a log of any size takes no memory. Whatever
 * else is asked of it, it answers as an empty index does.
 */
export class EntryCounter extends EntryIndex {
	#counted = 0;
	#kernel: Kernel | undefined;

	override get count(): number {
		return this.#counted;
	}

	override *adopting(_file: number, {segments}: Block): Generator<void, boolean> {
		this.#counted += segments.reduce((sum, {rows}) => sum + rows, 0);
		return true;
	}

	override writer(): EntrySink {
		return {
			newestTime: Number.NEGATIVE_INFINITY,
			add: () => {
				this.#counted++;
			},
			addLines: (bytes, start, end, _offset, formats) => this.#countLines(bytes, start, end, formats),
			settle() {},
			close() {},
		};
	}

	#countLines(bytes: Buffer, start: number, end: number, formats: UsualFormats): number {
		this.#kernel ??= Kernel.take();
		const kernel = this.#kernel;
		for (let from = start; ; ) {
			const to = Math.min(end, from + inputSize);
			kernel.load(bytes, from, to);
			const batch = {base: from, first: 0, last: batchRows, offset: 0, formats};
			const read = kernel.scan({start: from, end: to, ...batch});
			this.#counted += read.rows;
			from = read.end;
			if (read.rows < batchRows) {
				return from;
			}
		}
	}
}
