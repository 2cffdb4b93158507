import {parseAddress} from '../../entries/values/address-range.js';
import {fieldNamed, isNamedElsewhere, nearestField, type TermField} from '../field-names.js';
import {logFieldAt, writtenLogField} from '../log-field-name.js';
import {QueryError} from '../query-error.js';
import {quoted, quotedInMessage} from '../quoted.js';
import {type Item, readItem} from './item.js';
import {itemExtent, itemsFrom} from './item-extent.js';

/** A syntactic element of a search. `start` and `end` are its range in UTF-16 units, including the sign in front. */
export type QueryToken = {readonly start: number; readonly end: number} & (
	| {readonly kind: 'open'; readonly isNegated: boolean}
	| {readonly kind: 'close' | 'or'}
	| TermToken
);

/** A term: `field:item,item`, or only `item,item`. */
export type TermToken = {
	readonly kind: 'term';
	readonly isNegated: boolean;
	/** Undefined for a bare word. */
	readonly field: TermField | undefined;
	/** At least one item. */
	readonly items: readonly Item[];
};

const space = /\s/;
const spaces = /\s*/y;
/** Operators of other search languages that reqscope writes differently. */
const foreignWords = /(AND|NOT|&&|\|\|)(?=[\s()]|$)/y;
const or = /OR(?=[\s()]|$)/y;

/**
 * Splits a search into its tokens.
 * @throws QueryError if the search is malformed
 */
export function readTokens(text: string): readonly QueryToken[] {
	const tokens: QueryToken[] = [];
	let at = afterSpaces(text, 0);
	while (at < text.length) {
		const token = readToken(text, at);
		tokens.push(token);
		at = afterSpaces(text, token.end);
	}
	return tokens;
}

function readToken(text: string, start: number): QueryToken {
	if (text[start] === ')') {
		return {kind: 'close', start, end: start + 1};
	}
	const isNegated = text[start] === '-' || text[start] === '!';
	const at = isNegated ? start + 1 : start;
	const next = text[at];
	if (isNegated && (next === '-' || next === '!')) {
		throw new QueryError('negated twice: remove one of the signs', start, at + 1);
	}
	if (isNegated && (next === undefined || next === ')' || space.test(next))) {
		throw new QueryError(`a term must directly follow the ${text[start]}, such as -status:200`, start, at);
	}
	if (next === '(') {
		return {kind: 'open', isNegated, start, end: at + 1};
	}
	if (matchAt(or, text, at) !== null) {
		if (isNegated) {
			throw new QueryError(
				'OR joins two terms and can’t be negated: to search for it, write -"OR"',
				start,
				at + 2,
			);
		}
		return {kind: 'or', start, end: at + 2};
	}
	refuseForeignWord(text, at);
	return readTerm(text, start, at, isNegated);
}

function refuseForeignWord(text: string, at: number): void {
	const word = matchAt(foreignWords, text, at)?.[1];
	if (word === undefined) {
		return;
	}
	const problem = {
		'||': '|| isn’t supported: write OR',
		NOT: 'NOT isn’t supported: write a - right before the term',
	}[word];
	throw new QueryError(
		`${problem ?? `${word} isn’t needed, because all terms must match: remove it`}, or "${word}" to search for it`,
		at,
		at + word.length,
	);
}

function readTerm(text: string, start: number, at: number, isNegated: boolean): QueryToken {
	const {field, end: colon} = readField(text, at);
	const items: Item[] = [];
	let end = colon;
	for (;;) {
		const item = readItem(text, end, field);
		items.push(item);
		end = item.end;
		if (text[end] !== ',') {
			return {kind: 'term', start, end, isNegated, field, items};
		}
		end++;
		if (isEnd(text, end)) {
			throw new QueryError('a value is missing after the comma: add one, or remove the comma', end - 1, end);
		}
	}
}

/** The field at the beginning of a term, undefined for a bare word, and the start of its first value. */
type ReadField = {readonly field: TermField | undefined; readonly end: number};

function readField(text: string, at: number): ReadField {
	const logField = readLogField(text, at);
	if (logField !== null) {
		return logField;
	}
	// A word before a colon can only be meant as the name of a field.
	const name = matchAt(/([\p{L}\p{N}_-]*):/uy, text, at)?.[1];
	const field = name === undefined ? undefined : fieldNamed(name);
	if (name !== undefined && field === undefined) {
		throw unknownField(text, at, name);
	}
	return {field, end: name === undefined ? at : at + name.length + 1};
}

