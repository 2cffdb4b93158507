import {parseAddress, parseAddressRange} from '../../entries/values/address-range.js';
import {isLogFieldName} from '../log-field-name.js';
import {quoted, quotedInMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';
import {type QueryToken, tokensOf} from '../tokens/query-token.js';
import {contradiction} from './contradiction.js';
import {isRight, isUnit, type Meaning, type MeantTerm, meantTerm} from './meant-term.js';

/**
 * Suggests what a search without matches may have meant: bare words, which match URLs, networks that are compared as strings,
 * units separated from their number, single quotes, and short statuses. Returns a sentence for each of these that looks like
 * something else; if there is none, one for terms that no request can match together. Not sanitised. Returns an empty array for an
 * invalid search.
 */
export function likelyMeanings(text: string): readonly string[] {
	const suggestions = [
		...mistakenWords(text).map(({sentence}) => sentence),
		...tokensOf(text).flatMap(shortStatuses),
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
 * Returns short suggestions for any search, even one with matches: only for words that probably weren't meant literally, and for
 * terms that no request can match together. Not sanitised.
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
	const tokens = tokensOf(text);
	const found: MistakenWord[] = [];
	let index = 0;
	while (index < tokens.length) {
		const mistake = mistakenTermAt(tokens, index, text) ?? joiningWordAt(tokens, index, text);
		found.push(...(mistake === null ? [] : [mistake.suggestion]));
		index += mistake?.length ?? 1;
	}
	return found;
}

/** A suggestion that replaces `length` tokens of the search. */
type Mistake = {readonly length: number; readonly suggestion: MistakenWord};

/** A `Mistake` with the term that was probably meant, without its sign. */
type TermMistake = Mistake & {readonly term: string};

/** Finds words that look like a term, or a network that is compared as a string. */
function mistakenTermAt(tokens: readonly QueryToken[], index: number, text: string): TermMistake | null {
	const token = tokens[index];
	const isNegated = token?.kind === 'term' && token.isNegated;
	// A comparison may contain spaces: `status >= 500`. So may alternatives: `404 or 500 or 502`.
	for (const length of [5, 4, 3, 2, 1]) {
		const word = bareText(tokens.slice(index, index + length), text);
		const meant = word === null ? null : meantTerm(word);
		if (word !== null && meant !== null) {
			return {length, term: meant.term, suggestion: mistakenTerm(word, meant, isNegated)};
		}
	}
	return token === undefined
		? null
		: (networkAsText(token, text) ?? unitApart(tokens, index, text) ?? foreignQuotes(tokens, index, text));
}

/** Detects a unit separated from its number: `duration:>1 s`. It is a separate term, which matches URLs. */
function unitApart(tokens: readonly QueryToken[], index: number, text: string): TermMistake | null {
	const [token, next] = tokens.slice(index);
	const field = token?.kind === 'term' ? token.field : undefined;
	const takesUnits =
		field === 'duration' || field === 'bytes' || (field !== undefined && isLogFieldName(field));
	const unit = next === undefined ? null : bareText([next], text);
	if (token === undefined || next === undefined || !takesUnits || unit === null || !isUnit(unit)) {
		return null;
	}
	const source = text.slice(token.start, token.end);
	return /[\d.]$/.test(source)
		? replacedBy(source + unit, 2, `“${unit}” searches URLs`, `Searched URLs for “${unit}”`)
		: null;
}

/** Detects `url:'/api'`: only `"` encloses a value, other quotes are part of it. */
function foreignQuotes(tokens: readonly QueryToken[], index: number, text: string): TermMistake | null {
	const first = tokens[index];
	if (first?.kind !== 'term' || first.items.length > 1) {
		return null;
	}
	for (let length = 1; length <= maxQuoted; length++) {
		const others = tokens.slice(index + 1, index + length);
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
	const shown = quotedInMessage(term);
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
function networkAsText(token: QueryToken, text: string): TermMistake | null {
	const items = token.kind === 'term' && token.field === 'ip' ? token.items : [];
	const network = items.find(isNetworkAsText);
	if (token.kind !== 'term' || network === undefined) {
		return null;
	}
	const written = items.map(item =>
		isNetworkAsText(item) ? networkOf(item) : text.slice(item.start, item.end),
	);
	const term = `ip:${written.join(',')}`;
	const shown = quotedInMessage(token.isNegated ? negated(term) : term);
	const value = quotedInMessage(network.text);
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
 * Returns the source of tokens that are only bare words; null for other tokens. The first word may be negated. Omits its sign.
 */
function bareText(tokens: readonly QueryToken[], text: string): string | null {
	const areWords = tokens.every(
		(token, index) =>
			token.kind === 'term' &&
			token.field === undefined &&
			(index === 0 || !token.isNegated) &&
			token.items.every(({sign, isQuoted}) => sign === '' && !isQuoted),
	);
	const [first] = tokens;
	return areWords && first?.kind === 'term' ? text.slice(first.items[0]?.start, tokens.at(-1)?.end) : null;
}

function mistakenTerm(word: string, meant: MeantTerm, isNegated: boolean): MistakenWord {
	const term = quotedInMessage(isNegated ? negated(meant.term) : meant.term);
	return {
		interpretation: `${quotedInMessage(word)} searches URLs`,
		instead: `${term} for ${meant.what}`,
		sentence: `Searched URLs for “${quotedInMessage(word)}”: did you mean ${term}?`,
		isSure: meant.isSure,
	};
}

function negated(term: string): string {
	return term.startsWith('-') ? term.slice(1) : `-${term}`;
}

/** Detects an operator of other search languages. Alone or negated, it is an ordinary word. */
function joiningWordAt(tokens: readonly QueryToken[], index: number, text: string): Mistake | null {
	const token = tokens[index];
	const next = tokens[index + 1];
	const word =
		token === undefined || ('isNegated' in token && token.isNegated) ? null : bareText([token], text);
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
			const meant = mistakenTermAt(tokens, index + 1, text);
			const excluded = negated(quotedInMessage(meant?.term ?? text.slice(next.start, next.end)));
			return found(`${excluded} to exclude`, `to exclude: ${excluded}`, 1 + (meant?.length ?? 0));
		}
		default:
			return null;
	}
}

/** Suggests classes for statuses of one or two digits. `status:4` matches the status 4, which hardly any log has, not `4xx`. */
function shortStatuses(token: QueryToken): readonly string[] {
	return token.kind === 'term' && token.field === 'status'
		? token.items
				.filter(({sign, text}) => sign === '' && /^[1-5]\d?$/.test(text))
				.map(
					({text}) => `Searched for the status ${text} itself: did you mean status:${text.padEnd(3, 'x')}?`,
				)
		: [];
}
