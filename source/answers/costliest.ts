import type {Column, StoredValues} from '../index/column.js';
import type {EntryIndex, Listed} from '../index/entry-index.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import type {Key, Ref} from '../index/walk.js';
import type {CostOrder} from '../query/order.js';
import {type CostKey, FirstByCost, isBefore} from './first-by-cost.js';
import type {EntryScan} from './scan.js';

/** The start of a page in an order by cost; see `Cursor` of the store. */
export type CostCursor =
	| {readonly from: 'newest' | 'oldest'}
	/** `cost` is the number that the order sorts by; null if the entry doesn't have it. */
	| {readonly from: 'at' | 'older' | 'newer'; readonly key: Key; readonly cost: number | null};

/** A segment, with the range of its costs and a time that none of its keys is before. */
type Bounded = {readonly segment: Segment; readonly min: number; readonly max: number; readonly time: number};

/** Stands for a missing cost: such entries are sorted last. */
const none = Number.NEGATIVE_INFINITY;

/** The stored numbers of the segment that is being read. */
const numbers = new Float64Array(segmentRows);
/** Number of rows to read with the same limits, which become narrower as entries are found. */
const rowsAtOnce = 2048;
/** Rows that must be compared exactly. */
const picked = new Uint16Array(rowsAtOnce);

/** The ranges of full columns: they don't change. */
const knownRanges = new WeakMap<Column, {readonly min: number; readonly max: number}>();

/** Stored numbers that differ by less may have the same cost. */
const margin = 0.5;

/** Maximum number of scans, which are repeated if segments are rewritten during a scan. */
const maxAttempts = 5;

/**
 * Returns a page of the matching entries by cost: the largest first, equal costs newest first, entries without a cost last. Reads
 * only segments that may have an entry of the page, or that have entries both before and after its edge.
 */
export async function costliest(
	scan: EntryScan,
	index: EntryIndex,
	order: CostOrder,
	cursor: CostCursor,
	size: number,
): Promise<Listed> {
	for (let attempt = 1; ; attempt++) {
		const page = new CostPage(scan, index, order, cursor, size);
		if ((await page.fill()) || attempt === maxAttempts) {
			return page.listed();
		}
	}
}

/**
 * A page during the search for it. Upwards in the listing, all parts of keys have the opposite sign, so that the page is always
 * the first entries after the edge.
 */
class CostPage {
	readonly #scan: EntryScan;
	readonly #index: EntryIndex;
	readonly #column: (segment: Segment) => Column;
	readonly #sign: 1 | -1;
	/** Entries after this key are wanted; undefined if all are. */
	readonly #edge: CostKey | undefined;
	readonly #isEdgeWanted: boolean;
	readonly #found: FirstByCost<CostKey & {readonly ref: Ref}>;
	/** Number of matching entries, and of matching entries after the edge. */
	#total = 0;
	#after = 0;

	constructor(scan: EntryScan, index: EntryIndex, order: CostOrder, cursor: CostCursor, size: number) {
		this.#scan = scan;
		this.#index = index;
		this.#column = order === 'duration' ? segment => segment.durationMs : segment => segment.bytes;
		this.#sign = cursor.from === 'oldest' || cursor.from === 'newer' ? -1 : 1;
		this.#edge = 'key' in cursor ? this.#costKey(cursor.cost ?? none, cursor.key) : undefined;
		this.#isEdgeWanted = cursor.from === 'at';
		this.#found = new FirstByCost(size);
	}

	/** Scans the segments. Returns false if some were rewritten during the scan: the rows of a new segment may be missing. */
	async fill(): Promise<boolean> {
		const scan = this.#scan;
		const bounded: Bounded[] = [];
		for (const segment of scan.segments) {
			if (scan.countOf(segment) > 0) {
				bounded.push(this.#bounded(segment));
				if (scan.isOver) {
					await scan.rest();
				}
			}
		}
		// The best entries are found first, so most segments needn't be read.
		bounded.sort((a, b) => (a.max === b.max ? b.time - a.time : b.max - a.max));
		let present = new Set(scan.segments);
		for (const one of bounded) {
			if (!present.has(one.segment) && one.segment.held > 0) {
				return false;
			}
			this.#visit(one);
			if (scan.isOver) {
				await scan.rest();
				present = new Set(scan.segments);
			}
		}
		return true;
	}

	/** Returns the page. Entries that were evicted since the scan are missing. */
	listed(): Listed {
		const present = new Set(this.#scan.segments);
		const refs = this.#found.sorted().flatMap(({ref}): Ref | readonly Ref[] => {
			const {segment, row} = ref;
			const known = present.has(segment) && !segment.isEvicted(row);
			return known ? ref : (this.#index.find(segment.file, segment.offset(row)) ?? []);
		});
		if (refs.length === 0) {
			return {refs, newer: 0};
		}
		return this.#sign > 0
			? {refs, newer: this.#total - this.#after}
			: {refs: refs.reverse(), newer: this.#after - refs.length};
	}

	#costKey(cost: number, {time, fileOrder, offset}: Key): CostKey {
		const sign = this.#sign;
		return {cost: sign * cost, time: sign * time, fileOrder: sign * fileOrder, offset: sign * offset};
	}

	#bounded(segment: Segment): Bounded {
		const column = this.#column(segment);
		const range = knownRanges.get(column) ?? rangeOf(column.stored(), segment.rows);
		if (segment.sealed) {
			knownRanges.set(column, range);
		}
		return this.#sign > 0
			? {segment, ...range, time: segment.newestTime}
			: {
					segment,
					min: -range.max,
					max: -range.min,
					time: -segment.time.get(segment.rowAt(segment.evicted)),
				};
	}

	/** Counts the entries of a segment, and reads the entries that may be on the page or on either side of the edge. */
	#visit({segment, min, max, time}: Bounded): void {
		const edgeCost = this.#edge?.cost ?? Number.POSITIVE_INFINITY;
		const {last} = this.#found;
		const count = this.#scan.countOf(segment);
		this.#total += count;
		if (min > edgeCost) {
			return;
		}
		const isAfterLast = last !== undefined && (max < last.cost || (max === last.cost && time < last.time));
		if (isAfterLast && max < edgeCost) {
			this.#after += count;
			return;
		}
		this.#after += this.#read(segment);
	}

