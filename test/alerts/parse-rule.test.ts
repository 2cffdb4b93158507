import test from 'ava';
import fc from 'fast-check';
import {defaultInterval, defaultMinimum, parseRule} from '../../source/alerts/parse-rule.js';
import type {Condition} from '../../source/alerts/rule.js';
import type {Expression} from '../../source/query/expression.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {both, everything, type Query} from '../../source/query/query.js';
import {QueryError} from '../../source/query/query-error.js';
import {likelyMeanings} from '../../source/query/suggestions/likely-meanings.js';
import {arbitraryExpression} from '../helpers/arbitrary-expression.js';
import {forAll} from '../helpers/for-all.js';
import {printed} from '../helpers/print-expression.js';
import {words} from '../helpers/words.js';

function parse(text: string): Query {
	return parseQuery(text, {now: 0, zoneAt: () => 0});
}
const second = 1000;
const minute = 60 * second;

const understood: ReadonlyArray<readonly [rule: string, search: string, condition: Condition]> = [
	['any url:/wp-login', 'url:/wp-login', {kind: 'any', every: defaultInterval}],
	['any url:/wp-login every 1h30m', 'url:/wp-login', {kind: 'any', every: 90 * minute}],
	['any any', 'any', {kind: 'any', every: defaultInterval}],
	[
		'status:404 ip:10.0.0.0/8 over 100 in 30s',
		'status:404 ip:10.0.0.0/8',
		{kind: 'count', side: 'over', limit: 100, window: 30 * second},
	],
	['over 1000 in 1m', '', {kind: 'count', side: 'over', limit: 1000, window: minute}],
	['over 0 in 24h', '', {kind: 'count', side: 'over', limit: 0, window: 1440 * minute}],
	['  under   1  in 5m ', '', {kind: 'count', side: 'under', limit: 1, window: 5 * minute}],
	[
		'5xx share over 5 % in 1m',
		'status:5xx',
		{kind: 'share', side: 'over', limit: 5, window: minute, of: everything, min: defaultMinimum},
	],
	[
		'(5xx OR 404x) share under 0.5% in 1m min 50',
		'(status:5xx OR 404x)',
		{kind: 'share', side: 'under', limit: 0.5, window: minute, of: everything, min: 50},
	],
	// Words within quotes and parentheses aren't words of the rule.
	[
		'(over OR url:"x over 5 in 1m") "over" 5 in over 6 in 1m',
		'(over OR url:"x over 5 in 1m") "over" 5 in',
		{kind: 'count', side: 'over', limit: 6, window: minute},
	],
	['url:over over 5 in 1m', 'url:over', {kind: 'count', side: 'over', limit: 5, window: minute}],
	[
		'share in of min over 5 in 1m',
		'share in of min',
		{kind: 'count', side: 'over', limit: 5, window: minute},
	],
];

for (const [text, search, condition] of understood) {
	test(`parses the rule ${text}`, t => {
		const rule = parseRule(text);
		t.deepEqual(rule.query.expression, parse(search).expression);
		t.deepEqual(rule.condition, condition);
		t.is(rule.text, text.trim());
		t.is(rule.name, text.trim());
		t.is(parseRule(text, 'mine').name, 'mine');
	});
}

test('the query of a share includes the condition of “of”', t => {
	const {query, condition} = parseRule('5xx share over 5% in 1m min 9 of host:shop -url:/health');
	const of = parse('host:shop -url:/health');
	t.deepEqual(condition, {kind: 'share', side: 'over', limit: 5, window: minute, of, min: 9});
	t.deepEqual(query.expression, both(of, parse('status:5xx')).expression);
});

const forms =
	'a rule is one of: any SEARCH [every DURATION]; SEARCH over N in DURATION; SEARCH under N in DURATION; SEARCH share over P% in DURATION [min N] [of SEARCH]';

