import {FormatError} from '../format-error.js';
import {haproxyAddress, haproxyClient, haproxySize, haproxyTime, haproxyTotal} from './haproxy-parts.js';
import {clfTime, epochSeconds} from './time-parts.js';
import {
	type Found,
	type Repeats,
	repeated,
	splitFormat,
	type UserPattern,
	userPattern,
	type Variable,
	variableOf,
} from './user-pattern.js';
import type {ValuePart} from './value-part.js';
import {
	client,
	forwardedFor,
	host,
	maybeQuoted,
	method,
	path,
	protocol,
	query,
	referer,
	request,
	status,
	textPart,
	url,
	userAgent,
} from './value-parts.js';

let valueParts: ReadonlyMap<string, ValuePart> | undefined;

const server = textPart('a server', 'upstream');

/**
 * Parts that read the values of HAProxy's variables. The values of all other variables are ignored.
 * https://docs.haproxy.org/3.0/configuration.html#8.2.6
 */
function variables(): ReadonlyMap<string, ValuePart> {
	valueParts ??= new Map(
		Object.entries({
			ci: haproxyAddress,
			'ci:cp': haproxyClient,
			t: haproxyTime,
			tr: haproxyTime,
			T: clfTime,
			trg: clfTime,
			Tl: clfTime,
			trl: clfTime,
			Ts: epochSeconds,
			Ta: haproxyTotal,
			Tt: haproxyTotal,
			'b/s': server,
			s: server,
			ST: status,
			B: haproxySize,
			HM: method,
			HU: url,
			HP: path,
			HPO: path,
			HQ: query,
			HV: protocol,
			r: request,
		}),
	);
	return valueParts;
}

const repeats: Repeats = {
	preferences: [
		['ci:cp', 'ci', 'src'],
		['tr', 't', 'trg', 'T', 'trl', 'Tl', 'Ts'],
		['Ta', 'Tt'],
		['b/s', 's'],
		['HU', 'HP', 'HPO'],
	],
	wholes: [
		['r', 'HM', 'HU', 'HP', 'HPO', 'HQ', 'HV'],
		['HU', 'HQ'],
	],
};

