import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {UrlRoutes} from './url-routes.js';

/** Stands for "none of them"; 0 for "not known yet". */
const none = 1;
const first = 2;

/** Which of some shapes the URLs of a dictionary are of, in logs that escape in one way. */
export class RoutePlaces {
	readonly #routes: UrlRoutes;
	readonly #escapes: Escapes;
	/** By the number of a shape; 0 where it is none of them. */
	readonly #ofShape: Uint32Array;
	/** By the number of a URL: what stands for its place, twice, and one more when its parameters are odd. */
	#ofUrl = new Uint32Array([2 * none]);
	readonly #urls: Dictionary;

	constructor(urls: Dictionary, escapes: Escapes, shapes: readonly string[]) {
		this.#urls = urls;
		this.#escapes = escapes;
		this.#routes = UrlRoutes.of(urls);
		this.#ofShape = new Uint32Array(this.#routes.shapes.size + 1);
		for (const [place, shape] of shapes.entries()) {
			const number = this.#routes.shapes.idOf(Buffer.from(shape));
			if (number !== noText) {
				this.#ofShape[number] = place + first;
			}
		}
	}

	/** Calls `visit` with the place of each shape that there is here, and what is expected of it. */
	eachShape(visit: (place: number, expected: ReturnType<UrlRoutes['expected']>) => void): void {
		for (const [number, place] of this.#ofShape.entries()) {
			if (place >= first) {
				visit(place - first, this.#routes.expected(number));
			}
		}
	}

	/** Makes room for all URLs that there are now. To be called before `of`. */
	widen(): void {
		const {size} = this.#urls;
		if (size >= this.#ofUrl.length) {
			const wider = new Uint32Array(Math.max(size + 1, this.#ofUrl.length * 1.5));
			wider.set(this.#ofUrl);
			this.#ofUrl = wider;
		}
	}

	/** Twice the place of a URL's shape, and one more when its parameters are odd; below 0 for another shape, or no URL. */
	of(url: number): number {
		const known = this.#ofUrl[url] ?? 0;
		return (known === 0 ? this.#find(url) : known) - 2 * first;
	}

	/** What is odd about the parameters of a URL. */
	oddParameter(url: number): string {
		return this.#routes.oddParameter(this.#escapes, url) ?? '';
	}

	#find(url: number): number {
		const shape = this.#routes.of(this.#escapes, url);
		const place = this.#ofShape[shape] ?? 0;
		const isOdd = this.#routes.oddParameter(this.#escapes, url) !== null;
		const found = place < first ? 2 * none : 2 * place + (isOdd ? 1 : 0);
		this.#ofUrl[url] = found;
		return found;
	}
}