/** « and » mark the wrong part. */
const refused: ReadonlyArray<readonly [rule: string, message: string]> = [
	['«»', forms],
	['«status:404»', forms],
	['«any»', 'a search is missing after “any”, such as any url:/wp-login'],
	['any x «every»', 'a time is missing after “every”, such as every 5m'],
	['any x every «5»', 'write a time here, such as 30s, 5m or 1h, not 5'],
	['«any» x over 5 in 1m', '“any” fires at each match: remove it if matches are counted'],
	['x «over 5»', 'the time is missing after over 5: write in 1m'],
	['x over 5 in«»', 'write a time here, such as 30s, 5m or 1h, not nothing'],
	['x over 5 in «1x»', 'write a time here, such as 30s, 5m or 1h, not 1x'],
	['x over 5 in «0s»', 'a rule covers at least one second and at most 24 hours'],
	['x over 5 in «25h»', 'a rule covers at least one second and at most 24 hours'],
	['x over «-5» in 1m', 'write an integer here, such as 100, not -5'],
	['p95 over «1s» in 5m', 'a rule counts requests: write duration:>1s over 10 in 5m'],
	['x over «5.5» in 1m', 'write an integer here, such as 100, not 5.5'],
	['x under «0» in 1m', 'a count is never below 0: write under 1 for no requests'],
	['x over 5 in 1m «foo bar»', 'unexpected text after the time: write the search before over or under'],
	['x over 1 in 1m «over» 2 in 2m', 'a rule has one threshold: split it into two rules'],
	['5xx «over 5%» in 1m', 'a percentage needs a share: write share over 5%'],
	['5xx share over «5» in 1m', 'a share is in percent: write 5%'],
	['5xx share over «100%» in 1m', 'no share is over 100%: write a number from 0 to 100'],
	['5xx share under «0%» in 1m', 'no share is under 0%: write a number from 0 to 100'],
	['«share» over 5% in 1m', 'a search is missing before “share”: write 5xx share, for instance'],
	['5xx share over 5% in 1m «x»', 'after the time, write min N, of SEARCH, or both'],
	['5xx share over 5% in 1m «of»', 'a search is missing after “of”'],
	['5xx share over 5% in 1m min «x»', 'write an integer here, such as 100, not x'],
	['«404» over 3 in 1m', 'a plain 404 searches in URLs: write status:404, or "404" for URLs'],
	['x «post» over 3 in 1m', 'a plain post searches in URLs: write method:post, or "post" for URLs'],
	['«x since:15m» over 3 in 1m', 'a rule checks current requests: remove since:, until: and on:'],
	[
		'«stauts»:404 over 1 in 1m',
		'there is no field “stauts”, did you mean status:? To search for the text, write "stauts:404"',
	],
	['5xx share «above» 5% in 1m', 'a rule needs over or under, and a number: 5xx over 10 in 1m'],
	['5xx «>» 5 in 1m', 'a rule needs over or under, and a number: 5xx over 10 in 1m'],
	[
		'any «url:/a or url:/b»',
		'it would search URLs for “or”; for alternatives write OR, or list them: status:404,500',
	],
	['«status:4» over 5 in 1m', 'it would search for the status 4 itself: did you mean status:4xx?'],
	['«5xx status:404» over 5 in 1m', 'no status is 5xx and 404 · one of them: status:5xx,404'],
	['«5xx share over 5% in 1m of status:404»', 'no status is 404 and 5xx · one of them: status:404,5xx'],
	['5xx share over 5% in 1m of status:«4xy»', '“4xy” is not a status: write 404, 5xx, 400-499, >=500'],
];

for (const [marked, message] of refused) {
	test(`refuses the rule ${marked}`, t => {
		const start = marked.indexOf('«');
		const end = marked.indexOf('»') - 1;
		const error = t.throws(() => parseRule(marked.replace(/[«»]/g, '')), {instanceOf: QueryError});
		t.is(error?.message, message);
		t.deepEqual([error?.start, error?.end], [start, end]);
	});
}

function asksForTime(expression: Expression): boolean {
	return expression.type === 'and' || expression.type === 'or'
		? expression.of.some(asksForTime)
		: expression.type === 'not'
			? asksForTime(expression.of)
			: expression.type === 'time';
}

function isSearch(text: string): boolean {
	try {
		// A rule whose search finds nothing and has a likely correction is refused.
		return text !== '' && !asksForTime(parse(text).expression) && likelyMeanings(text).length === 0;
	} catch {
		return false;
	}
}

const search = arbitraryExpression.map(printed).filter(isSearch);
const duration = fc.oneof(
	fc.integer({min: 1, max: 86_400}).map(n => [`${n}s`, n * second] as const),
	fc.integer({min: 1, max: 1440}).map(n => [`${n}m`, n * minute] as const),
	fc
		.tuple(fc.integer({min: 1, max: 23}), fc.nat(59))
		.map(([h, m]) => [`${h}h${m}m`, (h * 60 + m) * minute] as const),
);
const side = fc.constantFrom('over' as const, 'under' as const);

test('a formatted rule parses to the same rule, for any search', t => {
	forAll(100, search, duration, (text, [written, every]) => {
		const rule = parseRule(`any ${text} every ${written}`);
		t.deepEqual(rule.query.expression, parse(text).expression);
		t.deepEqual(rule.condition, {kind: 'any', every});
	});
	forAll(
		100,
		search,
		side,
		fc.integer({min: 1, max: 1e9}),
		duration,
		(text, side, limit, [written, window]) => {
			const rule = parseRule(`${text} ${side} ${limit} in ${written}`);
			t.deepEqual(rule.query.expression, parse(text).expression);
			t.deepEqual(rule.condition, {kind: 'count', side, limit, window});
		},
	);
	forAll(
		100,
		search,
		side,
		fc.integer({min: 1, max: 9999}),
		duration,
		fc.option(fc.nat(1e6)),
		fc.option(search),
		(text, side, hundredths, [written, window], min, of) => {
			const limit = hundredths / 100;
			const whole = of === null ? everything : parse(of);
			fc.pre(likelyMeanings(both(whole, parse(text)).text).length === 0);
			const rule = parseRule(
				`${text} share ${side} ${limit}% in ${written}${min === null ? '' : ` min ${min}`}${of === null ? '' : ` of ${of}`}`,
			);
			t.deepEqual(rule.query.expression, both(whole, parse(text)).expression);
			t.deepEqual(
				{...rule.condition, of: null},
				{kind: 'share', side, limit, window, of: null, min: min ?? defaultMinimum},
			);
		},
	);
});

test('an invalid rule throws a QueryError with offsets within the text, for any text', t => {
	const parts = words`any over under share in of min every 5 5% % 1m 5xx 404`;
	const part = fc.oneof(
		fc.constantFrom(...parts, '(', ')', '-', '"', 'OR', 'url:x', '\0', '\u202e'),
		fc.string(),
	);
	forAll(2000, fc.array(part, {maxLength: 12}), parts => {
		const text = parts.join(' ');
		try {
			parseRule(text);
		} catch (error) {
			if (!(error instanceof QueryError)) {
				throw error;
			}
			t.true(0 <= error.start && error.start <= error.end && error.end <= text.length, text);
		}
	});
	t.pass();
});