function readLogField(text: string, at: number): ReadField | null {
	const written = logFieldAt(text, at);
	if (written === null) {
		return null;
	}
	const {name, end, hasColon, isClosed} = written;
	if (!isClosed) {
		throw new QueryError('this quote is never closed: write " where the name ends', at + 1, text.length);
	}
	if (name === '@') {
		throw new QueryError('the name of a field is missing after the @, such as @tenant:acme', at, end);
	}
	if (!hasColon) {
		throw missingColon(text, at, end);
	}
	return {field: name, end: end + 1};
}

/** Explains a log field from `start` to `end` that has no colon. */
function missingColon(text: string, start: number, end: number): QueryError {
	const name = text.slice(start, end);
	const rest = text.slice(end, itemExtent(text, end).end);
	if (/^[=~<>]{1,2}[^=~<>]/.test(rest)) {
		const value = rest.replace(/^=([<>])/, '$1=').replace(/^=(?=[=~])/, '');
		return new QueryError(`a colon is missing: write ${quotedInMessage(`${name}:${value}`)}`, start, end);
	}
	const [others] = /^[^:"]+(?=:)/.exec(rest) ?? [];
	if (others !== undefined && !name.endsWith('"')) {
		const written = writtenLogField(`@${name.slice(1)}${others}`);
		return new QueryError(
			`a name with other characters needs quotes: write ${quotedInMessage(written)}:`,
			start,
			end + others.length,
		);
	}
	const asText = name.includes('"') ? '' : `, or ${quotedInMessage(quoted(name))} for the text`;
	return new QueryError(
		`a colon is missing after ${quotedInMessage(name)}: write ${quotedInMessage(name)}:* for any value${asText}`,
		start,
		end,
	);
}

function isEnd(text: string, at: number): boolean {
	const next = text[at];
	return next === undefined || next === ')' || space.test(next);
}

/** Maximum length of a date and the spaces after it, in UTF-16 units. */
const maxDateLength = 20;

function unknownField(text: string, at: number, name: string): QueryError {
	const [word = ''] = /^\S*/.exec(text.slice(at)) ?? [];
	// At the end of a group, the closing parenthesis directly follows the word.
	const whole = word.replace(/[)]+$/, '');
	const end = at + name.length;
	const asText = `to search for the text, write ${quotedInMessage(quoted(whole))}`;
	if (parseAddress(whole) !== null) {
		return new QueryError(`an address needs its field: write ip:${whole}`, at, at + whole.length);
	}
	if (name === '') {
		return new QueryError(
			`a field name is missing right before the colon, such as status:404; ${asText}`,
			at,
			at + 1,
		);
	}
	const near = text.startsWith('//', end + 1) ? undefined : nearestField(name);
	if (near !== undefined) {
		// A log may have a field that other tools give this name, too.
		const meant = isNamedElsewhere(name) ? `${near}: or @${name}:` : `${near}:`;
		const question = `there is no field “${quotedInMessage(name)}”, did you mean ${meant}?`;
		return new QueryError(`${question} T${asText.slice(1)}`, at, end);
	}
	const [, date] = /(\d{4}-\d\d?-\d\d?)\s+$/.exec(text.slice(Math.max(0, at - maxDateLength), at)) ?? [];
	const time = date === undefined ? `since:${whole}` : `${date}T${whole}`;
	const asTime = /^\d{1,2}:\d\d(:\d\d)?$/.test(whole) ? `for a time, write ${time}; ` : '';
	// A URL is probably not meant as a field.
	const isLogField = asTime === '' && !text.startsWith('//', end + 1) && name.toLowerCase() !== 'localhost';
	const asLogField = isLogField
		? `for a field of the log, write @${quotedInMessage(name)}:${quotedInMessage(valuesAt(text, end + 1) || '*')}; `
		: '';
	return new QueryError(
		`there is no field “${quotedInMessage(name)}”: ${asTime}${asLogField}${asText}`,
		at,
		end,
	);
}

/** Returns the source of the comma-separated values that begin at `start`. */
function valuesAt(text: string, start: number): string {
	return text.slice(start, [...itemsFrom(text, start)].at(-1)?.end);
}

function afterSpaces(text: string, at: number): number {
	return at + (matchAt(spaces, text, at)?.[0].length ?? 0);
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
	sticky.lastIndex = at;
	return sticky.exec(text);
}

/** Returns the tokens of a search; empty if the search is invalid. */
export function tokensOf(text: string): readonly QueryToken[] {
	try {
		return readTokens(text);
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		return [];
	}
}
