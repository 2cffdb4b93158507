import type {Key} from '../index/walk.js';

/** The key of an entry in an order by cost: the larger cost comes first, then the larger key. */
export type CostKey = Key & {readonly cost: number};

/** Checks that `a` precedes `b`. */
export function isBefore(a: CostKey, b: CostKey): boolean {
	return compare(a, b) < 0;
}

/** Compares keys for sorting. */
function compare(a: CostKey, b: CostKey): number {
	// The difference of infinite costs is NaN.
	const difference = a.cost === b.cost ? 0 : b.cost - a.cost;
	return difference || b.time - a.time || b.fileOrder - a.fileOrder || b.offset - a.offset;
}

/** Collects the first items of an order by cost, a fixed number at most: a binary heap with the last of them at its top. */
export class FirstByCost<Item extends CostKey> {
	readonly #size: number;
	readonly #heap: Item[] = [];

	constructor(size: number) {
		this.#size = size;
	}

	/** The last item if the list is full: only items before it are added then. */
	get last(): Item | undefined {
		return this.#heap.length < this.#size ? undefined : this.#heap[0];
	}

	/** Adds an item. If the list is full, replaces the last item, which the new item must precede. */
	add(item: Item): void {
		const heap = this.#heap;
		if (heap.length < this.#size) {
			heap.push(item);
			this.#rise(heap.length - 1);
		} else {
			heap[0] = item;
			this.#sink();
		}
	}

	/** Returns the items in their order. */
	sorted(): readonly Item[] {
		return this.#heap.toSorted(compare);
	}

	#rise(from: number): void {
		const heap = this.#heap;
		for (let index = from; index > 0; ) {
			const parent = (index - 1) >>> 1;
			const [upper, lower] = [heap[parent], heap[index]];
			if (upper === undefined || lower === undefined || !isBefore(upper, lower)) {
				return;
			}
			heap[parent] = lower;
			heap[index] = upper;
			index = parent;
		}
	}

	#sink(): void {
		const heap = this.#heap;
		for (let index = 0; ; ) {
			const left = 2 * index + 1;
			const [one, other] = [heap[left], heap[left + 1]];
			const isRight = one !== undefined && other !== undefined && isBefore(one, other);
			const child = isRight ? other : one;
			const moving = heap[index];
			if (child === undefined || moving === undefined || !isBefore(moving, child)) {
				return;
			}
			heap[index] = child;
			index = isRight ? left + 1 : left;
			heap[index] = moving;
		}
	}
}
