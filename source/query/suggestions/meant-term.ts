import type {FieldName} from '../../fields/fields.js';
import {fieldNamed, nearestField, periodFields} from '../field-names.js';
import {parseQuery} from '../parsing/parse-query.js';
import {anyCalendar} from '../parsing/time-period.js';
import {durations, sizes} from '../parsing/units.js';
import {QueryError} from '../query-error.js';

/** The interpretation of a search, and a replacement. Not sanitised. */
export type Meaning = {readonly interpretation: string; readonly instead: string};

/** A term that a bare word may have been meant as. */
export type MeantTerm = {
	readonly term: string;
	/** Description of the term in messages. */
	readonly what: string;
	/** True if the word is unlikely in a URL. The suggestion then appears even if the search has matches. */
	readonly isSure: boolean;
};

/** The forms of values, their field, and whether they are unlikely in a URL. */
const forms = [
	[/^[1-5](xx|\d\d)([,-][1-5](xx|\d\d))*$/i, 'status', true],
	[/^[<>]=?[1-5]\d\d$/, 'status', true],
	[/^[<>]=?\d+(\.\d+)?[kmgt]i?b$/i, 'bytes', true],
	[/^[<>]=?\d+(\.\d+)?(ms|s)$/i, 'duration', true],
	[/^(GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|CONNECT|TRACE|PROPFIND)(,[A-Z]+)*$/, 'method', true],
	[/^(get|head|post|put|delete|patch|options|connect|trace|propfind)$/i, 'method', false],
	[/^\d{1,3}(\.\d{1,3}){2,3}\.?(\/\d+)?$/, 'ip', true],
	[/^\d+(s|m|h|d)$/i, 'since', false],
	[/^\d{4}-\d\d-\d\d$/, 'on', false],
	[/^(today|yesterday)$/i, 'on', false],
] as const;

/** Comparison operators of other languages: the text before the field, and between field and value. */
const signs: Readonly<Partial<Record<string, readonly [string, string]>>> = {
	'=': ['', ':'],
	'==': ['', ':'],
	'!=': ['-', ':'],
	'~': ['', ':~'],
	'=~': ['', ':~'],
	'!~': ['-', ':~'],
	'<': ['', ':<'],
	'<=': ['', ':<='],
	'=<': ['', ':<='],
	'>': ['', ':>'],
	'>=': ['', ':>='],
	'=>': ['', ':>='],
};

/** Fields whose values have an order. */
const comparedFields: readonly FieldName[] = ['status', 'bytes', 'duration', ...periodFields];

/** Fields whose names are unlikely as URL parameters. */
const ownFields: readonly FieldName[] = ['status', 'ip', 'method', 'bytes', 'duration'];

/**
 * Returns the term that a bare word, which matches URLs, was probably meant as: `status:404` for `404` and for `status=404`.
 * Returns null for a word that looks like part of a URL.
 */
export function meantTerm(word: string): MeantTerm | null {
	// `duration > 1 s`
	const whole = word.replace(/(\d)\s+(\p{L}+)$/u, (_, digit: string, unit: string) =>
		isUnit(unit) ? `${digit}${unit}` : _,
	);
	const suggestion = meantValue(whole) ?? comparedTerm(whole) ?? recentTerm(word) ?? joinedTerms(word);
	return suggestion !== null && isRight(suggestion.term) ? suggestion : null;
}

/** Checks for a unit of a size or duration. */
export function isUnit(text: string): boolean {
	const unit = text.toLowerCase();
	return sizes.has(unit) || durations.has(unit);
}

/** Recognises `last hour` and `past 15 minutes`. */
function recentTerm(word: string): MeantTerm | null {
	const [, amount = '1', unit] =
		/^(?:last|past)\s+(?:(\d+)\s+)?([smhdw])(?:ec|econd|in|inute|our|ay|eek)s?$/i.exec(word) ?? [];
	return unit === undefined
		? null
		: {term: `since:${amount}${unit.toLowerCase()}`, what: 'the time', isSure: true};
}

function meantValue(word: string): MeantTerm | null {
	const value = word.replace(/^([<>]=?)\s+/, '$1');
	const form = forms.find(([pattern]) => pattern.test(value));
	return form
		? {term: `${form[1]}:${value}`, what: `the ${kinds[form[1]] ?? form[1]}`, isSure: form[2]}
		: null;
}

/**
 * Recognises terms joined by operators of other languages: `404|500`, `404 or 500`. A URL may contain a single `|` between other
 * words.
 */
function joinedTerms(word: string): MeantTerm | null {
	const words = word.split(/\s+(?:or|\|)\s+|\|\|?|&&/i);
	if (words.length === 1 || words.includes('') || words.some(of => /\s/.test(of))) {
		return null;
	}
	const suggestions = words.map(meantTerm);
	if (!/\|\||&&/.test(word) && !suggestions.every(of => of?.isSure)) {
		return null;
	}
	const terms = words.map((of, index) => suggestions[index]?.term ?? of);
	return word.includes('&&')
		? {term: terms.join(' '), what: 'both', isSure: true}
		: {term: `(${terms.join(' OR ')})`, what: 'alternatives', isSure: true};
}

/** Recognises a field and a value joined by an operator of another language. */
function comparedTerm(word: string): MeantTerm | null {
	// A name, an operator and a value, possibly with spaces in between.
	const [, name = '', sign = '', value = ''] =
		/^([\p{L}_-]+)\s*([=!<>~]{1,2})\s*([^\s=<>~]\S*)$/u.exec(word) ?? [];
	const isOrder = /[<>]/.test(sign);
	// A URL may contain `code=42` and `path~42`, but is unlikely to contain `code>42`.
	const field = sign === '=' || sign === '~' ? fieldNamed(name) : nearestField(name);
	const [before, between] = signs[sign] ?? [];
	if (field === undefined || between === undefined || (isOrder && !comparedFields.includes(field))) {
		return null;
	}
	const isPeriod = isOrder && periodFields.includes(field);
	const term = isPeriod
		? periodTerm(sign.includes('<'), sign.includes('='), value)
		: `${before}${field}${between}${value}`;
	const isSure = sign !== '=' || ownFields.includes(field);
	return {term, what: `the ${kinds[field] ?? field}`, isSure};
}

/**
 * Returns the term for the time before or after a period, which may include the period itself, such as a day or a minute.
 * `until:` includes a day, but not a time of day.
 */
function periodTerm(isBefore: boolean, isIncluded: boolean, value: string): string {
	const isDay = /^(\d+-\d+-\d+|today|yesterday)$/i.test(value);
	if (isDay && !isIncluded) {
		return isBefore ? `-since:${value}` : `-until:${value}`;
	}
	const term = `${isBefore ? 'until' : 'since'}:${value}`;
	// A relative time such as `15m` is a moment.
	if (isDay || isBefore !== isIncluded || /^(\d+[smhdw])+$/i.test(value)) {
		return term;
	}
	return isBefore ? `(${term} OR on:${value})` : `(${term} -on:${value})`;
}

const kinds: Readonly<Partial<Record<FieldName, string>>> = {
	url: 'URL',
	ip: 'client',
	bytes: 'size',
	since: 'time',
	until: 'time',
	on: 'day',
	agent: 'user agent',
};

/** True for a valid search. */
export function isRight(text: string): boolean {
	try {
		parseQuery(text, anyCalendar);
		return true;
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		return false;
	}
}
