import {noStatus} from '../../entries/entry-record.js';
import {compareTexts} from '../../index/file-orders.js';
import type {Segment} from '../../index/segment.js';
import {oddStatus} from '../../routes/oddity.js';
import type {AddCounts, RowKernel} from '../../wasm/row-kernel.js';
import {ChunkedCounts} from '../chunked-counts.js';
import {statusCount, statusesOf} from '../status-counts.js';
import type {OddParameter, ShapeIndexes} from './shape-indexes.js';

function addTo<Key>(counts: Map<Key, number>, key: Key, n: number): void {
	counts.set(key, (counts.get(key) ?? 0) + n);
}

/** Collects the statuses of requests with odd parameters, by index of the parameter. */
export class Oddities {
	/** Number of parameters, and of the classes of their rows in the kernel. */
	readonly size: number;
	readonly classes = statusCount;
	readonly #byShape = new Map<number, readonly {readonly text: string; readonly index: number}[]>();
	readonly #expected: ShapeIndexes['expected'];
	readonly #statuses: ChunkedCounts;

	constructor(parameters: readonly OddParameter[], expected: ShapeIndexes['expected']) {
		this.size = parameters.length;
		this.#expected = expected;
		this.#statuses = new ChunkedCounts(parameters.length, statusCount);
		for (const [index, {shape, text}] of parameters.entries()) {
			this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), {text, index}]);
		}
	}

	/** Counts the rows of a segment that have been loaded into the kernel with the indexes of their parameters. */
	count(kernel: RowKernel, segment: Segment): void {
		kernel.countClasses(statusesOf(segment.status.stored()));
	}

	/** Adds counts from the kernel. */
	readonly add: AddCounts = (index, first, words, at) => this.#statuses.add(index, first, words, at);

	/**
	 * Returns the number of odd requests for a shape, and the most frequent oddity. The status of a request with an odd parameter
	 * doesn't count as odd as well.
	 * @param statuses - counts of all requests for the shape
	 */
	summary(
		shape: number,
		statuses: ReadonlyMap<number, number>,
	): {readonly odd: number; readonly oddity: string | null} {
		const counts = new Map<string, number>();
		const left = new Map(statuses);
		for (const {text, index} of this.#byShape.get(shape) ?? []) {
			this.#statuses.each(index, (status, n) => {
				addTo(counts, text, n);
				addTo(left, status === 0 ? noStatus : status, -n);
				return true;
			});
		}
		const expected = this.#expected[shape];
		for (const [status, n] of expected ? left : []) {
			const text = expected && oddStatus(expected, status === noStatus ? null : status);
			if (text != null && n > 0) {
				addTo(counts, text, n);
			}
		}
		const [mostFrequent] = [...counts].sort(([a, n], [b, m]) => m - n || compareTexts(a, b));
		return {odd: [...counts.values()].reduce((sum, n) => sum + n, 0), oddity: mostFrequent?.[0] ?? null};
	}
}
