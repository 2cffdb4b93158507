import {slash} from '../ascii.js';
import {ShapeTable} from '../wasm/shape-table.js';
import {foldPath} from './fold-path.js';
import {relativeUrl} from './relative-url.js';
import {longestRoute, type Route, RouteError} from './route.js';
import {RouteShape, type RouteTemplate} from './route-shape.js';

/** Shapes of URLs, tried in order. */
export class RouteSet {
	/** Those that are expected, in their order. */
	readonly routes: readonly Route[];
	/** The same for the kernel: it finds what `routeOf` does, where it finds anything. */
	readonly table: ShapeTable;
	/** By how many slashes they have. */
	readonly #shapes: ReadonlyArray<readonly RouteShape[]>;
	/** Where the parts of a path end, those of shapes. */
	readonly #ends: Int32Array;

	/** @throws RouteError */
	constructor(templates: readonly RouteTemplate[]) {
		const shapes = templates.map(template => new RouteShape(template));
		this.routes = shapes.map(({route}) => route);
		const texts = this.routes.map(({route}) => route);
		const twice = texts.find((route, index) => texts.indexOf(route) < index);
		if (twice !== undefined) {
			throw new RouteError(`${twice} is there twice`);
		}
		this.table = new ShapeTable(shapes, longestRoute);
		const most = shapes.reduce((most, {slashes}) => Math.max(most, slashes), 0);
		this.#ends = new Int32Array(most);
		this.#shapes = Array.from({length: most + 1}, (_, count) =>
			shapes.filter(({slashes}) => slashes === count),
		);
	}

	/**
	 * The shape of a URL as it is printed: the first that its path fits, or else what its path is when numbers and the
	 * like are left out. The same for every URL that differs in scheme, host or what stands after the `?` alone.
	 */
	routeOf(url: string): Route {
		const relative = relativeUrl(url);
		const end = pathEnd(relative);
		const count = this.#split(relative, end);
		for (const shape of this.#shapes[count] ?? []) {
			if (shape.matches(relative, this.#ends)) {
				return shape.route;
			}
		}
		// A URL that begins with its query is one of the root.
		return {route: end === 0 ? '/' : foldPath(relative, end), expects: null};
	}

	/** Finds where the parts of a path end. Returns how many slashes it has; -1 when no shape has so many. */
	#split(path: string, end: number): number {
		if (path.charCodeAt(0) !== slash) {
			return -1;
		}
		const ends = this.#ends;
		let count = 0;
		for (let start = 1; start <= end; ) {
			if (count === ends.length) {
				return -1;
			}
			const found = path.indexOf('/', start);
			const next = found === -1 || found > end ? end : found;
			ends[count++] = next;
			start = next + 1;
		}
		return count;
	}
}

/** Where the path of a relative URL ends. */
function pathEnd(url: string): number {
	const question = url.indexOf('?');
	const end = question === -1 ? url.length : question;
	const hash = url.indexOf('#');
	return hash === -1 || hash > end ? end : hash;
}
