import {copyReals, copyWholes} from '../../index/compact.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {FacetOrder, Facets} from '../answers.js';
import {DurationLists} from '../durations/duration-lists.js';
import {hasDurations} from '../durations/duration-sketches.js';
import type {EntryScan} from '../scan.js';
import {type CountedValue, compareRanked, compareRanks, type Rank, slownessRank} from './compare-values.js';
import {FirstValues} from './first-values.js';
import {type IndexedValues, indexedValues} from './indexed-values.js';
import type {FindRowIndexes} from './row-indexes.js';
import type {ValueCounts} from './value-counts.js';

/** The first values of a field. */
type RankedValues = Pick<Facets, 'distinct' | 'estimated'> & {readonly values: readonly CountedValue[]};

/** Returns the rank of the value with an index. */
type RankOf = (index: number, n: number) => Rank;

const span = new TextSpan();

/**
 * Returns the first `size` values that `isWanted` in an order other than by frequency, among all values and not only the most
 * frequent ones. Scans the entries once more, and sums up what decides for each value.
 */
export async function rankedValues(
	scan: EntryScan,
	{values, findRowIndexes}: {readonly values: ValueCounts; readonly findRowIndexes: FindRowIndexes},
	order: Exclude<FacetOrder, 'n'>,
	size: number,
	isWanted: (value: string | null) => boolean,
): Promise<RankedValues> {
	const indexed = await indexedValues(scan, values);
	// Each step takes some milliseconds if there are millions of values.
	await scan.rest();
	const rankOf =
		order === 'p95'
			? await bySlowness(scan, indexed, findRowIndexes)
			: await bySum(scan, indexed, findRowIndexes, order);
	const found = await firstOf(indexed, rankOf, size, isWanted);
	return {values: found, distinct: indexed.distinct, estimated: indexed.estimated};
}

const rowIndexes = new Uint32Array(segmentRows);
const statuses = new Uint32Array(segmentRows);
const amounts = new Float64Array(segmentRows);

/** Groups every duration by value. */
async function bySlowness(
	scan: EntryScan,
	{counts, indexes}: IndexedValues,
	findRowIndexes: FindRowIndexes,
): Promise<RankOf> {
	const lists = new DurationLists(counts);
	await scan.rest();
	for (const indexesOf of await findRowIndexes(indexes)) {
		await scan.eachSegment((segment, rows) => {
			indexesOf(segment, rows, rowIndexes);
			copyReals(segment.durationMs.stored(), segment.rows, amounts);
			lists.addAll(rows, rowIndexes, amounts);
		}, hasDurations);
	}
	return (index, n) => {
		const p95 = lists.quantile(index, 0.95);
		return slownessRank(n, Number.isNaN(p95) ? null : p95);
	};
}

/** Adds something of each row to the sum of its value. `rowIndexes` has 1 + the index of the value of each row. */
const adders = {
	clientErrors: addStatuses(400),
	errors: addStatuses(500),
	bytes: addAmounts('bytes'),
	time: addAmounts('durationMs'),
	max(segment: Segment, rows: Uint16Array, sums: Float64Array): void {
		copyReals(segment.durationMs.stored(), segment.rows, amounts);
		for (let at = 0; at < rows.length; at++) {
			const index = (rowIndexes[at] ?? 0) - 1;
			const duration = amounts[rows[at] ?? 0] ?? Number.NaN;
			if (index >= 0 && duration > (sums[index] ?? 0)) {
				sums[index] = duration;
			}
		}
	},
};

type Adder = (segment: Segment, rows: Uint16Array, sums: Float64Array) => void;

/** Counts the statuses of the class that begins with one. */
function addStatuses(first: number): Adder {
	return (segment, rows, sums) => {
		copyWholes(segment.status.stored(), segment.rows, statuses);
		for (let at = 0; at < rows.length; at++) {
			const index = (rowIndexes[at] ?? 0) - 1;
			const status = statuses[rows[at] ?? 0] ?? 0;
			if (index >= 0 && status >= first && status < first + 100) {
				sums[index] = (sums[index] ?? 0) + 1;
			}
		}
	};
}

function addAmounts(column: 'bytes' | 'durationMs'): Adder {
	return (segment, rows, sums) => {
		copyReals(segment[column].stored(), segment.rows, amounts);
		for (let at = 0; at < rows.length; at++) {
			const index = (rowIndexes[at] ?? 0) - 1;
			const amount = amounts[rows[at] ?? 0] ?? Number.NaN;
			// A missing amount is NaN. A number that isn't exact isn't printed either.
			if (index >= 0 && amount <= Number.MAX_SAFE_INTEGER) {
				sums[index] = (sums[index] ?? 0) + amount;
			}
		}
	};
}

async function bySum(
	scan: EntryScan,
	{counts, indexes}: IndexedValues,
	findRowIndexes: FindRowIndexes,
	order: keyof typeof adders,
): Promise<RankOf> {
	const sums = new Float64Array(counts.length);
	await scan.rest();
	for (const indexesOf of await findRowIndexes(indexes)) {
		await scan.eachSegment((segment, rows) => {
			indexesOf(segment, rows, rowIndexes);
			adders[order](segment, rows, sums);
		});
	}
	return (index, n) => ({group: 0, weight: sums[index] ?? 0, n});
}

async function firstOf(
	{counts, each}: IndexedValues,
	rankOf: RankOf,
	size: number,
	isWanted: (value: string | null) => boolean,
): Promise<readonly CountedValue[]> {
	const first = new FirstValues<CountedValue & Rank>(size, compareRanked);
	await each((index, text, id) => {
		const rank = rankOf(index, counts[index] ?? 0);
		const {last} = first;
		const order = first.isFull && last !== undefined ? compareRanks(rank, last) : -1;
		if (order > 0 || size === 0) {
			return;
		}
		let value = text;
		if (value !== null && typeof value !== 'string') {
			value.locate(id, span);
			const {bytes: texts, start, end} = span;
			if (order === 0 && first.isBehindLast(texts, start, end)) {
				return;
			}
			value = texts.toString('utf8', start, end);
		}
		if (isWanted(value)) {
			first.offer({value, ...rank});
		}
	});
	return first.sorted().map(({value, n}) => ({value, n}));
}
