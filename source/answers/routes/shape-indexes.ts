import {noText} from '../../index/dictionary.js';
import {UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {Expected} from '../../routes/route.js';
import type {EntryScan} from '../scan.js';
import {indexUrls, type TextIndexes} from '../values/row-indexes.js';
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
	/** The expected requests for each shape; null if it expects none, or derives from a URL. */
	readonly expected: ReadonlyArray<Expected | null>;
};

/** Returns the indexes of URLs whose shapes are known, see `routeCounts`. */
export async function shapeIndexes(
	scan: EntryScan,
	urls: readonly DictionaryCounts[],
	shapes: readonly string[],
): Promise<ShapeIndexes> {
	const names = shapes.map(shape => Buffer.from(shape));
	const expected: Array<Expected | null> = shapes.map(() => null);
	const indexesOf = (routes: UrlRoutes): Uint32Array => {
		const indexes = new Uint32Array(routes.shapes.size + 1);
		for (const [index, name] of names.entries()) {
			const number = routes.shapes.idOf(name);
			if (number !== noText) {
				indexes[number] = index + 1;
				expected[index] ??= routes.expected(number);
			}
		}
		return indexes;
	};
	const parameters = new Map<string, OddParameter & {readonly index: number}>();
	const odd = new Map(
		urls.map(({dictionary, byEscapes}) => [
			dictionary,
			new Map([...byEscapes].map(([escapes, {length}]) => [escapes, new Uint32Array(length)])),
		]),
	);
	const found = await indexUrls(scan, urls, indexesOf, (dictionary, escapes, url, index) => {
		const text = UrlRoutes.of(dictionary, scan.routes).oddParameter(escapes, url) ?? '';
		const key = `${index} ${text}`;
		const parameter = parameters.get(key) ?? {shape: index - 1, text, index: parameters.size};
		parameters.set(key, parameter);
		const own = odd.get(dictionary)?.get(escapes);
		if (own !== undefined) {
			own[url] = parameter.index + 1;
		}
	});
	return {shapes: found, odd, oddParameters: [...parameters.values()], expected};
}
