import {fieldNames, type TermField} from '../field-names.js';
import {isLogFieldName, writtenLogField} from '../log-field-name.js';
import {QueryError} from '../query-error.js';
import {quoted, quotedInMessage} from '../quoted.js';
import {itemExtent, type Sign} from './item-extent.js';

/** One of the values of a term. `start` and `end` are its range in the search. */
export type Item = {
	readonly start: number;
	readonly end: number;
	readonly sign: Sign;
	/** True for a quoted value, in which all characters are literal. */
	readonly isQuoted: boolean;
	/** The value without operator and quotes, unescaped. */
	readonly text: string;
	/** Returns the offset of a UTF-16 unit of `text` in the search. The length of `text` gives the end. */
	offsetOf(unit: number): number;
};

const space = /\s/;

/**
 * Reads the value that begins at `start`.
 * @param field - the field of the value, undefined for a bare word
 * @throws QueryError if the value is missing or doesn't end
 */
export function readItem(text: string, start: number, field: TermField | undefined): Item {
	const extent = itemExtent(text, start);
	const {sign, textStart, end} = extent;
	if (extent.isQuoted) {
		return readQuoted(text, start, extent);
	}
	if (extent.open !== undefined) {
		const otherwise = sign === '~' ? 'write \\( for the character' : 'put the value in quotes';
		throw new QueryError(
			`this parenthesis is never closed: close it, or ${otherwise}`,
			extent.open,
			extent.open + 1,
		);
	}
	if (end === textStart) {
		throw missingValue(text, start, end, field);
	}
	const quote = text.slice(textStart, end).indexOf('"');
	if (quote !== -1) {
		throw new QueryError(
			`a quote inside a word: quote the whole word, ${quotedInMessage(sign + quoted(text.slice(textStart, end)))}`,
			textStart + quote,
			textStart + quote + 1,
		);
	}
	return {
		start,
		end,
		sign,
		isQuoted: false,
		text: text.slice(textStart, end),
		offsetOf: unit => textStart + unit,
	};
}

function missingValue(text: string, start: number, end: number, field: TermField | undefined): QueryError {
	if (start < end) {
		const what = text[start] === '~' ? 'a regular expression' : 'the text';
		return new QueryError(`${what} is missing after the ${text.slice(start, end)}`, start, end);
	}
	if (text[end] === ',') {
		return new QueryError('a value is missing before the comma: add one, or remove the comma', end, end + 1);
	}
	// Only a field may have an empty value: a bare word has at least one character.
	const name = field ?? 'url';
	const example = isLogFieldName(name) ? `${writtenLogField(name)}:*` : `${name}:${fieldNames[name].example}`;
	const [, word] = /^\s+([^\s():]+)(?=[\s)]|$)/.exec(text.slice(end)) ?? [];
	return new QueryError(
		word === undefined || word === 'OR'
			? `a value is missing after the colon, such as ${example}`
			: `no space may follow the colon: write ${isLogFieldName(name) ? writtenLogField(name) : name}:${quotedInMessage(word)}`,
		start - 1,
		start,
	);
}

function readQuoted(
	text: string,
	start: number,
	{sign, textStart, end, isClosed}: ReturnType<typeof itemExtent>,
): Item {
	if (!isClosed) {
		throw new QueryError(
			'this quote is never closed: write " where the text ends',
			textStart - 1,
			text.length,
		);
	}
	const next = text[end];
	if (next !== undefined && next !== ',' && next !== ')' && !space.test(next)) {
		throw new QueryError(
			'text follows the closing quote: add a space, or write \\" for a quote within quotes',
			end,
			end + 1,
		);
	}
	const offsets: number[] = [];
	let read = '';
	for (let at = textStart; at < end - 1; at++) {
		if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) {
			at++;
		}
		offsets.push(at);
		read += text[at];
	}
	return {start, end, sign, isQuoted: true, text: read, offsetOf: unit => offsets[unit] ?? end - 1};
}
