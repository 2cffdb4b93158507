import type {Dictionary} from '../../index/dictionary.js';
import type {Scan} from '../scan.js';
import {eachCount} from './each-count.js';
import {mergeCounts} from './merge-counts.js';
import type {PlainCounts} from './merged-texts.js';
import type {ValueCounts} from './value-counts.js';
import type {ValuePlaces} from './value-places.js';

/** Values, each at a place of its own. */
export type PlacedValues = {
	readonly places: ValuePlaces;
	/** By place, how many entries have the value. */
	readonly counts: Uint32Array;
	/** How many values there are, also of those without a place. */
	readonly distinct: number;
	/** True when there were too many to give each of them a place. */
	readonly estimated: boolean;
	/** Calls `visit` with each place, the value or the dictionary with its text, and the number of that. */
	each(visit: (place: number, value: Dictionary | string | null, id: number) => void): Promise<void>;
};

/** Places of the texts of some dictionaries. */
type PlacedTexts = Omit<PlacedValues, 'places' | 'each'> & {
	readonly plain: ReadonlyMap<Dictionary, Uint32Array>;
	each(visit: (place: number, dictionary: Dictionary, id: number) => void): Promise<void>;
};

/** Gives each value a place. */
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

/** The place of a text is its number, less one. */
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
