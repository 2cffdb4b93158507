import {type FieldName, fieldNamed, nearestField, periodFields} from '../field-names.js';
import {parseQuery} from '../parsing/parse-query.js';
import {anyCalendar} from '../parsing/time-period.js';
import {QueryError} from '../query-error.js';

/** What a search looks for, and what to write instead. Not sanitised. */
export type Meaning = {readonly looked: string; readonly instead: string};

/** A term that a bare word may have been meant for. */
export type MeantTerm = {
	readonly term: string;
	/** What it is for, in a message. */
	readonly what: string;
	/** The word is hardly a part of a URL: it is told whatever is found. */
	readonly isSure: boolean;
};

/** The forms of values, the field that has them, and whether they are hardly parts of a URL. */
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
] as const;

/** How others write a comparison: what stands before the field, and between it and the value. */
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

/** A name, a sign, and a value, perhaps with spaces between them. */
const comparison = /^([\p{L}_-]+)\s*([=!<>~]{1,2})\s*([^\s=<>~]\S*)$/u;

/** Fields whose values are greater or less. */
const comparedFields: readonly FieldName[] = ['status', 'bytes', 'duration', ...periodFields];

/** Fields whose names are hardly those of a URL's parameters. */
const ownFields: readonly FieldName[] = ['status', 'ip', 'method', 'bytes', 'duration'];

/**
 * What a bare word, which is looked for in URLs, was probably meant for: `404` for `status:404`, and so is `status=404`.
 * Null for a word that looks like a part of a URL.
 */
export function meantTerm(word: string): MeantTerm | null {
	const meant = meantValue(word) ?? comparedTerm(word) ?? joinedTerms(word);
	return meant !== null && isRight(meant.term) ? meant : null;
}

function meantValue(word: string): MeantTerm | null {
	const value = word.replace(/^([<>]=?)\s+/, '$1');
	const form = forms.find(([pattern]) => pattern.test(value));
	return form
		? {term: `${form[1]}:${value}`, what: `the ${kinds[form[1]] ?? form[1]}`, isSure: form[2]}
		: null;
}

/** Terms with a sign of others between them: `404|500`, `404 or 500`. A URL may have a single `|` between other words. */
function joinedTerms(word: string): MeantTerm | null {
	const words = word.split(/\s+(?:or|\|)\s+|\|\|?|&&/i);
	if (words.length === 1 || words.includes('') || words.some(of => /\s/.test(of))) {
		return null;
	}
	const meant = words.map(meantTerm);
	if (!/\|\||&&/.test(word) && !meant.every(of => of?.isSure)) {
		return null;
	}
	const terms = words.map((of, index) => meant[index]?.term ?? of);
	return word.includes('&&')
		? {term: terms.join(' '), what: 'both', isSure: true}
		: {term: `(${terms.join(' OR ')})`, what: 'alternatives', isSure: true};
}

/** The term for a field and a value with a sign of others between them. */
function comparedTerm(word: string): MeantTerm | null {
	const [, name = '', sign = '', value = ''] = comparison.exec(word) ?? [];
	const isOrder = /[<>]/.test(sign);
	// A URL has `code=42` and `path~42`, but hardly `code>42`.
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
 * The term for what is before or after a time, and perhaps in it, such as in that day or minute: `until:` includes a day,
 * but not a time of day.
 */
function periodTerm(isBefore: boolean, isIncluded: boolean, value: string): string {
	const isDay = /^(\d+-\d+-\d+|today|yesterday)$/i.test(value);
	if (isDay && !isIncluded) {
		return isBefore ? `-since:${value}` : `-until:${value}`;
	}
	const term = `${isBefore ? 'until' : 'since'}:${value}`;
	// What is so long ago, `15m`, is a moment.
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

function isRight(text: string): boolean {
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
