import type {Expression} from '../expression.js';
import type {Query} from '../query.js';
import {QueryError} from '../query-error.js';
import {type Piece, readPieces} from '../tokens/piece.js';
import {parseTerm} from './parse-term.js';
import type {Calendar} from './time-period.js';

/** Maximum length of a search, in UTF-16 units. Longer ones were pasted by mistake. */
const longestQuery = 10_000;

/** Maximum nesting of parentheses. Deeper ones would overflow the stack. */
const deepest = 50;

/**
 * Parses a search.
 * @throws QueryError if the search is invalid, with the range of the problem
 */
export function parseQuery(text: string, calendar: Calendar): Query {
	if (text.length > longestQuery) {
		throw new QueryError(
			`too long: a search has at most ${longestQuery} characters, this has ${text.length}`,
			longestQuery,
			text.length,
		);
	}
	return {text, expression: new Parser(readPieces(text), text.length, calendar).parse()};
}

/** A recursive-descent parser, from alternatives down to terms. */
class Parser {
	readonly #pieces: readonly Piece[];
	/** Length of the search. */
	readonly #length: number;
	readonly #calendar: Calendar;
	#at = 0;

	constructor(pieces: readonly Piece[], length: number, calendar: Calendar) {
		this.#pieces = pieces;
		this.#length = length;
		this.#calendar = calendar;
	}

	parse(): Expression {
		if (this.#pieces.length === 0) {
			return {type: 'and', of: []};
		}
		const expression = this.#alternatives(0);
		const piece = this.#pieces[this.#at];
		if (piece !== undefined) {
			throw new QueryError(
				'this parenthesis was never opened: remove it, or put the text in quotes',
				piece.start,
				piece.end,
			);
		}
		return expression;
	}

	#alternatives(depth: number): Expression {
		const of: Expression[] = [];
		for (;;) {
			const part = this.#conjunction(depth);
			const piece = this.#pieces[this.#at];
			const isOr = piece?.kind === 'or';
			if (part === null) {
				throw this.#missingTerm(of.length > 0);
			}
			of.push(part);
			if (!isOr) {
				return one('or', of);
			}
			this.#at++;
		}
	}

	/** Returns null if no term follows. */
	#conjunction(depth: number): Expression | null {
		const of: Expression[] = [];
		for (;;) {
			const piece = this.#pieces[this.#at];
			if (piece?.kind === 'open') {
				of.push(negated(this.#group(piece, depth + 1), piece.isNegated));
			} else if (piece?.kind === 'term') {
				this.#at++;
				of.push(negated(parseTerm(piece, this.#calendar), piece.isNegated));
			} else {
				return of.length === 0 ? null : one('and', of);
			}
		}
	}

	#group(open: Piece, depth: number): Expression {
		if (depth > deepest) {
			throw new QueryError(`more than ${deepest} nested parentheses: remove some`, open.start, open.end);
		}
		this.#at++;
		const next = this.#pieces[this.#at];
		if (next?.kind === 'close') {
			throw new QueryError('these parentheses are empty: add a term, or remove them', open.start, next.end);
		}
		if (next === undefined) {
			throw neverClosed(open);
		}
		const expression = this.#alternatives(depth);
		if (this.#pieces[this.#at]?.kind !== 'close') {
			throw neverClosed(open);
		}
		this.#at++;
		return expression;
	}

	#missingTerm(isAfter: boolean): QueryError {
		const or = this.#pieces[isAfter ? this.#at - 1 : this.#at];
		return new QueryError(
			`a term is missing ${isAfter ? 'after' : 'before'} OR: add one, remove OR, or write "OR" to search for it`,
			or?.start ?? this.#length,
			or?.end ?? this.#length,
		);
	}
}

function neverClosed({start, end}: Piece): QueryError {
	return new QueryError('this parenthesis is never closed: write ) where the group ends', start, end);
}

function one(type: 'and' | 'or', of: readonly Expression[]): Expression {
	const [only] = of;
	return of.length === 1 && only !== undefined ? only : {type, of};
}

function negated(expression: Expression, isNegated: boolean): Expression {
	return isNegated ? {type: 'not', of: expression} : expression;
}
