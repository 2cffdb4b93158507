import {both, everything, type Query} from '../query/query.js';
import {QueryError} from '../query/query-error.js';
import {quotedInMessage} from '../query/quoted.js';
import {type Condition, type Rule, type RuleWord, ruleForms, ruleWords, type Side} from './rule.js';
import {readRuleQuery, refuseUnmatchable} from './rule-query.js';

/** Default pause of `any` between alerts, in ms. */
export const defaultInterval = 60_000;

/** Default minimum number of requests in the window of a share. */
export const defaultMinimum = 20;

/** Words that a user may write instead of `over` or `under`. */
const otherSides: ReadonlySet<string> = new Set([
	'above',
	'below',
	'more',
	'less',
	'fewer',
	'>',
	'<',
	'>=',
	'<=',
]);

const units: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000};
const maxWindow = 24 * 3_600_000;
const duration = /^(?:\d{1,6}[smh])+$/;

/**
 * Parses a rule.
 * @param name - the default is the text of the rule
 * @throws QueryError with the position in the text if the rule is invalid
 */
export function parseRule(text: string, name?: string): Rule {
	return new RuleParser(text).read(name);
}

class RuleParser {
	readonly #text: string;
	readonly #words: readonly RuleWord[];

	constructor(text: string) {
		this.#text = text;
		this.#words = ruleWords(text);
	}

	read(name: string | undefined): Rule {
		const text = this.#text.trim();
		const isAny = this.#words[0]?.word === 'any';
		return {name: name ?? text, text, ...(isAny ? this.#any() : this.#threshold())};
	}

	#any(): Pick<Rule, 'query' | 'condition'> {
		const {length} = this.#words;
		const [threshold] = this.#thresholds();
		if (threshold !== undefined) {
			throw this.#error('“any” fires at each match: remove it if matches are counted', 0);
		}
		if (length > 2 && this.#word(length - 1) === 'every') {
			throw this.#error('a time is missing after “every”, such as every 5m', length - 1);
		}
		const hasEvery = length > 2 && this.#word(length - 2) === 'every';
		const every = hasEvery ? this.#duration(length - 1) : defaultInterval;
		if (length < 2) {
			throw this.#error('a search is missing after “any”, such as any url:/wp-login', 0);
		}
		return {query: this.#query(1, hasEvery ? length - 2 : length), condition: {kind: 'any', every}};
	}

	#threshold(): Pick<Rule, 'query' | 'condition'> {
		const [at, second] = this.#thresholds();
		if (at === undefined) {
			const other = this.#words.findIndex(({start, end}) => otherSides.has(this.#text.slice(start, end)));
			if (other !== -1) {
				throw this.#error('a rule needs over or under, and a number: 5xx over 10 in 1m', other);
			}
			throw new QueryError(
				`a rule is one of: ${ruleForms.map(({form}) => form).join('; ')}`,
				0,
				this.#text.length,
			);
		}
		if (second !== undefined) {
			throw this.#error('a rule has one threshold: split it into two rules', second);
		}
		const side: Side = this.#word(at) === 'over' ? 'over' : 'under';
		const isShare = at > 0 && this.#word(at - 1) === 'share';
		const written = this.#word(at + 1);
		const isApart = this.#word(at + 2) === '%';
		const into = at + (isApart ? 3 : 2);
		const isPercent = isApart || written.endsWith('%');
		const limit = this.#limit(at + 1, written.replace(/%$/, ''), isShare, side);
		if (isShare && !isPercent) {
			throw this.#error(`a share is in percent: write ${quotedInMessage(written)}%`, at + 1);
		}
		if (!isShare && isPercent) {
			throw this.#error(
				`a percentage needs a share: write share ${side} ${quotedInMessage(written)}`,
				at,
				into - 1,
			);
		}
		if (this.#word(into) !== 'in') {
			throw this.#error(
				`the time is missing after ${side} ${quotedInMessage(written)}: write in 1m`,
				at,
				into - 1,
			);
		}
		const window = this.#duration(into + 1);
		const {length} = this.#words;
		if (!isShare) {
			if (into + 2 < length) {
				throw this.#error(
					'unexpected text after the time: write the search before over or under',
					into + 2,
					length - 1,
				);
			}
			return {query: this.#query(0, at), condition: {kind: 'count', side, limit, window}};
		}
		const part = this.#query(0, at - 1);
		if (at === 1) {
			throw this.#error('a search is missing before “share”: write 5xx share, for instance', at - 1);
		}
		const hasMin = this.#word(into + 2) === 'min';
		const min = hasMin ? this.#wholeNumber(into + 3) : defaultMinimum;
		const whole = this.#readOf(into + (hasMin ? 4 : 2));
		const condition: Condition = {kind: 'share', side, limit, window, of: whole, min};
		const query = both(whole, part);
		refuseUnmatchable(query, this.#text.length);
		return {query, condition};
	}

