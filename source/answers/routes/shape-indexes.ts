import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {knownOfUrl, UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {Expected} from '../../routes/route.js';
import {type EntryScan, tinyStepsAtOnce} from '../scan.js';
import type {TextIndexes} from '../values/row-indexes.js';
import type {DictionaryCounts} from '../values/text-counts.js';

/** An odd parameter of the URLs of a shape. */
export type OddParameter = {
	/** Index of the shape. */
	readonly shape: number;
	/** Describes the parameter. */
	readonly text: string;
};

/** Some shapes, and the URLs of each. */
export type ShapeIndexes = {
	/** 1 + the index of the shape of each URL. */
	readonly shapes: TextIndexes;
	/** 1 + the index of the odd parameter of each URL that has one. */
	readonly odd: TextIndexes;
	readonly oddParameters: readonly OddParameter[];
	/** What requests for each shape are expected to look like; null for shapes that derive from URLs. */
	readonly expected: ReadonlyArray<Expected | null>;
};

/** Returns the indexes of URLs whose shapes are known, see `routeCounts`. */
export async function shapeIndexes(
	scan: EntryScan,
	urls: readonly DictionaryCounts[],
	shapes: readonly string[],
): Promise<ShapeIndexes> {
	const found = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	const odd = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	const parameters = new Map<string, OddParameter & {readonly index: number}>();
	const expected: Array<Expected | null> = shapes.map(() => null);
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary, scan.routes);
		const ofShape = new Uint32Array(routes.shapes.size + 1);
		for (const [index, shape] of shapes.entries()) {
			const number = routes.shapes.idOf(Buffer.from(shape));
			if (number !== noText) {
				ofShape[number] = index + 1;
				expected[index] ??= routes.expected(number);
			}
		}
		const ofDictionary = new Map<Escapes, Uint32Array>();
		const oddOfDictionary = new Map<Escapes, Uint32Array>();
		found.set(dictionary, ofDictionary);
		odd.set(dictionary, oddOfDictionary);
		for (const [escapes, {length}] of byEscapes) {
			const indexes = new Uint32Array(length);
			const oddIndexes = new Uint32Array(length);
			ofDictionary.set(escapes, indexes);
			oddOfDictionary.set(escapes, oddIndexes);
			for (let first = 1; first < length; first += tinyStepsAtOnce) {
				if (scan.isOver) {
					await scan.rest();
				}
				const end = Math.min(length, first + tinyStepsAtOnce);
				for (const url of indexSome(routes.known(escapes), ofShape, indexes, first, end)) {
					const shape = (indexes[url] ?? 0) - 1;
					const text = routes.oddParameter(escapes, url) ?? '';
					const key = `${shape} ${text}`;
					const parameter = parameters.get(key) ?? {shape, text, index: parameters.size};
					parameters.set(key, parameter);
					oddIndexes[url] = parameter.index + 1;
				}
			}
		}
	}
	return {shapes: found, odd, oddParameters: [...parameters.values()], expected};
}

/** Sets the indexes of some URLs, and returns those with an odd parameter: a loop of its own, see `derived-values.ts`. */
function indexSome(
	known: Uint32Array,
	ofShape: Uint32Array,
	indexes: Uint32Array,
	first: number,
	end: number,
): readonly number[] {
	const odd: number[] = [];
	for (let url = first; url < end; url++) {
		const facts = known[url] ?? 0;
		const index = ofShape[facts & knownOfUrl.shape] ?? 0;
		indexes[url] = index;
		if (index > 0 && (facts & knownOfUrl.odd) !== 0) {
			odd.push(url);
		}
	}
	return odd;
}
