import type {Escapes} from '../../entries/values/decode-text.js';
import type {TextField} from '../../fields/fields.js';
import type {Dictionary} from '../../index/dictionary.js';
import {type Derivation, DerivedTexts} from '../../query/evaluation/derived-texts.js';
import {type EntryScan, tinyStepsAtOnce} from '../scan.js';
import type {PlainCounts} from './merged-texts.js';
import {type FindRowIndexes, type TextIndexes, textRows} from './row-indexes.js';
import type {DictionaryCounts} from './text-counts.js';
import type {ValueIndexes} from './value-indexes.js';

/** Derives strings from the strings of a field. */
export type LayersOf = {
	readonly of: TextField;
	/** Returns the dictionary of the derived strings. */
	textsOf(base: Dictionary): Dictionary;
	/** Returns the numbers of the derived strings: see `DerivedTexts.layers`. `counts` marks the required strings. */
	layersOf(base: Dictionary, escapes: Escapes, counts: Uint32Array): Promise<readonly Uint32Array[]>;
};

/** Examines the strings that a derivation needs. */
export function layersOf(scan: EntryScan, derivation: Derivation): LayersOf {
	return {
		of: derivation.of,
		textsOf: base => DerivedTexts.of(base, derivation).texts,
		async layersOf(base, escapes) {
			const derived = DerivedTexts.of(base, derivation);
			while (!derived.examine(escapes, () => scan.isOver)) {
				await scan.rest();
			}
			return derived.layers(escapes);
		},
	};
}

/** Number of entries with each derived string. An entry counts once for each of its strings. */
type DerivedCounts = {
	readonly plain: readonly PlainCounts[];
	/** Number of entries with a string from which nothing derives. */
	readonly none: number;
	/** Returns the indexes of the values of each string: for the first derived string, for the second, …; `none` if nothing derives. */
	indexes(indexes: ValueIndexes, none?: number): Promise<readonly TextIndexes[]>;
};

/** Converts counts of strings to counts of the strings that derive from them. */
export async function derivedCounts(
	scan: EntryScan,
	base: readonly DictionaryCounts[],
	{textsOf, layersOf}: LayersOf,
): Promise<DerivedCounts> {
	const known = new Map<Dictionary, Map<Escapes, readonly Uint32Array[]>>();
	const plain: PlainCounts[] = [];
	let none = 0;
	for (const {dictionary, byEscapes} of base) {
		if (dictionary.isReleased) {
			continue;
		}
		const ofEscapes = new Map<Escapes, readonly Uint32Array[]>();
		for (const [escapes, counts] of byEscapes) {
			ofEscapes.set(escapes, await layersOf(dictionary, escapes, counts));
		}
		const texts = textsOf(dictionary);
		const sums = new Uint32Array(texts.size + 1);
		for (const [escapes, counts] of byEscapes) {
			for (const [index, layer] of (ofEscapes.get(escapes) ?? []).entries()) {
				await addCounts(scan, counts, layer, sums);
				none += index === 0 ? (sums[0] ?? 0) : 0;
				sums[0] = 0;
			}
		}
		known.set(dictionary, ofEscapes);
		plain.push({dictionary: texts, counts: sums});
	}
	return {
		plain,
		none,
		async indexes(indexes, noneIndex = 0) {
			const found: Map<Dictionary, Map<Escapes, Uint32Array>>[] = [];
			for (const [dictionary, byEscapes] of known) {
				const numbers = indexes.plain.get(textsOf(dictionary));
				for (const [escapes, layers] of byEscapes) {
					for (const [index, layer] of layers.entries()) {
						found[index] ??= new Map<Dictionary, Map<Escapes, Uint32Array>>();
						const ofDictionary = found[index].get(dictionary) ?? new Map<Escapes, Uint32Array>();
						found[index].set(dictionary, ofDictionary);
						const values = new Uint32Array(layer.length);
						const ofNone = index === 0 ? noneIndex : 0;
						ofDictionary.set(escapes, values);
						for (let first = 1; first < layer.length; first += tinyStepsAtOnce) {
							if (scan.isOver) {
								await scan.rest();
							}
							const end = Math.min(layer.length, first + tinyStepsAtOnce);
							mapNumbers(layer, numbers ?? noNumbers, ofNone, values, first, end);
						}
					}
				}
			}
			return found;
		},
	};
}

/** Finds the values of rows that derive from one of their text fields. */
export function derivedRows(scan: EntryScan, field: TextField, derived: DerivedCounts): FindRowIndexes {
	return async indexes => {
		const missing = indexes.others.get(null) ?? 0;
		const layers = await derived.indexes(indexes, missing);
		return layers.map((layer, index) => textRows(scan, field, layer, index === 0 ? missing : 0));
	};
}

/** Adds the count of each string to the sum of its value. */
async function addCounts(
	scan: EntryScan,
	counts: Uint32Array,
	values: Uint32Array,
	sums: Uint32Array,
): Promise<void> {
	const length = Math.min(counts.length, values.length);
	for (let first = 1; first < length; first += tinyStepsAtOnce) {
		if (scan.isOver) {
			await scan.rest();
		}
		addSome(counts, values, sums, first, Math.min(length, first + tinyStepsAtOnce));
	}
}

// Separate functions, because V8 compiles their loops sooner than the loops of async functions.

function addSome(
	counts: Uint32Array,
	values: Uint32Array,
	sums: Uint32Array,
	first: number,
	end: number,
): void {
	for (let id = first; id < end; id++) {
		const at = values[id] ?? 0;
		sums[at] = (sums[at] ?? 0) + (counts[id] ?? 0);
	}
}

const noNumbers = new Uint32Array();

/** Writes the number of the derived string of each string, by id; `ofNone` if nothing derives. */
function mapNumbers(
	layer: Uint32Array,
	numbers: Uint32Array,
	ofNone: number,
	target: Uint32Array,
	first: number,
	end: number,
): void {
	for (let id = first; id < end; id++) {
		const derived = layer[id] ?? 0;
		target[id] = derived === 0 ? ofNone : (numbers[derived] ?? 0);
	}
}
