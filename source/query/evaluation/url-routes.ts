import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {Dictionary, noText} from '../../index/dictionary.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import {noInteger, oddParameter} from '../../routes/oddity.js';
import {type Expected, maxRouteLength} from '../../routes/route.js';
import type {RouteSet} from '../../routes/route-set.js';
import type {FoldedUrls} from '../../wasm/shape-table.js';
import {introducers} from './introducers.js';

/** Number of URLs examined together: the maximum that the kernel examines at once. */
const block = 256;

const buffer = Buffer.alloc(3 * maxRouteLength);
const spans = {starts: new Int32Array(1), ends: new Int32Array(1)};
const ids = new Uint32Array(block);

const known = new WeakMap<Dictionary, UrlRoutes>();

/** Cached facts about a URL, in 32 bits: the number of its shape, whether a parameter is odd, whether the URL is missing. */
export const knownOfUrl = {shape: 2 ** 30 - 1, odd: 2 ** 30, isNone: 2 ** 31} as const;

/** Cached facts about the URLs of a dictionary, for logs with one kind of escapes. */
type Known = {
	/** By URL, see `knownOfUrl`; 0 while unknown. */
	numbers: Uint32Array;
	/** Number of URLs of each block that the kernel has examined. */
	examined: Uint16Array;
	readonly odd: Map<number, string>;
};

/**
 * The shapes of a dictionary's URLs. Computes each when it is first needed and keeps it as long as the dictionary: 4 bytes per
 * URL, and the shapes as strings. The kernel finds most shapes: 578,000 URLs take 70 ms.
 */
export class UrlRoutes {
	/** The shapes. `of` returns their numbers. */
	readonly shapes = new Dictionary();
	readonly #urls: Dictionary;
	readonly #routes: RouteSet;
	readonly #known = new Map<Escapes, Known>();
	readonly #expected = new Map<number, Expected>();
	/** Numbers of the shapes in `#routes`, by their index; 0 for shapes that haven't occurred. */
	readonly #ofRoute: Uint32Array;

	private constructor(urls: Dictionary, routes: RouteSet) {
		this.#urls = urls;
		this.#routes = routes;
		this.#ofRoute = new Uint32Array(routes.routes.length);
	}

	/** Returns the shapes of a dictionary whose store has these routes. */
	static of(urls: Dictionary, routes: KnownRoutes): UrlRoutes {
		const found = known.get(urls) ?? new UrlRoutes(urls, routes.set);
		known.set(urls, found);
		return found;
	}

	/** Returns the number of a URL's shape, for logs with these escapes. */
	of(escapes: Escapes, url: number): number {
		return this.know(escapes, url) & knownOfUrl.shape;
	}

	/** Returns the facts about a URL, see `knownOfUrl`. Computes them if necessary. */
	know(escapes: Escapes, url: number): number {
		const known = this.#knownWith(escapes);
		return known.numbers[url] || this.#find(known, escapes, url);
	}

	/** Returns the expected requests for a shape; null if it expects none, or was derived from a URL. */
	expected(shape: number): Expected | null {
		return this.#expected.get(shape) ?? null;
	}

	/** Returns the odd parameter of a URL whose shape has been computed; null if all are valid. */
	oddParameter(escapes: Escapes, url: number): string | null {
		return this.#known.get(escapes)?.odd.get(url) ?? null;
	}

	/**
	 * Returns the facts about all URLs, by number: 0 for URLs that haven't been examined. The array is valid until URLs are added.
	 */
	known(escapes: Escapes): Uint32Array {
		return this.#knownWith(escapes).numbers;
	}

	/** Returns the facts, with capacity for all current URLs. */
	#knownWith(escapes: Escapes): Known {
		const {size} = this.#urls;
		const known = this.#known.get(escapes);
		if (known !== undefined && known.numbers.length > size) {
			return known;
		}
		const capacity = Math.max(size + 1, Math.floor((known?.numbers.length ?? 0) * 1.5));
		const wider: Known = {
			numbers: new Uint32Array(capacity),
			examined: new Uint16Array(Math.ceil(capacity / block)),
			odd: known?.odd ?? new Map<number, string>(),
		};
		if (known !== undefined) {
			wider.numbers.set(known.numbers);
			wider.examined.set(known.examined);
		}
		// The missing URL has no shape. Its facts aren't 0, so that it isn't examined.
		wider.numbers[noText] = knownOfUrl.isNone;
		this.#known.set(escapes, wider);
		return wider;
	}

	#find(known: Known, escapes: Escapes, url: number): number {
		const {numbers, examined} = known;
		if ((examined[Math.floor(url / block)] ?? 0) <= url % block) {
			this.#examine(known, escapes, Math.floor(url / block));
		}
		return numbers[url] || this.#findAlone(known, escapes, url);
	}

	/** Computes the shapes of a block of URLs in the kernel. */
	#examine({numbers, examined, odd}: Known, escapes: Escapes, blockIndex: number): void {
		const {kernel, table, size} = this.#urls;
		const {routes, table: shapes} = this.#routes;
		const sink = {
			shaped: (url: number, shape: number, parameter: number): void => {
				const number = this.#ofRoute[shape] || this.#numberOf(shape);
				numbers[url] = number;
				if (parameter >= 0) {
					numbers[url] = number + knownOfUrl.odd;
					odd.set(url, noInteger(routes[shape]?.expects?.integerParameters[parameter] ?? ''));
				}
			},
			folded: ({urls, count, bytes, ...spans}: FoldedUrls): void => {
				this.shapes.internAll(bytes, spans, 0, count, ids);
				for (let index = 0; index < count; index++) {
					numbers[urls[index] ?? 0] = ids[index] ?? 0;
				}
			},
		};
		const end = Math.min(size + 1, (blockIndex + 1) * block);
		const introducer = introducers[escapes];
		for (
			let first: number | undefined = Math.max(1, blockIndex * block);
			first !== undefined && first < end;
		) {
			first = shapes.route({kernel, table, first, end, introducer}, sink);
		}
		examined[blockIndex] = end - blockIndex * block;
	}

	/** Computes the shape of a URL that the kernel couldn't determine. */
	#findAlone({numbers, odd}: Known, escapes: Escapes, id: number): number {
		const url = decodeText(this.#urls.bytes(id), escapes);
		const route = this.#routes.routeOf(url);
		const parameter = route.expects && oddParameter(route.expects, url);
		const index = this.#routes.routes.indexOf(route);
		let found = index === -1 ? this.#intern(route.route) : this.#numberOf(index);
		if (parameter !== null) {
			odd.set(id, parameter);
			found += knownOfUrl.odd;
		}
		numbers[id] = found;
		return found;
	}

	/** Returns the number of a shape in `#routes`. */
	#numberOf(index: number): number {
		const {route = '', expects = null} = this.#routes.routes[index] ?? {};
		const number = this.#intern(route);
		this.#ofRoute[index] = number;
		if (expects !== null) {
			this.#expected.set(number, expects);
		}
		return number;
	}

	#intern(shape: string): number {
		spans.ends[0] = buffer.write(shape);
		this.shapes.internAll(buffer, spans, 0, 1, ids);
		return ids[0] ?? 0;
	}
}
