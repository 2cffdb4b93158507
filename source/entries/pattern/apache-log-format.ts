import {FormatError} from '../format-error.js';
import {clfTime, epochMicroseconds, epochMilliseconds, epochSeconds, timePattern} from './time-parts.js';
import {
	type Found,
	type Repeats,
	repeated,
	splitFormat,
	type UserPattern,
	userPattern,
	variableOf,
} from './user-pattern.js';
import type {ValuePart} from './value-part.js';
import {
	client,
	forwardedFor,
	host,
	method,
	microseconds,
	milliseconds,
	path,
	protocol,
	query,
	referer,
	request,
	seconds,
	size,
	status,
	user,
	userAgent,
} from './value-parts.js';

let valueParts: ReadonlyMap<string, ValuePart> | undefined;

/** Parts that read the values of Apache's directives. The values of all other directives are ignored. */
function directives(): ReadonlyMap<string, ValuePart> {
	valueParts ??= new Map(
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
			'{x-real-ip}i': forwardedFor,
			'{cf-connecting-ip}i': forwardedFor,
			'{true-client-ip}i': forwardedFor,
			'{x-client-ip}i': forwardedFor,
			'{sec}t': epochSeconds,
			'{msec}t': epochMilliseconds,
			'{usec}t': epochMicroseconds,
		}),
	);
	return valueParts;
}

const repeats: Repeats = {
	preferences: [
		['b', 'B', 'O'],
		['{us}T', 'D', '{ms}T', '{s}T', 'T'],
		['v', 'V', '{host}i'],
		['a', '{c}a', 'h'],
		['{x-forwarded-for}i', '{x-real-ip}i', '{cf-connecting-ip}i', '{true-client-ip}i', '{x-client-ip}i'],
	],
	wholes: [['r', 'm', 'U', 'q', 'H']],
};

/**
 * Compiles an Apache `LogFormat`: the content of its quotes, or the whole directive.
 * https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 *
 * @throws FormatError
 */
export function apacheLogFormat(given: string): UserPattern {
	const found = withWholeTimes(directivesIn(formatText(given.trim())));
	const left = repeated(found, repeats);
	return userPattern(
		found.map(part => (typeof part === 'string' ? part : variableOf(part, left))),
		'clf',
	);
}

/**
 * Returns the name of a directive's values: the argument if it names a header, a variable, a cookie or a note, else the letter.
 */
function fieldName(directiveName: string): string {
	const [, argument = '', letter = directiveName] = /^\{(.*)\}(.+)$/s.exec(directiveName) ?? [];
	return argument !== '' && 'ioeCnx'.includes(letter) ? argument.toLowerCase() : letter;
}

/** Decimals of a second as `%{…}t` names them, with the equivalent conversions of strftime(3). */
const decimals = new Map([
	['msec_frac', '%f'],
	['usec_frac', '%f'],
]);

/** Returns the strftime(3) format of a directive that writes a time; undefined for a Unix time and for other directives. */
function strftimeOf(part: string | Found | undefined): string | undefined {
	if (typeof part !== 'object' || directives().has(part.name)) {
		return undefined;
	}
	const format = /^\{(.*)\}t$/s.exec(part.name)?.[1];
	return format === undefined ? undefined : (decimals.get(format) ?? format);
}

/**
 * Reads `%{…}t`. A time may consist of several directives, `%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t`, as in httpd's documentation
 * for decimals. The text between them is a part of the time.
 * @throws FormatError if a time is invalid
 */
function withWholeTimes(found: ReadonlyArray<string | Found>): ReadonlyArray<string | Found> {
	const parts: Array<string | Found> = [];
	for (let index = 0; index < found.length; index++) {
		const part = found[index] as string | Found;
		let format = strftimeOf(part);
		if (typeof part === 'string' || format === undefined) {
			parts.push(part);
			continue;
		}
		let {written} = part;
		for (;;) {
			const text = found[index + 1];
			const between = typeof text === 'string' ? text : '';
			const next = found[index + (between === '' ? 1 : 2)];
			const more = strftimeOf(next);
			if (typeof next !== 'object' || more === undefined || (isWhole(format) && !/^%[fzZ]$/.test(more))) {
				break;
			}
			format += between.replaceAll('%', '%%') + more;
			written += between + next.written;
			index += between === '' ? 1 : 2;
		}
		parts.push({...part, written, valuePart: timePattern(format)});
	}
	return parts;
}

/** Checks that a format contains a full date and time. */
function isWhole(format: string): boolean {
	try {
		timePattern(format);
		return true;
	} catch {
		return false;
	}
}

/** Returns the format in `LogFormat "…" nickname`. A backslash at the end of a line continues it. */
function formatText(given: string): string {
	const line = given.replace(/\\\r?\n/g, '');
	const [, , quoted] = /^(?:LogFormat|CustomLog\s+\S+)\s+(["'])((?:(?!\1)[^\\]|\\.)*)\1/i.exec(line) ?? [];
	return (quoted ?? line).replace(/\\(["'\\tn])/g, (_, letter: string) =>
		letter === 't' ? '\t' : letter === 'n' ? '\n' : letter,
	);
}

/** Letters of Apache's directives, and the additional ones of mod_ssl, mod_logio, Tomcat and gunicorn. */
const knownLetters = '%aAbBcCDefFhHiIklLmMnoOpPqrRsStTuUvVxX';

/** `%400,501{User-Agent}i`, `%!200>s`, `%>s`. Only `%^FB` and `%^to` have two letters. */
const directive = /%(?:!?\d+(?:,\d+)*)?[<>]?(?:(\{[^}]*\})?(\^[A-Za-z]{1,2}|[A-Za-z%])|)/g;

function directivesIn(text: string): ReadonlyArray<string | Found> {
	return splitFormat<Found>(text, directive, ({0: written, 1: argument = '', 2: letters, index}) => {
		if (letters === undefined) {
			throw new FormatError(
				text.startsWith('%{', index)
					? `the brace after ${text.slice(0, index + 1)} is not closed: it is followed by } and a letter, as in %{Referer}i`
					: `a % without a letter after ${text.slice(0, index)}`,
			);
		}
		if (!letters.startsWith('^') && !knownLetters.includes(letters)) {
			throw new FormatError(
				`%${argument}${letters} is not a directive of Apache's LogFormat: check its letter`,
			);
		}
		if (letters === '%') {
			return ['%'];
		}
		const isHeader = letters === 'i' || letters === 'o';
		// `%{begin:msec}t`: start or end of the request makes no difference to parsing.
		const detail = letters === 't' ? argument.replace(/^\{(?:begin|end)(?::|(?=\}))/, '{') : argument;
		const name = (isHeader ? detail.toLowerCase() : detail.replace(/^\{\}$/, '')) + letters;
		return name === 't'
			? ['[', {written, name, valuePart: clfTime}, ']']
			: [{written, name, fieldName: fieldName(name), valuePart: directives().get(name)}];
	});
}
