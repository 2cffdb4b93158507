import type {TextMatch} from '../expression.js';
import type {Chunk} from './chunk.js';
import type {LineFact} from './line-fact.js';
import type {LineFacts} from './line-facts.js';
import {costs, type Node} from './logic-nodes.js';
import type {ReadRows} from './read-rows.js';

/** A node, and what lines must be read for. */
type LineNode = {readonly node: Node; readonly fact: LineFact};

/** Matches entries whose lines match at least one condition. */
export function lineNode(matches: readonly TextMatch[], facts: LineFacts): LineNode {
	const fact = facts.matchesOf(matches);
	return {
		fact,
		node: {
			cost: costs.line,
			evaluate(chunk, wanted, out) {
				const rows = fact.rowsOf(chunk.segment);
				noteUnread(rows, chunk, wanted);
				const first = chunk.first >>> 5;
				for (let word = 0; word < chunk.words; word++) {
					out[word] = (wanted[word] ?? 0) & (rows.found[first + word] ?? 0);
				}
			},
		},
	};
}

/** Notes the wanted rows whose lines haven't been read. */
function noteUnread(
	{read, lost}: ReadRows,
	{first, words, unread, lost: all}: Chunk,
	wanted: Int32Array,
): void {
	for (let word = 0; word < words; word++) {
		const place = (first >>> 5) + word;
		const missing = (wanted[word] ?? 0) & ~(read[place] ?? 0);
		if (missing !== 0) {
			const lostRows = missing & (lost?.[place] ?? 0);
			unread[word] = (unread[word] ?? 0) | (missing & ~lostRows);
			all[word] = (all[word] ?? 0) | lostRows;
		}
	}
}
