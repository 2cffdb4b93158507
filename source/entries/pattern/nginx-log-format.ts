import {FormatError} from '../format-error.js';
import type {Escapes} from '../values/decode-text.js';
import {awsRequest, partOfDuration} from './aws-parts.js';
import {
	haproxyClient,
	haproxyDuration,
	haproxySize,
	haproxyTime,
	queues,
	sureClient,
} from './haproxy-parts.js';
import {
	clfTime,
	clock,
	epochMicroseconds,
	epochMilliseconds,
	epochSeconds,
	isoTime,
	isoTimeUtc,
	timePattern,
} from './time-parts.js';
import {
	type Found,
	type Repeats,
	repeated,
	spaced,
	splitFormat,
	type UserPattern,
	userPattern,
	variableOf,
} from './user-pattern.js';
import type {BoundedPart, Pattern, ValuePart} from './value-part.js';
import {
	addressClient,
	client,
	clockDuration,
	code,
	durationWithUnit,
	fallbackHost,
	forwardedClient,
	forwardedFor,
	host,
	isArgs,
	listedSeconds,
	loose,
	maybeQuoted,
	method,
	microseconds,
	milliseconds,
	nanoseconds,
	number,
	oneOf,
	other,
	path,
	plainUser,
	protocol,
	proxyTarget,
	query,
	reason,
	referer,
	request,
	seconds,
	size,
	status,
	sureHost,
	surePath,
	sureSeconds,
	sureStatus,
	sureUrl,
	upstream,
	upstreamItems,
	url,
	user,
	userAgent,
	word,
} from './value-parts.js';

let valueParts: ReadonlyMap<string, ValuePart> | undefined;

/** Parts that read the values of variables. Other variables are ignored. https://nginx.org/en/docs/varindex.html */
function variables(): ReadonlyMap<string, ValuePart> {
	valueParts ??= new Map(
		Object.entries({
			remote_addr: client,
			realip_remote_addr: client,
			http_x_forwarded_for: forwardedFor,
			proxy_add_x_forwarded_for: forwardedFor,
			http_x_real_ip: forwardedFor,
			http_cf_connecting_ip: forwardedFor,
			http_true_client_ip: forwardedFor,
			http_x_client_ip: forwardedFor,
			proxy_protocol_addr: forwardedFor,
			remote_user: user,
			time_local: clfTime,
			time_iso8601: isoTime,
			msec: epochSeconds,
			date_local: timePattern('%A, %d-%b-%Y %H:%M:%S %Z'),
			date_gmt: timePattern('%A, %d-%b-%Y %H:%M:%S %Z'),
			request,
			request_method: method,
			request_uri: url,
			uri: path,
			document_uri: path,
			is_args: isArgs,
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
			request_time: listedSeconds,
			upstream_addr: upstream,
		}),
	);
	return valueParts;
}

const units: Readonly<Record<string, BoundedPart>> = {
	s: seconds,
	ms: milliseconds,
	us: microseconds,
	ns: nanoseconds,
	clock: clockDuration,
	'': durationWithUnit,
};

let ownParts: ReadonlyMap<string, (detail: string) => ValuePart | undefined> | undefined;

/**
 * Variables that nginx doesn't have. In `${name:…}`, the text after the colon gives details.
 *
 * | variable | meaning |
 * |---|---|
 * | `${time:%d.%m.%Y %H:%M:%S}` | a time as strftime(3) writes it |
 * | `${time_utc:…}`, `$time_iso8601_utc` | the same, but UTC if it has no zone |
 * | `$duration`, `${duration:ms}` | a duration with its unit; a number of s, ms, us or ns; `clock`: `0:00:00.012345` |
 * | `${part_of_duration:s}` | one of several parts whose sum is the duration |
 * | `${epoch:ms}` | a Unix time in s, ms or us |
 * | `$clock` | a time of day, which is ignored because it has no date |
 * | `${sure:status}`, `${sure:request_time}` | the nginx variable, but it can't be missing in the log |
 * | `${sure:remote_addr}`, `${sure:request_uri}`, `${sure:path}`, `${sure:host}` | an address; a path, or a URL with its scheme; a path with its query; a name or an address |
 * | `${sure:haproxy_client}` | an address with its port |
 * | `$target` | the target of a request to a proxy: a URL, a host with its port (CONNECT), `error:…` |
 * | `$user` | a user name without spaces |
 * | `$forwarded_client` | X-Forwarded-For, if nothing else names the client |
 * | `$word`, `$code`, `$reason`, `$number`, `$text`, `${one_of:a|b}` | ignored values: without spaces, letters, a reason phrase, digits, anything, one of these words |
 *
 * `${~name}`: the value may contain its separator. `${"name}`: the value is quoted if necessary.
 */
