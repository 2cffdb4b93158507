import type {FacetValue} from './answers.js';
import {compareValues} from './compare-values.js';

/** The most frequent of any number of values: a binary heap with the last of them on top. */
export class MostFrequent {
	readonly #size: number;
	readonly #heap: FacetValue[] = [];
	/** The last one kept, when its bytes were last wanted. */
	#last: FacetValue | undefined;
	#lastBytes: Buffer = Buffer.alloc(0);

	/** `size`: how many are kept. */
	constructor(size: number) {
		this.#size = size;
	}

	/** Those that are less frequent than this needn't be offered. */
	get least(): number {
		return this.#heap.length < this.#size ? 1 : (this.#heap[0]?.n ?? Number.POSITIVE_INFINITY);
	}

	/**
	 * Whether a text of UTF-8, `bytes[start, end)`, needn't be offered, because it stands behind the last one kept when
	 * it is as frequent: found out without making a string of it, where that can be.
	 */
	isBehindLast(bytes: Uint8Array, start: number, end: number): boolean {
		const [last] = this.#heap;
		if (last === undefined || this.#heap.length < this.#size) {
			return false;
		}
		if (last !== this.#last) {
			this.#last = last;
			this.#lastBytes = Buffer.from(last.value ?? '');
		}
		const other = this.#lastBytes;
		for (let index = 0; index < other.length; index++) {
			const byte = start + index < end ? (bytes[start + index] ?? 0) : -1;
			const otherByte = other[index] ?? 0;
			if (byte !== otherByte) {
				// Past ASCII the order of bytes is not always that of characters.
				return byte > otherByte && byte < 128;
			}
		}
		return true;
	}

	offer(value: FacetValue): void {
		const heap = this.#heap;
		if (heap.length < this.#size) {
			heap.push(value);
			this.#rise(heap.length - 1);
		} else if (heap[0] !== undefined && compareValues(value, heap[0]) < 0) {
			heap[0] = value;
			this.#sink();
		}
	}

	/** The most frequent first. */
	sorted(): FacetValue[] {
		return [...this.#heap].sort(compareValues);
	}

	#rise(from: number): void {
		for (let index = from; index > 0; ) {
			const above = (index - 1) >>> 1;
			if (!this.#swap(above, index)) {
				return;
			}
			index = above;
		}
	}

	#sink(): void {
		const {length} = this.#heap;
		for (let index = 0; ; ) {
			const left = 2 * index + 1;
			if (left >= length) {
				return;
			}
			const right = left + 1 < length ? left + 1 : left;
			const last = this.#isBehind(right, left) ? right : left;
			if (!this.#swap(index, last)) {
				return;
			}
			index = last;
		}
	}

	#isBehind(a: number, b: number): boolean {
		const [first, second] = [this.#heap[a], this.#heap[b]];
		return first !== undefined && second !== undefined && compareValues(first, second) > 0;
	}

	/** Puts the one below in the place of the one above if it stands behind it in the order. */
	#swap(above: number, below: number): boolean {
		const heap = this.#heap;
		const [first, second] = [heap[above], heap[below]];
		if (first === undefined || second === undefined || compareValues(second, first) <= 0) {
			return false;
		}
		heap[above] = second;
		heap[below] = first;
		return true;
	}
}
