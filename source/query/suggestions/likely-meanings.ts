import {type Piece, piecesOf} from '../pieces/piece.js';
import {inMessage} from '../quoted.js';
import {contradiction} from './contradiction.js';
import {meantInstead, meantTerm} from './meant-term.js';

/**
 * What may have been meant by the bare words of a search, which are looked for in URLs: a sentence for each that looks
 * like something else, for a search that finds nothing. Not sanitised. None for a search that can't be understood.
 */
export const likelyMeanings = (text: string): readonly string[] => {
	const pieces = piecesOf(text);
	const told = pieces.flatMap((piece, index) => {
		const word = bareWord(piece, text);
		const cure = word === null ? null : (joining(word, pieces[index + 1], text) ?? meantField(word));
		return cure === null ? shortStatuses(piece) : [`Looked for URLs with “${word}”${cure}`];
	});
	const opposed = told.length === 0 ? contradiction(text) : null;
	return opposed === null ? [...new Set(told)] : [`${opposed[0]?.toUpperCase()}${opposed.slice(1)}`];
};

/**
 * The same for a search that is being written, whatever it finds: what its bare words are looked for in, and of which of
 * its terms no request can match both. In few words, for a line; not sanitised.
 */
export const writtenMeanings = (text: string): readonly string[] => {
	const opposed = contradiction(text);
	const told = piecesOf(text).flatMap(piece => {
		const word = bareWord(piece, text);
		const meant = word === null ? null : meantTerm(word);
		return word === null || meant === null ? [] : [meantInstead(word, meant)];
	});
	return [...(opposed === null ? [] : [opposed]), ...new Set(told)];
};

/** The text of a term that is nothing but a word, or several with commas between them. */
const bareWord = (piece: Piece, text: string): string | null => {
	if (piece.kind !== 'term' || piece.field !== undefined) {
		return null;
	}
	const isWord = piece.items.every(({sign, isQuoted}) => sign === '' && !isQuoted);
	return isWord ? text.slice(piece.items[0]?.start, piece.end) : null;
};

/** What is written otherwise here. `next`: what stands behind it. */
const joining = (word: string, next: Piece | undefined, text: string): string | null => {
	switch (word.toLowerCase()) {
		case 'or':
			return '; for alternatives write OR, or list them: status:404,500';
		case 'and':
			return '; leave it out: terms side by side must all hold';
		case 'not':
		case 'without': {
			const isTerm = next?.kind === 'term' && !next.isNegated;
			return `; to exclude: -${isTerm ? inMessage(text.slice(next.start, next.end)) : 'ip:203.0.113.9'}`;
		}
		default:
			return null;
	}
};

/** A status of one or two digits is the status itself, which hardly any log has: `status:4` isn't `status:4xx`. */
const shortStatuses = (piece: Piece): readonly string[] =>
	piece.kind === 'term' && piece.field === 'status'
		? piece.items
				.filter(({sign, text}) => sign === '' && /^[1-5]\d?$/.test(text))
				.map(({text}) => `Looked for the status ${text} itself: did you mean status:${text.padEnd(3, 'x')}?`)
		: [];

const meantField = (word: string): string | null => {
	const meant = meantTerm(word);
	return meant && `: did you mean ${meant.term}?`;
};
