import {type Piece, piecesOf} from './piece.js';
import {inMessage} from './quoted.js';

/**
 * What may have been meant by the bare words of a search, which are looked for in URLs: a sentence for each that looks
 * like something else, for a search that finds nothing. Not sanitised. None for a search that can't be understood.
 */
export const likelyMeanings = (text: string): readonly string[] => {
	const pieces = piecesOf(text);
	const told = pieces.flatMap((piece, index) => {
		const word = bareWord(piece);
		const cure = word === null ? null : (joining(word, pieces[index + 1], text) ?? meantField(word));
		return cure === null ? [] : [`Looked for URLs with “${word}”${cure}`];
	});
	return [...new Set(told)];
};

/** The text of a term that is nothing but a word. */
const bareWord = (piece: Piece): string | null => {
	if (piece.kind !== 'term' || piece.field !== undefined) {
		return null;
	}
	const [item, another] = piece.items;
	const isWord = item !== undefined && another === undefined && item.sign === '' && !item.isQuoted;
	return isWord ? item.text : null;
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

/** The forms of values that are hardly parts of a URL, and the field that has them. */
const forms = [
	[/^[1-5](xx|\d\d)$/i, 'status'],
	[/^(get|head|post|put|delete|patch|options|connect|trace|propfind)$/i, 'method'],
	[/^\d{1,3}(\.\d{1,3}){2,3}\.?(\/\d+)?$/, 'ip'],
	[/^\d+(s|m|h|d)$/i, 'since'],
	[/^\d{4}-\d\d-\d\d$/, 'on'],
] as const;

const meantField = (word: string): string | null => {
	const form = forms.find(([pattern]) => pattern.test(word));
	return form ? `: did you mean ${form[1]}:${word}?` : null;
};
