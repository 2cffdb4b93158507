import type {Escapes} from '../values/decode-text.js';
import {FormatError} from './format-error.js';
import type {Piece} from './piece.js';
import {
	clfTime,
	client,
	epochSeconds,
	forwardedFor,
	host,
	isoTime,
	loose,
	method,
	other,
	path,
	protocol,
	query,
	referer,
	request,
	seconds,
	size,
	status,
	upstream,
	url,
	user,
	userAgent,
} from './pieces.js';
import {type UserPattern, userPattern, type Variable} from './user-pattern.js';

/** What nginx's variables stand for; all others aren't wanted. https://nginx.org/en/docs/varindex.html */
const variables = new Map<string, Piece>(
	Object.entries({
		remote_addr: client,
		http_x_forwarded_for: forwardedFor,
		proxy_add_x_forwarded_for: forwardedFor,
		remote_user: user,
		time_local: clfTime,
		time_iso8601: isoTime(),
		msec: epochSeconds,
		request,
		request_method: method,
		request_uri: url,
		uri: path,
		document_uri: path,
		args: query,
		query_string: query,
		server_protocol: protocol,
		status,
		body_bytes_sent: size,
		bytes_sent: size,
		http_referer: referer,
		http_user_agent: userAgent,
		host,
		http_host: host,
		server_name: host,
		request_time: seconds,
		upstream_addr: upstream,
	}),
);

/** The names of nginx's variables of which something is kept. */
export const nginxVariables: readonly string[] = [...variables.keys()];

/** Of these the first is taken that is there: the others say the same, or nearly. */
const preferences = [
	['body_bytes_sent', 'bytes_sent'],
	['host', 'http_host', 'server_name'],
	['request_uri', 'uri', 'document_uri'],
	['http_x_forwarded_for', 'proxy_add_x_forwarded_for'],
	['time_iso8601', 'time_local', 'msec'],
	['args', 'query_string'],
];

/**
 * Makes a pattern of an nginx `log_format`: what stands in its quotes, or the whole directive.
 * https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 *
 * @throws FormatError
 */
export function nginxLogFormat(given: string): UserPattern {
	const {text, escapes} = directive(given.trim());
	const found = variablesIn(text);
	const names = new Set(found.map(part => (typeof part === 'string' ? '' : part.name)));
	const left = new Set(preferences.flatMap(all => all.filter(name => names.has(name)).slice(1)));
	if (names.has('request')) {
		for (const name of ['request_uri', 'uri', 'document_uri', 'args', 'query_string', 'request_method']) {
			left.add(name);
		}
	} else if (names.has('request_uri')) {
		left.add('args').add('query_string');
	}
	const parts = found.map((part): string | Variable =>
		typeof part === 'string'
			? part
			: {
					written: part.written,
					piece: left.has(part.name) ? other : (variables.get(part.name) ?? loose(other)),
				},
	);
	return userPattern(parts, escapes);
}

/** The text of a `log_format name escape=json '…' '…';`, and how it escapes. */
function directive(given: string): {readonly text: string; readonly escapes: Escapes} {
	const words = /^log_format\s+\S+\s+(?:escape=(\w+)\s+)?/.exec(given);
	if (words === null) {
		return {text: unescaped(given), escapes: 'clf'};
	}
	const rest = given.slice(words[0].length);
	const escapes = words[1] === 'json' ? 'json' : words[1] === 'none' ? 'none' : 'clf';
	const tokens: readonly string[] = rest.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|;|[^\s;]+/g) ?? [];
	// Behind the semicolon are directives that were copied along.
	const end = tokens.indexOf(';');
	return {
		text: tokens
			.slice(0, end === -1 ? undefined : end)
			.map(unquoted)
			.join(''),
		escapes,
	};
}

function unquoted(text: string): string {
	return unescaped(/^(['"]).*\1$/s.test(text) ? text.slice(1, -1) : text);
}

/** As nginx reads its configuration: ngx_conf_read_token in src/core/ngx_conf_file.c. */
function unescaped(text: string): string {
	const named: Readonly<Record<string, string>> = {t: '\t', r: '\r', n: '\n'};
	return text.replace(/\\(['"\\trn])/g, (_, letter: string) => named[letter] ?? letter);
}

type Found = {readonly written: string; readonly name: string};

function variablesIn(text: string): ReadonlyArray<string | Found> {
	const parts: Array<string | Found> = [];
	let from = 0;
	for (const {0: written, 1: braced, 2: bare, index} of text.matchAll(/\$(?:\{(\w+)\}|(\w+)|)/g)) {
		const name = braced ?? bare;
		if (name === undefined) {
			throw new FormatError(`a $ without the name of a variable after ${text.slice(0, index)}`);
		}
		if (index > from) {
			parts.push(text.slice(from, index));
		}
		parts.push({written, name});
		from = index + written.length;
	}
	return from < text.length ? [...parts, text.slice(from)] : parts;
}
