import {piecesOf} from '../query/tokens/piece.js';
import type {Rule} from './rule.js';

/** Returns the offsets of the first `source:` term in a rule, in UTF-16 units, or null. The term selects a server of a fleet. */
export function sourceIn({text}: Pick<Rule, 'text'>): {readonly start: number; readonly end: number} | null {
	return piecesOf(text).find(piece => piece.kind === 'term' && piece.field === 'source') ?? null;
}