function ownVariables(): ReadonlyMap<string, (detail: string) => ValuePart | undefined> {
	ownParts ??= new Map(
		Object.entries({
			time: (format: string) => timePattern(format),
			time_utc: (format: string) => timePattern(format, 0),
			time_iso8601_utc: () => isoTimeUtc,
			duration: (unit: string) => units[unit],
			part_of_duration: (unit: string) => (unit === 's' ? partOfDuration : undefined),
			sure: (name: string) =>
				new Map<string, ValuePart>([
					['status', sureStatus],
					['request_time', sureSeconds],
					['remote_addr', addressClient],
					['haproxy_client', sureClient],
					['host', sureHost],
					['request_uri', sureUrl],
					['path', surePath],
				]).get(name),
			epoch: (unit: string) =>
				new Map<string, ValuePart>([
					['s', epochSeconds],
					['ms', epochMilliseconds],
					['us', epochMicroseconds],
				]).get(unit),
			clock: () => clock,
			target: () => proxyTarget,
			user: () => plainUser,
			forwarded_client: () => forwardedClient,
			aws_request: () => awsRequest,
			haproxy_client: () => haproxyClient,
			haproxy_time: () => haproxyTime,
			haproxy_timers: () => haproxyDuration,
			haproxy_size: () => haproxySize,
			haproxy_queues: () => queues,
			word: () => word,
			code: () => code,
			reason: () => reason,
			number: () => number,
			text: () => other,
			one_of: (words: string) => oneOf(`one of ${words.split('|').join(', ')}`, words.split('|')),
		}),
	);
	return ownParts;
}

/** Returns the names of nginx's variables whose values are stored. */
export function nginxVariables(): readonly string[] {
	return [...variables().keys()];
}

/**
 * Variables without a field that have an item for each upstream server.
 * https://nginx.org/en/docs/http/ngx_http_upstream_module.html#variables
 */
const itemVariable =
	/^upstream_(?:status|response_length|bytes_(?:received|sent)|(?:connect|header|queue|response)_time)$/;

const requestParts = ['request_uri', 'uri', 'document_uri', 'args', 'query_string', 'request_method'];

const repeats: Repeats = {
	preferences: [
		['body_bytes_sent', 'bytes_sent'],
		['host', 'http_host', 'server_name'],
		['request_uri', 'uri', 'document_uri'],
		[
			'http_x_forwarded_for',
			'proxy_add_x_forwarded_for',
			'http_x_real_ip',
			'http_cf_connecting_ip',
			'http_true_client_ip',
			'http_x_client_ip',
			'proxy_protocol_addr',
		],
		['remote_addr', 'realip_remote_addr'],
		['time_iso8601', 'time_local', 'msec', 'date_gmt', 'date_local'],
		['args', 'query_string'],
	],
	wholes: [
		['request', ...requestParts],
		['request_uri', 'args', 'query_string', 'is_args'],
	],
};

/**
 * Compiles an nginx `log_format`: the content of its quotes, or the whole directive.
 * https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 *
 * @throws FormatError
 */
export function nginxLogFormat(given: string): UserPattern {
	const {text, escapes} = directive(given.trim());
	const parts = wanted(variablesIn(text));
	return userPattern(
		parts.map(part => {
			if (typeof part === 'string') {
				return part;
			}
			const isItems = itemVariable.test(part.name);
			return variableOf(isItems ? {...part, valuePart: upstreamItems} : part, new Set());
		}),
		escapes,
	);
}

/** Returns the part that a variable stands for. In `${name:detail}`, the text after the colon gives details. */
type PartOf = (name: string, detail: string) => ValuePart | undefined;

