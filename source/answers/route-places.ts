import type {Escapes} from '../entries/values/decode-text.js';
import {type Dictionary, noText} from '../index/dictionary.js';
import {UrlRoutes} from '../query/evaluation/url-routes.js';
import type {Expected} from '../routes/route.js';

/** Stands for the place of a URL's shape while that isn't known. */
export const unknownPlace = 2 ** 32 - 1;

/** Stands for the place of what is of none of the shapes. */
export const otherPlace = 2 ** 32 - 2;

/** Which of some shapes the URLs of a dictionary are of, in logs that escape in one way. */
export class RoutePlaces {
	/**
	 * By the number of a URL: twice the place of its shape, and one more when its parameters are odd; `otherPlace`, or
	 * `unknownPlace` where `find` has to be asked. Has room for all URLs that there were at the last `widen`.
	 */
	known = new Uint32Array([otherPlace]);
	readonly #routes: UrlRoutes;
	readonly #escapes: Escapes;
	/** Places by the number of a shape. */
	readonly #ofShape: ReadonlyMap<number, number>;
	readonly #urls: Dictionary;

	constructor(urls: Dictionary, escapes: Escapes, shapes: readonly string[]) {
		this.#urls = urls;
		this.#escapes = escapes;
		this.#routes = UrlRoutes.of(urls);
		const numbers = shapes.map(shape => this.#routes.shapes.idOf(Buffer.from(shape)));
		this.#ofShape = new Map(
			numbers.map((number, place) => [number, place] as const).filter(([number]) => number !== noText),
		);
	}

	/** The places of the shapes that there are here, and what is expected of each. */
	get expectations(): ReadonlyArray<readonly [place: number, expected: Expected | null]> {
		return Array.from(this.#ofShape, ([number, place]) => [place, this.#routes.expected(number)] as const);
	}

	/** Makes room for all URLs that there are now. */
	widen(): void {
		const {size} = this.#urls;
		if (size >= this.known.length) {
			const wider = new Uint32Array(Math.max(size + 1, this.known.length * 1.5)).fill(unknownPlace);
			wider.set(this.known);
			this.known = wider;
		}
	}

	/** What `known` will have for a URL. */
	find(url: number): number {
		const place = this.#ofShape.get(this.#routes.of(this.#escapes, url));
		const isOdd = this.#routes.oddParameter(this.#escapes, url) !== null;
		const found = place === undefined ? otherPlace : 2 * place + (isOdd ? 1 : 0);
		this.known[url] = found;
		return found;
	}

	/** What is odd about the parameters of a URL. */
	oddParameter(url: number): string {
		return this.#routes.oddParameter(this.#escapes, url) ?? '';
	}
}
