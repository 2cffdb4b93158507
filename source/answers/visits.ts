import {copyReals, copyWholes} from '../index/compact.js';
import type {Dictionary} from '../index/dictionary.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import type {Visits} from './answers.js';
import {withTime} from './histogram.js';
import type {EntryScan} from './scan.js';
import {escapedTexts} from './values/escaped-texts.js';
import {indexedValues} from './values/indexed-values.js';
import {ownTextRows} from './values/row-indexes.js';
import {countTexts} from './values/text-counts.js';
import {valueCounts} from './values/value-counts.js';
import {type RequestList, visitTable} from './visit-table.js';

/**
 * Maximum number of clients that are counted exactly: their table takes at most 32 MB during the scan, and 64 MB while clients
 * move to a different table. With more clients, about half of them are kept for an estimate, which has a standard error of 0.2 %.
 * If the strings are in several dictionaries, they are merged first, which takes up to 30 more bytes each.
 */
const maxExact = 1_000_000;

/** Counts the clients of the matching entries, and their visits. With more than `maxClients`, the numbers are estimates. */
export async function visits(scan: EntryScan, maxClients = maxExact): Promise<Visits> {
	const addressValues = await valuesOf(scan, 'ip');
	const agentValues = await valuesOf(scan, 'userAgent');
	const table = visitTable(addressValues.count, agentValues.count, maxClients);
	const run = new Requests();
	const pending = new Requests();
	const merged = new Requests();
	const ordered = byOldest(scan.segments);
	for (const [index, {segment}] of ordered.entries()) {
		if (scan.isOver) {
			await scan.rest();
		}
		const rows = withTime(segment, scan.rowsOf(segment));
		run.clear(segmentRows);
		addressValues.find(segment, rows, run.addresses);
		agentValues.find(segment, rows, run.agents);
		takeTimes(run, segment, rows);
		if (pending.count > 0) {
			merge(run, pending, merged);
		}
		const ready = pending.count > 0 ? merged : run;
		// No request of a later segment is older.
		const count = ready.countUntil(ordered[index + 1]?.oldest ?? Number.POSITIVE_INFINITY);
		for (let next = 0; next < count; ) {
			next = table.addAll(ready, next, count);
			while (!table.rebuild()) {
				if (scan.isOver) {
					await scan.rest();
				}
			}
		}
		pending.takeAfter(count, ready);
	}
	const {requests: n, clients, visits: found, isExact} = table;
	return {n, clients, visits: found, isExact, partial: false};
}

/** Returns the segments with entries and the time of the oldest entry of each, sorted by it. */
function byOldest(segments: readonly Segment[]) {
	return segments
		.filter(({held}) => held > 0)
		.map(segment => ({segment, oldest: segment.time.get(segment.rowAt(segment.evicted))}))
		.sort((a, b) => a.oldest - b.oldest);
}

/** The values of a field, numbered from 1. */
type FieldValues = {
	readonly count: number;
	/** Finds the number of the value in each row; 0 for a new value. */
	find(segment: Segment, rows: Uint16Array, found: Uint32Array): void;
};

async function valuesOf(scan: EntryScan, field: 'ip' | 'userAgent'): Promise<FieldValues> {
	const dictionaries = new Set(scan.segments.map(segment => scan.textsOf(segment, field)?.dictionary));
	const [dictionary] = dictionaries;
	if (
		dictionary !== undefined &&
		dictionaries.size === 1 &&
		(await escapedTexts(scan, dictionary)).length === 0
	) {
		return numbersIn(scan, field, dictionary);
	}
	const {counts, missing} = await countTexts(scan, field);
	const values = await valueCounts(scan, counts, missing);
	const indexed = await indexedValues(scan, values, Number.POSITIVE_INFINITY);
	const [indexesOf] = await ownTextRows(scan, field, counts)(indexed.indexes);
	return {
		count: indexed.counts.length,
		find(segment, rows, found) {
			const of = indexesOf?.(segment, rows);
			if (of === undefined || 'indexes' in of) {
				found.set(of?.indexes.subarray(0, rows.length) ?? []);
			} else {
				copyWholes(of.numbers, segment.rows, numbers);
				lookUp(rows, of.table, found);
			}
		},
	};
}

/** Looks up the numbers of rows, which have been copied before. The separate loop takes 33 % of the time. */
function lookUp(rows: Uint16Array, table: Uint16Array | Uint32Array, found: Uint32Array): void {
	for (let index = 0; index < rows.length; index++) {
		found[index] = table[numbers[rows[index] ?? 0] ?? 0] ?? 0;
	}
}

