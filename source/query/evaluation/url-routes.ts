import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {Dictionary, noText} from '../../index/dictionary.js';
import {oddParameter} from '../../routes/oddity.js';
import {type Expected, longestRoute, type Route} from '../../routes/route.js';
import {routeOf} from '../../routes/route-of.js';
import {UrlPaths} from './url-paths.js';

const buffer = Buffer.alloc(3 * longestRoute);
const spans = {starts: new Int32Array(1), ends: new Int32Array(1)};
const ids = new Uint32Array(1);

const known = new WeakMap<Dictionary, UrlRoutes>();

/** What is known of a URL, in 32 bits: the number of its shape, whether its parameters may be odd, whether they are. */
export const knownOfUrl = {shape: 2 ** 30 - 1, odd: 2 ** 30, parametered: 2 ** 31} as const;

/**
 * The shapes of a dictionary's URLs. Each is found once, when it is asked for, and kept as long as the dictionary is:
 * four bytes a URL, 16 to 32 a path that stands before a `?`, and the texts of the shapes. What stands behind the `?` makes
 * no difference to the shape, and most URLs differ in nothing else: 578,000 URLs have 40,000 paths.
 */
export class UrlRoutes {
	/** The shapes: what `of` gives are the numbers of these. */
	readonly shapes = new Dictionary();
	readonly #urls: Dictionary;
	readonly #paths: UrlPaths;
	/** By URL what is known of it, see `knownOfUrl`; 0 while nothing is. */
	readonly #known = new Map<Escapes, Uint32Array>();
	readonly #oddParameters = new Map<Escapes, Map<number, string>>();
	readonly #expected = new Map<number, Expected>();
	/** Shapes that aren't made of the URL are the same objects. */
	readonly #ofRoute = new Map<Route, number>();

	private constructor(urls: Dictionary) {
		this.#urls = urls;
		this.#paths = new UrlPaths(urls);
	}

	/** Those of a dictionary. */
	static of(urls: Dictionary): UrlRoutes {
		const routes = known.get(urls) ?? new UrlRoutes(urls);
		known.set(urls, routes);
		return routes;
	}

	/** The number of the shape of the URL with that number, in logs that escape so. */
	of(escapes: Escapes, url: number): number {
		return this.know(escapes, url) & knownOfUrl.shape;
	}

	/** What is known of a URL once it has been looked at: see `knownOfUrl`. */
	know(escapes: Escapes, url: number): number {
		const known = this.known(escapes);
		return known[url] || this.#find(known, escapes, url);
	}

	/** What is expected of the requests for a shape; null for one that was made of the URL. */
	expected(shape: number): Expected | null {
		return this.#expected.get(shape) ?? null;
	}

	/** What is odd about the parameters of a URL whose shape has been asked for; null when nothing is. */
	oddParameter(escapes: Escapes, url: number): string | null {
		return this.#oddParameters.get(escapes)?.get(url) ?? null;
	}

	/** What is known of each URL, by its number: 0 for one that hasn't been looked at. Good until more URLs come. */
	known(escapes: Escapes): Uint32Array {
		const numbers = this.#known.get(escapes);
		const {size} = this.#urls;
		if (numbers !== undefined && numbers.length > size) {
			return numbers;
		}
		const wider = new Uint32Array(Math.max(size + 1, (numbers?.length ?? 0) * 1.5));
		if (numbers !== undefined) {
			wider.set(numbers);
		}
		// Something, so that it isn't looked at, of no shape.
		wider[noText] = knownOfUrl.parametered;
		this.#known.set(escapes, wider);
		return wider;
	}

	#find(known: Uint32Array, escapes: Escapes, id: number): number {
		const ofPath = (known[this.#paths.firstOf(id)] ?? 0) & ~knownOfUrl.odd;
		// Only a shape that is known and has no parameters is greater than 0 as a number with a sign.
		const url = ofPath > 0 ? '' : decodeText(this.#urls.bytes(id), escapes);
		let found = ofPath === 0 ? this.#numberFor(routeOf(url)) : ofPath >>> 0;
		const expected = found >= knownOfUrl.parametered ? this.expected(found & knownOfUrl.shape) : null;
		const odd = expected && oddParameter(expected, url);
		if (odd !== null) {
			const texts = this.#oddParameters.get(escapes) ?? new Map<number, string>();
			this.#oddParameters.set(escapes, texts.set(id, odd));
			found += knownOfUrl.odd;
		}
		known[id] = found;
		return found;
	}

	#numberFor(route: Route): number {
		if (route.expects === null) {
			return this.#intern(route.route);
		}
		return this.#numberOf(route) + (route.expects.integerParameters.length > 0 ? knownOfUrl.parametered : 0);
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
