import {TextSpan} from '../../wasm/text-span.js';
import type {Facets, FacetValue} from '../answers.js';
import {DurationLists} from '../durations/duration-lists.js';
import {eachDuration} from '../durations/duration-sketches.js';
import type {EntryScan} from '../scan.js';
import {compareSlowest, compareSlowness} from './compare-values.js';
import {FirstValues} from './first-values.js';
import {type IndexedValues, indexedValues} from './indexed-values.js';
import type {RowsOf} from './row-indexes.js';
import type {ValueCounts} from './value-counts.js';

/** The slowest values of a field. */
type SlowestValues = Pick<Facets, 'values' | 'distinct' | 'estimated'>;

const span = new TextSpan();

/**
 * Returns the `size` slowest values that `isWanted`, among all values and not only the most frequent ones. Scans the entries once
 * more, and groups every duration by value.
 */
export async function slowestValues(
	scan: EntryScan,
	{values, rowsOf}: {readonly values: ValueCounts; readonly rowsOf: RowsOf},
	size: number,
	isWanted: (value: string | null) => boolean,
): Promise<SlowestValues> {
	const indexed = await indexedValues(scan, values);
	// Both steps take some milliseconds if there are millions of values.
	await scan.rest();
	const lists = new DurationLists(indexed.counts);
	await scan.rest();
	await eachDuration(scan, await rowsOf(indexed.indexes), (index, duration) => lists.add(index, duration));
	const first = await slowestOf(indexed, lists, size, isWanted);
	return {values: first, distinct: indexed.distinct, estimated: indexed.estimated};
}

async function slowestOf(
	{counts, each}: IndexedValues,
	lists: DurationLists,
	size: number,
	isWanted: (value: string | null) => boolean,
): Promise<readonly FacetValue[]> {
	const first = new FirstValues<FacetValue>(size, compareSlowest);
	await each((index, text, id) => {
		const found = lists.quantile(index, 0.95);
		const known = {n: counts[index] ?? 0, p95: Number.isNaN(found) ? null : found};
		const {last} = first;
		const order = first.isFull && last !== undefined ? compareSlowness(known, last) : -1;
		if (order > 0 || size === 0) {
			return;
		}
		let value = text;
		if (value !== null && typeof value !== 'string') {
			value.locate(id, span);
			const {bytes, start, end} = span;
			if (order === 0 && first.isBehindLast(bytes, start, end)) {
				return;
			}
			value = bytes.toString('utf8', start, end);
		}
		if (isWanted(value)) {
			first.offer({value, ...known});
		}
	});
	return first.sorted();
}