/**
 * Compiles the pattern of a row in the table of formats or of prefixes, which have the same notation.
 * @throws FormatError if a variable is unknown
 */
export function rowPattern(text: string, partOf: PartOf = formatPart): Pattern {
	return wanted(variablesIn(text, partOf)).flatMap(part => {
		if (typeof part === 'string') {
			return spaced(part);
		}
		if (part.valuePart === undefined) {
			throw new FormatError(`the variable ${part.written} is not known`);
		}
		return [part.valuePart];
	});
}

/** Any byte. */
const anyByte = String.fromCharCode(...Array(256).keys());

/** Returns the bytes that lines of a row's pattern can start with. */
export function firstBytes(pattern: string, partOf: PartOf = formatPart): string {
	const [beginning = ''] = /^(?:[^$]+|\$\{[^}]*\}|\$\w+)/.exec(pattern) ?? [];
	const [first] = rowPattern(beginning, partOf);
	if (typeof first === 'string') {
		return String.fromCharCode(Buffer.from(first)[0] ?? 0);
	}
	if (first === undefined || !('what' in first)) {
		return anyByte;
	}
	// If the value is empty, the line starts with the separator.
	return first.begins ?? ('holds' in first ? `${first.holds}${pattern.charAt(beginning.length)}` : anyByte);
}

/** Ignores variables that repeat another variable of the format or a part of it. */
function wanted(found: ReadonlyArray<string | Found>): ReadonlyArray<string | Found> {
	const left = repeated(found, repeats);
	const hasRequest = found.some(part => typeof part === 'object' && part.name === 'request');
	return found.map((part, index) => {
		// `$request_uri$is_args$args` is one value.
		const isApart = index === 0 || typeof found[index - 1] === 'string';
		if (typeof part === 'string' || !left.has(part.name) || !(isApart || hasRequest)) {
			return part;
		}
		// A request without the header has only the name of the server.
		return {...part, valuePart: part.name === 'server_name' ? fallbackHost : other};
	});
}

/** Returns the text of a `log_format name escape=json '…' '…';`, and its escaping. */
function directive(given: string): {readonly text: string; readonly escapes: Escapes} {
	const beginning = /^log_format\s+\S+\s+(?:escape=(\w+)\s+)?/.exec(given);
	if (beginning === null) {
		return {text: unescaped(given), escapes: 'clf'};
	}
	const rest = given.slice(beginning[0].length);
	const escapes = beginning[1] === 'json' ? 'json' : beginning[1] === 'none' ? 'none' : 'clf';
	const words: readonly string[] = rest.match(/#.*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|;|[^\s;]+/g) ?? [];
	const tokens = words.filter(token => !token.startsWith('#'));
	// Ignores further directives that the user has copied along with this one.
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

/** Unescapes like nginx when it reads its configuration: ngx_conf_read_token in src/core/ngx_conf_file.c. */
function unescaped(text: string): string {
	const named: Readonly<Record<string, string>> = {t: '\t', r: '\r', n: '\n'};
	return text.replace(/\\(['"\\trn])/g, (_, letter: string) => named[letter] ?? letter);
}

function variablesIn(text: string, partOf: PartOf = formatPart): ReadonlyArray<string | Found> {
	return splitFormat(text, /\$(?:\{([^}]*)\}|(\w+)|)/g, ({0: written, 1: braced, 2: bare, index}) => {
		const [, flag = '', name = bare, detail = ''] =
			/^([~"]?)(\w+)(?::(.*))?$/s.exec(braced ?? bare ?? '') ?? [];
		if (name === undefined) {
			throw new FormatError(`a $ without the name of a variable after ${text.slice(0, index)}`);
		}
		return [{written, name, valuePart: flagged(flag, partOf(name, detail), written)}];
	});
}

function formatPart(name: string, detail: string): ValuePart | undefined {
	return variables().get(name) ?? ownVariables().get(name)?.(detail);
}

function flagged(flag: string, valuePart: ValuePart | undefined, written: string): ValuePart | undefined {
	if (flag === '' || valuePart === undefined) {
		return valuePart;
	}
	if ('reach' in valuePart) {
		throw new FormatError(`${written} finds its own end: remove the ${flag}`);
	}
	return flag === '~' ? loose(valuePart) : maybeQuoted(valuePart);
}
