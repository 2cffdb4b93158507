import type {Dictionary} from '../../index/dictionary.js';
import {type EntryScan, tinyStepsAtOnce} from '../scan.js';
import {eachCount} from './each-count.js';
import {mergeCounts} from './merge-counts.js';
import type {PlainCounts} from './merged-texts.js';
import type {ValueCounts} from './value-counts.js';
import type {ValueIndexes} from './value-indexes.js';

/** Values with an index for each. */
export type IndexedValues = {
	readonly indexes: ValueIndexes;
	/** By index, the number of entries with the value. */
	readonly counts: Uint32Array;
	/** Counts the distinct values, including those without an index. */
	distinct(): Promise<number>;
	/** True if there were too many to index all. */
	readonly estimated: boolean;
	/** Calls `visit` with each index, and either the value or its dictionary and number. */
	each(visit: (index: number, value: Dictionary | string | null, id: number) => void): Promise<void>;
};

/** Indexes of the strings of some dictionaries. */
type IndexedTexts = Omit<IndexedValues, 'indexes' | 'each'> & {
	readonly plain: ReadonlyMap<Dictionary, Uint32Array>;
	each(visit: (index: number, dictionary: Dictionary, id: number) => void): Promise<void>;
};

/** Assigns an index to each value. If the values are in several dictionaries, to at most `maxDistinct` of them. */
export async function indexedValues(
	scan: EntryScan,
	{plain, others}: ValueCounts,
	maxDistinct?: number,
): Promise<IndexedValues> {
	const [first, second] = plain;
	const texts =
		first !== undefined && second === undefined
			? await indexOne(scan, first)
			: await indexSeveral(scan, plain, maxDistinct);
	const before = texts.counts.length;
	const counts = new Uint32Array(before + others.size);
	counts.set(texts.counts);
	counts.set([...others.values()], before);
	const values = [...others.keys()];
	return {
		counts,
		distinct: async () => (await texts.distinct()) + others.size,
		estimated: texts.estimated,
		indexes: {
			plain: texts.plain,
			others: new Map(values.map((value, index) => [value, before + index + 1])),
		},
		async each(visit) {
			await texts.each(visit);
			for (const [index, value] of values.entries()) {
				visit(before + index, value, 0);
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
		},
	};
}

/** The index of a string is its number minus one. */
async function indexOne(scan: EntryScan, part: PlainCounts): Promise<IndexedTexts> {
	const {dictionary, counts} = part;
	const indexes = new Uint32Array(counts.length);
	for (let first = 1; first < indexes.length; first += tinyStepsAtOnce) {
		if (scan.isOver) {
			await scan.rest();
		}
		numberSome(indexes, first, Math.min(indexes.length, first + tinyStepsAtOnce));
	}
	return {
		plain: new Map([[dictionary, indexes]]),
		counts: counts.subarray(1),
		distinct: () => eachCount(scan, part, () => {}),
		estimated: false,
		async each(visit) {
			await eachCount(scan, part, (_, id) => visit(id - 1, dictionary, id));
		},
	};
}

/** Numbers some strings by their ids, in a separate loop: see `derived-values.ts`. */
function numberSome(indexes: Uint32Array, first: number, end: number): void {
	for (let id = first; id < end; id++) {
		indexes[id] = id;
	}
}

async function indexSeveral(
	scan: EntryScan,
	plain: readonly PlainCounts[],
	maxDistinct?: number,
): Promise<IndexedTexts> {
	const indexes = plain.map(({counts}) => new Uint32Array(counts.length));
	const {merged, distinct, estimated} = await mergeCounts(scan, plain, {
		indexes,
		...(maxDistinct !== undefined && {maxDistinct}),
	});
	const counts = new Uint32Array(merged.size);
	await merged.each(scan, (_dictionary, _id, count, index) => {
		counts[index] = count;
	});
	return {
		plain: new Map(plain.map(({dictionary}, part) => [dictionary, indexes[part] ?? new Uint32Array()])),
		counts,
		distinct: async () => distinct,
		estimated,
		async each(visit) {
			await merged.each(scan, (dictionary, id, _count, index) => visit(index, dictionary, id));
		},
	};
}
