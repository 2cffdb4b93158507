import {parseAddress, parseAddressRange} from '../../entries/values/address-range.js';
import {isLogFieldName} from '../log-field-name.js';
import {inMessage, quoted} from '../quoted.js';
import type {Item} from '../tokens/item.js';
import {type Piece, piecesOf} from '../tokens/piece.js';
import {contradiction} from './contradiction.js';
import {isRight, isUnit, type Meaning, type MeantTerm, meantTerm} from './meant-term.js';

/**
 * Suggests what a search without matches may have meant: bare words, which match URLs, networks that are compared as strings, units
 * apart from their number, and single quotes.
 * Returns a sentence for each that looks like something else. Not sanitised. Returns an empty array for an invalid search.
 */
export function likelyMeanings(text: string): readonly string[] {
	const suggestions = [
		...mistakenWords(text).map(({sentence}) => sentence),
		...piecesOf(text).flatMap(shortStatuses),
	];
	const opposed = suggestions.length === 0 ? contradiction(text) : null;
	return opposed === null
		? [...new Set(suggestions)]
		: [`${capitalised(opposed.interpretation)} · ${opposed.instead}`];
}

function capitalised(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Returns short suggestions for any search, even one with matches: only for words that were hardly meant literally, and for terms
 * that no request can match together. Not sanitised.
 */
export function surelyMeant(text: string): readonly Meaning[] {
	const opposed = contradiction(text);
	const certain = mistakenWords(text).filter(({isSure}) => isSure);
	const byText = new Map(certain.map(meaning => [meaning.interpretation, meaning]));
	return [...(opposed === null ? [] : [opposed]), ...byText.values()];
}

/** Returns the suggestions of `surelyMeant` as one string. */
export function surelyMeantText(text: string): string {
	return surelyMeant(text)
		.map(({interpretation, instead}) => `${interpretation} · ${instead}`)
		.join('; ');
}

/** A word that looks like something else. `sentence` is the whole suggestion in more words. */
type MistakenWord = Meaning & {readonly sentence: string; readonly isSure: boolean};

function mistakenWords(text: string): readonly MistakenWord[] {
	const pieces = piecesOf(text);
	const found: MistakenWord[] = [];
	let index = 0;
	while (index < pieces.length) {
		const mistake = mistakenTermAt(pieces, index, text) ?? joiningWordAt(pieces, index, text);
		found.push(...(mistake === null ? [] : [mistake.suggestion]));
		index += mistake?.length ?? 1;
	}
	return found;
}

/** A suggestion that replaces `length` pieces of the search. */
type Mistake = {readonly length: number; readonly suggestion: MistakenWord};

/** A `Mistake` with the term that was probably meant, without its sign. */
type TermMistake = Mistake & {readonly term: string};

/** Finds words that look like a term, or a network that is compared as a string. */
function mistakenTermAt(pieces: readonly Piece[], index: number, text: string): TermMistake | null {
	const piece = pieces[index];
	const isNegated = piece?.kind === 'term' && piece.isNegated;
	// A comparison may contain spaces: `status >= 500`. So may alternatives: `404 or 500 or 502`.
	for (const length of [5, 4, 3, 2, 1]) {
		const word = bareText(pieces.slice(index, index + length), text);
		const meant = word === null ? null : meantTerm(word);
		if (word !== null && meant !== null) {
			return {length, term: meant.term, suggestion: mistakenTerm(word, meant, isNegated)};
		}
	}
	return piece === undefined
		? null
		: (networkAsText(piece, text) ?? unitApart(pieces, index, text) ?? foreignQuotes(pieces, index, text));
}

/** Detects a unit apart from its number: `duration:>1 s`. It is another term, which matches URLs. */
function unitApart(pieces: readonly Piece[], index: number, text: string): TermMistake | null {
	const [piece, next] = pieces.slice(index);
	const field = piece?.kind === 'term' ? piece.field : undefined;
	const takesUnits =
		field === 'duration' || field === 'bytes' || (field !== undefined && isLogFieldName(field));
	const unit = next === undefined ? null : bareText([next], text);
	if (piece === undefined || next === undefined || !takesUnits || unit === null || !isUnit(unit)) {
		return null;
	}
	const source = text.slice(piece.start, piece.end);
	return /[\d.]$/.test(source)
		? replacedBy(source + unit, 2, `“${unit}” searches URLs`, `Searched URLs for “${unit}”`)
		: null;
}

/** Detects `url:'/api'`: only `"` encloses a text, other quotes are part of it. */
function foreignQuotes(pieces: readonly Piece[], index: number, text: string): TermMistake | null {
	const first = pieces[index];
	if (first?.kind !== 'term' || first.items.length > 1) {
		return null;
	}
	for (let length = 1; length <= maxQuoted; length++) {
		const others = pieces.slice(index + 1, index + length);
		if (others.length < length - 1 || (others.length > 0 && bareText(others, text) === null)) {
			return null;
		}
		const source = text.slice(first.start, others.at(-1)?.end ?? first.end);
		const [, before, value] = /^([-!]?(?:[^"'‘’“”:]+:)?(?:==?)?)['‘“]([^"'‘’“”]+)['’”]$/.exec(source) ?? [];
		if (before !== undefined && value !== undefined) {
			const interpretation = 'only " encloses a text';
			return replacedBy(before + quoted(value), length, interpretation, 'Only " encloses a text');
		}
	}
	return null;
}

function replacedBy(term: string, length: number, interpretation: string, start: string): TermMistake | null {
	const shown = inMessage(term);
	return isRight(term)
		? {
				length,
				term: term.replace(/^[-!]/, ''),
				suggestion: {
					interpretation,
					instead: shown,
					sentence: `${start}: did you mean ${shown}?`,
					isSure: true,
				},
			}
		: null;
}

/** Maximum number of words in quotes. */
const maxQuoted = 10;

/**
 * Detects networks that are compared as strings. `ip:=10.0.0.0/8` is valid, because a log may contain that value, but no client
 * has such an address.
 */
function networkAsText(piece: Piece, text: string): TermMistake | null {
	const items = piece.kind === 'term' && piece.field === 'ip' ? piece.items : [];
	const network = items.find(isNetworkAsText);
	if (piece.kind !== 'term' || network === undefined) {
		return null;
	}
	const written = items.map(item =>
		isNetworkAsText(item) ? networkOf(item) : text.slice(item.start, item.end),
	);
	const term = `ip:${written.join(',')}`;
	const shown = inMessage(piece.isNegated ? negated(term) : term);
	const value = inMessage(network.text);
	return {
		length: 1,
		term,
		suggestion: {
			interpretation: `“${value}” is compared as a string`,
			instead: `${shown} for ${networkOf(network) === network.text ? 'the' : 'a'} network`,
			sentence: `Searched clients for the string “${value}”: did you mean ${shown}?`,
			isSure: true,
		},
	};
}

function isNetworkAsText({sign, isQuoted, text}: Item): boolean {
	return (
		sign !== '~' &&
		(sign !== '' || isQuoted) &&
		text.includes('/') &&
		parseAddress(text.slice(0, text.indexOf('/'))) !== null
	);
}

/** Returns the network, or an example if the value isn't a valid network. */
function networkOf({text}: Item): string {
	return parseAddressRange(text) === null ? '10.0.0.0/8' : text;
}

/**
 * Returns the source of pieces that are only bare words; null for other pieces. The first word may be negated. Omits its sign.
 */
function bareText(pieces: readonly Piece[], text: string): string | null {
	const areWords = pieces.every(
		(piece, index) =>
			piece.kind === 'term' &&
			piece.field === undefined &&
			(index === 0 || !piece.isNegated) &&
			piece.items.every(({sign, isQuoted}) => sign === '' && !isQuoted),
	);
	const [first] = pieces;
	return areWords && first?.kind === 'term' ? text.slice(first.items[0]?.start, pieces.at(-1)?.end) : null;
}

function mistakenTerm(word: string, meant: MeantTerm, isNegated: boolean): MistakenWord {
	const term = inMessage(isNegated ? negated(meant.term) : meant.term);
	return {
		interpretation: `${inMessage(word)} searches URLs`,
		instead: `${term} for ${meant.what}`,
		sentence: `Searched URLs for “${inMessage(word)}”: did you mean ${term}?`,
		isSure: meant.isSure,
	};
}

function negated(term: string): string {
	return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** Detects an operator of other search languages. Alone or negated, it is an ordinary word. */
function joiningWordAt(pieces: readonly Piece[], index: number, text: string): Mistake | null {
	const piece = pieces[index];
	const next = pieces[index + 1];
	const word =
		piece === undefined || ('isNegated' in piece && piece.isNegated) ? null : bareText([piece], text);
	if (word === null) {
		return null;
	}
	const found = (instead: string, cure: string, length = 1): Mistake => ({
		length,
		suggestion: {
			interpretation: `“${word}” searches URLs`,
			instead,
			sentence: `Searched URLs for “${word}”; ${cure}`,
			isSure: next !== undefined,
		},
	});
	switch (word.toLowerCase()) {
		case '|':
		case 'or':
			return found('OR for alternatives', 'for alternatives write OR, or list them: status:404,500');
		case '&':
		case 'and':
			return found('remove it', 'remove it: adjacent terms must all match');
		case 'not':
		case 'without': {
			if (next?.kind !== 'term' || next.isNegated) {
				return found('-ip:203.0.113.9 to exclude', 'to exclude: -ip:203.0.113.9');
			}
			// Suggests only the negated form of the term: both forms would contradict each other.
			const meant = mistakenTermAt(pieces, index + 1, text);
			const excluded = negated(inMessage(meant?.term ?? text.slice(next.start, next.end)));
			return found(`${excluded} to exclude`, `to exclude: ${excluded}`, 1 + (meant?.length ?? 0));
		}
		default:
			return null;
	}
}

/** Suggests classes for statuses of one or two digits. `status:4` matches the status 4, which hardly any log has, not `4xx`. */
function shortStatuses(piece: Piece): readonly string[] {
	return piece.kind === 'term' && piece.field === 'status'
		? piece.items
				.filter(({sign, text}) => sign === '' && /^[1-5]\d?$/.test(text))
				.map(
					({text}) => `Searched for the status ${text} itself: did you mean status:${text.padEnd(3, 'x')}?`,
				)
		: [];
}
