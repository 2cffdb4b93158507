import type {EntryScan} from '../scan.js';
import {eachCount} from './each-count.js';
import {MergedTexts, type PlainCounts} from './merged-texts.js';

/** Number of bits: one for each of 2^27 hashes, 16 MiB. */
const bits = 2 ** 27;

/**
 * Estimates the number of distinct hashes in constant memory: linear counting (Whang, Vander-Zanden and Taylor, 1990). The error
 * is below 0.1 % for ten million.
 */
export class DistinctEstimate {
	readonly #seen = new Uint32Array(bits / 32);
	#set = 0;

	/** Adds a hash of 32 bits. */
	add(hash: number): void {
		const bit = hash & (bits - 1);
		const word = this.#seen[bit >>> 5] ?? 0;
		const mask = 1 << (bit & 31);
		if ((word & mask) === 0) {
			this.#seen[bit >>> 5] = word | mask;
			this.#set++;
		}
	}

	get count(): number {
		return Math.round(-bits * Math.log1p(-Math.min(this.#set, bits - 1) / bits));
	}
}

/**
 * Maximum number of distinct strings to merge from several dictionaries: they take 20 MB during the merge. Above it only the most
 * frequent ones of each dictionary are merged, and the result is an estimate.
 */
const maxMerged = 1_000_000;

/** Merged strings of several dictionaries. */
type MergedCounts = {
	readonly merged: MergedTexts;
	/** Number of distinct strings. */
	readonly distinct: number;
	/** True if there were too many to merge all. */
	readonly estimated: boolean;
};

/** Merges the strings of several dictionaries. Writes their indexes to `indexes`, see `addAll`. */
export async function mergeCounts(
	scan: EntryScan,
	plain: readonly PlainCounts[],
	{
		maxDistinct = maxMerged,
		indexes = [],
	}: {readonly maxDistinct?: number; readonly indexes?: readonly Uint32Array[]} = {},
): Promise<MergedCounts> {
	const sizes = await sizesOf(scan, plain);
	const sum = sizes.reduce((total, texts) => total + texts, 0);
	if (sum > maxDistinct) {
		const merged = await mergeFrequent(scan, plain, sizes, {maxDistinct, indexes});
		return {merged, distinct: await estimateDistinct(scan, plain), estimated: true};
	}
	const merged = new MergedTexts(plain, sum);
	for (const part of plain.keys()) {
		await merged.addAll(scan, part, {}, indexes[part]);
	}
	return {merged, distinct: merged.size, estimated: false};
}

async function sizesOf(scan: EntryScan, plain: readonly PlainCounts[]): Promise<readonly number[]> {
	const sizes: number[] = [];
	for (const part of plain) {
		sizes.push(await eachCount(scan, part, () => {}));
	}
	return sizes;
}

/** Merges the most frequent strings of each dictionary, in proportion to its size. */
async function mergeFrequent(
	scan: EntryScan,
	plain: readonly PlainCounts[],
	sizes: readonly number[],
	{maxDistinct, indexes}: {readonly maxDistinct: number; readonly indexes: readonly Uint32Array[]},
): Promise<MergedTexts> {
	const sum = sizes.reduce((total, texts) => total + texts, 0);
	const merged = new MergedTexts(plain, maxDistinct);
	for (const [part, {counts}] of plain.entries()) {
		const share = Math.floor((maxDistinct * (sizes[part] ?? 0)) / sum);
		const minCount = minCountOf(counts, share);
		const added = await merged.addAll(scan, part, {minCount: minCount + 1, maxAdded: share}, indexes[part]);
		await merged.addAll(
			scan,
			part,
			{minCount: Math.max(1, minCount), maxCount: minCount, maxAdded: share - added},
			indexes[part],
		);
	}
	return merged;
}

/** Returns the count that at most `texts` strings exceed. */
function minCountOf(counts: Uint32Array, texts: number): number {
	const byCount = new Uint32Array(1024);
	for (let id = 1; id < counts.length; id++) {
		const count = Math.min(counts[id] ?? 0, 1023);
		byCount[count] = (byCount[count] ?? 0) + 1;
	}
	let minCount = 1023;
	for (let sum = byCount[minCount] ?? 0; minCount > 0 && sum <= texts; sum += byCount[minCount] ?? 0) {
		minCount--;
	}
	return minCount;
}

async function estimateDistinct(scan: EntryScan, plain: readonly PlainCounts[]): Promise<number> {
	const estimate = new DistinctEstimate();
	for (const part of plain) {
		await eachCount(scan, part, (dictionary, id) => {
			estimate.add(dictionary.hash(id));
		});
	}
	return estimate.count;
}
