/** The first of any number of values in some order: a binary heap with the last of them on top. */
export class FirstValues<Value extends {readonly value: string | null}> {
	readonly #size: number;
	readonly #compare: (a: Value, b: Value) => number;
	readonly #heap: Value[] = [];
	/** The last one kept, when its bytes were last wanted. */
	#last: Value | undefined;
	#lastBytes: Buffer = Buffer.alloc(0);

	/** `size`: how many are kept. `compare`: as for `sort`. */
	constructor(size: number, compare: (a: Value, b: Value) => number) {
		this.#size = size;
		this.#compare = compare;
	}

	/** Whether as many are kept as may be. */
	get isFull(): boolean {
		return this.#heap.length >= this.#size;
	}

	/** The last one kept. */
	get last(): Value | undefined {
		return this.#heap[0];
	}

	/**
	 * Whether a text of UTF-8, `bytes[start, end)`, needn't be offered, because it stands behind the last one kept when
	 * their texts decide: found out without making a string of it, where that can be.
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

	/** Keeps a value if it is one of the first, in place of the last one where there is no room. */
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

	/** Those that are kept, in their order. */
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

	/** Puts the one below in the place of the one above if it stands behind it in the order. */
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
