import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {Dictionary} from '../../index/dictionary.js';
import {oddParameter} from '../../routes/oddity.js';
import {type Expected, longestRoute, type Route} from '../../routes/route.js';
import {routeOf} from '../../routes/route-of.js';

const buffer = Buffer.alloc(3 * longestRoute);
const spans = {starts: new Int32Array(1), ends: new Int32Array(1)};
const ids = new Uint32Array(1);

const known = new WeakMap<Dictionary, UrlRoutes>();

/**
 * The shapes of a dictionary's URLs. Each is found once, when it is asked for, and kept as long as the dictionary is:
 * four bytes a URL, and the texts of the shapes.
 */
export class UrlRoutes {
	/** The shapes: what `of` gives are the numbers of these. */
	readonly shapes = new Dictionary();
	readonly #urls: Dictionary;
	/** The number of each URL's shape, 0 while it isn't known. */
	readonly #numbers = new Map<Escapes, Uint32Array>();
	readonly #oddParameters = new Map<Escapes, Map<number, string>>();
	readonly #expected = new Map<number, Expected>();
	/** Shapes that aren't made of the URL are the same objects. */
	readonly #ofRoute = new Map<Route, number>();

	private constructor(urls: Dictionary) {
		this.#urls = urls;
	}

	/** Those of a dictionary. */
	static of(urls: Dictionary): UrlRoutes {
		const routes = known.get(urls) ?? new UrlRoutes(urls);
		known.set(urls, routes);
		return routes;
	}

	/** The number of the shape of the URL with that number, in logs that escape so. */
	of(escapes: Escapes, url: number): number {
		const numbers = this.#numbersOf(escapes);
		const number = numbers[url] ?? 0;
		return number === 0 ? this.#find(numbers, escapes, url) : number;
	}

	/** What is expected of the requests for a shape; null for one that was made of the URL. */
	expected(shape: number): Expected | null {
		return this.#expected.get(shape) ?? null;
	}

	/** What is odd about the parameters of a URL whose shape has been asked for; null when nothing is. */
	oddParameter(escapes: Escapes, url: number): string | null {
		return this.#oddParameters.get(escapes)?.get(url) ?? null;
	}

	#numbersOf(escapes: Escapes): Uint32Array {
		const numbers = this.#numbers.get(escapes);
		const {size} = this.#urls;
		if (numbers !== undefined && numbers.length > size) {
			return numbers;
		}
		const wider = new Uint32Array(Math.max(size + 1, (numbers?.length ?? 0) * 1.5));
		if (numbers !== undefined) {
			wider.set(numbers);
		}
		this.#numbers.set(escapes, wider);
		return wider;
	}

	#find(numbers: Uint32Array, escapes: Escapes, id: number): number {
		const url = decodeText(this.#urls.bytes(id), escapes);
		const route = routeOf(url);
		const number = route.expects === null ? this.#intern(route.route) : this.#numberOf(route);
		numbers[id] = number;
		const odd = route.expects && oddParameter(route.expects, url);
		if (odd !== null) {
			const known = this.#oddParameters.get(escapes) ?? new Map<number, string>();
			this.#oddParameters.set(escapes, known.set(id, odd));
		}
		return number;
	}

	#numberOf(route: Route): number {
		const known = this.#ofRoute.get(route);
		if (known !== undefined) {
			return known;
		}
		const number = this.#intern(route.route);
		this.#ofRoute.set(route, number);
		if (route.expects !== null) {
			this.#expected.set(number, route.expects);
		}
		return number;
	}

	#intern(shape: string): number {
		spans.ends[0] = buffer.write(shape);
		this.shapes.internAll(buffer, spans, 0, 1, ids);
		return ids[0] ?? 0;
	}
}
