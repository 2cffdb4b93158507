import {type FieldName, rowOf} from '../../fields/fields.js';
import type {FacetField} from '../facet-field.js';
import {fieldNamed, fieldNames, searchedFields, type TermField} from '../field-names.js';
import {
	isLogFieldName,
	logFieldAt,
	nameOfLogField,
	type WrittenLogField,
	writtenLogField,
} from '../log-field-name.js';
import {unescaped} from '../quoted.js';
import {valueText} from '../terms.js';
import {type ItemExtent, itemExtent, itemsFrom} from '../tokens/item-extent.js';

/** A word that completion offers, and its meaning. */
export type Candidate<Name extends string = string> = {readonly name: Name; readonly explained: string};

/** The completable part of the search at the caret, from `start` to `end`. */
export type TypedPart = {readonly start: number; readonly end: number} & (
	| {
			readonly kind: 'field';
			readonly prefix: string;
			readonly candidates: ReadonlyArray<Candidate<FieldName>>;
	  }
	/** The name of a log field that begins with `prefix`, in lower case and without the @: see `Store.logFields`. */
	| {readonly kind: 'logField'; readonly prefix: string}
	/** One of a few fixed words, or a value of `field` that contains `prefix`. */
	| {
			readonly kind: 'word';
			readonly prefix: string;
			readonly candidates: readonly Candidate[];
			readonly field?: FacetField;
	  }
	/** A value that contains `typed`: see `Store.facets`. A bare word is a value of `url`. */
	| {readonly kind: 'value'; readonly typed: string; readonly field: FacetField; readonly isBare: boolean}
);

/** A search and the offset of the caret in it. */
export type Completed = {readonly text: string; readonly caret: number};

/** Returns the field whose values complete a search field, if it has any. */
function facetOf(name: FieldName): FacetField | undefined {
	const field = searchedFields.get(name);
	return field !== undefined && rowOf(field).facet !== undefined ? (field as FacetField) : undefined;
}

const days: readonly Candidate[] = [
	{name: 'today', explained: 'the current day'},
	{name: 'yesterday', explained: 'the day before'},
];

const periods: readonly Candidate[] = [
	{name: '5m', explained: '5 minutes ago'},
	{name: '15m', explained: '15 minutes ago'},
	{name: '1h', explained: 'an hour ago'},
	{name: '24h', explained: 'a day ago'},
	{name: '7d', explained: 'a week ago'},
	...days,
];

const words: Readonly<Partial<Record<FieldName, readonly Candidate[]>>> = {
	bot: [
		{name: 'yes', explained: 'crawlers, scripts and other programs'},
		{name: 'no', explained: 'browsers'},
	],
	since: periods,
	until: periods,
	on: days,
};

/** Characters that may precede a term. */
const before = /[\s()!-]*/y;
const name = /([\p{L}\p{N}_-]*)(:?)/uy;

/**
 * Returns the completable part at the caret; null if nothing can be completed. The search may be invalid.
 * @param offset - offset of the caret, in UTF-16 units
 */
export function typedAt(text: string, offset: number): TypedPart | null {
	const caret = Math.min(offset, text.length);
	for (let at = 0; at <= text.length; ) {
		before.lastIndex = at;
		const start = at + (before.exec(text)?.[0].length ?? 0);
		if (caret <= start) {
			// Right before a word, an inserted completion would become part of that word.
			return /[^\s)]/.test(text.charAt(caret)) ? null : fieldAt(text, caret, caret, caret);
		}
		const logField = logFieldAt(text, start);
		if (logField !== null) {
			const {name: written, end, hasColon} = logField;
			if (caret <= end) {
				return logFieldNameAt(text, start, caret, logField);
			}
			for (const item of itemsFrom(text, hasColon ? end + 1 : end)) {
				if (caret <= item.end) {
					return hasColon ? valueAt(text, caret, item, written, false) : null;
				}
				at = item.end;
			}
			continue;
		}
		name.lastIndex = start;
		const [, named = '', colon = ''] = name.exec(text) ?? [];
		const field = colon === '' ? 'url' : fieldNamed(named);
		const nameEnd = start + named.length;
		if (caret <= nameEnd && (colon !== '' || nameEnd === itemExtent(text, start).end)) {
			const typed = fieldAt(text, start, caret, nameEnd + colon.length);
			if (typed.candidates.length > 0 || colon !== '' || named === 'OR') {
				return typed;
			}
		}
		const first = colon === '' ? start : nameEnd + 1;
		for (const item of itemsFrom(text, first)) {
			if (caret <= item.end) {
				return field === undefined
					? null
					: valueAt(text, caret, item, field, colon === '' && item.start === start);
			}
			at = item.end;
		}
	}
	return null;
}

