import {visibleText} from '../format/sanitise.js';
import {shellQuoted} from '../shell-word.js';
import type {Entry} from '../store/store.js';

/** The origin for a command. */
type CurlOrigin = {
	/** `https://shop.example:8443` */
	readonly origin: string;
	/** The part that isn't in the log, for a message; empty if the log has the whole origin. */
	readonly assumed: string;
};

/** A name, or an address in brackets, with an optional port: nothing that a URL could interpret differently. */
const plainHost = /^(?:[a-z\d][\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i;

const schemeAndHost = /^(https?):\/\/([^/?#]*)/i;

/** Returns the origin for a command. The host comes from the request, otherwise from the log; the default is this machine. */
function curlOrigin(target: string, logged: string | null): CurlOrigin {
	const [, scheme = '', authority = ''] = schemeAndHost.exec(target) ?? [];
	const named = authority.slice(authority.lastIndexOf('@') + 1);
	const host = named === '' ? (logged ?? '') : named;
	const [, port] = plainHost.exec(host) ?? [];
	if (!plainHost.test(host) || Number(port ?? 0) > 65_535) {
		const why =
			host === '' || host === '-' || host === '_' ? 'the log has no host' : 'the host in the log is invalid';
		return {origin: 'http://localhost', assumed: `http://localhost is assumed, as ${why}`};
	}
	if (scheme !== '' && named !== '') {
		return {origin: `${scheme.toLowerCase()}://${host}`, assumed: ''};
	}
	const guessed = port === '80' ? 'http' : 'https';
	const assumed =
		port === '80' || port === '443' ? '' : `to ${guessed}://${host}, where ${guessed} is assumed`;
	return {origin: `${guessed}://${host}`, assumed};
}

/** A curl command, or the reason why there is no command. */
export type CurlCommand =
	| {
			readonly command: string;
			/** Assumptions and omissions, for a message. */
			readonly remarks: readonly string[];
	  }
	| {readonly problem: string};

/** RFC 9110, 5.6.2. */
const method = /^[!#$%&'*+.^_`|~\w-]{1,64}$/;

const absolute = /^https?:\/\/[^/?#]*/i;

/** Path segments that curl would resolve, encoded or not. */
const dots = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Methods whose response depends on a body. No log has bodies. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Returns the request as a command for bash, dash, zsh and fish. The content of the log can only become arguments of curl: each
 * value is quoted and follows its option, and invisible characters are encoded or made visible.
 */
export function curlCommand({method: verb, url, host, userAgent, referer}: Entry): CurlCommand {
	if (url === null || url === '') {
		return {problem: 'this request has no URL'};
	}
	if (verb !== null && !method.test(verb)) {
		return {problem: 'the method of this request is invalid'};
	}
	const path = url.replace(absolute, '');
	if (verb === 'CONNECT' || !(path === '' || path === '*' || /^[/?]/.test(path))) {
		return {problem: 'the target of this request is not a path'};
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
}

function methodWords(verb: string | null): readonly string[] {
	switch (verb) {
		case null:
		case 'GET':
			return [];
		case 'HEAD':
			// With `--request HEAD`, curl would wait for a body.
			return ['--head'];
		default:
			return ['--request', /^[A-Z]+$/.test(verb) ? verb : shellQuoted(verb)];
	}
}

/** Writes headers with `--header`, because curl interprets some values of the special options: `--referer 'x;auto'`. */
function headerWords(name: string, value: string | null): readonly string[] {
	return value === null || value === '' ? [] : ['--header', shellQuoted(`${name}: ${visibleText(value)}`)];
}

/** Encodes characters that a URL can't contain, and `#`, which curl would read as the start of a fragment. */
function encoded(path: string): string {
	return path.replace(/[^\x21-\x7e]|#/gu, character =>
		encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd')),
	);
}