/** Parts that read the values of sample expressions, `%[…]`. The name of a header is in parentheses. */
const expressions: ReadonlyArray<readonly [expression: RegExp, valuePart: ValuePart]> = [
	[/^src\b/, client],
	[/^(?:method|capture\.req\.method)\b/, method],
	[/^(?:url|capture\.req\.uri)\b/, url],
	[/^path\b/, path],
	[/^query\b/, query],
	[/^(?:status|res\.status)\b/, status],
	[/hdr\(host\b/i, host],
	[/hdr\(referer\b/i, referer],
	[/hdr\(user-agent\b/i, userAgent],
	[/hdr\(x-forwarded-for\b/i, forwardedFor],
];

/** Names of variables, longest first: `%trg` isn't `%tr` and a g. */
const names =
	'ci cp si sp fi fp bi bp trg trl tr Tl Ts ts tsc t TR Td Ti Th Tw Tc Tr Tq Ta Tt Tu T ft f b bq bc s sc sq rc ac fc ST B U CC CS hrl hsl hr hs HM HPO HP HQ HU HV H ID lc ms pid rt r sslc sslv OG'
		.split(' ')
		.sort((a, b) => b.length - a.length);

const variable = new RegExp(
	`%(?:\\{([^}]*)\\})?(?:\\[((?:[^[\\]]|\\[[^\\]]*\\])*)\\]|(o) ?|(${names.join('|')})|%)?`,
	'g',
);

/** Checks that a format is HAProxy's, not Apache's: it has the directive's name, or variables that Apache doesn't have. */
export function isHaproxyLogFormat(text: string): boolean {
	return (
		/^log-format\s/.test(text) ||
		/%(?:\{[+-][QXE][^}]*\})?(?:\[|ci|cp|ST|HM|HU|HPO?|HQ|HV|TR|Ta|Tt|trg?|trl|fi|si|ft|tsc)/.test(text)
	);
}

/**
 * Compiles a HAProxy `log-format`: the string, or the whole directive. If it contains captured headers (`%hr`, `%hs`), it also
 * matches lines without them: HAProxy omits empty headers and the space after them.
 *
 * @throws FormatError
 */
export function haproxyLogFormat(given: string): UserPattern {
	const found = variablesIn(formatText(given));
	const left = repeated(found, repeats);
	const patternOf = (parts: ReadonlyArray<string | Quotable>): UserPattern =>
		userPattern(
			parts.flatMap((part, index): ReadonlyArray<string | Variable> => {
				if (typeof part === 'string') {
					return [part];
				}
				const variable = variableOf(part, left);
				if (!part.isQuoted) {
					return [variable];
				}
				const isBare = !hasText(part.name) && typeof (parts[index + 1] ?? '') === 'string';
				return isBare ? [{...variable, valuePart: maybeQuoted(variable.valuePart)}] : ['"', variable, '"'];
			}),
			'haproxy',
		);
	const all = patternOf(found);
	const isHeaders = (part: string | Quotable | undefined): boolean =>
		typeof part === 'object' && /^h[rs]l?$/.test(part.name);
	const bare = found.filter(
		(part, index) => !isHeaders(part) && !(part === ' ' && isHeaders(found[index - 1])),
	);
	return bare.length === found.length ? all : joined(all, patternOf(bare));
}

function joined(all: UserPattern, further: UserPattern): UserPattern {
	return {
		...all,
		patterns: [...all.patterns, ...further.patterns],
		variables: [...all.variables, ...further.variables],
	};
}

/** Returns the name of the header or the variable in the parentheses of an expression, or else the expression without converters. */
function fieldName(expression: string): string {
	const [, argument] = /^(?:var|[\w.]*f?hdr)\(([A-Za-z][^),]*)\)/.exec(expression) ?? [];
	return argument ?? expression.replace(/(?<=^[^(]*(?:\([^)]*\))?),.*$/s, '');
}

/** Returns the string of `log-format "…"`, in which spaces may be escaped with a backslash. */
function formatText(given: string): string {
	const text = given.replace(/^log-format\s+/, '');
	const quoted = /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
	return quoted.replace(/\\(.)/g, (_, character: string) => character);
}

/** Checks that HAProxy always writes quotes around a variable with `+Q`. Numbers and times have none, depending on its version. */
function hasText(name: string): boolean {
	return /^(?:\[|H[MPQUV]|r$|h[rs]|C[CS]$)/.test(name);
}

type Quotable = Found & {
	/** `%{+Q}r`: the value is quoted if it is a text. */
	readonly isQuoted: boolean;
};

function variablesIn(text: string): ReadonlyArray<string | Quotable> {
	let isAllQuoted = false;
	const parts = splitFormat(text, variable, match => {
		const {0: written, 1: flags = '', 2: expression, 3: isOutput, 4: name, index} = match;
		if (written === '%%') {
			return ['%'];
		}
		const hasQuotes = /\+\w*Q/.test(flags);
		if (isOutput !== undefined) {
			// `%{+Q}o` sets the flags of all following variables. HAProxy writes neither a value for it nor the space after it.
			isAllQuoted = hasQuotes;
			return [];
		}
		if (expression === undefined && name === undefined) {
			throw new FormatError(`a % without the name of a variable of HAProxy after ${text.slice(0, index)}`);
		}
		return [{...known(name, expression ?? ''), written, isQuoted: isAllQuoted || hasQuotes}];
	});
	return withPairs(parts);
}

function known(name: string | undefined, expression: string): Omit<Found, 'written'> {
	return name === undefined
		? {
				name: `[${expression}]`,
				fieldName: fieldName(expression),
				valuePart: expressions.find(([form]) => form.test(expression))?.[1],
			}
		: {name, valuePart: variables().get(name)};
}

/**
 * Merges `%ci:%cp` and `%b/%s` into one part each, because IPv6 addresses contain colons, and the name of a server includes its
 * backend.
 */
function withPairs(parts: ReadonlyArray<string | Quotable>): ReadonlyArray<string | Quotable> {
	const joined: Array<string | Quotable> = [];
	for (let index = 0; index < parts.length; index++) {
		const [first, between, second] = parts.slice(index, index + 3);
		const pair =
			typeof first === 'object' && typeof second === 'object' ? `${first.name}${between}${second.name}` : '';
		const valuePart = variables().get(pair);
		if (
			valuePart !== undefined &&
			typeof first === 'object' &&
			typeof second === 'object' &&
			!first.isQuoted
		) {
			joined.push({
				written: `${first.written}${between}${second.written}`,
				name: pair,
				valuePart,
				isQuoted: false,
			});
			index += 2;
		} else if (first !== undefined) {
			joined.push(first);
		}
	}
	return joined;
}
