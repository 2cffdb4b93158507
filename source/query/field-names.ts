import leven from 'leven';

/** The fields of the search language, with a word of explanation each, in the order in which they are offered. */
export const fieldNames = {
	status: 'status: 404, 5xx, 400-499, >=500',
	url: 'URL, a part of it; =/whole, /with/*, ~regexp',
	ip: 'client: 203.0.113.9, 10.0.0.0/8, 203.0.',
	method: 'method: post,put',
	since: 'since when: 15m, 9:00, 2026-11-20',
	until: 'until when: 15m, 9:00, 2026-11-20',
	on: 'on a day, or at a minute: 2026-11-20, 9:00',
	route: 'shape of the URL, whole',
	host: 'host, a part of it',
	agent: 'user agent, a part of it',
	bot: 'told by the user agent: yes, no',
	referer: 'referer, a part of it',
	user: 'user, a part of it',
	bytes: 'size of the answer: >1mb, 10k-20k',
	duration: 'time taken: >=500ms, 1s-2s',
	protocol: 'protocol, a part of it: http/2',
	token: 'token, the beginning of it',
	file: 'path of the log, a part of it',
	format: 'format of the line, a part of it',
} as const;

export type FieldName = keyof typeof fieldNames;

/** Other spellings: those of `--json`, and the one of the dictionary. */
const spellings: ReadonlyMap<string, FieldName> = new Map([
	['useragent', 'agent'],
	['user-agent', 'agent'],
	['durationms', 'duration'],
	['referrer', 'referer'],
]);

/** What others call them. */
const otherWords: ReadonlyMap<string, FieldName> = new Map([
	['address', 'ip'],
	['addr', 'ip'],
	['client', 'ip'],
	['code', 'status'],
	['date', 'on'],
	['domain', 'host'],
	['from', 'since'],
	['latency', 'duration'],
	['path', 'url'],
	['query', 'url'],
	['remote_addr', 'ip'],
	['request', 'url'],
	['response', 'status'],
	['server', 'host'],
	['site', 'host'],
	['size', 'bytes'],
	['time', 'since'],
	['to', 'until'],
	['took', 'duration'],
	['ua', 'agent'],
	['uri', 'url'],
	['verb', 'method'],
	['vhost', 'host'],
]);

const isName = (text: string): text is FieldName => Object.hasOwn(fieldNames, text);

/** The field of that name, whatever its case; undefined when there is none. */
export const fieldNamed = (text: string): FieldName | undefined => {
	const name = text.toLowerCase();
	return isName(name) ? name : spellings.get(name);
};

/** Typing mistakes that a name may have and still be told. */
const mostMistakes = 2;

/** The field that was probably meant, or undefined. */
export const nearestField = (text: string): FieldName | undefined => {
	const name = text.toLowerCase();
	const known = otherWords.get(name);
	if (known !== undefined || name.length < 2) {
		return known;
	}
	const [best] = Object.keys(fieldNames)
		.filter(isName)
		.map(field => ({field, mistakes: field.startsWith(name) ? 0 : leven(field, name)}))
		.sort((a, b) => a.mistakes - b.mistakes);
	// Of a name of three letters, one with two mistakes has nothing left.
	return best !== undefined && best.mistakes <= Math.min(mostMistakes, name.length - 2)
		? best.field
		: undefined;
};
