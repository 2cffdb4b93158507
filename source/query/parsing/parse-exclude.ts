import {rolls} from '../expression.js';
import type {Query} from '../query.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import {termsOf} from '../terms.js';
import {parseQuery} from './parse-query.js';
import type {Calendar} from './time-period.js';

/**
 * Parses an exclude: a search that only hides requests, because each of its terms begins with `-`. It may be empty.
 * @throws QueryError if it is invalid, with the range of the problem
 */
export function parseExclude(text: string, calendar: Calendar): Query {
	const query = parseQuery(text, calendar);
	const {expression} = query;
	const parts = expression.type === 'and' ? expression.of : [expression];
	const unnegated = parts.findIndex(({type}) => type !== 'not');
	if (unnegated !== -1) {
		const term = termsOf(text)[unnegated] ?? {text, start: 0, end: text.length};
		const advice =
			expression.type === 'or'
				? 'write one term after the other, without OR'
				: `write -${quotedInMessage(term.text)} to hide these requests`;
		throw new QueryError(`each term of an exclude begins with -: ${advice}`, term.start, term.end);
	}
	if (rolls(expression)) {
		throw new QueryError(
			'an exclude can’t have a period that moves: search for the period instead',
			0,
			text.length,
		);
	}
	return query;
}