	/** Returns the indexes of the words that begin a threshold. */
	#thresholds(): readonly number[] {
		return this.#words.flatMap(({word}, index) =>
			(word === 'over' || word === 'under') && /^[-+.\d]/.test(this.#written(index + 1)) ? [index] : [],
		);
	}

	#readOf(index: number): Query {
		const {length} = this.#words;
		if (index >= length) {
			return everything;
		}
		if (this.#word(index) !== 'of') {
			throw this.#error('after the time, write min N, of SEARCH, or both', index, length - 1);
		}
		if (index + 1 === length) {
			throw this.#error('a search is missing after “of”', index);
		}
		return this.#query(index + 1, length);
	}

	#query(from: number, to: number): Query {
		const [first, last] = [this.#words[from], this.#words[to - 1]];
		return from < to && first !== undefined && last !== undefined
			? readRuleQuery(this.#text, first.start, last.end)
			: everything;
	}

	#limit(index: number, written: string, isShare: boolean, side: Side): number {
		if (!isShare) {
			const limit = this.#wholeNumber(index, written);
			if (side === 'under' && limit === 0) {
				throw this.#error('a count is never below 0: write under 1 for no requests', index);
			}
			return limit;
		}
		const limit = Number(written);
		const isPossible = side === 'over' ? limit < 100 : limit > 0;
		if (!/^\d{1,3}(\.\d{1,6})?$/.test(written) || limit > 100 || !isPossible) {
			throw this.#error(
				`no share is ${side} ${quotedInMessage(written)}%: write a number from 0 to 100`,
				index,
			);
		}
		return limit;
	}

	#wholeNumber(index: number, written = this.#word(index)): number {
		if (/^\d+(?:\.\d+)?(?:ms|s|m|h)$/.test(written)) {
			throw this.#error(`a rule counts requests: write duration:>${written} over 10 in 5m`, index);
		}
		if (!/^\d{1,12}$/.test(written)) {
			throw this.#error(`write an integer here, such as 100, not ${this.#shown(index)}`, index);
		}
		return Number(written);
	}

	#duration(index: number): number {
		const written = this.#word(index);
		if (!duration.test(written)) {
			throw this.#error(`write a time here, such as 30s, 5m or 1h, not ${this.#shown(index)}`, index);
		}
		const length = Array.from(
			written.matchAll(/(\d+)([smh])/g),
			([, amount, unit = '']) => Number(amount) * (units[unit] ?? 0),
		).reduce((sum, part) => sum + part);
		if (length === 0 || length > maxWindow) {
			throw this.#error('a rule covers at least one second and at most 24 hours', index);
		}
		return length;
	}

	#word(index: number): string {
		return this.#words[index]?.word ?? '';
	}

	#written(index: number): string {
		const word = this.#words[index];
		return word === undefined ? '' : this.#text.slice(word.start, word.end);
	}

	#shown(index: number): string {
		const written = this.#written(index);
		return written === '' ? 'nothing' : quotedInMessage(written);
	}

	/** Creates an error at some words. Beyond the last word, its position is the end of the rule. */
	#error(message: string, first: number, last = first): QueryError {
		const {length} = this.#text;
		const start = this.#words[first]?.start ?? length;
		return new QueryError(message, start, this.#words[Math.max(first, last)]?.end ?? length);
	}
}
