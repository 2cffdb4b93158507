import {tokensOf} from '../query/tokens/query-token.js';
import type {Rule} from './rule.js';

/** Returns the offsets of the first `source:` term in a rule, in UTF-16 units, or null. The term selects a server of a fleet. */
export function sourceIn({text}: Pick<Rule, 'text'>): {readonly start: number; readonly end: number} | null {
	return tokensOf(text).find(token => token.kind === 'term' && token.field === 'source') ?? null;
}
