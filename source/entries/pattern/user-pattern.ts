import {FormatError} from '../format-error.js';
import type {Escapes} from '../values/decode-text.js';
import {gap, type Pattern, type Piece} from './piece.js';
import {method, other, path, request, url} from './pieces.js';

/** A pattern that a user has given. */
export type UserPattern = {
	readonly pattern: Pattern;
	readonly escapes: Escapes;
	/** The variables of which nothing is kept, as they are written there. */
	readonly unused: readonly string[];
};

/** A variable of a log format, as it is written there, and the piece that it stands for. */
export type Variable = {readonly written: string; readonly piece: Piece};

/** Makes a pattern of what a format consists of. @throws FormatError when it can't be read back */
export function userPattern(parts: ReadonlyArray<string | Variable>, escapes: Escapes): UserPattern {
	for (const [index, part] of parts.entries()) {
		const next = parts[index + 1];
		const needsDelimiter = typeof part !== 'string' && !('openReach' in part.piece);
		if (needsDelimiter && next !== undefined && typeof next !== 'string') {
			throw new FormatError(
				`nothing stands between ${part.written} and ${next.written}, so they can't be told apart: put something there`,
			);
		}
	}
	const pieces = parts.filter(part => typeof part !== 'string').map(({piece}) => piece);
	if (pieces.length === 0) {
		throw new FormatError('it has no variables: give a format like the one in the server’s configuration');
	}
	const wanted: readonly Piece[] = [request, url, path, method];
	if (!pieces.some(piece => wanted.includes(piece))) {
		throw new FormatError('nothing in it is a request, a URL or a method, so there would be nothing to show');
	}
	const variables = parts.filter(part => typeof part !== 'string');
	return {
		pattern: parts.flatMap(part => (typeof part === 'string' ? spaced(part) : [named(part)])),
		escapes,
		unused: variables.filter(({piece}) => piece.what === other.what).map(({written}) => written),
	};
}

/** What it is called tells the user which variable a line doesn't fit. */
const named = ({written, piece}: Variable): Piece => ({...piece, what: `${written} (${piece.what})`});

/** A text between two variables. Two spaces and more stand for one or more: a column that is filled up. */
export function spaced(text: string): Pattern {
	return text
		.split(/( {2,})/)
		.filter(part => part !== '')
		.map(part => (/^ {2,}$/.test(part) ? gap : part));
}
