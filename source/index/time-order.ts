import type {Batch} from '../wasm/batch.js';
import {ownCopy} from '../wasm/own-copy.js';
import type {Column} from './column.js';
import type {NumberColumns} from './entry-columns.js';
import {rowNumbers, segmentRows} from './row-numbers.js';

/** Initial capacity of an order, in rows. Afterwards it has capacity for a full segment. */
const firstLength = 1024;

/** A spare array for the next order, whose pages are already in memory. It remains when a partly filled order is copied. */
let spare: Uint16Array<ArrayBuffer> | undefined;

/**
 * Returns the first row, at or after `from`, that is older than the row before it; `rows` if all are in order. `newest` is the
 * time of the newest row before `from`.
 */
function nextLate(times: Float64Array, newest: number, from: number, rows: number): number {
	let before = newest;
	for (let row = from; row < rows; row++) {
		const time = times[row] ?? 0;
		if (before > time) {
			return row;
		}
		before = time;
	}
	return rows;
}

/** Sorts a row into the rows before it, starting at the newest, and returns its rank. */
function insert(times: Float64Array, order: Uint16Array<ArrayBuffer>, row: number): number {
	const time = times[row] ?? 0;
	let rank = row;
	for (; rank > 0; rank--) {
		const older = order[rank - 1] ?? 0;
		if (!((times[older] ?? 0) > time)) {
			break;
		}
		order[rank] = older;
	}
	order[rank] = row;
	return rank;
}

/**
 * The order by time of a segment's rows. It takes no memory while rows arrive in this order, which is typical.
 *
 * Positions in the order are called ranks: rank 0 is the oldest. Rows are evicted from rank 0 on.
 */
export class TimeOrder {
	readonly #time: Column;
	readonly #offset: Column;
	/**
	 * The row of each rank; undefined while rows are in arrival order. Rows after the first `#ordered` have their own number as
	 * rank.
	 */
	#order: Uint16Array<ArrayBuffer> | undefined;
	/** Number of rows in order. */
	#ordered = 0;
	#newestTime = Number.NEGATIVE_INFINITY;
	#evicted = 0;

	/** Creates an empty order for rows with these columns of times and offsets. */
	constructor({time, offset}: Pick<NumberColumns, 'time' | 'offset'>) {
		this.#time = time;
		this.#offset = offset;
	}

	/** Creates the order of `rows` rows from the result of `parts`. */
	static from(
		columns: Pick<NumberColumns, 'time' | 'offset'>,
		rows: number,
		parts: Uint16Array<ArrayBuffer> | undefined,
	): TimeOrder {
		const order = new TimeOrder(columns);
		order.#order = parts;
		order.#ordered = rows;
		order.#newestTime = rows === 0 ? Number.NEGATIVE_INFINITY : columns.time.get(order.rowAt(rows - 1));
		return order;
	}

	/** Returns the row of each rank as plain data; undefined if rows are in arrival order. */
	parts(): Uint16Array<ArrayBuffer> | undefined {
		return this.#order;
	}

	/** Number of evicted rows. Rows with a lower rank are evicted. */
	get evicted(): number {
		return this.#evicted;
	}

	/** Evicts the oldest rows, up to but excluding `rank`. */
	evictTo(rank: number): void {
		this.#evicted = rank;
	}

	/** True if every row has the rank with the same number. */
	get isNatural(): boolean {
		return this.#order === undefined;
	}

	/** The time of the newest row; -Infinity if there are no rows. Only valid when settled. */
	get newestTime(): number {
		return this.#newestTime;
	}

	/** Returns the row of a rank. */
	rowAt(rank: number): number {
		return this.#order === undefined ? rank : (this.#order[rank] ?? 0);
	}

	/**
	 * Returns the number of the first `rows` rows before (time, offset): the rank of the first other row. Only valid when settled.
	 */
	rankOf(rows: number, time: number, offset: number): number {
		if (this.#newestTime < time) {
			return rows;
		}
		let low = 0;
		let high = rows;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const row = this.rowAt(middle);
			const rowTime = this.#time.get(row);
			if (rowTime < time || (rowTime === time && this.#offset.get(row) < offset)) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** Adds the next row. A late row has no rank until `settle`. */
	add(row: number, time: number): void {
		if (time >= this.#newestTime && this.#ordered === row) {
			this.#newestTime = time;
			this.#ordered = row + 1;
		}
	}

	/** Adds `count` rows of the batch from `first` on. `row` must be the next row. */
	addAll(row: number, batch: Batch, first: number, count: number): void {
		const inOrder = this.#ordered === row ? batch.inOrder(this.#newestTime, first, count) : 0;
		if (inOrder > 0) {
			this.#newestTime = batch.columns.time[first + inOrder - 1] ?? 0;
			this.#ordered = row + inOrder;
		}
	}

	/**
	 * Sorts late rows into the order. `rows` is the total number of rows. Returns how many late rows were older than evicted rows
	 * and were evicted at once.
	 */
	settle(rows: number): number {
		if (this.#ordered === rows) {
			return 0;
		}
		const order = this.#orderWithCapacity(rows);
		const evicted = this.#evicted;
		// Most late rows move by a few ranks, so an insertion is cheap. After 8 steps per unsorted row, sort and merge instead.
		let steps = 8 * (rows - this.#ordered);
		const {values, base} = this.#time.stored();
		const times = values instanceof Float64Array ? values : new Float64Array(rows).fill(base);
		for (let row = this.#ordered; row < rows && steps > 0; this.#ordered = row) {
			const rank = insert(times, order, row);
			// A row inserted before an evicted one is evicted, too.
			this.#evicted += rank < this.#evicted ? 1 : 0;
			steps -= row - rank;
			row = nextLate(times, times[order[row] ?? 0] ?? 0, row + 1, rows);
		}
		if (this.#ordered < rows) {
			this.#merge(order, rows);
		}
		this.#newestTime = this.#time.get(order[rows - 1] ?? 0);
		return this.#evicted - evicted;
	}

	/** Shrinks the order to `rows` rows. It must be settled; no rows may be added afterwards. */
	seal(rows: number): void {
		const order = this.#order;
		if (order !== undefined && rows < order.length) {
			this.#order = ownCopy(order.subarray(0, rows));
			spare = order.length === segmentRows ? order : spare;
		}
	}

	#merge(order: Uint16Array<ArrayBuffer>, rows: number): void {
		const first = this.#ordered;
		const late = Array.from({length: rows - first}, (_, index) => first + index);
		late.sort((a, b) => this.#time.get(a) - this.#time.get(b) || a - b);
		let rank = rows - 1;
		let settled = first - 1;
		let tooOld = 0;
		for (const row of late.reverse()) {
			const time = this.#time.get(row);
			while (settled >= 0 && this.#time.get(order[settled] ?? 0) > time) {
				order[rank--] = order[settled--] ?? 0;
			}
			tooOld += settled + 1 < this.#evicted ? 1 : 0;
			order[rank--] = row;
		}
		this.#ordered = rows;
		this.#evicted += tooOld;
	}

	#orderWithCapacity(rows: number): Uint16Array<ArrayBuffer> {
		const old = this.#order;
		if (old !== undefined && old.length >= rows) {
			return old;
		}
		const natural = rowNumbers(rows > firstLength ? segmentRows : firstLength);
		let order = rows > firstLength ? spare : undefined;
		if (order === undefined) {
			order = ownCopy(natural);
		} else {
			order.set(natural);
			spare = undefined;
		}
		if (old !== undefined) {
			order.set(old);
		}
		this.#order = order;
		return order;
	}
}
