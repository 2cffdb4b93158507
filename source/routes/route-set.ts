import {slash} from '../ascii.js';
import {ShapeTable} from '../wasm/shape-table.js';
import {foldPath} from './fold-path.js';
import {relativeUrl} from './relative-url.js';
import {maxRouteLength, type Route, RouteError} from './route.js';
import {RouteShape, type RouteTemplate} from './route-shape.js';

/** Shapes of URLs, tried in order. */
export class RouteSet {
	/** Expected routes, in template order. */
	readonly routes: readonly Route[];
	/** The same shapes for WebAssembly. Whenever it finds a route, `routeOf` finds the same one. */
	readonly table: ShapeTable;
	/** Shapes by their number of slashes. */
	readonly #shapes: ReadonlyArray<readonly RouteShape[]>;
	/** Ends of the parts of the current path, reused by every call. Long enough for all shapes. */
	readonly #ends: Int32Array;

	/** @throws RouteError */
	constructor(templates: readonly RouteTemplate[]) {
		const shapes = templates.map(template => new RouteShape(template));
		this.routes = shapes.map(({route}) => route);
		const texts = this.routes.map(({route}) => route);
		const twice = texts.find((route, index) => texts.indexOf(route) < index);
		if (twice !== undefined) {
			throw new RouteError(`${twice} appears twice`);
		}
		this.table = new ShapeTable(shapes, maxRouteLength);
		const max = shapes.reduce((max, {slashes}) => Math.max(max, slashes), 0);
		this.#ends = new Int32Array(max);
		this.#shapes = Array.from({length: max + 1}, (_, count) =>
			shapes.filter(({slashes}) => slashes === count),
		);
	}

	/**
	 * Returns the shape of a URL as printed: the first shape that its path matches, otherwise the path with numbers and the like
	 * replaced. Scheme, host and query don't affect the result.
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
		// A URL that begins with its query belongs to the root.
		return {route: end === 0 ? '/' : foldPath(relative, end), expects: null};
	}

	/** Stores the ends of the parts of a path. Returns the number of slashes; -1 if no shape has that many. */
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

/** Returns the end of the path of a relative URL. */
function pathEnd(url: string): number {
	const question = url.indexOf('?');
	const end = question === -1 ? url.length : question;
	const hash = url.indexOf('#');
	return hash === -1 || hash > end ? end : hash;
}
