import {visibleText} from '../format/sanitise.js';
import type {Entry} from '../store/store.js';

/**
 * A text as one word of bash, dash, zsh and fish, whatever it holds but NUL. In single quotes only the quote means something,
 * in fish also the backslash before a quote or another one. So both stand outside of the quotes, behind a backslash.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 * https://fishshell.com/docs/current/language.html#quotes
 */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll(/['\\]+/g, marks => `'${marks.replaceAll(/./g, '\\$&')}'`)}'`;
}

/** What no shell takes for anything but itself. A `=` and a `%` in front mean something in zsh and fish. */
const plain = /^[\w@+:,./-]+$/;

/** The same without quotes where none are needed. */
export function shellWord(text: string): string {
	return plain.test(text) ? text : shellQuoted(text);
}

/** Where a request is sent again. */
type CurlOrigin = {
	/** `https://shop.example:8443` */
	readonly origin: string;
	/** What of that the log doesn't say, for reading; empty when it says all. */
	readonly assumed: string;
};

/** A name, or an address in brackets, and a port: nothing that a URL could mean something else by. */
const plainHost = /^(?:[a-z\d][\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i;

const schemeAndHost = /^(https?):\/\/([^/?#]*)/i;

/** Where curl is to send a request. The host is what the request named, or else what the log says; else this machine. */
function curlOrigin(target: string, logged: string | null): CurlOrigin {
	const [, scheme = '', authority = ''] = schemeAndHost.exec(target) ?? [];
	const named = authority.slice(authority.lastIndexOf('@') + 1);
	const host = named === '' ? (logged ?? '') : named;
	const [, port] = plainHost.exec(host) ?? [];
	if (!plainHost.test(host) || Number(port ?? 0) > 65_535) {
		const why =
			host === '' || host === '-' || host === '_' ? 'the log has no host' : 'the host in the log is none';
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
export function curlCommand({method: verb, url, host, userAgent, referer}: Entry): CurlCommand {
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
}

function methodWords(verb: string | null): readonly string[] {
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
}

/** As a header, since curl takes some values of its options for something else: `--referer 'x;auto'`. */
function headerWords(name: string, value: string | null): readonly string[] {
	return value === null || value === '' ? [] : ['--header', shellQuoted(`${name}: ${visibleText(value)}`)];
}

/** What a URL can't have as it is, and `#`, which curl would take for the end of what it sends. */
function encoded(path: string): string {
	return path.replace(/[^\x21-\x7e]|#/gu, character =>
		encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd')),
	);
}
