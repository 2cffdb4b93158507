import {isDigit} from '../ascii.js';
import type {Kernel} from './kernel.js';

/** What can stand for a parameter in a path: some characters, given by their code units. */
type ShapeKind = {
	readonly allows: (unit: number) => boolean;
	readonly least: number;
	readonly most: number;
	/** Whether all of them may be digits. */
	readonly mayBeNumber: boolean;
};

/** What stands between two slashes of a path: a text, or one parameter with a text before and behind it. */
export type ShapePart = {
	readonly before: string;
	readonly kind: ShapeKind | null;
	readonly behind: string;
};

/** The shape of a URL. */
export type Shape = {
	/** What stands behind each slash of its path. */
	readonly parts: readonly ShapePart[];
	/** Parameters behind the `?` that are whole numbers. */
	readonly integers: readonly string[];
};

/** The most URLs that are looked at in one go: `routedUrls` of `assembly/routes.ts`. */
export const mostRouted = 256;

/** Words that are told of a shape, a part and a name: see `assembly/shapes.ts`. */
const [shapeWords, partWords, nameWords] = [4, 8, 2];

/** The bit of a byte's kinds that says that it is a digit; those of kinds stand below it. */
const digit = 128;
const mostKinds = 7;

/** What is told of a URL where a shape was made of it; the rest is its length. */
const isFolded = 2 ** 31;

/** URLs of a table of a kernel, by their numbers, and the byte that begins escapes in them. */
type RoutedUrls = {
	readonly kernel: Kernel;
	readonly table: number;
	readonly first: number;
	/** Behind the last one; no more than `mostRouted` are looked at. */
	readonly end: number;
	readonly introducer: number;
};

/** URLs of which shapes were made: that of `urls[n]` is `bytes[starts[n], ends[n])`, for n up to but without `count`. */
export type FoldedUrls = {
	readonly urls: Uint32Array;
	readonly count: number;
	readonly bytes: Uint8Array;
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
};

/** Who is told of each URL of which something could be found out. */
type RouteSink = {
	/** It is of a shape, by its place; `odd` is the place of the first name whose parameter is no whole number, else -1. */
	shaped(url: number, shape: number, odd: number): void;
	/** The arrays are good until it returns. */
	folded(urls: FoldedUrls): void;
};

/** Shapes of URLs as the kernel wants them. */
export class ShapeTable {
	readonly #shapes: readonly Shape[];
	readonly #longest: number;
	/** Words, then texts; nothing where the kernel can't hold it all. */
	readonly #bytes: Uint8Array | undefined;
	readonly #kinds = new Uint8Array(128);
	readonly #folded = {
		urls: new Uint32Array(mostRouted),
		starts: new Uint32Array(mostRouted),
		ends: new Uint32Array(mostRouted),
	};

	/** `longest`: how long shapes may be that are made of URLs. */
	constructor(shapes: readonly Shape[], longest: number) {
		this.#shapes = shapes;
		this.#longest = longest;
		this.#bytes = this.#written();
	}

	/**
	 * Finds the shapes of URLs: the first that fits, or else one that is made of the URL. Returns the number that it has come
	 * to, without which it has to go on; undefined when the kernel can't look at them.
	 */
	route({kernel, table, first, end, introducer}: RoutedUrls, sink: RouteSink): number | undefined {
		const {exports} = kernel;
		const bytes = this.#bytes;
		if (bytes === undefined || bytes.length > exports.shapesSize.value) {
			return undefined;
		}
		kernel.bytes.set(bytes, exports.shapes.value);
		kernel.bytes.set(this.#kinds, exports.byteKinds.value);
		const come = exports.routeUrls(table, first, end, this.#shapes.length, this.#longest, introducer);
		const {words} = kernel;
		const {urls, starts, ends} = this.#folded;
		const at = exports.routed.value / 4;
		let count = 0;
		let from = exports.folded.value;
		for (let url = first; url < come; url++) {
			const found = words[at + url - first] ?? 0;
			if (found >= isFolded) {
				urls[count] = url;
				starts[count] = from;
				from += found - isFolded;
				ends[count++] = from;
			} else if (found > 0) {
				sink.shaped(url, (found & 0xffff) - 1, (found >>> 16) - 1);
			}
		}
		if (count > 0) {
			sink.folded({...this.#folded, count, bytes: kernel.bytes});
		}
		return come;
	}

	#written(): Uint8Array | undefined {
		const parts = this.#shapes.flatMap(shape => shape.parts);
		const names = this.#shapes.flatMap(shape => shape.integers);
		const firstPart = shapeWords * this.#shapes.length;
		const firstName = firstPart + partWords * parts.length;
		const firstText = 4 * (firstName + nameWords * names.length);
		const kinds = [...new Set(parts.flatMap(({kind}) => kind ?? []))];
		let texts = '';
		const place = (text: string): readonly [at: number, length: number] => {
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
				...place(before),
				...place(behind),
				...(kind === null
					? [0, 0, 0, 0]
					: [1 << kinds.indexOf(kind), kind.least, kind.most, Number(kind.mayBeNumber)]),
			]),
			...names.flatMap(place),
		];
		for (let byte = 0; byte < this.#kinds.length; byte++) {
			const bits = kinds.map(({allows}, index) => (allows(byte) ? 1 << index : 0));
			this.#kinds[byte] = bits.reduce((all, bit) => all | bit, isDigit(byte) ? digit : 0);
		}
		const isAscii = [...texts].every(character => character.charCodeAt(0) < 128);
		return kinds.length > mostKinds || !isAscii
			? undefined
			: Buffer.concat([new Uint8Array(Uint32Array.from(words).buffer), Buffer.from(texts)]);
	}
}
