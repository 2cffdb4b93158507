import type {Batch} from '../wasm/batch.js';
import {ownCopy} from '../wasm/own-copy.js';
import type {Column} from './column.js';
import type {EntryColumns} from './entry-columns.js';
import {rowNumbers, segmentRows} from './row-numbers.js';

/** Room for the order of so many rows at first, then for all. */
const firstLength = 1024;

/** What an order stood in that was copied as it didn't fill it, for the next one: its pages are in memory already. */
let spare: Uint16Array<ArrayBuffer> | undefined;

/** The first row from `row` on that is older than the newest of those before it, which has the time `newest`; else `rows`. */
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

/** Puts a row in its place among those before it, from the newest end; returns its rank. */
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
 * The order by time of a segment's rows. The order in which they come is mostly that order already, and then this
 * takes no memory.
 *
 * Places in the order are called ranks: rank 0 is the oldest. Rows are let go from rank 0 on.
 */
export class TimeOrder {
	readonly #time: Column;
	readonly #offset: Column;
	/** Row of each rank, when that differs from the order in which they came. Behind those that are in order it is natural. */
	#order: Uint16Array<ArrayBuffer> | undefined;
	/** Rows that are in order. */
	#ordered = 0;
	#newestTime = Number.NEGATIVE_INFINITY;
	#evicted = 0;

	/** Of no rows, whose times and offsets stand in these columns. */
	constructor({time, offset}: Pick<EntryColumns, 'time' | 'offset'>) {
		this.#time = time;
		this.#offset = offset;
	}

	/** The order of so many rows, from what `parts` gave. */
	static from(
		columns: Pick<EntryColumns, 'time' | 'offset'>,
		rows: number,
		parts: Uint16Array<ArrayBuffer> | undefined,
	): TimeOrder {
		const order = new TimeOrder(columns);
		order.#order = parts;
		order.#ordered = rows;
		order.#newestTime = rows === 0 ? Number.NEGATIVE_INFINITY : columns.time.get(order.rowAt(rows - 1));
		return order;
	}

	/** The row of each rank as plain data; undefined when that is the order in which they came. */
	parts(): Uint16Array<ArrayBuffer> | undefined {
		return this.#order;
	}

	/** How many rows have been let go: those whose rank is less than this. */
	get evicted(): number {
		return this.#evicted;
	}

	/** Lets the oldest go, up to but without `rank`. */
	evictTo(rank: number): void {
		this.#evicted = rank;
	}

	/** Whether the row of each rank is the one with the same number. */
	get isNatural(): boolean {
		return this.#order === undefined;
	}

	/** The time of the newest row; -Infinity when there is none. To be asked settled. */
	get newestTime(): number {
		return this.#newestTime;
	}

	/** The row of a rank. */
	rowAt(rank: number): number {
		return this.#order === undefined ? rank : (this.#order[rank] ?? 0);
	}

	/** Of so many rows, how many stand before (time, offset): the rank of the first that doesn't. To be asked settled. */
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

	/** Takes the row after the last. When it is late it has no place until `settle`. */
	add(row: number, time: number): void {
		if (time >= this.#newestTime && this.#ordered === row) {
			this.#newestTime = time;
			this.#ordered = row + 1;
		}
	}

	/** Takes so many rows of the batch, from `first` on; `row` is the one after the last. */
	addAll(row: number, batch: Batch, first: number, count: number): void {
		const inOrder = this.#ordered === row ? batch.inOrder(this.#newestTime, first, count) : 0;
		if (inOrder > 0) {
			this.#newestTime = batch.columns.times[first + inOrder - 1] ?? 0;
			this.#ordered = row + inOrder;
		}
	}

	/**
	 * Puts the rows that came late in their places; `rows` is how many there are. Returns how many of them were older
	 * than rows already let go, and so were let go at once.
	 */
	settle(rows: number): number {
		if (this.#ordered === rows) {
			return 0;
		}
		const order = this.#orderWithRoom(rows);
		const evicted = this.#evicted;
		// Late by a few places, as a rule: an insertion costs nothing. Where it would, sort and merge.
		let steps = 8 * (rows - this.#ordered);
		const {values, base} = this.#time.stored();
		const times = values instanceof Float64Array ? values : new Float64Array(rows).fill(base);
		for (let row = this.#ordered; row < rows && steps > 0; this.#ordered = row) {
			const rank = insert(times, order, row);
			// What is put before an entry already let go is let go too.
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

	/** No more rows will come than these. To be called settled. */
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

	#orderWithRoom(rows: number): Uint16Array<ArrayBuffer> {
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
