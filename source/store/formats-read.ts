import {allFormats} from '../entries/chosen-readers.js';
import type {Epoch} from '../index/epoch.js';
import type {Segment} from '../index/segment.js';

/** The formats that entries were read in. Rows are looked at when it is asked, each once: adding one costs nothing. */
export class FormatsRead {
	/** How many rows of a segment have been looked at. */
	readonly #looked = new WeakMap<Segment, number>();
	readonly #numbers = new Set<number>();
	#names: readonly string[] = [];

	/** Their names, those that came first before the others; the same array until there is another one. */
	in(epochs: readonly Epoch[]): readonly string[] {
		for (const {segments} of epochs) {
			for (const segment of segments) {
				this.#look(segment);
			}
		}
		if (this.#numbers.size > this.#names.length) {
			this.#names = Array.from(this.#numbers, number => allFormats[number]?.name ?? '');
		}
		return this.#names;
	}

	#look(segment: Segment): void {
		const {rows} = segment;
		const from = this.#looked.get(segment) ?? 0;
		if (rows === from) {
			return;
		}
		this.#looked.set(segment, rows);
		const {values, base, unit} = segment.format.stored();
		if (values === undefined) {
			// All of its rows have the same.
			this.#numbers.add(base);
			return;
		}
		for (let row = from; row < rows; row++) {
			this.#numbers.add(base + unit * (values[row] ?? 0));
		}
	}
}
