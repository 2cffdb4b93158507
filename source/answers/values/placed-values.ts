import type {Dictionary} from '../../index/dictionary.js';
import type {Scan} from '../scan.js';
import {eachCount} from './each-count.js';
import {mergeCounts} from './merge-counts.js';
import type {PlainCounts} from './merged-texts.js';
import type {ValueCounts} from './value-counts.js';
import type {ValuePlaces} from './value-places.js';

/** Values with an index for each. */
export type PlacedValues = {
	readonly places: ValuePlaces;
	/** By index, the number of entries with the value. */
	readonly counts: Uint32Array;
	/** Number of distinct values, including those without an index. */
	readonly distinct: number;
	/** True if there were too many to index all. */
	readonly estimated: boolean;
	/** Calls `visit` with each index, and either the value or its dictionary and number. */
	each(visit: (place: number, value: Dictionary | string | null, id: number) => void): Promise<void>;
};

/** Indexes of the strings of some dictionaries. */
type PlacedTexts = Omit<PlacedValues, 'places' | 'each'> & {
	readonly plain: ReadonlyMap<Dictionary, Uint32Array>;
	each(visit: (place: number, dictionary: Dictionary, id: number) => void): Promise<void>;
};

/** Assigns an index to each value. */
export async function placedValues(scan: Scan, {plain, others}: ValueCounts): Promise<PlacedValues> {
	const [first, second] = plain;
	const texts =
		first !== undefined && second === undefined
			? await placeOne(scan, first)
			: await placeSeveral(scan, plain);
	const before = texts.counts.length;
	const counts = new Uint32Array(before + others.size);
	counts.set(texts.counts);
	counts.set([...others.values()], before);
	const values = [...others.keys()];
	return {
		counts,
		distinct: texts.distinct + others.size,
		estimated: texts.estimated,
		places: {
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
async function placeOne(scan: Scan, part: PlainCounts): Promise<PlacedTexts> {
	const {dictionary, counts} = part;
	const places = new Uint32Array(counts.length);
	for (let id = 1; id < places.length; id++) {
		places[id] = id;
		if (scan.isOverAfterStep()) {
			await scan.rest();
		}
	}
	return {
		plain: new Map([[dictionary, places]]),
		counts: counts.subarray(1),
		distinct: await eachCount(scan, part, () => {}),
		estimated: false,
		async each(visit) {
			await eachCount(scan, part, (_, id) => visit(id - 1, dictionary, id));
		},
	};
}

async function placeSeveral(scan: Scan, plain: readonly PlainCounts[]): Promise<PlacedTexts> {
	const places = plain.map(({counts}) => new Uint32Array(counts.length));
	const {merged, distinct, estimated} = await mergeCounts(scan, plain, {places});
	const counts = new Uint32Array(merged.size);
	await merged.each(scan, (_dictionary, _id, count, place) => {
		counts[place] = count;
	});
	return {
		plain: new Map(plain.map(({dictionary}, part) => [dictionary, places[part] ?? new Uint32Array()])),
		counts,
		distinct,
		estimated,
		async each(visit) {
			await merged.each(scan, (dictionary, id, _count, place) => visit(place, dictionary, id));
		},
	};
}
