import {isDigit} from '../ascii.js';
import type {Kernel} from './kernel.js';

/** A kind of path parameter: a set of characters, given by their code units. */
type ShapeKind = {
	readonly allows: (unit: number) => boolean;
	readonly min: number;
	readonly max: number;
	/** True if the parameter may consist only of digits. */
	readonly mayBeNumber: boolean;
};

/** A part of a path between two slashes: a literal, or one parameter with a literal before and after it. */
export type ShapePart = {
	readonly before: string;
	readonly kind: ShapeKind | null;
	readonly behind: string;
};

/** The shape of a URL. */
export type Shape = {
	/** The part after each slash of its path. */
	readonly parts: readonly ShapePart[];
	/** Names of query parameters that are integers. */
	readonly integers: readonly string[];
};

/** Maximum number of URLs per call: `routedUrls` of `assembly/routes.ts`. */
export const maxRouted = 256;

/** Number of words that describe a shape, a part and a name: see `assembly/shapes.ts`. */
const [shapeWords, partWords, nameWords] = [4, 8, 2];

/** The bit that marks a byte as a digit. The bits below it are for the kinds of parameters. */
const digit = 128;
const maxKinds = 7;

/** Flag in the result of a URL from which a new shape was built; the rest of the result is the length of the shape. */
const foldedFlag = 2 ** 31;

/** A range of URLs in a kernel's table, by id, and the byte that introduces escapes in them. */
type RoutedUrls = {
	readonly kernel: Kernel;
	readonly table: number;
	readonly first: number;
	/** The id after the last one; at most `maxRouted` URLs are examined. */
	readonly end: number;
	readonly introducer: number;
};

/** URLs from which shapes were built: the shape of `urls[n]` is `bytes[starts[n], ends[n])`, for n below `count`. */
export type FoldedUrls = {
	readonly urls: Uint32Array;
	readonly count: number;
	readonly bytes: Uint8Array;
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
};

/** Receiver of results. Gets no call for URLs that the kernel can't examine. */
type RouteSink = {
	/** Receives a URL with the index of its shape. `odd` is the index of the first name whose parameter isn't an integer, or -1. */
	shaped(url: number, shape: number, odd: number): void;
	/** Receives URLs with new shapes. The arrays are valid during the call. */
	folded(urls: FoldedUrls): void;
};

/** Shapes of URLs in the kernel's layout. */
export class ShapeTable {
	readonly #shapes: readonly Shape[];
	readonly #maxUrlLength: number;
	/** Words followed by strings; undefined if they exceed the kernel's capacity. */
	readonly #bytes: Uint8Array | undefined;
	readonly #kinds = new Uint8Array(128);
	readonly #folded = {
		urls: new Uint32Array(maxRouted),
		starts: new Uint32Array(maxRouted),
		ends: new Uint32Array(maxRouted),
	};

	/** Creates a table. `maxUrlLength` is the maximum length of shapes built from URLs. */
	constructor(shapes: readonly Shape[], maxUrlLength: number) {
		this.#shapes = shapes;
		this.#maxUrlLength = maxUrlLength;
		this.#bytes = this.#written();
	}

	/**
	 * Finds the first matching shape of each URL, or builds one from the URL. Returns the first id that hasn't been examined, from
	 * which the caller must continue; undefined if the kernel can't examine the URLs.
	 */
	route({kernel, table, first, end, introducer}: RoutedUrls, sink: RouteSink): number | undefined {
		const {exports} = kernel;
		const bytes = this.#bytes;
		if (bytes === undefined || bytes.length > exports.shapesSize.value) {
			return undefined;
		}
		kernel.bytes.set(bytes, exports.shapes.value);
		kernel.bytes.set(this.#kinds, exports.byteKinds.value);
		const routedEnd = exports.routeUrls(
			table,
			first,
			end,
			this.#shapes.length,
			this.#maxUrlLength,
			introducer,
		);
		const {words} = kernel;
		const {urls, starts, ends} = this.#folded;
		const at = exports.routed.value / 4;
		let count = 0;
		let from = exports.folded.value;
		for (let url = first; url < routedEnd; url++) {
			const found = words[at + url - first] ?? 0;
			if (found >= foldedFlag) {
				urls[count] = url;
				starts[count] = from;
				from += found - foldedFlag;
				ends[count++] = from;
			} else if (found > 0) {
				sink.shaped(url, (found & 0xffff) - 1, (found >>> 16) - 1);
			}
		}
		if (count > 0) {
			sink.folded({...this.#folded, count, bytes: kernel.bytes});
		}
		return routedEnd;
	}

	#written(): Uint8Array | undefined {
		const parts = this.#shapes.flatMap(shape => shape.parts);
		const names = this.#shapes.flatMap(shape => shape.integers);
		const firstPart = shapeWords * this.#shapes.length;
		const firstName = firstPart + partWords * parts.length;
		const firstText = 4 * (firstName + nameWords * names.length);
		const kinds = [...new Set(parts.flatMap(({kind}) => kind ?? []))];
		let texts = '';
		const append = (text: string): readonly [at: number, length: number] => {
			texts += text;
			return [firstText + texts.length - text.length, text.length];
		};
		let [part, name] = [firstPart, firstName];
		const words = [
			...this.#shapes.flatMap(({parts, integers}) => {
				const own = [parts.length, 4 * part, 4 * name, integers.length];
				part += partWords * parts.length;
				name += nameWords * integers.length;
				return own;
			}),
			...parts.flatMap(({before, kind, behind}) => [
				...append(before),
				...append(behind),
				...(kind === null
					? [0, 0, 0, 0]
					: [1 << kinds.indexOf(kind), kind.min, kind.max, Number(kind.mayBeNumber)]),
			]),
			...names.flatMap(append),
		];
		for (let byte = 0; byte < this.#kinds.length; byte++) {
			const bits = kinds.map(({allows}, index) => (allows(byte) ? 1 << index : 0));
			this.#kinds[byte] = bits.reduce((all, bit) => all | bit, isDigit(byte) ? digit : 0);
		}
		const isAscii = [...texts].every(character => character.charCodeAt(0) < 128);
		return kinds.length > maxKinds || !isAscii
			? undefined
			: Buffer.concat([new Uint8Array(Uint32Array.from(words).buffer), Buffer.from(texts)]);
	}
}
