import {FormatError} from '../format-error.js';
import type {Piece} from './piece.js';
import {
	clfTime,
	client,
	epochMicroseconds,
	epochMilliseconds,
	epochSeconds,
	forwardedFor,
	host,
	isoTime,
	loose,
	method,
	microseconds,
	milliseconds,
	other,
	path,
	protocol,
	query,
	referer,
	request,
	seconds,
	size,
	status,
	url,
	user,
	userAgent,
} from './pieces.js';
import {type UserPattern, userPattern, type Variable} from './user-pattern.js';

/** What Apache's directives stand for; all others aren't wanted. */
const directives = new Map<string, Piece>(
	Object.entries({
		h: client,
		a: client,
		'{c}a': client,
		u: user,
		r: request,
		m: method,
		U: path,
		q: query,
		H: protocol,
		s: status,
		b: size,
		B: size,
		O: size,
		v: host,
		V: host,
		'{host}i': host,
		D: microseconds,
		T: seconds,
		'{s}T': seconds,
		'{ms}T': milliseconds,
		'{us}T': microseconds,
		'{referer}i': referer,
		'{user-agent}i': userAgent,
		'{x-forwarded-for}i': forwardedFor,
		'{sec}t': epochSeconds,
		'{msec}t': epochMilliseconds,
		'{usec}t': epochMicroseconds,
		'{%d/%b/%Y:%H:%M:%S %z}t': clfTime,
		'{%FT%T%z}t': isoTime(),
		'{%Y-%m-%dT%H:%M:%S%z}t': isoTime(),
		'{%Y-%m-%dT%H:%M:%S}t': isoTime(),
		'{%Y-%m-%d %H:%M:%S}t': isoTime(),
		'{%F %T}t': isoTime(),
	}),
);

/** Of these the first is taken that is there. */
const preferences = [
	['b', 'B', 'O'],
	['{us}T', 'D', '{ms}T', '{s}T', 'T'],
	['v', 'V', '{host}i'],
	['a', '{c}a', 'h'],
];

/**
 * Makes a pattern of an Apache `LogFormat`: what stands in its quotes, or the whole directive.
 * https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 *
 * @throws FormatError
 */
export function apacheLogFormat(given: string): UserPattern {
	const found = directivesIn(formatText(given.trim()));
	const names = new Set(found.map(part => (typeof part === 'string' ? '' : part.name)));
	const left = new Set(preferences.flatMap(all => all.filter(name => names.has(name)).slice(1)));
	if (names.has('r')) {
		left.add('m').add('U').add('q').add('H');
	}
	const parts: Array<string | Variable> = [];
	for (const part of found) {
		if (typeof part === 'string') {
			parts.push(part);
		} else if (part.name === 't') {
			parts.push('[', {written: part.written, piece: clfTime}, ']');
		} else if (part.name === 'q' && parts.at(-1) !== undefined && isPath(parts.at(-1))) {
			// `%U%q`: the query comes with its question mark.
			parts[parts.length - 1] = {written: `%U${part.written}`, piece: url};
		} else {
			const piece = left.has(part.name) ? other : (directives.get(part.name) ?? loose(other));
			parts.push({written: part.written, piece});
		}
	}
	return userPattern(parts, 'clf');
}

function isPath(part: string | Variable | undefined): boolean {
	return typeof part === 'object' && part.piece === path;
}

/** The text of `LogFormat "…" nickname`. */
function formatText(given: string): string {
	const [, quoted] = /^(?:LogFormat|CustomLog\s+\S+)\s+"((?:[^"\\]|\\.)*)"/i.exec(given) ?? [];
	return (quoted ?? given).replace(/\\(["\\tn])/g, (_, letter: string) =>
		letter === 't' ? '\t' : letter === 'n' ? '\n' : letter,
	);
}

type Found = {readonly written: string; readonly name: string};

/** `%400,501{User-Agent}i`, `%!200>s`, `%>s`. */
const directive = /%(?:!?\d+(?:,\d+)*)?[<>]?(?:(\{[^}]*\})?(\^?[A-Za-z]{1,2}|%)|)/g;

function directivesIn(text: string): ReadonlyArray<string | Found> {
	const parts: Array<string | Found> = [];
	let literal = '';
	let from = 0;
	const flush = (): void => {
		if (literal !== '') {
			parts.push(literal);
			literal = '';
		}
	};
	for (const match of text.matchAll(directive)) {
		const {index} = match;
		const argument = match[1] ?? '';
		// Only `%^FB` and `%^to` have two letters.
		const letters = match[2]?.startsWith('^') ? match[2] : match[2]?.slice(0, 1);
		literal += text.slice(from, index);
		if (letters === undefined) {
			throw new FormatError(`a % without a letter after ${text.slice(0, index)}`);
		}
		const written = match[0].slice(0, match[0].length - ((match[2]?.length ?? 0) - letters.length));
		from = index + written.length;
		if (letters === '%') {
			literal += '%';
			continue;
		}
		flush();
		const isHeader = letters === 'i' || letters === 'o';
		parts.push({written, name: (isHeader ? argument.toLowerCase() : argument) + letters});
	}
	literal += text.slice(from);
	flush();
	return parts;
}
