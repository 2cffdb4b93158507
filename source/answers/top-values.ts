import {type Dictionary, TextSpan} from '../index/dictionary.js';
import type {FacetValue} from './answers.js';
import {compareValues} from './compare-values.js';
import {DistinctEstimate} from './distinct-estimate.js';
import {MergedTexts, type PlainCounts} from './merged-texts.js';
import {MostFrequent} from './most-frequent.js';
import {type Scan, stepsAtOnce} from './scan.js';
import type {ValueCounts} from './value-counts.js';

/**
 * The most different texts that are put together when they stand in several dictionaries: 20 MB while it is done. Past
 * it only the most frequent of each dictionary are, and the answer is an estimate.
 */
const mostMerged = 1_000_000;

/** The most frequent of some values. */
export type TopValues = {
	readonly values: readonly FacetValue[];
	readonly distinct: number;
	readonly estimated: boolean;
};

const span = new TextSpan();

/** The `size` most frequent values that `isWanted`; how many there are in all. */
export const topValues = async (
	scan: Scan,
	{plain, others}: ValueCounts,
	size: number,
	isWanted: (value: string | null) => boolean,
	most = mostMerged,
): Promise<TopValues> => {
	const top = new MostFrequent(size);
	const offer = (value: string | null, n: number): void => {
		if (n >= top.least && isWanted(value)) {
			top.offer({value, n});
		}
	};
	let steps = 0;
	for (const [value, n] of others) {
		offer(value, n);
		if (++steps % 16 === 0 && scan.isOver) {
			await scan.rest();
		}
	}
	const offerText = (dictionary: Dictionary, id: number, count: number): void => {
		if (count < top.least) {
			return;
		}
		dictionary.locate(id, span);
		const {bytes, start, end} = span;
		// Where each text is a text of its own, all are as frequent.
		if (count > top.least || !top.isBehindLast(bytes, start, end)) {
			offer(bytes.toString('utf8', start, end), count);
		}
	};
	const [first, second] = plain;
	if (first !== undefined && second === undefined) {
		const distinct = await eachText(scan, first, offerText);
		return {values: top.sorted(), distinct: distinct + others.size, estimated: false};
	}
	const sizes = await sizesOf(scan, plain);
	const sum = sizes.reduce((total, texts) => total + texts, 0);
	if (sum <= most) {
		const merged = new MergedTexts(plain, sum);
		for (const part of plain.keys()) {
			await merged.addAll(scan, part);
		}
		await merged.each(scan, offerText);
		return {values: top.sorted(), distinct: merged.size + others.size, estimated: false};
	}
	const merged = await mergeFrequent(scan, plain, sizes, most);
	await merged.each(scan, offerText);
	// Of those that are shown the rare occurrences count, too.
	const values = top.sorted().map(({value, n}) => ({value, n: recounted(plain, others, value) ?? n}));
	const distinct = (await estimateDistinct(scan, plain)) + others.size;
	return {values: values.sort(compareValues), distinct, estimated: true};
};

/** Calls `visit` with each text that has a count. Returns how many those are. */
const eachText = async (
	scan: Scan,
	{dictionary, counts}: PlainCounts,
	visit: (dictionary: Dictionary, id: number, count: number) => void,
): Promise<number> => {
	let texts = 0;
	for (let id = 1; id < counts.length; id++) {
		const count = counts[id] ?? 0;
		if (count > 0 && !dictionary.isReleased) {
			texts++;
			visit(dictionary, id, count);
		}
		if (id % stepsAtOnce === 0 && scan.isOver) {
			await scan.rest();
		}
	}
	return texts;
};

const sizesOf = async (scan: Scan, plain: readonly PlainCounts[]): Promise<readonly number[]> => {
	const sizes: number[] = [];
	for (const part of plain) {
		sizes.push(await eachText(scan, part, () => {}));
	}
	return sizes;
};

/** Puts together as many texts of each dictionary as its share of `most` is, the most frequent ones. */
const mergeFrequent = async (
	scan: Scan,
	plain: readonly PlainCounts[],
	sizes: readonly number[],
	most: number,
): Promise<MergedTexts> => {
	const sum = sizes.reduce((total, texts) => total + texts, 0);
	const merged = new MergedTexts(plain, most);
	for (const [part, {counts}] of plain.entries()) {
		const share = Math.floor((most * (sizes[part] ?? 0)) / sum);
		const least = leastOf(counts, share);
		const added = await merged.addAll(scan, part, {least: least + 1, most: share});
		await merged.addAll(scan, part, {least: Math.max(1, least), largest: least, most: share - added});
	}
	return merged;
};

/** The count that no more than so many texts exceed. */
const leastOf = (counts: Uint32Array, texts: number): number => {
	const byCount = new Uint32Array(1024);
	for (let id = 1; id < counts.length; id++) {
		const count = Math.min(counts[id] ?? 0, 1023);
		byCount[count] = (byCount[count] ?? 0) + 1;
	}
	let least = 1023;
	for (let sum = byCount[least] ?? 0; least > 0 && sum <= texts; sum += byCount[least] ?? 0) {
		least--;
	}
	return least;
};

const recounted = (
	plain: readonly PlainCounts[],
	others: ReadonlyMap<string | null, number>,
	value: string | null,
): number | undefined => {
	if (value === null || others.has(value)) {
		return undefined;
	}
	const bytes = Buffer.from(value);
	let sum = 0;
	for (const {dictionary, counts} of plain) {
		sum += dictionary.isReleased ? 0 : (counts[dictionary.idOf(bytes)] ?? 0);
	}
	return sum;
};

const estimateDistinct = async (scan: Scan, plain: readonly PlainCounts[]): Promise<number> => {
	const estimate = new DistinctEstimate();
	for (const part of plain) {
		await eachText(scan, part, (dictionary, id) => {
			estimate.add(dictionary.hash(id));
		});
	}
	return estimate.count;
};
