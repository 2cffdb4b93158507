import fc from 'fast-check';
import type {Expression, SearchedText, Test, TextMatch, TimePoint} from '../../source/query/expression.js';
import {model16} from './address-model.js';
import {logStart} from './log-lines.js';
import {pools} from './logged.js';

const fragments = [
	'shoes',
	'Shoes',
	'/en/',
	'a',
	'',
	'php',
	'K',
	'k',
	'ä',
	'Ä',
	'"',
	'\\x',
	'example',
	'get',
	'GET',
	'bot',
	'combined',
	'.log',
];

const text = fc.oneof(
	fc.constantFrom(...fragments),
	fc.constantFrom<string>(...Object.values(pools).flatMap(values => values.map(String))),
);

/** Converts text to lower case unless the match is exact. Matches that ignore case expect lower case. */
function cased(isExact: boolean, given: string): string {
	return isExact ? given : given.toLowerCase();
}

const textMatch: fc.Arbitrary<TextMatch> = fc.oneof(
	fc
		.record({kind: fc.constantFrom('contains' as const, 'equals' as const), text, isExact: fc.boolean()})
		.map(match => ({...match, text: cased(match.isExact, match.text)})),
	fc
		.record({parts: fc.array(text, {minLength: 1, maxLength: 4}), isExact: fc.boolean()})
		.map(({parts, isExact}) => ({
			kind: 'whole' as const,
			parts: parts.map(part => cased(isExact, part)),
			isExact,
		})),
	fc.record({
		kind: fc.constant('regexp' as const),
		source: fc.constantFrom('^/en/', 's(hoes)?/', '\\.php$', '[äß]', '^$', 'a.*b|K', '\\d{2,}'),
		isExact: fc.boolean(),
	}),
);

const network: fc.Arbitrary<TextMatch> = fc
	.record({
		address: fc.constantFrom('203.0.113.9', '10.0.0.0', '2001:db8::', '::ffff:10.1.2.3').map(given => {
			const address = model16(given);
			if (address === null) {
				throw new Error(given);
			}
			return address;
		}),
		bits: fc.constantFrom(0, 32, 33, 96, 104, 121, 128),
	})
	.map(match => ({kind: 'network' as const, ...match}));

const fields: readonly SearchedText[] = [
	'ip',
	'method',
	'url',
	'protocol',
	'host',
	'user',
	'referer',
	'userAgent',
	'forwardedFor',
	'upstream',
	'file',
	'format',
	'source',
	'route',
];

function range(values: readonly number[]): fc.Arbitrary<{from: number; to: number}> {
	return fc.record({
		from: fc.constantFrom(Number.NEGATIVE_INFINITY, ...values),
		to: fc.constantFrom(Number.POSITIVE_INFINITY, ...values),
	});
}

const moment: fc.Arbitrary<TimePoint | null> = fc.option(
	fc.oneof(
		fc.nat({max: 60}).map(second => ({at: logStart + second * 1000})),
		fc.nat({max: 60}).map(second => ({ago: second * 1000})),
	),
);

function someRanges(values: readonly number[]): fc.Arbitrary<Array<{from: number; to: number}>> {
	return fc.array(range(values), {minLength: 1, maxLength: 3});
}

const test: fc.Arbitrary<Test> = fc.oneof(
	fc.record({
		type: fc.constant('number' as const),
		field: fc.constant('status' as const),
		ranges: someRanges([0, 200, 299, 301, 400, 499, 500, 65_535]),
	}),
	fc.record({
		type: fc.constant('number' as const),
		field: fc.constantFrom('bytes' as const, 'durationMs' as const),
		ranges: someRanges([0, 0.5, 12, 255, 1000]),
	}),
	fc.record({
		type: fc.constant('text' as const),
		field: fc.constantFrom(...fields),
		matches: fc.array(textMatch, {minLength: 1, maxLength: 3}),
	}),
	fc.record({
		type: fc.constant('text' as const),
		field: fc.constant('ip' as const),
		matches: fc.array(fc.oneof(network, textMatch), {minLength: 1, maxLength: 2}),
	}),
	fc.record({type: fc.constant('time' as const), from: moment, until: moment}),
	fc.record({
		type: fc.constant('token' as const),
		prefixes: fc.array(fc.constantFrom('0', '7', 'a', 'f3', ''), {minLength: 1, maxLength: 2}),
	}),
	fc.record({type: fc.constant('bot' as const), isBot: fc.boolean()}),
);

/** Any query expression, with values from the pools of logged requests. */
export const arbitraryExpression: fc.Arbitrary<Expression> = fc.letrec<{any: Expression}>(tie => ({
	any: fc.oneof(
		{depthSize: 'small', withCrossShrink: true},
		test,
		fc.record({type: fc.constant('and' as const), of: fc.array(tie('any'), {maxLength: 3})}),
		fc.record({type: fc.constant('or' as const), of: fc.array(tie('any'), {maxLength: 3})}),
		fc.record({type: fc.constant('not' as const), of: tie('any')}),
	),
})).any;
