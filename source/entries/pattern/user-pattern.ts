import {FormatError} from '../format-error.js';
import type {Escapes} from '../values/decode-text.js';
import {haproxyAddress, haproxyClient} from './haproxy-pieces.js';
import {gap, type Pattern, type Piece} from './piece.js';
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
	query,
	request,
	unquotedList,
	url,
} from './pieces.js';

/** A pattern that a user has given. */
export type UserPattern = {
	/** The forms that its lines have, in the order in which they are tried. */
	readonly patterns: readonly Pattern[];
	readonly escapes: Escapes;
	/** The variables of which nothing is kept, as they are written there. */
	readonly unused: readonly string[];
};

/** A variable of a log format, as it is written there, and the piece that it stands for. */
export type Variable = {readonly written: string; readonly piece: Piece};

type Part = string | Variable;

/** Makes a pattern of what a format consists of. @throws FormatError when it can't be read back */
export function userPattern(given: readonly Part[], escapes: Escapes): UserPattern {
	const parts = withWholeLists(withClient(withLooseRequest(withWholeUrls(given))));
	for (const [index, part] of parts.entries()) {
		const next = parts[index + 1];
		const needsDelimiter = typeof part !== 'string' && !('openReach' in part.piece);
		if (needsDelimiter && next !== undefined && typeof next !== 'string') {
			throw new FormatError(
				`nothing stands between ${part.written} and ${next.written}, so they can't be told apart: put something there`,
			);
		}
	}
	const variables = parts.filter(part => typeof part !== 'string');
	if (variables.length === 0) {
		throw new FormatError('it has no variables: give a format like the one in the server’s configuration');
	}
	const pieces = variables.map(({piece}) => piece.what);
	if (![request, url, path, method].some(({what}) => pieces.includes(what))) {
		throw new FormatError('nothing in it is a request, a URL or a method, so there would be nothing to show');
	}
	return {
		patterns: [parts.flatMap(part => (typeof part === 'string' ? spaced(part) : [named(part)]))],
		escapes,
		unused: variables.filter(({piece}) => piece.what === other.what).map(({written}) => written),
	};
}

/** What it is called tells the user which variable a line doesn't fit. */
function named({written, piece}: Variable): Piece {
	return {...piece, what: `${written} (${piece.what})`};
}

/** A text between two variables. Two spaces and more stand for one or more: a column that is filled up. */
export function spaced(text: string): Pattern {
	return text
		.split(/( {2,})/)
		.filter(part => part !== '')
		.map(part => (/^ {2,}$/.test(part) ? gap : part));
}

function isOf(part: Part | undefined, ...pieces: readonly Piece[]): part is Variable {
	return typeof part === 'object' && pieces.includes(part.piece);
}

/**
 * Makes one URL of a path, a question mark and a query that follow each other, one text of such that aren't wanted, and
 * lets a host end where a URL begins.
 */
function withWholeUrls(given: readonly Part[]): readonly Part[] {
	const parts: Part[] = [];
	for (const part of given) {
		const last = parts.at(-1);
		if (isOf(last, url, path) && isOf(part, query, isArgs)) {
			parts[parts.length - 1] = {written: last.written + part.written, piece: url};
			continue;
		}
		if (isOf(last, other) && isOf(part, other, query, isArgs)) {
			parts[parts.length - 1] = {written: last.written + part.written, piece: other};
			continue;
		}
		if (isOf(last, host) && isOf(part, url, path)) {
			parts[parts.length - 1] = {written: last.written, piece: hostBeforeUrl};
		}
		parts.push(part);
	}
	return parts;
}

/** A request has spaces: where a space is what comes after it, it has to be tried how far it goes. */
function withLooseRequest(parts: readonly Part[]): readonly Part[] {
	return parts.map((part, index) => {
		const next = parts[index + 1];
		return isOf(part, request) && typeof next === 'string' && next.startsWith(' ')
			? {...part, piece: loose(request)}
			: part;
	});
}

/** Where nothing else says who the client is, it is the one that a proxy names. */
function withClient(parts: readonly Part[]): readonly Part[] {
	return parts.some(part => isOf(part, client, haproxyAddress, haproxyClient))
		? parts
		: parts.map(part => (isOf(part, forwardedFor) ? {...part, piece: forwardedClient} : part));
}

/** A list of addresses without quotes has spaces: it ends at the first that isn't behind a comma. */
function withWholeLists(parts: readonly Part[]): readonly Part[] {
	return parts.map((part, index) => {
		const next = parts[index + 1];
		const isBeforeSpace = typeof next === 'string' && /^ +$/.test(next);
		const list = [client, forwardedFor, forwardedClient].find(piece => isOf(part, piece));
		return isBeforeSpace && list !== undefined && typeof part === 'object'
			? {...part, piece: unquotedList(list)}
			: part;
	});
}
