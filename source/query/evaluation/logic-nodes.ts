import {type Chunk, chunkBits, isEmpty} from './chunk.js';

/** A part of a search that can be evaluated on rows. */
export type Node = {
	/** Rank of the cost per row. A conjunction evaluates its cheapest part first. */
	readonly cost: number;
	/** Sets in `out` the bits of `wanted` whose rows match. Both may be the same array. */
	evaluate(chunk: Chunk, wanted: Int32Array, out: Int32Array): void;
};

/** Ranks of costs. */
export const costs = {
	time: 0,
	number: 1,
	constant: 1,
	text: 2,
	decoded: 3,
	regexp: 4,
	token: 5,
	line: 6,
} as const;

function costOf(parts: readonly Node[]): number {
	return Math.max(0, ...parts.map(({cost}) => cost));
}

function byCost(parts: readonly Node[]): readonly Node[] {
	return [...parts].sort((a, b) => a.cost - b.cost);
}

/** Matches if all parts match. Evaluates each part only on the rows that the previous parts matched. */
export function andNode(parts: readonly Node[]): Node {
	const sorted = byCost(parts);
	return {
		cost: costOf(parts),
		evaluate(chunk, wanted, out) {
			if (out !== wanted) {
				out.set(wanted);
			}
			for (const part of sorted) {
				if (isEmpty(out, chunk.words)) {
					return;
				}
				part.evaluate(chunk, out, out);
			}
		},
	};
}

/**
 * Matches if at least one part matches. Evaluates each part only on the rows that no previous part matched. A row that one part
 * can't judge without its line still matches if another part matches it.
 */
export function orNode(parts: readonly Node[]): Node {
	const sorted = byCost(parts);
	const needsLines = costOf(parts) >= costs.line;
	const rest = chunkBits();
	const found = chunkBits();
	const result = chunkBits();
	/** Rows that a part, and all parts so far, couldn't judge. */
	const [ofPart, ofAll] = [unjudged(), unjudged()];
	return {
		cost: costOf(parts),
		evaluate(chunk, wanted, out) {
			const {words} = chunk;
			rest.set(wanted);
			result.fill(0);
			if (needsLines) {
				clear(ofAll);
			}
			for (const part of sorted) {
				if (isEmpty(rest, words)) {
					break;
				}
				if (needsLines) {
					clear(ofPart);
				}
				part.evaluate(needsLines ? {...chunk, ...ofPart} : chunk, rest, found);
				for (let word = 0; word < words; word++) {
					const unread = ofPart.unread[word] ?? 0;
					const lost = ofPart.lost[word] ?? 0;
					const bits = (found[word] ?? 0) & ~(unread | lost);
					result[word] = (result[word] ?? 0) | bits;
					rest[word] = (rest[word] ?? 0) & ~bits;
					ofAll.unread[word] = (ofAll.unread[word] ?? 0) | unread;
					ofAll.lost[word] = (ofAll.lost[word] ?? 0) | lost;
				}
			}
			out.set(result);
			for (let word = 0; word < words && needsLines; word++) {
				const open = ~(result[word] ?? 0);
				chunk.unread[word] = (chunk.unread[word] ?? 0) | ((ofAll.unread[word] ?? 0) & open);
				chunk.lost[word] = (chunk.lost[word] ?? 0) | ((ofAll.lost[word] ?? 0) & open);
			}
		},
	};
}

function unjudged(): Pick<Chunk, 'unread' | 'lost'> {
	return {unread: chunkBits(), lost: chunkBits()};
}

function clear({unread, lost}: Pick<Chunk, 'unread' | 'lost'>): void {
	unread.fill(0);
	lost.fill(0);
}

/** Matches if the part doesn't match. */
export function notNode(part: Node): Node {
	const found = chunkBits();
	return {
		cost: part.cost,
		evaluate(chunk, wanted, out) {
			part.evaluate(chunk, wanted, found);
			for (let word = 0; word < chunk.words; word++) {
				out[word] = (wanted[word] ?? 0) & ~(found[word] ?? 0);
			}
		},
	};
}
