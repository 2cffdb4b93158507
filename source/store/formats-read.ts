import {allFormats} from '../entries/chosen-readers.js';
import type {Epoch} from '../index/epoch.js';
import type {Segment} from '../index/segment.js';

/** The formats of entries. Rows are examined on request, each exactly once, so adding a row costs nothing. */
export class FormatsRead {
	/** Number of examined rows of each segment. */
	readonly #rowsRead = new WeakMap<Segment, number>();
	readonly #numbers = new Set<number>();
	#labels: readonly string[] = [];

	/** Returns the names of the formats for the screen, sorted as they are detected; the same array until a new format occurs. */
	in(epochs: readonly Epoch[]): readonly string[] {
		for (const {segments} of epochs) {
			for (const segment of segments) {
				this.#readSegment(segment);
			}
		}
		if (this.#numbers.size > this.#labels.length) {
			this.#labels = Array.from(this.#numbers, number => {
				const {label, title} = allFormats[number] ?? {title: ''};
				return label ?? title;
			});
		}
		return this.#labels;
	}

	#readSegment(segment: Segment): void {
		const {rows} = segment;
		const from = this.#rowsRead.get(segment) ?? 0;
		if (rows === from) {
			return;
		}
		this.#rowsRead.set(segment, rows);
		const {values, base, unit} = segment.format.stored();
		if (values === undefined) {
			// All rows have the same format.
			this.#numbers.add(base);
			return;
		}
		for (let row = from; row < rows; row++) {
			this.#numbers.add(base + unit * (values[row] ?? 0));
		}
	}
}
