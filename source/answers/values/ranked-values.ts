import type {Segment} from '../../index/segment.js';
import {type RowKernel, rowKernel} from '../../wasm/row-kernel.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {FacetOrder, Facets, ValueFigures} from '../answers.js';
import {DurationLists} from '../durations/duration-lists.js';
import {hasDurations, rangesOfBins} from '../durations/duration-sketches.js';
import type {EntryScan} from '../scan.js';
import {
	type CountedValue,
	compareRanked,
	compareRanks,
	type Rank,
	rankBy,
	slownessRank,
} from './compare-values.js';
import {FirstValues} from './first-values.js';
import {type IndexedValues, indexedValues} from './indexed-values.js';
import type {FindRowIndexes} from './row-indexes.js';
import type {ValueCounts} from './value-counts.js';
import {figuresOf} from './value-figures.js';

/** A value, and its figures if they decided about its rank. */
export type RankedValue = CountedValue & {readonly figures?: ValueFigures};

/** The first values of a field. */
export type RankedValues = Pick<Facets, 'distinct' | 'estimated'> & {readonly values: readonly RankedValue[]};

/** Returns the rank of the value with an index. */
type RankOf = (index: number, n: number) => Rank;

/** Orders other than by frequency. */
type Order = Exclude<FacetOrder, 'n'>;

const span = new TextSpan();

/**
 * Returns the first `size` values that `isWanted` in an order other than by frequency, among all values and not only the most
 * frequent ones. Scans the entries once more and sums up the amount of each value; for up to `maxFigured` values, all figures.
 */
export async function rankedValues(
	scan: EntryScan,
	{values, findRowIndexes}: {readonly values: ValueCounts; readonly findRowIndexes: FindRowIndexes},
	{
		order,
		size,
		isWanted,
		maxFigured,
		withDurations,
	}: {
		readonly order: Order;
		readonly size: number;
		readonly isWanted: (value: string | null) => boolean;
		readonly maxFigured: number;
		/** True to include the durations by bin with the figures. */
		readonly withDurations: boolean;
	},
): Promise<RankedValues> {
	const indexed = await indexedValues(scan, values);
	const {counts, indexes, estimated} = indexed;
	// Each step takes some milliseconds if there are millions of values.
	await scan.rest();
	const figures =
		counts.length <= maxFigured
			? await figuresOf(scan, await findRowIndexes(indexes), counts.length, withDurations)
			: null;
	const rankOf =
		figures !== null
			? byFigures(figures, order)
			: order === 'p95'
				? await bySlowness(scan, indexed, findRowIndexes)
				: await bySum(scan, indexed, findRowIndexes, order);
	const found = await firstOf(indexed, rankOf, size, isWanted);
	return {
		values: found.map(({value, n, index}) => ({value, n, ...(figures && {figures: figures[index]})})),
		distinct: await indexed.distinct(),
		estimated,
	};
}

function byFigures(all: readonly ValueFigures[], order: Order): RankOf {
	return (index, n) => {
		const figures = all[index];
		return figures === undefined ? slownessRank(n, null) : rankBy(order, {n, figures});
	};
}

/** Groups every duration by value. Ranks by bin: see `sortedBySlowness`. */
async function bySlowness(
	scan: EntryScan,
	{counts, indexes}: IndexedValues,
	findRowIndexes: FindRowIndexes,
): Promise<RankOf> {
	const lists = new DurationLists(counts);
	const kernel = rowKernel();
	await scan.rest();
	for (const indexesOf of await findRowIndexes(indexes)) {
		await scan.eachSegment((segment, rows) => {
			kernel.loadIndexes(rows, indexesOf(segment, rows));
			const bins = kernel.rangesOf(segment.durationMs.stored(), rangesOfBins(), Number.POSITIVE_INFINITY);
			lists.addAll(kernel.indexes, bins);
		}, hasDurations);
	}
	return (index, n) => {
		const p95 = lists.quantile(index, 0.95);
		return slownessRank(n, Number.isNaN(p95) ? null : p95);
	};
}

/** Functions that add an amount of each loaded row to the sum of its value. */
const adders: Record<
	Exclude<Order, 'p95'>,
	(kernel: RowKernel, segment: Segment, sums: Float64Array) => void
> = {
	clientErrors: (kernel, {status}, sums) =>
		addStatuses(kernel.indexes, kernel.numbersOf(status.stored()), sums, 400),
	errors: (kernel, {status}, sums) =>
		addStatuses(kernel.indexes, kernel.numbersOf(status.stored()), sums, 500),
	bytes: (kernel, {bytes}, sums) => addAmounts(kernel.indexes, kernel.numbersOf(bytes.stored()), sums),
	time: (kernel, {durationMs}, sums) =>
		addAmounts(kernel.indexes, kernel.numbersOf(durationMs.stored()), sums),
	max: (kernel, {durationMs}, sums) => raiseTo(kernel.indexes, kernel.numbersOf(durationMs.stored()), sums),
};

/** Counts the statuses of the class that begins with `first`. Indexes count from 1. */
function addStatuses(indexes: Uint32Array, statuses: Float64Array, sums: Float64Array, first: number): void {
	for (let at = 0; at < indexes.length; at++) {
		const index = (indexes[at] ?? 0) - 1;
		const status = statuses[at] ?? 0;
		if (status >= first && status < first + 100) {
			sums[index] = (sums[index] ?? 0) + 1;
		}
	}
}

function addAmounts(indexes: Uint32Array, amounts: Float64Array, sums: Float64Array): void {
	for (let at = 0; at < indexes.length; at++) {
		const index = (indexes[at] ?? 0) - 1;
		const amount = amounts[at] ?? Number.NaN;
		// A missing amount is NaN. Inexact numbers aren't printed, either.
		if (amount <= Number.MAX_SAFE_INTEGER) {
			sums[index] = (sums[index] ?? 0) + amount;
		}
	}
}

function raiseTo(indexes: Uint32Array, amounts: Float64Array, maxima: Float64Array): void {
	for (let at = 0; at < indexes.length; at++) {
		const index = (indexes[at] ?? 0) - 1;
		const amount = amounts[at] ?? Number.NaN;
		if (amount > (maxima[index] ?? 0)) {
			maxima[index] = amount;
		}
	}
}

async function bySum(
	scan: EntryScan,
	{counts, indexes}: IndexedValues,
	findRowIndexes: FindRowIndexes,
	order: keyof typeof adders,
): Promise<RankOf> {
	const sums = new Float64Array(counts.length);
	const kernel = rowKernel();
	await scan.rest();
	for (const indexesOf of await findRowIndexes(indexes)) {
		await scan.eachSegment((segment, rows) => {
			kernel.loadIndexes(rows, indexesOf(segment, rows));
			adders[order](kernel, segment, sums);
		});
	}
	return (index, n) => ({group: 0, weight: sums[index] ?? 0, n});
}

async function firstOf(
	{counts, each}: IndexedValues,
	rankOf: RankOf,
	size: number,
	isWanted: (value: string | null) => boolean,
): Promise<ReadonlyArray<CountedValue & {readonly index: number}>> {
	const first = new FirstValues<CountedValue & Rank & {readonly index: number}>(size, compareRanked);
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
			first.offer({value, index, ...rank});
		}
	});
	return first.sorted();
}
