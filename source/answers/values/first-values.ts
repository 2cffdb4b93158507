/** Keeps the first of any number of values in some order: a binary heap with the last of them on top. */
export class FirstValues<Value extends {readonly value: string | null}> {
	readonly #size: number;
	readonly #compare: (a: Value, b: Value) => number;
	readonly #heap: Value[] = [];
	/** The value whose bytes are in `#lastBytes`. */
	#last: Value | undefined;
	#lastBytes: Buffer = Buffer.alloc(0);

	/**
	 * Creates an empty heap.
	 * @param size - maximum number of values
	 * @param compare - as for `sort`
	 */
	constructor(size: number, compare: (a: Value, b: Value) => number) {
		this.#size = size;
		this.#compare = compare;
	}

	/** True if the heap has `size` values. */
	get isFull(): boolean {
		return this.#heap.length >= this.#size;
	}

	/** The last of the kept values. */
	get last(): Value | undefined {
		return this.#heap[0];
	}

	/**
	 * Checks whether a UTF-8 string, `bytes[start, end)`, follows the last kept value in text order, so that it needn't be offered.
	 * Avoids creating a string if it can.
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
				// Beyond ASCII, bytes and characters may sort differently.
				return byte > otherByte && byte < 128;
			}
		}
		return true;
	}

	/** Keeps a value if it is one of the first. It replaces the last one if the heap is full. */
	offer(value: Value): void {
		const heap = this.#heap;
		if (heap.length < this.#size) {
			heap.push(value);
			this.#rise(heap.length - 1);
		} else if (heap[0] !== undefined && this.#compare(value, heap[0]) < 0) {
			heap[0] = value;
			this.#sink();
		}
	}

	/** Returns the kept values, sorted. */
	sorted(): Value[] {
		return [...this.#heap].sort((a, b) => this.#compare(a, b));
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
		return first !== undefined && second !== undefined && this.#compare(first, second) > 0;
	}

	/** Swaps a child with its parent if it follows the parent in the order. */
	#swap(above: number, below: number): boolean {
		const heap = this.#heap;
		const [first, second] = [heap[above], heap[below]];
		if (first === undefined || second === undefined || this.#compare(second, first) <= 0) {
			return false;
		}
		heap[above] = second;
		heap[below] = first;
		return true;
	}
}
