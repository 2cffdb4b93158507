import {type FieldName, fieldNamed} from '../field-names.js';
import {parseQuery} from '../parsing/parse-query.js';
import {anyCalendar} from '../parsing/time-period.js';
import {QueryError} from '../query-error.js';
import {inMessage} from '../quoted.js';

/** A term that a bare word may have been meant for. */
export type MeantTerm = {readonly field: FieldName; readonly term: string};

/** The forms of values that are hardly parts of a URL, and the field that has them. */
const forms = [
	[/^[1-5](xx|\d\d)$/i, 'status'],
	[/^(get|head|post|put|delete|patch|options|connect|trace|propfind)$/i, 'method'],
	[/^\d{1,3}(\.\d{1,3}){2,3}\.?(\/\d+)?$/, 'ip'],
	[/^\d+(s|m|h|d)$/i, 'since'],
	[/^\d{4}-\d\d-\d\d$/, 'on'],
] as const;

/**
 * What a bare word, which is looked for in URLs, was probably meant for: `404` for `status:404`, and so is `status=404`.
 * Null for a word that looks like a part of a URL.
 */
export const meantTerm = (word: string): MeantTerm | null => {
	const form = forms.find(([pattern]) => pattern.test(word));
	if (form) {
		return {field: form[1], term: `${form[1]}:${word}`};
	}
	const [, name = '', value = ''] = /^([\p{L}_-]+)=(.+)$/u.exec(word) ?? [];
	const field = fieldNamed(name);
	const term = `${field}:${value}`;
	return field !== undefined && isRight(term) ? {field, term} : null;
};

/** What a word is looked for in, and what it may have been meant for, in a line. */
export const meantInstead = (word: string, {field, term}: MeantTerm): string =>
	`${inMessage(word)} is looked for in URLs · ${inMessage(term)} for the ${nouns[field] ?? field}`;

const nouns: Readonly<Partial<Record<FieldName, string>>> = {
	ip: 'client',
	since: 'time',
	until: 'time',
	on: 'day',
	agent: 'user agent',
};

const isRight = (text: string): boolean => {
	try {
		parseQuery(text, anyCalendar);
		return true;
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		return false;
	}
};
