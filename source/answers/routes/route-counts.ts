import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {knownOfUrl, UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expected} from '../../routes/route.js';
import type {EntryScan} from '../scan.js';
import type {PlainCounts} from '../values/merged-texts.js';
import {type DictionaryCounts, withCapacity} from '../values/text-counts.js';

/** Maps the URLs of a dictionary to some shapes, for logs with the same escaping. */
export class ShapeIndexes {
	/** For each shape number, 1 + the index of the shape; 0 for other shapes. */
	readonly ofShape: Uint32Array;
	readonly #routes: UrlRoutes;
	readonly #escapes: Escapes;

	constructor(urls: Dictionary, escapes: Escapes, shapes: readonly string[], routes: KnownRoutes) {
		this.#escapes = escapes;
		this.#routes = UrlRoutes.of(urls, routes);
		this.ofShape = new Uint32Array(this.#routes.shapes.size + 1);
		for (const [index, shape] of shapes.entries()) {
			const number = this.#routes.shapes.idOf(Buffer.from(shape));
			if (number !== noText) {
				this.ofShape[number] = index + 1;
			}
		}
	}

	/** Known facts of each URL, see `UrlRoutes.known`; 0 means that `know` must be called. */
	get known(): Uint32Array {
		return this.#routes.known(this.#escapes);
	}

	/** Computes the facts of a URL. */
	know(url: number): number {
		return this.#routes.know(this.#escapes, url);
	}

	/** Returns the indexes of the shapes in this dictionary, with the expectations for each. */
	expectations(): ReadonlyArray<readonly [index: number, expected: Expected | null]> {
		return Array.from(this.ofShape.entries())
			.filter(([, index]) => index > 0)
			.map(([number, index]) => [index - 1, this.#routes.expected(number)]);
	}

	/** Describes the odd parameters of a URL. */
	oddParameter(url: number): string {
		return this.#routes.oddParameter(this.#escapes, url) ?? '';
	}
}

/** Number of URLs between checks of the clock. A long URL may take some time. */
const urlsAtOnce = 64;

/** Converts counts by URL to counts by shape. */
export async function routeCounts(
	scan: EntryScan,
	urls: readonly DictionaryCounts[],
): Promise<readonly PlainCounts[]> {
	const found: PlainCounts[] = [];
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary, scan.routes);
		let counts = withCapacity(undefined, routes.shapes.size);
		for (const [escapes, ofUrls] of byEscapes) {
			for (let first = 1; first < ofUrls.length && !dictionary.isReleased; first += urlsAtOnce) {
				const known = routes.known(escapes);
				const end = Math.min(ofUrls.length, first + urlsAtOnce);
				for (let url = first; url < end; url++) {
					const count = ofUrls[url] ?? 0;
					if (count > 0) {
						const shape = (known[url] || routes.know(escapes, url)) & knownOfUrl.shape;
						counts = withCapacity(counts, shape);
						counts[shape] = (counts[shape] ?? 0) + count;
					}
				}
				if (scan.isOver) {
					await scan.rest();
				}
			}
		}
		found.push({dictionary: routes.shapes, counts});
	}
	return found;
}
