import type {Dictionary} from '../../index/dictionary.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {Facets} from '../answers.js';
import {type EntryScan, longStep} from '../scan.js';
import {type CountedValue, compareCounts} from './compare-values.js';
import {eachCount} from './each-count.js';
import {FirstValues} from './first-values.js';
import {mergeCounts} from './merge-counts.js';
import type {PlainCounts} from './merged-texts.js';
import type {ValueCounts} from './value-counts.js';

/** Keeps the most frequent of any number of values. */
export class MostFrequent extends FirstValues<CountedValue> {
	/** Creates an empty heap for `size` values. */
	constructor(size: number) {
		super(size, compareCounts);
	}

	/** Minimum count of a value to offer. */
	get minCount(): number {
		return this.isFull ? (this.last?.n ?? Number.POSITIVE_INFINITY) : 1;
	}
}

/** The most frequent values of a field. */
type TopValues = Pick<Facets, 'distinct' | 'estimated'> & {readonly values: readonly CountedValue[]};

const span = new TextSpan();

/** Returns the `size` most frequent values that `isWanted`, and the number of all distinct values. */
export async function topValues(
	scan: EntryScan,
	{plain, others}: ValueCounts,
	size: number,
	isWanted: (value: string | null) => boolean,
	maxDistinct?: number,
): Promise<TopValues> {
	const top = new MostFrequent(size);
	const offer = (value: string | null, n: number): void => {
		if (n >= top.minCount && isWanted(value)) {
			top.offer({value, n});
		}
	};
	for (const [value, n] of others) {
		offer(value, n);
		if (scan.isOverAfterStep(longStep)) {
			await scan.rest();
		}
	}
	const offerText = (dictionary: Dictionary, id: number, count: number): void => {
		if (count < top.minCount) {
			return;
		}
		dictionary.locate(id, span);
		const {bytes, start, end} = span;
		// If every string occurs once, all are equally frequent.
		if (count > top.minCount || !top.isBehindLast(bytes, start, end)) {
			offer(bytes.toString('utf8', start, end), count);
		}
	};
	const [first, second] = plain;
	if (first !== undefined && second === undefined) {
		const distinct = await eachCount(scan, first, offerText);
		return {values: top.sorted(), distinct: distinct + others.size, estimated: false};
	}
	const {merged, distinct, estimated} = await mergeCounts(
		scan,
		plain,
		maxDistinct === undefined ? {} : {maxDistinct},
	);
	await merged.each(scan, offerText);
	const found = top.sorted();
	// An estimate misses rare occurrences in some dictionaries. The shown values are recounted exactly.
	const values = estimated
		? found.map(({value, n}) => ({value, n: recounted(plain, others, value) ?? n})).sort(compareCounts)
		: found;
	return {values, distinct: distinct + others.size, estimated};
}

function recounted(
	plain: readonly PlainCounts[],
	others: ReadonlyMap<string | null, number>,
	value: string | null,
): number | undefined {
	if (value === null || others.has(value)) {
		return undefined;
	}
	const bytes = Buffer.from(value);
	let sum = 0;
	for (const {dictionary, counts} of plain) {
		sum += dictionary.isReleased ? 0 : (counts[dictionary.idOf(bytes)] ?? 0);
	}
	return sum;
}
