import type {Chunk} from './chunk.js';

/** A part of a search, ready to be asked of rows. */
export type Node = {
	/** What asking it of a row costs, as a rank: where all parts must hold, the cheapest is asked first. */
	readonly cost: number;
	/** Sets in `out` those bits of `wanted` whose rows match. Both may be the same array. */
	evaluate(chunk: Chunk, wanted: Int32Array, out: Int32Array): void;
};

/** The ranks of costs. */
export const costs = {time: 0, number: 1, constant: 1, text: 2, decoded: 3, regexp: 4, token: 5} as const;
