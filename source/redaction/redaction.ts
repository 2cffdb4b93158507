import {type FieldName, rowOf} from '../fields/fields.js';
import {searchedFields, type TermField} from '../query/field-names.js';
import {type LogFieldName, logFieldAt, writtenLogField} from '../query/log-field-name.js';
import type {Query} from '../query/query.js';
import {redactedMark} from '../query/redacted-mark.js';
import type {Item} from '../query/tokens/item.js';
import {tokensOf} from '../query/tokens/query-token.js';
import type {Entry} from '../store/store.js';
import {actualEntry, EntryRedactor} from './redact-entry.js';
import {beforeParameter, type Hidden, type TextRedactor, withoutHidden} from './redact-text.js';
import {SecretNames} from './secret-name.js';

/** The on/off state of redaction, and the functions that all displayed data passes through. */
export type Redaction = {
	isOn(): boolean;
	toggle(): void;
	/** Redacts regardless of the state. */
	readonly redactor: EntryRedactor;
	/** Returns the entry for display in the current state. The argument may be redacted or not. */
	shown(entry: Entry): Entry;
	/** Returns the query for display. Returns the same object for the same query. */
	shownQuery(query: Query): Query;
	/** Returns the name of a log field for display. */
	shownField(field: LogFieldName): LogFieldName;
	/** Returns a string that contains a search, for display. */
	shownText(text: string): string;
};

/** Tokens of requests. They aren't secret: the listing shows them. */
const tokenTerm = /(?:^|(?<=[\s(!-]))token:[=~]*[\da-f*,]+(?=$|[\s)])/gi;

/**
 * Returns all secrets in a string that may contain a search. The whole is treated like any string, and each search value like a
 * URL, because it may contain spaces.
 */
function hiddenInSearch(text: string, {texts, shownField}: EntryRedactor): readonly Hidden[] {
	const tokens = Array.from(text.matchAll(tokenTerm), ({index, 0: term}) => ({
		start: index,
		end: index + term.length,
	}));
	const hidden = texts
		.hiddenIn(text, 'text')
		.filter(({start, end}) => !tokens.some(token => start >= token.start && end <= token.end));
	const terms = tokensOf(text).flatMap(token => (token.kind === 'term' ? [token] : []));
	return [
		...hidden,
		...hiddenNames(text, shownField),
		...terms.flatMap(({field, items}) => items.flatMap(item => hiddenInItem(field, item, texts))),
	];
}

/** The start of the name of a log field, in a search, a list of columns or a message. */
const nameStart = /(?<![\p{L}\p{N}_.])@/gu;

/** Returns the names of log fields that contain secrets. */
function hiddenNames(text: string, shownField: EntryRedactor['shownField']): readonly Hidden[] {
	const hidden: Hidden[] = [];
	let done = 0;
	for (const {index} of text.matchAll(nameStart)) {
		const field = index < done ? null : logFieldAt(text, index);
		if (field !== null) {
			done = field.end;
			const shown = shownField(field.name);
			if (shown !== field.name) {
				hidden.push({start: index, end: field.end, instead: writtenLogField(shown)});
			}
		}
	}
	return hidden;
}

/** Part of an address, or a network. */
const addressPart = /^[\da-f.:/*]*$/i;

function hiddenInItem(field: TermField | undefined, item: Item, texts: TextRedactor): readonly Hidden[] {
	const {text} = item;
	if (field === 'token' || text === '' || text === '*') {
		return [];
	}
	const {redacted = 'url'} = rowOf(searchedFields.get(field as FieldName) ?? 'url');
	const isWhole = redacted === 'hidden' || (redacted === 'address' && !addressPart.test(text));
	// The user agent and other fields may contain URLs; lists of addresses don't.
	const kind = redacted === 'host' ? 'host' : field === 'forwarded' ? 'text' : 'url';
	const hidden: readonly Hidden[] = isWhole
		? [{start: 0, end: text.length, instead: redactedMark}]
		: field === 'param'
			? hiddenInParameter(text, texts)
			: texts.hiddenIn(text, kind);
	const inQuery = <At extends {readonly start: number; readonly end: number}>(at: At): At => ({
		...at,
		start: item.offsetOf(at.start),
		end: item.offsetOf(at.end),
	});
	return hidden.map(one => ({...inQuery(one), quote: one.quote && inQuery(one.quote)}));
}

/** Returns the secrets in a parameter of a URL, by its name. */
function hiddenInParameter(text: string, texts: TextRedactor): readonly Hidden[] {
	const before = beforeParameter(text);
	const moved = <At extends {readonly start: number; readonly end: number}>(at: At): At => ({
		...at,
		start: Math.max(0, at.start - before.length),
		end: at.end - before.length,
	});
	return texts
		.hiddenIn(before + text, 'url')
		.map(one => ({...moved(one), quote: one.quote && moved(one.quote)}));
}

/**
 * @param isOn - initial state
 * @param secretNames - names of secrets from the user's configuration
 */
export function makeRedaction(isOn: boolean, secretNames: readonly string[]): Redaction {
	const redactor = new EntryRedactor(new SecretNames(secretNames));
	let isHiding = isOn;
	const shownText = (text: string): string =>
		isHiding ? withoutHidden(text, hiddenInSearch(text, redactor)) : text;
	const queries = new WeakMap<Query, Query>();
	return {
		isOn: () => isHiding,
		redactor,
		toggle() {
			isHiding = !isHiding;
		},
		shown: entry => (isHiding ? redactor.entry(entry) : actualEntry(entry)),
		shownQuery(query) {
			if (!isHiding) {
				return query;
			}
			const known = queries.get(query);
			if (known !== undefined) {
				return known;
			}
			const text = shownText(query.text);
			const shown = text === query.text ? query : {...query, text};
			queries.set(query, shown);
			return shown;
		},
		shownField: field => (isHiding ? redactor.shownField(field) : field),
		shownText,
	};
}
