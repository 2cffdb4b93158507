import {type FieldName, fieldNames} from './field-names.js';
import {QueryError} from './query-error.js';
import {inMessage, quoted} from './quoted.js';

/** One of the values of a term. `start` and `end` are its place in the search. */
export type Item = {
	readonly start: number;
	readonly end: number;
	/** How the text is meant: `=` whole, `==` whole and with its capitals, `~` a regular expression. */
	readonly sign: '' | '=' | '==' | '~';
	/** In quotes everything is literal. */
	readonly isQuoted: boolean;
	/** Without sign and quotes, and with the quotes’ escapes undone. */
	readonly text: string;
	/** Where each unit of `text` stands in the search, from its first one on to its end. */
	placeOf(unit: number): number;
};

const signs = /(==?|~)?/y;
const space = /\s/;

/**
 * Reads the value that begins at `start`: until a space, a comma, or a closing parenthesis that none in it opens.
 * @throws QueryError when there is none, or it doesn't end
 */
export const readItem = (text: string, start: number, field: FieldName | undefined): Item => {
	signs.lastIndex = start;
	const sign = asSign(signs.exec(text)?.[1]);
	const at = start + sign.length;
	if (text[at] === '"') {
		return readQuoted(text, start, sign);
	}
	const end = sign === '~' ? endOfRegexp(text, at) : endOfWord(text, at);
	if (end === at) {
		throw missingValue(text, start, end, field);
	}
	const quote = text.slice(at, end).indexOf('"');
	if (quote !== -1) {
		throw new QueryError(
			`a quote inside a word: quote all of it, ${inMessage(sign + quoted(text.slice(at, end)))}`,
			at + quote,
			at + quote + 1,
		);
	}
	return {start, end, sign, isQuoted: false, text: text.slice(at, end), placeOf: unit => at + unit};
};

const asSign = (text: string | undefined): Item['sign'] =>
	text === '=' || text === '==' || text === '~' ? text : '';

const missingValue = (text: string, start: number, end: number, field: FieldName | undefined): QueryError => {
	if (text[end] === ',') {
		return new QueryError(
			'a value is missing before the comma: add one, or leave the comma out',
			end,
			end + 1,
		);
	}
	if (start < end) {
		const what = text[start] === '~' ? 'a regular expression' : 'the text';
		return new QueryError(`${what} is missing after the ${text.slice(start, end)}`, start, end);
	}
	// Only a field leaves nothing: a bare word has at least one letter.
	const name = field ?? 'url';
	return new QueryError(
		`a value is missing after ${name}: (${fieldNames[name]})${space.test(text[end] ?? '') ? ', without a space between' : ''}`,
		start - 1,
		start,
	);
};

const readQuoted = (text: string, start: number, sign: Item['sign']): Item => {
	const open = start + sign.length;
	const places: number[] = [];
	let read = '';
	let at = open + 1;
	for (; at < text.length && text[at] !== '"'; at++) {
		if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) {
			at++;
		}
		places.push(at);
		read += text[at];
	}
	if (at >= text.length) {
		throw new QueryError('this quote is never closed: write " where the text ends', open, text.length);
	}
	places.push(at);
	const end = at + 1;
	const next = text[end];
	if (next !== undefined && next !== ',' && next !== ')' && !space.test(next)) {
		throw new QueryError(
			'the text goes on after the closing quote: leave a space, or write \\" for a quote within quotes',
			end,
			end + 1,
		);
	}
	return {
		start,
		end,
		sign,
		isQuoted: true,
		text: read,
		placeOf: unit => places[Math.min(unit, places.length - 1)] ?? at,
	};
};

/** Where a word ends: it may hold balanced parentheses, and commas between them. */
const endOfWord = (text: string, start: number): number => {
	const open: number[] = [];
	let at = start;
	for (; at < text.length; at++) {
		const unit = text[at] ?? '';
		if (unit === '(') {
			open.push(at);
		} else if (unit === ')' && open.pop() === undefined) {
			return at;
		} else if (space.test(unit) || (unit === ',' && open.length === 0)) {
			break;
		}
	}
	refuseOpen(open);
	return at;
};

/** Where a regular expression ends: what is escaped or in brackets doesn't count, nor a comma in braces. */
const endOfRegexp = (text: string, start: number): number => {
	const open: number[] = [];
	let isInClass = false;
	let isInBraces = false;
	let at = start;
	for (; at < text.length; at++) {
		const unit = text[at] ?? '';
		if (space.test(unit)) {
			break;
		}
		if (unit === '\\' && !isEndOrSpace(text, at + 1)) {
			at++;
		} else if (isInClass) {
			isInClass = unit !== ']';
		} else if (unit === '[') {
			isInClass = true;
			// A bracket that stands first in a class is one of its characters.
			if (/^\^?\]/.test(text.slice(at + 1, at + 3))) {
				at += text[at + 1] === '^' ? 2 : 1;
			}
		} else if (unit === '{' || unit === '}') {
			isInBraces = unit === '{';
		} else if (unit === '(') {
			open.push(at);
		} else if (unit === ')' && open.pop() === undefined) {
			return at;
		} else if (unit === ',' && open.length === 0 && !isInBraces) {
			break;
		}
	}
	refuseOpen(open);
	return at;
};

const isEndOrSpace = (text: string, at: number): boolean => at >= text.length || space.test(text[at] ?? '');

const refuseOpen = (open: readonly number[]): void => {
	const last = open.at(-1);
	if (last !== undefined) {
		throw new QueryError(
			'this parenthesis is never closed: close it, or put the value in quotes',
			last,
			last + 1,
		);
	}
};
