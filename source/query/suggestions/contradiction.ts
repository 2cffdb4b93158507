import type {NumberRange} from '../expression.js';
import {parseTerm} from '../parsing/parse-term.js';
import {anyCalendar} from '../parsing/time-period.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import {type QueryToken, readTokens, type TermToken} from '../tokens/query-token.js';
import type {Meaning} from './meant-term.js';

/**
 * Finds two terms that no request can match together, because a request has only one status. Returns both values and a
 * replacement; null if there is no contradiction. Not sanitised.
 */
export function contradiction(text: string): Meaning | null {
	try {
		const terms = wantedStatuses(readTokens(text));
		for (const [index, term] of terms.entries()) {
			const other = terms
				.slice(0, index)
				.find(({ranges}) => !ranges.some(range => meets(range, term.ranges)));
			if (other) {
				const values = [other, term].map(({token}) =>
					quotedInMessage(text.slice(token.items[0]?.start, token.items.at(-1)?.end)),
				);
				return {
					interpretation: `no status is ${values.join(' and ')}`,
					instead: `one of them: status:${values.join(',')}`,
				};
			}
		}
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
	}
	return null;
}

type StatusTerm = {readonly token: TermToken; readonly ranges: readonly NumberRange[]};

/** Returns the status terms that must all match. */
function wantedStatuses(tokens: readonly QueryToken[]): readonly StatusTerm[] {
	const found: StatusTerm[] = [];
	let depth = 0;
	for (const token of tokens) {
		if (token.kind === 'open') {
			depth++;
		} else if (token.kind === 'close') {
			depth--;
		} else if (depth === 0 && token.kind === 'or') {
			return [];
		} else if (depth === 0 && token.kind === 'term' && !token.isNegated && token.field === 'status') {
			const expression = parseTerm(token, anyCalendar);
			if (expression.type === 'number') {
				found.push({token, ranges: expression.ranges});
			}
		}
	}
	return found;
}

function meets({from, to}: NumberRange, others: readonly NumberRange[]): boolean {
	return others.some(other => from <= other.to && other.from <= to);
}
