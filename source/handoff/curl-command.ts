import {visibleText} from '../listing/sanitise.js';
import type {Entry} from '../store/store.js';
import {curlOrigin} from './curl-origin.js';
import {shellQuoted} from './shell-quoted.js';

/** A request as a command, or why there is none. */
export type CurlCommand =
	| {
			readonly command: string;
			/** What the log doesn't say and was assumed, or is left out, for reading. */
			readonly remarks: readonly string[];
	  }
	| {readonly problem: string};

/** RFC 9110, 5.6.2. */
const method = /^[!#$%&'*+.^_`|~\w-]{1,64}$/;

const absolute = /^https?:\/\/[^/?#]*/i;

/** Segments that curl would resolve, encoded or not. */
const dots = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Those whose answer depends on a body, which no log has. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The request as a command for bash, dash, zsh and fish. Whatever the log holds, it is arguments of curl and nothing else: all of it
 * stands in quotes behind the option that it belongs to, and what can't be seen is encoded or made visible.
 */
export const curlCommand = ({method: verb, url, host, userAgent, referer}: Entry): CurlCommand => {
	if (url === null || url === '') {
		return {problem: 'this request has no URL'};
	}
	if (verb !== null && !method.test(verb)) {
		return {problem: 'the method of this request is none'};
	}
	const path = url.replace(absolute, '');
	if (verb === 'CONNECT' || !(path === '' || path === '*' || /^[/?]/.test(path))) {
		return {problem: 'what this request asked for is no path'};
	}
	const {origin, assumed} = curlOrigin(url, host);
	const sent = encoded(path.startsWith('/') ? path : path === '*' ? '/' : `/${path}`);
	const words = [
		'curl',
		...methodWords(verb),
		...(path === '*' ? ['--request-target', shellQuoted('*')] : []),
		...(dots.test(sent) ? ['--path-as-is'] : []),
		...(/[[\]{}]/.test(origin + sent) ? ['--globoff'] : []),
		...headerWords('User-Agent', userAgent),
		...headerWords('Referer', referer),
		shellQuoted(origin + sent),
	];
	const body = verb !== null && withBody.has(verb) ? ['the log has no body'] : [];
	return {command: words.join(' '), remarks: [...(assumed === '' ? [] : [assumed]), ...body]};
};

const methodWords = (verb: string | null): readonly string[] => {
	switch (verb) {
		case null:
		case 'GET':
			return [];
		case 'HEAD':
			// With --request HEAD it would wait for a body.
			return ['--head'];
		default:
			return ['--request', /^[A-Z]+$/.test(verb) ? verb : shellQuoted(verb)];
	}
};

/** As a header, since curl takes some values of its options for something else: `--referer 'x;auto'`. */
const headerWords = (name: string, value: string | null): readonly string[] =>
	value === null || value === '' ? [] : ['--header', shellQuoted(`${name}: ${visibleText(value)}`)];

/** What a URL can't have as it is, and `#`, which curl would take for the end of what it sends. */
const encoded = (path: string): string =>
	path.replace(/[^\x21-\x7e]|#/gu, character =>
		encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd')),
	);
