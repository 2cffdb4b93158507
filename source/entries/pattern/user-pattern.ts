import {spanOf} from '../entry-record.js';
import {FormatError} from '../format-error.js';
import type {Escapes} from '../values/decode-text.js';
import {isBadRequest} from '../values/request-line.js';
import {haproxyAddress, haproxyClient} from './haproxy-parts.js';
import {gap, type Pattern, type ValuePart} from './value-part.js';
import {
	client,
	forwardedClient,
	forwardedFor,
	host,
	hostBeforeUrl,
	isArgs,
	loose,
	method,
	other,
	path,
	protocol,
	query,
	referer,
	request,
	unquotedList,
	upstream,
	upstreamItemList,
	upstreamItems,
	upstreamList,
	url,
	userAgent,
} from './value-parts.js';

/** The compiled format of a user. */
export type UserPattern = {
	/** Forms of its lines, tried in this order. */
	readonly patterns: readonly Pattern[];
	/** For each pattern, the variables of its parts. */
	readonly variables: ReadonlyArray<readonly Variable[]>;
	readonly escapes: Escapes;
	/** Variables whose values are ignored, as written in the format. */
	readonly unused: readonly string[];
};

/** A variable of a log format. */
export type Variable = {
	/** As written in the format. */
	readonly written: string;
	/** Name of its values as a log field. */
	readonly name: string;
	readonly valuePart: ValuePart;
};

type Part = string | Variable;

/** A variable in a format. */
export type Found = {
	readonly written: string;
	/** Name under which it is known. */
	readonly name: string;
	/** Name of its values as a log field, if it differs. */
	readonly fieldName?: string;
	/** Undefined if no field has its values. */
	readonly valuePart: ValuePart | undefined;
};

/** Splits a format. `read` returns what a match of `variable` stands for: a variable and text around it. */
export function splitFormat<Kind extends Found>(
	text: string,
	variable: RegExp,
	read: (match: RegExpExecArray) => ReadonlyArray<string | Kind>,
): ReadonlyArray<string | Kind> {
	const parts: Array<string | Kind> = [];
	const add = (part: string | Kind): void => {
		const last = parts.at(-1);
		if (typeof part === 'string' && typeof last === 'string') {
			parts[parts.length - 1] = last + part;
		} else if (part !== '') {
			parts.push(part);
		}
	};
	let from = 0;
	for (const match of text.matchAll(variable)) {
		for (const part of [text.slice(from, match.index), ...read(match)]) {
			add(part);
		}
		from = match.index + match[0].length;
	}
	add(text.slice(from));
	return parts;
}

/** Variables that repeat other variables. */
export type Repeats = {
	/** Variables with nearly the same meaning, most preferred first. Only the first one in the format is used. */
	readonly preferences: ReadonlyArray<readonly string[]>;
	/** Variables, each followed by the variables that have a part of its value. */
	readonly wholes: ReadonlyArray<readonly string[]>;
};

/** Returns the names of the variables that repeat another variable of the format, or a part of it. */
export function repeated(
	found: ReadonlyArray<string | Found>,
	{preferences, wholes}: Repeats,
): ReadonlySet<string> {
	const names = new Set(found.map(part => (typeof part === 'string' ? '' : part.name)));
	return new Set([
		...preferences.flatMap(all => all.filter(name => names.has(name)).slice(1)),
		...wholes.flatMap(([whole = '', ...parts]) => (names.has(whole) ? parts : [])),
	]);
}

/** Returns a variable of a format. Its values are ignored if it repeats another variable. */
export function variableOf(
	{written, name, fieldName = name, valuePart}: Found,
	left: ReadonlySet<string>,
): Variable {
	return {written, name: fieldName, valuePart: left.has(name) ? other : (valuePart ?? loose(other))};
}

/**
 * Compiles the parts of a format.
 * @throws FormatError if lines of the format can't be parsed
 */
export function userPattern(given: readonly Part[], escapes: Escapes): UserPattern {
	const parts = withBadRequests(withWholeLists(withClient(withLooseTexts(withWholeUrls(given)))));
	// The column after a list may begin with a colon, if a client has sent it.
	const forms = [parts, parts.map(withoutColons)].slice(0, parts.some(hasColons) ? 2 : 1);
	for (const [index, part] of parts.entries()) {
		const next = parts[index + 1];
		const needsDelimiter = typeof part !== 'string' && !('reach' in part.valuePart);
		if (needsDelimiter && next !== undefined && typeof next !== 'string') {
			throw new FormatError(
				`no separator between ${part.written} and ${next.written}, so their values can't be distinguished: add one`,
			);
		}
	}
	const variables = parts.filter(part => typeof part !== 'string');
	if (variables.length === 0) {
		throw new FormatError('no variables: copy the format from the server’s configuration');
	}
	const valueParts = variables.map(({valuePart}) => valuePart.what);
	if (![request, url, path, method].some(({what}) => valueParts.includes(what))) {
		throw new FormatError('no request, URL or method, so there would be nothing to show');
	}
	return {
		patterns: forms.map(form =>
			form.flatMap(part => (typeof part === 'string' ? spaced(part) : [named(part)])),
		),
		variables: forms.map(() => variables),
		escapes,
		unused: variables.filter(isUnused).map(({written}) => written),
	};
}

