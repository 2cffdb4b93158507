import leven from 'leven';
import type {LogFieldName} from './log-field-name.js';

/** The fields of the search language. Completion offers them in this order. */
export const fieldNames = {
	status: {explained: 'status: 404, 5xx, 400-499, >=500', example: '404'},
	url: {explained: 'URL, a part of it; =/whole, /with/*, ~regexp', example: '/en/*'},
	ip: {explained: 'client: 203.0.113.9, 10.0.0.0/8, 203.0.', example: '203.0.113.9'},
	method: {explained: 'method: post,put', example: 'post'},
	since: {explained: 'start: 15m, 9:00, today, 2026-11-20', example: '15m'},
	until: {explained: 'end: 15m, 9:00, 2026-11-20 (inclusive)', example: '9:00'},
	on: {explained: 'on a day, or at a time: today, 2026-11-20, 9:00', example: '2026-11-20'},
	route: {explained: 'shape of the URL, whole', example: '/{language}/*'},
	host: {explained: 'host, a part of it', example: 'shop.example'},
	agent: {explained: 'user agent, a part of it', example: 'firefox'},
	bot: {explained: 'client is a program, by user agent: yes, no', example: 'yes'},
	referer: {explained: 'referer, a part of it', example: 'google'},
	user: {explained: 'user, a part of it', example: 'admin'},
	bytes: {explained: 'size of the response: >1mb, 10k-20k', example: '>1mb'},
	duration: {explained: 'time taken: >=500ms, 1s-2s', example: '>=500ms'},
	protocol: {explained: 'protocol, a part of it: http/2', example: 'http/2'},
	forwarded: {explained: 'forwarded addresses, a part of them', example: '203.0.113.9'},
	upstream: {explained: 'upstream server, a part of it', example: '10.0.0.5:8080'},
	token: {explained: 'token, the beginning of it', example: '6729f'},
	file: {explained: 'path of the log, a part of it', example: 'access.log'},
	format: {explained: 'format of the line, a part of it', example: 'combined'},
	line: {explained: 'the line as logged, a part of it', example: '9f2c'},
	source: {explained: 'server of a fleet (--store), a part of its name', example: 'web1'},
} as const;

/** Name of a field in a search. */
export type FieldName = keyof typeof fieldNames;

/** The part of a term before its colon: a field, or a log field. */
export type TermField = FieldName | LogFieldName;

/** Fields that limit the period. */
export const periodFields: readonly FieldName[] = ['since', 'until', 'on'];

/** Checks that a term limits the period. */
export function isPeriodField(field: TermField | null): boolean {
	return periodFields.some(name => name === field);
}

/** Alternative spellings: the keys of `--json`, and the dictionary's spelling of `referer`. */
const spellings: ReadonlyMap<string, FieldName> = new Map([
	['useragent', 'agent'],
	['user-agent', 'agent'],
	['durationms', 'duration'],
	['forwardedfor', 'forwarded'],
	['referrer', 'referer'],
]);

/** Names that other tools use for the fields. */
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
	['last', 'since'],
	['latency', 'duration'],
	['message', 'line'],
	['path', 'url'],
	['query', 'url'],
	['raw', 'line'],
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
const mostMistakes = 2;

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
	return best !== undefined && best.mistakes <= Math.min(mostMistakes, name.length - 2)
		? best.field
		: undefined;
}