const noValues: FieldValues['find'] = (_, rows, found) => found.fill(0, 0, rows.length);

/** Uses the numbers of the strings in the only dictionary, plus one. All are printed unchanged, so they needn't be counted. */
function numbersIn(scan: EntryScan, field: 'ip' | 'userAgent', dictionary: Dictionary): FieldValues {
	const count = dictionary.size + 1;
	return {
		count,
		find(segment, rows, found) {
			const texts = scan.textsOf(segment, field);
			if (texts?.dictionary !== dictionary) {
				noValues(segment, rows, found);
				return;
			}
			const areAll = rows.length === segment.rows;
			const {column} = texts;
			copyWholes({...column, base: column.base + 1}, segment.rows, areAll ? found : numbers);
			for (let index = 0; index < rows.length && !areAll; index++) {
				found[index] = numbers[rows[index] ?? 0] ?? 0;
			}
			for (let index = 0; index < rows.length && dictionary.size >= count; index++) {
				found[index] = (found[index] ?? 0) > count ? 0 : (found[index] ?? 0);
			}
		},
	};
}

const numbers = new Uint32Array(segmentRows);
const times = new Float64Array(segmentRows);

/** Requests sorted by time. */
class Requests implements RequestList {
	times = new Float64Array(0);
	addresses = new Uint32Array(0);
	agents = new Uint32Array(0);
	count = 0;

	/** Empties the list, with capacity for `count` requests. */
	clear(count: number): void {
		if (this.times.length < count) {
			this.times = new Float64Array(count);
			this.addresses = new Uint32Array(count);
			this.agents = new Uint32Array(count);
		}
		this.count = 0;
	}

	/** Returns the number of requests at or before a time. */
	countUntil(time: number): number {
		let [low, high] = [0, this.count];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.times[middle] ?? 0) <= time) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** Takes the requests after the first `first` of another list. */
	takeAfter(first: number, {times, addresses, agents, count}: Requests): void {
		this.clear(count - first);
		this.times.set(times.subarray(first, count));
		this.addresses.set(addresses.subarray(first, count));
		this.agents.set(agents.subarray(first, count));
		this.count = count - first;
	}
}

/** Adds the times of the rows of a segment to the addresses and agents, and sorts these by time. */
function takeTimes(run: Requests, segment: Segment, rows: Uint16Array): void {
	run.count = rows.length;
	const areAll = rows.length === segment.rows;
	copyReals(segment.time.stored(), segment.rows, areAll ? run.times : times);
	for (let index = 0; index < rows.length && !areAll; index++) {
		run.times[index] = times[rows[index] ?? 0] ?? 0;
	}
	if (!segment.isInOrder) {
		const order = orderOf(segment, rows);
		sort(run.times, order, times);
		sort(run.addresses, order, numbers);
		sort(run.agents, order, numbers);
	}
}

/** Sorts the first elements of a list. `order` has their indexes in the new order, `before` is a buffer for a copy. */
function sort<List extends Float64Array | Uint32Array>(list: List, order: Uint16Array, before: List): void {
	before.set(list.subarray(0, order.length));
	for (let rank = 0; rank < order.length; rank++) {
		list[rank] = before[order[rank] ?? 0] ?? 0;
	}
}

const indexOfRow = new Int32Array(segmentRows);
const indexOfRank = new Uint16Array(segmentRows);

/** Returns the indexes in `rows`, sorted by the time of the row. Valid until the next call. */
function orderOf(segment: Segment, rows: Uint16Array): Uint16Array {
	indexOfRow.fill(-1);
	for (let index = 0; index < rows.length; index++) {
		indexOfRow[rows[index] ?? 0] = index;
	}
	let count = 0;
	for (let rank = segment.evicted; rank < segment.rows; rank++) {
		const index = indexOfRow[segment.rowAt(rank)] ?? -1;
		if (index >= 0) {
			indexOfRank[count++] = index;
		}
	}
	return indexOfRank.subarray(0, count);
}

/** Merges two lists to a third one. */
function merge(a: Requests, b: Requests, merged: Requests): void {
	merged.clear(a.count + b.count);
	let [first, second] = [0, 0];
	for (let index = 0; index < a.count + b.count; index++) {
		const isFirst =
			second === b.count || (first < a.count && (a.times[first] ?? 0) <= (b.times[second] ?? 0));
		const from = isFirst ? a : b;
		const at = isFirst ? first++ : second++;
		merged.times[index] = from.times[at] ?? 0;
		merged.addresses[index] = from.addresses[at] ?? 0;
		merged.agents[index] = from.agents[at] ?? 0;
	}
	merged.count = a.count + b.count;
}
