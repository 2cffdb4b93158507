import type {Expression} from '../expression.js';
import {fieldNamed} from '../field-names.js';
import type {Query} from '../query.js';
import {QueryError} from '../query-error.js';
import {quoted} from '../quoted.js';
import {type QueryToken, readTokens} from '../tokens/query-token.js';
import {parseTerm} from './parse-term.js';
import type {Calendar} from './time-period.js';

/** Maximum length of a search, in UTF-16 units. Longer ones were pasted by mistake. */
const maxQueryLength = 10_000;

/** Maximum nesting of parentheses. Deeper ones would overflow the stack. */
const deepest = 50;

/**
 * Parses a search.
 * @throws QueryError if the search is invalid, with the range of the problem
 */
export function parseQuery(text: string, calendar: Calendar): Query {
	if (text.length > maxQueryLength) {
		throw new QueryError(
			`too long: a search has at most ${maxQueryLength} characters, this has ${text.length}`,
			maxQueryLength,
			text.length,
		);
	}
	try {
		return {text, expression: new Parser(readTokens(text), text.length, calendar).parse()};
	} catch (error) {
		throw error instanceof QueryError && isLogLine(text) ? pastedLine(text, error) : error;
	}
}

/** The beginning of a JSON line, a date and a time before other columns, and parts of the common lines. */
const logLine =
	/^\s*\{\s*"[^"]*"\s*:|^\s*\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\S*(\s+\S+){3}|\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:|"[A-Z]+ \S+ HTTP\/\d/;

/** True if an invalid search looks like a pasted line of a log. */
function isLogLine(text: string): boolean {
	const [, name = ''] = /^[\s(!-]*([^\s:]*):/.exec(text) ?? [];
	return fieldNamed(name) === undefined && !name.startsWith('@') && logLine.test(text);
}

/** Minimum length of the text before the first quote for it to identify a line: a client and a time. */
const tellingLength = 30;

/** Maximum length of the part of the line in the message. */
const maxMessageLength = 80;

function pastedLine(text: string, cause: QueryError): QueryError {
	const line = text.trim();
	const [before = ''] = line.split('"', 1);
	const part = before.trimEnd().length < tellingLength ? line : before.trimEnd();
	const shown = part
		.slice(0, maxMessageLength)
		.replace(/[\ud800-\udbff]$/, '')
		.trimEnd();
	return new QueryError(
		`this looks like a line of a log: to find it, write line:${quoted(shown)}`,
		0,
		text.length,
		{cause},
	);
}

/** A recursive-descent parser, from alternatives down to terms. */
class Parser {
	readonly #tokens: readonly QueryToken[];
	/** Length of the search. */
	readonly #length: number;
	readonly #calendar: Calendar;
	#at = 0;

	constructor(tokens: readonly QueryToken[], length: number, calendar: Calendar) {
		this.#tokens = tokens;
		this.#length = length;
		this.#calendar = calendar;
	}

	parse(): Expression {
		if (this.#tokens.length === 0) {
			return {type: 'and', of: []};
		}
		const expression = this.#alternatives(0);
		const token = this.#tokens[this.#at];
		if (token !== undefined) {
			throw new QueryError(
				'this parenthesis was never opened: remove it, or put the text in quotes',
				token.start,
				token.end,
			);
		}
		return expression;
	}

	#alternatives(depth: number): Expression {
		const of: Expression[] = [];
		for (;;) {
			const part = this.#conjunction(depth);
			const token = this.#tokens[this.#at];
			const isOr = token?.kind === 'or';
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
			const token = this.#tokens[this.#at];
			if (token?.kind === 'open') {
				of.push(negated(this.#group(token, depth + 1), token.isNegated));
			} else if (token?.kind === 'term') {
				this.#at++;
				of.push(negated(parseTerm(token, this.#calendar), token.isNegated));
			} else {
				return of.length === 0 ? null : one('and', of);
			}
		}
	}

	#group(open: QueryToken, depth: number): Expression {
		if (depth > deepest) {
			throw new QueryError(`more than ${deepest} nested parentheses: remove some`, open.start, open.end);
		}
		this.#at++;
		const next = this.#tokens[this.#at];
		if (next?.kind === 'close') {
			throw new QueryError('these parentheses are empty: add a term, or remove them', open.start, next.end);
		}
		if (next === undefined) {
			throw neverClosed(open);
		}
		const expression = this.#alternatives(depth);
		if (this.#tokens[this.#at]?.kind !== 'close') {
			throw neverClosed(open);
		}
		this.#at++;
		return expression;
	}

	#missingTerm(isAfter: boolean): QueryError {
		const or = this.#tokens[isAfter ? this.#at - 1 : this.#at];
		return new QueryError(
			`a term is missing ${isAfter ? 'after' : 'before'} OR: add one, remove OR, or write "OR" to search for it`,
			or?.start ?? this.#length,
			or?.end ?? this.#length,
		);
	}
}

function neverClosed({start, end}: QueryToken): QueryError {
	return new QueryError('this parenthesis is never closed: write ) where the group ends', start, end);
}

function one(type: 'and' | 'or', of: readonly Expression[]): Expression {
	const [only] = of;
	return of.length === 1 && only !== undefined ? only : {type, of};
}

function negated(expression: Expression, isNegated: boolean): Expression {
	return isNegated ? {type: 'not', of: expression} : expression;
}
