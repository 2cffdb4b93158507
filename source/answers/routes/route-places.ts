import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {Expected} from '../../routes/route.js';

/** Which of some shapes the URLs of a dictionary are of, in logs that escape in one way. */
export class RoutePlaces {
	/** 1 more than the place of a shape, by its number; 0, and nothing, for one that is none of them. */
	readonly ofShape: Uint32Array;
	readonly #routes: UrlRoutes;
	readonly #escapes: Escapes;

	constructor(urls: Dictionary, escapes: Escapes, shapes: readonly string[]) {
		this.#escapes = escapes;
		this.#routes = UrlRoutes.of(urls);
		this.ofShape = new Uint32Array(this.#routes.shapes.size + 1);
		for (const [place, shape] of shapes.entries()) {
			const number = this.#routes.shapes.idOf(Buffer.from(shape));
			if (number !== noText) {
				this.ofShape[number] = place + 1;
			}
		}
	}

	/** What is known of each URL, see `UrlRoutes.known`: where that is nothing, `know` has to be asked. */
	get known(): Uint32Array {
		return this.#routes.known(this.#escapes);
	}

	/** What will be known of a URL then. */
	know(url: number): number {
		return this.#routes.know(this.#escapes, url);
	}

	/** The places of the shapes that there are here, and what is expected of each. */
	expectations(): ReadonlyArray<readonly [place: number, expected: Expected | null]> {
		return Array.from(this.ofShape.entries())
			.filter(([, place]) => place > 0)
			.map(([number, place]) => [place - 1, this.#routes.expected(number)]);
	}

	/** What is odd about the parameters of a URL. */
	oddParameter(url: number): string {
		return this.#routes.oddParameter(this.#escapes, url) ?? '';
	}
}
