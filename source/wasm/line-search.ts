import {newInstance} from './instance.js';

/** Bytes of a buffer that lines are read into: two thousand to ten thousand lines. */
export const lineBufferSize: number = 1 << 21;

/** `lineBufferSize` as a power of two. */
const power = Math.log2(lineBufferSize);

/** The most frequent bytes of logs, most frequent first. Counted in combined and JSON logs. */
const frequent = ' 01235467e/89.ta"o:nri-s;lc,mdhpu(fgb)+w_kvAMGT[]EPOHNWiK=LyS?%&xjqzIXRC';

/** Rank of each byte by frequency: a higher rank is rarer. */
const rarity = new Uint8Array(256).fill(frequent.length);
for (const [index, character] of [...frequent].entries()) {
	rarity[character.charCodeAt(0)] = index;
}

/** A string to search for. If `isFolded`, it has no capitals, and the case of ASCII letters is ignored. */
export type Needle = {
	readonly bytes: Uint8Array;
	readonly isFolded: boolean;
	/** Indexes of its rarest byte, and of the next rarest one. */
	readonly first: number;
	readonly second: number;
};

/** Prepares the search for a string of 1 to `maxNeedleLength` bytes. */
export function needleFor(bytes: Uint8Array, isFolded: boolean): Needle {
	const rarest = Array.from(bytes, (byte, index) => ({index, rarity: rarity[byte] ?? 0})).sort(
		(a, b) => b.rarity - a.rarity,
	);
	return {bytes, isFolded, first: rarest[0]?.index ?? 0, second: rarest[1]?.index ?? 0};
}

/** Maximum length of a searched string, in bytes. */
export const maxNeedleLength = 4096;

/** Buffers for lines, in a separate memory, and the search for a string in them. */
export class LineSearch {
	readonly #exports = newInstance();
	/** Reads may fill them in other threads: their memory never grows. */
	readonly buffers: readonly Buffer[];
	/** The string of the last search. */
	#needle: Needle | undefined;

	/** Allocates `count` buffers. */
	constructor(count: number) {
		const addresses = Array.from({length: count}, () => this.#exports.take(power) >>> 0);
		const {buffer} = this.#exports.memory;
		this.buffers = addresses.map(address => Buffer.from(buffer, address, lineBufferSize));
	}

	/** Returns the index of the first occurrence of a string in `buffer[start, end)`; -1 if it doesn't occur. The buffer is one of `buffers`. */
	find(buffer: Buffer, start: number, end: number, needle: Needle): number {
		const exports = this.#exports;
		const {bytes, isFolded, first, second} = needle;
		if (this.#needle !== needle) {
			new Uint8Array(exports.memory.buffer).set(bytes, exports.parts.value);
			this.#needle = needle;
		}
		const base = buffer.byteOffset;
		const found = exports.findText(base + start, base + end, bytes.length, first, second, isFolded) >>> 0;
		return found === 0 ? -1 : found - base;
	}
}
