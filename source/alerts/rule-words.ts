import {type Piece, readPieces} from '../query/pieces/piece.js';

/** A piece of a rule that isn't within parentheses, with the word that it is when it is nothing else. */
export type RuleWord = {
	/** Its place in the rule, in UTF-16 units. */
	readonly start: number;
	readonly end: number;
	/** As it is written; empty for what is no bare word: a term with a field or a sign, quotes, a group. */
	readonly word: string;
};

/**
 * Cuts a rule into its words. A group in parentheses is one, so that what is within is never a word of the rule.
 * @throws QueryError where it can't be cut
 */
export const ruleWords = (text: string): readonly RuleWord[] => {
	const words: RuleWord[] = [];
	let depth = 0;
	let start = 0;
	for (const piece of readPieces(text)) {
		if (piece.kind === 'close') {
			depth = Math.max(0, depth - 1);
		}
		if (depth === 0) {
			const from = piece.kind === 'close' ? start : piece.start;
			words.push({start: from, end: piece.end, word: bareWord(piece, text)});
		}
		if (piece.kind === 'open') {
			start = depth === 0 ? piece.start : start;
			depth++;
		}
	}
	return words;
};

/** The text of a piece that is a bare word, or several with commas between. */
export const bareWord = (piece: Piece, text: string): string => {
	const written = text.slice(piece.start, piece.end);
	return piece.kind === 'term' && piece.field === undefined && !piece.isNegated && !written.includes('"')
		? written
		: '';
};