function fieldAt(text: string, start: number, caret: number, end: number): TypedPart & {kind: 'field'} {
	const prefix = text.slice(start, caret);
	const wanted = prefix.toLowerCase();
	const candidates = Object.entries(fieldNames).flatMap(([candidate, {explained}]) => {
		const field = fieldNamed(candidate);
		return field !== undefined && candidate.startsWith(wanted) ? [{name: field, explained}] : [];
	});
	return {kind: 'field', prefix, start, end, candidates};
}

function logFieldNameAt(
	text: string,
	start: number,
	caret: number,
	{name: written, end, hasColon, isClosed}: WrittenLogField,
): TypedPart {
	const begun = text.slice(start + 1, caret);
	return {
		kind: 'logField',
		prefix:
			caret === end
				? nameOfLogField(written)
				: (begun.startsWith('"') ? unescaped(begun.slice(1)) : begun).toLowerCase(),
		start,
		// Without a closing quote, the text after the caret is probably not part of the name.
		end: isClosed ? end + (hasColon ? 1 : 0) : caret,
	};
}

function valueAt(
	text: string,
	caret: number,
	{sign, start, textStart, end, isQuoted, isClosed}: ItemExtent & {readonly start: number},
	field: TermField,
	isBare: boolean,
): TypedPart | null {
	const candidates = isLogFieldName(field) ? undefined : words[field];
	const facet = isLogFieldName(field) ? field : facetOf(field);
	const raw = text.slice(
		textStart,
		Math.max(textStart, isQuoted && isClosed ? Math.min(caret, end - 1) : caret),
	);
	if (candidates !== undefined) {
		const wanted = raw.toLowerCase();
		const fitting = candidates.filter(candidate => candidate.name.startsWith(wanted));
		return {
			kind: 'word',
			prefix: raw,
			start,
			end,
			candidates: fitting,
			...(facet !== undefined && sign === '' && !isQuoted && {field: facet}),
		};
	}
	if (facet === undefined || sign === '~' || (facet === 'status' && !/^\d*$/.test(raw))) {
		return null;
	}
	if (isLogFieldName(facet) && sign === '' && !isQuoted && /^[<>]/.test(raw)) {
		return null;
	}
	const typed = isQuoted ? unescaped(raw) : raw.replaceAll('*', '');
	return {kind: 'value', typed, field: facet, isBare, start, end};
}

/**
 * Replaces the typed part with the chosen completion: a candidate's name, or a value in its printed form. After a field, its
 * value can be typed next; after a value, the next term.
 * @param isTerm - true if the completion of a bare word is a whole term
 */
export function complete(text: string, typed: TypedPart, chosen: string, isTerm = false): Completed {
	const put = (what: string): Completed => {
		const isAtEnd =
			typed.kind !== 'field' && typed.kind !== 'logField' && text.slice(typed.end).trim() === '';
		const head = `${text.slice(0, typed.start)}${what}${isAtEnd ? ' ' : ''}`;
		return {text: `${head}${isAtEnd ? '' : text.slice(typed.end)}`, caret: head.length};
	};
	if (typed.kind === 'field' || typed.kind === 'logField') {
		return put(typed.kind === 'field' ? `${chosen}:` : `${writtenLogField(`@${chosen}`)}:`);
	}
	if (typed.kind === 'word' || isTerm) {
		return put(chosen);
	}
	const value = valueText(typed.field, chosen) ?? chosen;
	return put(typed.isBare ? `url:${value}` : value);
}
