import {fieldTable} from '../fields/fields.js';
import type {FacetField} from './facet-field.js';
import type {TermField} from './field-names.js';
import {isLogFieldName, writtenLogField} from './log-field-name.js';
import {literal} from './quoted.js';
import {redactedMark} from './redacted-mark.js';
import {tokensOf} from './tokens/query-token.js';
import {isEncodedInUrls} from './url-text.js';

/** A term of a search, or a group of terms, as the user typed it. */
export type Term = {
	readonly text: string;
	/** Range in the search, in UTF-16 units. */
	readonly start: number;
	readonly end: number;
	/** The field of the term, `url` for a bare word; null for a group. */
	readonly field: TermField | null;
};

/**
 * Returns the terms of a search that must all match, in their order. A search joined with `OR` is a single term. Returns an empty
 * array for an invalid search.
 */
export function termsOf(text: string): readonly Term[] {
	const tokens = tokensOf(text);
	const terms: Term[] = [];
	let depth = 0;
	let isOr = false;
	let start = 0;
	for (const token of tokens) {
		if (token.kind === 'open') {
			start = depth++ === 0 ? token.start : start;
		} else if (token.kind === 'close') {
			depth--;
			if (depth === 0) {
				terms.push(termOf(text, start, token.end, null));
			}
		} else if (depth === 0 && token.kind === 'or') {
			isOr = true;
		} else if (depth === 0 && token.kind === 'term') {
			terms.push(termOf(text, token.start, token.end, token.field ?? 'url'));
		}
	}
	const first = terms[0];
	const last = terms.at(-1);
	return isOr && first !== undefined && last !== undefined
		? [termOf(text, first.start, last.end, null)]
		: terms;
}

/** Formats a search for use next to other terms. Adds parentheses if it contains `OR`, which binds less tightly. */
export function besideOthers(text: string): string {
	let depth = 0;
	const isOr = tokensOf(text).some(({kind}) => {
		depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
		return depth === 0 && kind === 'or';
	});
	return isOr ? `(${text})` : text;
}

function termOf(text: string, start: number, end: number, field: TermField | null): Term {
	return {
		text: text.slice(start, end),
		start,
		end,
		field,
	};
}

/**
 * Returns the term that matches entries with exactly this value of a field or, unless `isWanted`, entries without it. Returns
 * null if the value can't be expressed as a term.
 */
export function termFor(field: FacetField, value: string | null, isWanted: boolean): string | null {
	if (value === null) {
		// The user agent decides whether a client is a bot.
		const name = field === 'client' ? 'agent' : writtenField(field);
		return `${isWanted ? '-' : ''}${name}:*`;
	}
	const term = valueText(field, value);
	return term === null ? null : `${isWanted ? '' : '-'}${writtenField(field)}:${term}`;
}

/** Returns the name of a field as a search writes it. */
export function writtenField(field: FacetField): string {
	return isLogFieldName(field)
		? writtenLogField(field)
		: fieldTable[field === 'client' ? 'bot' : field].search.name;
}

/**
 * Formats a value of a field for use after the field's name, so that only this value matches. Returns null if that is impossible.
 */
export function valueText(field: FacetField, value: string): string | null {
	switch (field) {
		case 'client':
			return value === 'bot' ? 'yes' : value === 'person' ? 'no' : null;
		case 'status':
			return /^\d+$/.test(value) ? value : null;
		case 'method':
		case 'route':
			// Methods and routes match only whole values.
			return `${isAlreadyStrict(field, value) && value !== '' ? '' : sign(field, value)}${literal(value)}`;
		case 'param':
			// A name without a value would match any value.
			return value.includes('=') && !value.includes(redactedMark) && isAlreadyStrict(field, value)
				? literal(value)
				: exactly(field, value);
		case 'refererHost':
			// Hosts are derived in lower case.
			return value.includes(redactedMark) ? pattern(value) : `=${literal(value)}`;
		case 'network':
		case 'ip':
			// Shortened addresses are displayed as networks.
			return shortened.test(value) ? value : exactly(field, value);
		default:
			return exactly(field, value);
	}
}

/** A network that a shortened address is displayed as: IPv4 or IPv6. */
const shortened = /^(?:(?:\d{1,3}\.){3}0\/24|[\da-f:]*::\/48)$/;

/** Hidden parts of a value match anything. */
function exactly(field: FacetField, value: string): string {
	return value.includes(redactedMark) ? pattern(value) : `${sign(field, value)}${literal(value)}`;
}

/** Returns the pattern of a value with hidden parts, or with `*`. Characters that a pattern can't contain match anything. */
export function pattern(value: string): string {
	return value
		.replaceAll(redactedMark, '*')
		.replaceAll(/^[=~<>]|[\s"\\,*()\p{C}\p{Z}\p{M}]+/gu, '*')
		.replaceAll(/\*+/g, '*');
}

function sign(field: FacetField, value: string): string {
	return isAlreadyStrict(field, value) ? '=' : '==';
}

/**
 * True if `=` is already as strict as `==`: a value with a capital makes the comparison case-sensitive, and a value without
 * letters has no case. Only `==` compares a URL as it was logged.
 */
function isAlreadyStrict(field: FacetField, value: string): boolean {
	const hasNoCase = value !== value.toLowerCase() || value === value.toUpperCase();
	return hasNoCase && !isEncodedInUrls(field, value);
}
