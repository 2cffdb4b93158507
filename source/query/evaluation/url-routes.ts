import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {Dictionary, noText} from '../../index/dictionary.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import {noInteger, oddParameter} from '../../routes/oddity.js';
import {type Expected, longestRoute} from '../../routes/route.js';
import type {RouteSet} from '../../routes/route-set.js';
import type {FoldedUrls} from '../../wasm/shape-table.js';
import {introducers} from './introducers.js';

/** So many URLs are looked at together: as many as the kernel looks at in one go. */
const block = 256;

const buffer = Buffer.alloc(3 * longestRoute);
const spans = {starts: new Int32Array(1), ends: new Int32Array(1)};
const ids = new Uint32Array(block);

const known = new WeakMap<Dictionary, UrlRoutes>();

/** What is known of a URL, in 32 bits: the number of its shape, whether its parameters are odd, whether it is none. */
export const knownOfUrl = {shape: 2 ** 30 - 1, odd: 2 ** 30, isNone: 2 ** 31} as const;

/** What is known of the URLs of a dictionary in logs that escape in one way. */
type Known = {
	/** By URL, see `knownOfUrl`; 0 while nothing is. */
	numbers: Uint32Array;
	/** How many of each block the kernel has looked at. */
	looked: Uint16Array;
	readonly odd: Map<number, string>;
};

/**
 * The shapes of a dictionary's URLs. Each is found once, when it is asked for, and kept as long as the dictionary is:
 * four bytes a URL, and the texts of the shapes. The kernel finds most of them; of 578,000 URLs in 70 ms.
 */
export class UrlRoutes {
	/** The shapes: what `of` gives are the numbers of these. */
	readonly shapes = new Dictionary();
	readonly #urls: Dictionary;
	readonly #routes: RouteSet;
	readonly #known = new Map<Escapes, Known>();
	readonly #expected = new Map<number, Expected>();
	/** The numbers of those shapes that are built in, by their places; and 0 for those that haven't come. */
	readonly #ofPlace: Uint32Array;

	private constructor(urls: Dictionary, routes: RouteSet) {
		this.#urls = urls;
		this.#routes = routes;
		this.#ofPlace = new Uint32Array(routes.routes.length);
	}

	/** Those of a dictionary, whose store knows these routes. */
	static of(urls: Dictionary, routes: KnownRoutes): UrlRoutes {
		const found = known.get(urls) ?? new UrlRoutes(urls, routes.set);
		known.set(urls, found);
		return found;
	}

	/** The number of the shape of the URL with that number, in logs that escape so. */
	of(escapes: Escapes, url: number): number {
		return this.know(escapes, url) & knownOfUrl.shape;
	}

	/** What is known of a URL once it has been looked at: see `knownOfUrl`. */
	know(escapes: Escapes, url: number): number {
		const known = this.#knownWith(escapes);
		return known.numbers[url] || this.#find(known, escapes, url);
	}

	/** What is expected of the requests for a shape; null for one that was made of the URL. */
	expected(shape: number): Expected | null {
		return this.#expected.get(shape) ?? null;
	}

	/** What is odd about the parameters of a URL whose shape has been asked for; null when nothing is. */
	oddParameter(escapes: Escapes, url: number): string | null {
		return this.#known.get(escapes)?.odd.get(url) ?? null;
	}

	/** What is known of each URL, by its number: 0 for one that hasn't been looked at. Good until more URLs come. */
	known(escapes: Escapes): Uint32Array {
		return this.#knownWith(escapes).numbers;
	}

	/** What is known, with room for all URLs that there are. */
	#knownWith(escapes: Escapes): Known {
		const {size} = this.#urls;
		const known = this.#known.get(escapes);
		if (known !== undefined && known.numbers.length > size) {
			return known;
		}
		const room = Math.max(size + 1, Math.floor((known?.numbers.length ?? 0) * 1.5));
		const wider: Known = {
			numbers: new Uint32Array(room),
			looked: new Uint16Array(Math.ceil(room / block)),
			odd: known?.odd ?? new Map<number, string>(),
		};
		if (known !== undefined) {
			wider.numbers.set(known.numbers);
			wider.looked.set(known.looked);
		}
		// Something, so that it isn't looked at, of no shape.
		wider.numbers[noText] = knownOfUrl.isNone;
		this.#known.set(escapes, wider);
		return wider;
	}

	#find(known: Known, escapes: Escapes, url: number): number {
		const {numbers, looked} = known;
		if ((looked[Math.floor(url / block)] ?? 0) <= url % block) {
			this.#look(known, escapes, Math.floor(url / block));
		}
		return numbers[url] || this.#findAlone(known, escapes, url);
	}

	/** Asks the kernel for the shapes of a block of URLs. */
	#look({numbers, looked, odd}: Known, escapes: Escapes, place: number): void {
		const {kernel, table, size} = this.#urls;
		const {routes, table: shapes} = this.#routes;
		const sink = {
			shaped: (url: number, shape: number, parameter: number): void => {
				const number = this.#ofPlace[shape] || this.#numberOf(shape);
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
		const end = Math.min(size + 1, (place + 1) * block);
		const introducer = introducers[escapes];
		for (let first: number | undefined = Math.max(1, place * block); first !== undefined && first < end; ) {
			first = shapes.route({kernel, table, first, end, introducer}, sink);
		}
		looked[place] = end - place * block;
	}

	/** Finds the shape of a URL of which the kernel can't tell it. */
	#findAlone({numbers, odd}: Known, escapes: Escapes, id: number): number {
		const url = decodeText(this.#urls.bytes(id), escapes);
		const route = this.#routes.routeOf(url);
		const parameter = route.expects && oddParameter(route.expects, url);
		const place = this.#routes.routes.indexOf(route);
		let found = place === -1 ? this.#intern(route.route) : this.#numberOf(place);
		if (parameter !== null) {
			odd.set(id, parameter);
			found += knownOfUrl.odd;
		}
		numbers[id] = found;
		return found;
	}

	/** The number of a shape that is built in. */
	#numberOf(place: number): number {
		const {route = '', expects = null} = this.#routes.routes[place] ?? {};
		const number = this.#intern(route);
		this.#ofPlace[place] = number;
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
