import leven from 'leven';
import {
	type FieldKey,
	type FieldName,
	fieldsWhere,
	rowOf,
	type SearchRules,
	searchNames,
} from '../fields/fields.js';
import type {LogFieldName} from './log-field-name.js';

/** The fields that aren't fields of an entry: the line, and the period. */
const others = {
	since: {explained: 'start: 15m, 9:00, today, 2026-11-20', example: '15m'},
	until: {explained: 'end: 15m, 9:00 (not included), 2026-11-20 (included)', example: '9:00'},
	on: {explained: 'on a day, or at a time: today, 2026-11-20, 9:00', example: '2026-11-20'},
	line: {explained: 'part of the line as logged', example: '9f2c'},
} as const;

/** The fields of entries by their name in a search. */
export const searchedFields: ReadonlyMap<FieldName, FieldKey> = new Map(
	fieldsWhere(({search}) => search !== undefined).map(field => [
		rowOf(field).search?.name as FieldName,
		field,
	]),
);

/** The fields of the search language, sorted as in completions. */
export const fieldNames = Object.fromEntries(
	searchNames.map(name => {
		const field = searchedFields.get(name);
		return [name, field === undefined ? others[name as keyof typeof others] : rowOf(field).search];
	}),
) as Readonly<Record<FieldName, SearchRules>>;

/** The part of a term before its colon: a field, or a log field. */
export type TermField = FieldName | LogFieldName;

/** Fields that limit the period. */
export const periodFields: readonly FieldName[] = ['since', 'until', 'on'];

/** Checks that a term limits the period. */
export function isPeriodField(field: TermField | null): boolean {
	return periodFields.some(name => name === field);
}

/**
 * Alternative spellings: the keys of `--json`, and the dictionary's spelling of `referer`.
 */
const spellings: ReadonlyMap<string, FieldName> = new Map([
	['useragent', 'agent'],
	['user-agent', 'agent'],
	['durationms', 'duration'],
	['forwardedfor', 'forwarded'],
	['referrer', 'referer'],
	['referrer-host', 'referer-host'],
	['referer_host', 'referer-host'],
	['refererhost', 'referer-host'],
]);

/** Names that other tools, and the lists of the most frequent values, use for the fields. */
const otherWords: ReadonlyMap<string, FieldName> = new Map([
	['address', 'ip'],
	['addr', 'ip'],
	['backend', 'upstream'],
	['client', 'ip'],
	['code', 'status'],
	['date', 'on'],
	['domain', 'host'],
	['forwarded_for', 'forwarded'],
	['from', 'since'],
	['kind', 'bot'],
	['last', 'since'],
	['latency', 'duration'],
	['message', 'line'],
	['owner', 'asn'],
	['parameter', 'param'],
	['path', 'url'],
	['query', 'url'],
	['raw', 'line'],
	['referer_domain', 'referer-host'],
	['remote_addr', 'ip'],
	['request', 'url'],
	['request_time', 'duration'],
	['response', 'status'],
	['response_time', 'duration'],
	['server', 'host'],
	['site', 'host'],
	['size', 'bytes'],
	['status_code', 'status'],
	['text', 'line'],
	['time', 'since'],
	['to', 'until'],
	['took', 'duration'],
	['ua', 'agent'],
	['upstream_addr', 'upstream'],
	['uri', 'url'],
	['user agent', 'agent'],
	['user_agent', 'agent'],
	['verb', 'method'],
	['vhost', 'host'],
	['x-forwarded-for', 'forwarded'],
	['x_forwarded_for', 'forwarded'],
	['xff', 'forwarded'],
]);

function isName(text: string): text is FieldName {
	return Object.hasOwn(fieldNames, text);
}

/** Returns the field with this name, ignoring case; undefined if no field has it. */
export function fieldNamed(text: string): FieldName | undefined {
	const name = text.toLowerCase();
	return isName(name) ? name : spellings.get(name);
}

/** Checks that other tools have a field with this name. */
export function isNamedElsewhere(text: string): boolean {
	return otherWords.has(text.toLowerCase());
}

/** Max edit distance for "did you mean". */
const maxMistakes = 2;

/** Returns the field that was probably meant, or undefined. */
export function nearestField(text: string): FieldName | undefined {
	const name = text.toLowerCase();
	const known = otherWords.get(name);
	if (known !== undefined || name.length < 2) {
		return known;
	}
	const [best] = Object.keys(fieldNames)
		.filter(isName)
		.map(field => ({field, mistakes: field.startsWith(name) ? 0 : leven(field, name)}))
		.sort((a, b) => a.mistakes - b.mistakes);
	// Two edits leave nothing in common with a name of three letters.
	return best !== undefined && best.mistakes <= Math.min(maxMistakes, name.length - 2)
		? best.field
		: undefined;
}