	/** Reads the matching entries of a segment. Returns the number of entries after the edge. */
	#read(segment: Segment): number {
		const stored = this.#column(segment).stored();
		fillNumbers(stored, segment.rows);
		const rows = this.#scan.rowsOf(segment);
		let after = 0;
		// Newest first: they precede other rows with the same cost.
		for (let end = rows.length; end > 0; end -= rowsAtOnce) {
			after += this.#readRows(segment, stored, rows.subarray(Math.max(0, end - rowsAtOnce), end));
		}
		return after;
	}

	#readRows(segment: Segment, {base, unit, nan}: StoredValues, rows: Uint16Array): number {
		const sign = this.#sign;
		const edge = this.#edge;
		const found = this.#found;
		/** The stored number of a cost. The margin is for costs whose number isn't an integer. */
		const numberOf = (cost: number, side: 1 | -1): number => (cost - base) / unit + side * margin;
		const edgeCost = edge?.cost ?? Number.POSITIVE_INFINITY;
		const lastCost = found.last?.cost ?? Number.NEGATIVE_INFINITY;
		const {count, below} = pickRows(
			rows,
			numberOf(sign > 0 ? lastCost : -edgeCost, -1),
			numberOf(sign > 0 ? edgeCost : -lastCost, 1),
			nan,
		);
		let after = sign > 0 ? below : rows.length - below - count;
		for (let index = 0; index < count; index++) {
			const row = picked[index] ?? 0;
			const number = numbers[row] ?? 0;
			const raw = number === nan ? none : base + unit * number;
			const cost = sign * (raw <= Number.MAX_SAFE_INTEGER ? raw : none);
			const isAtEdge = cost === edgeCost && edge !== undefined;
			if (cost > edgeCost || (isAtEdge && !this.#isAfter(segment, row, edge, this.#isEdgeWanted))) {
				continue;
			}
			after++;
			const {last} = found;
			const isAfterLast =
				last && (cost < last.cost || (cost === last.cost && this.#isAfter(segment, row, last, true)));
			if (!isAfterLast) {
				const ref = {segment, row};
				const {time, fileOrder, offset} = this.#index.key(ref);
				// Spreading a key would take longer than the rest.
				found.add({cost, time: sign * time, fileOrder: sign * fileOrder, offset: sign * offset, ref});
			}
		}
		return after;
	}

	/** Checks that an entry is after a key with the same cost, or at it if `orAt`. */
	#isAfter(segment: Segment, row: number, costKey: CostKey, orAt: boolean): boolean {
		const time = this.#sign * segment.time.get(row);
		if (time !== costKey.time) {
			return time < costKey.time;
		}
		const own = this.#costKey(this.#sign * costKey.cost, this.#index.key({segment, row}));
		return isBefore(costKey, own) || (orAt && !isBefore(own, costKey));
	}
}

/**
 * Writes the rows whose numbers are between two limits to `picked`, last row first, also rows without a number. Returns the
 * number of these rows, and of rows with a smaller number. A small function is compiled early: the first page needs it.
 */
function pickRows(
	rows: Uint16Array,
	low: number,
	high: number,
	nan: number,
): {readonly count: number; readonly below: number} {
	let count = 0;
	let below = 0;
	for (let at = rows.length - 1; at >= 0; at--) {
		const row = rows[at] ?? 0;
		const number = numbers[row] ?? 0;
		if (number < low && number !== nan) {
			below++;
		} else if (!(number > high) || number === nan) {
			picked[count++] = row;
		}
	}
	return {count, below};
}

/** Copies stored numbers: a loop over rows takes half the time if it reads one kind of array. */
function fillNumbers({values}: StoredValues, rows: number): void {
	if (values === undefined) {
		numbers.fill(0, 0, rows);
	} else {
		numbers.set(values.subarray(0, rows));
	}
}

function rangeOf(stored: StoredValues, rows: number): {readonly min: number; readonly max: number} {
	const {base, unit, nan} = stored;
	fillNumbers(stored, rows);
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	let isLacking = Number.isNaN(base);
	for (let row = 0; row < rows; row++) {
		const number = numbers[row] ?? 0;
		if (number === nan || Number.isNaN(number)) {
			isLacking = true;
		} else {
			low = number < low ? number : low;
			high = number > high ? number : high;
		}
	}
	const max = isLacking && low > high ? none : base + unit * high;
	// A size that an f64 can't represent exactly counts as missing.
	return {
		min: isLacking || !(max <= Number.MAX_SAFE_INTEGER) ? none : base + unit * low,
		max: Number.isNaN(max) ? none : max,
	};
}