/** Checks that no field has the values of a variable. */
export function isUnused({valuePart}: Variable): boolean {
	return valuePart.what === other.what;
}

/** Adds the variable to the description, so that the user sees which variable a line doesn't match. */
function named({written, valuePart}: Variable): ValuePart {
	return {...valuePart, what: `${written} (${valuePart.what})`};
}

/** Splits the text between two variables. Two or more spaces match one or more, because they align columns. */
export function spaced(text: string): Pattern {
	return text
		.split(/( {2,})/)
		.filter(part => part !== '')
		.map(part => (/^ {2,}$/.test(part) ? gap : part));
}

function isOf(part: Part | undefined, ...valueParts: readonly ValuePart[]): part is Variable {
	return typeof part === 'object' && valueParts.includes(part.valuePart);
}

/** The same, also for a part that may have quotes or its separator. */
function isLike(part: Part | undefined, ...valueParts: readonly ValuePart[]): part is Variable {
	return typeof part === 'object' && valueParts.some(({what}) => what === part.valuePart.what);
}

/**
 * Merges an adjacent path, question mark and query into one URL, merges adjacent ignored variables, and ends a host where a URL
 * starts.
 */
function withWholeUrls(given: readonly Part[]): readonly Part[] {
	const parts: Part[] = [];
	for (const part of given) {
		const last = parts.at(-1);
		if (isOf(last, url, path) && isOf(part, query, isArgs)) {
			parts[parts.length - 1] = {...last, written: last.written + part.written, valuePart: url};
			continue;
		}
		if (isOf(last, other) && isOf(part, other, query, isArgs)) {
			parts[parts.length - 1] = {
				written: last.written + part.written,
				name: last.name + part.name,
				valuePart: other,
			};
			continue;
		}
		if (isOf(last, host) && isOf(part, url, path)) {
			parts[parts.length - 1] = {...last, valuePart: hostBeforeUrl};
		}
		parts.push(part);
	}
	return parts;
}

/**
 * A client can send the separator after a text that it chooses: the text then extends until the rest of the line matches. A request
 * contains spaces. Other texts end at a space: if they had one, an unreadable column after it couldn't be distinguished from them.
 */
function withLooseTexts(parts: readonly Part[]): readonly Part[] {
	return parts.map((part, index) => {
		const next = parts[index + 1];
		const texts = [request, ...(typeof next === 'string' && next.startsWith(' ') ? [] : sentTexts)];
		const text = texts.find(valuePart => isOf(part, valuePart));
		return text !== undefined && typeof part === 'object' && typeof next === 'string' && !next.startsWith('"')
			? {...part, valuePart: loose(text)}
			: part;
	});
}

const sentTexts = [url, path, query, referer, userAgent];

/** If no other variable has the client, uses the forwarded addresses. */
function withClient(parts: readonly Part[]): readonly Part[] {
	return parts.some(part => isLike(part, client, haproxyAddress, haproxyClient))
		? parts
		: parts.map(part => (isOf(part, forwardedFor) ? {...part, valuePart: forwardedClient} : part));
}

/**
 * Accepts a request that the server couldn't parse. Its parts are then empty, if the format is nginx's with `escape=json`, or
 * HAProxy's `<BADREQ>`.
 */
function withBadRequests(parts: readonly Part[]): readonly Part[] {
	const first = parts.findIndex(part => isOf(part, method));
	return parts.map((part, index) => {
		const isAsked =
			isOf(part, method) || (first !== -1 && index > first && isLike(part, url, path, protocol));
		if (!isAsked || 'reach' in part.valuePart) {
			return part;
		}
		const {holds, take, ...rest} = part.valuePart;
		const valuePart: ValuePart = {
			...rest,
			...(holds !== undefined && {holds: `${holds}<>`}),
			take: (bytes, start, end, record) =>
				(index === first && start === end) ||
				(record.spans[spanOf.method + 1] === 0 && isBadRequest(bytes, start, end)) ||
				take(bytes, start, end, record),
		};
		return {...part, valuePart};
	});
}

/**
 * A list without quotes contains spaces. A list of addresses ends at the first space that doesn't follow a comma; a list of nginx's
 * upstream servers at the first space that isn't next to a comma or a colon between items.
 */
function withWholeLists(parts: readonly Part[]): readonly Part[] {
	return parts.map((part, index) => {
		const next = parts[index + 1];
		if (typeof part === 'string' || typeof next !== 'string' || !next.startsWith(' ')) {
			return part;
		}
		if (part.valuePart === upstream || part.valuePart === upstreamItems) {
			return {...part, valuePart: part.valuePart === upstream ? upstreamList : upstreamItemList};
		}
		const list = [client, forwardedFor, forwardedClient].find(valuePart => isOf(part, valuePart));
		return list !== undefined && next.trim() === '' ? {...part, valuePart: unquotedList(list)} : part;
	});
}

function hasColons(part: Part): part is Variable {
	return isOf(part, upstreamList, upstreamItemList);
}

function withoutColons(part: Part): Part {
	return hasColons(part)
		? {...part, valuePart: unquotedList(part.valuePart === upstreamList ? upstream : upstreamItems)}
		: part;
}
