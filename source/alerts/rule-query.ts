import type {Expression} from '../query/expression.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import {anyCalendar} from '../query/parsing/time-period.js';
import type {Query} from '../query/query.js';
import {QueryError} from '../query/query-error.js';
import {likelyMeanings} from '../query/suggestions/likely-meanings.js';
import {meantTerm} from '../query/suggestions/meant-term.js';
import {readTokens} from '../query/tokens/query-token.js';
import {bareWord} from './rule.js';

const statusClass = /^[1-5]xx$/i;

/**
 * Parses the search of a rule from `start` to `end`. A bare status class such as `5xx` is allowed. Because a user wouldn't notice
 * a rule that never matches, it refuses other bare words that are unlikely in URLs, and searches that match no request.
 * @throws QueryError with the position in the rule
 */
export function readRuleQuery(rule: string, start: number, end: number): Query {
	const text = rule.slice(start, end);
	const inRule = (error: QueryError): QueryError =>
		new QueryError(error.message, start + error.start, start + error.end, {cause: error});
	try {
		const query = parseQuery(withStatuses(text), anyCalendar);
		if (asksForTime(query.expression)) {
			throw new QueryError('a rule checks current requests: remove since:, until: and on:', 0, text.length);
		}
		refuseUnmatchable(query, text.length);
		return query;
	} catch (error) {
		throw error instanceof QueryError ? inRule(error) : error;
	}
}

/**
 * Refuses a search that would never match: see `likelyMeanings`.
 * @param length - length of the source text in UTF-16 units; the error covers the whole text
 */
export function refuseUnmatchable({text}: Query, length: number): void {
	const [meaning] = likelyMeanings(text);
	if (meaning !== undefined) {
		const message = meaning.replace(/^Searched/, 'it would search');
		throw new QueryError(message[0]?.toLowerCase() + message.slice(1), 0, length);
	}
}

/** Replaces `5xx` by `status:5xx`, and trims the text. */
function withStatuses(text: string): string {
	// Parse the original text first, so that errors have its positions.
	const tokens = readTokens(text);
	parseQuery(text, anyCalendar);
	let written = text;
	for (const token of tokens.toReversed()) {
		const word = bareWord(token, text);
		const meant = word === '' ? null : meantTerm(word);
		if (meant === null) {
			continue;
		}
		if (!statusClass.test(word)) {
			throw new QueryError(
				`a plain ${word} searches in URLs: write ${meant.term}, or "${word}" for URLs`,
				token.start,
				token.end,
			);
		}
		written = written.slice(0, token.start) + meant.term + written.slice(token.end);
	}
	return written.trim();
}

function asksForTime(expression: Expression): boolean {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.some(asksForTime);
		case 'not':
			return asksForTime(expression.of);
		default:
			return expression.type === 'time';
	}
}
