import {piecesOf} from '../query/tokens/piece.js';
import type {Rule} from './rule.js';

/** Where a rule asks for a server of a fleet, its first place in its text, in UTF-16 units; null: it doesn't. */
export function sourceIn({text}: Pick<Rule, 'text'>): {readonly start: number; readonly end: number} | null {
	return piecesOf(text).find(piece => piece.kind === 'term' && piece.field === 'source') ?? null;
}
