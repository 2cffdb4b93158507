import fc from 'fast-check';
import type {SearchedText} from '../../source/fields/fields.js';
import type {
	Expression,
	PartsMatch,
	Test,
	TextMatch,
	TimePoint,
	ValueMatch,
} from '../../source/query/expression.js';
import {model16} from './address-model.js';
import {logStart} from './log-lines.js';
import {pools} from './logged.js';
import {fieldNames, fieldTexts} from './logged-fields.js';

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

function partsMatchOf(texts: fc.Arbitrary<string>): fc.Arbitrary<PartsMatch> {
	return fc.oneof(
		fc
			.record({
				kind: fc.constantFrom('contains' as const, 'equals' as const),
				text: texts,
				isExact: fc.boolean(),
			})
			.map(match => ({...match, text: cased(match.isExact, match.text)})),
		fc
			.record({parts: fc.array(texts, {minLength: 1, maxLength: 4}), isExact: fc.boolean()})
			.map(({parts, isExact}) => ({
				kind: 'whole' as const,
				parts: parts.map(part => cased(isExact, part)),
				isExact,
			})),
	);
}

function textMatchOf(texts: fc.Arbitrary<string>): fc.Arbitrary<TextMatch> {
	return fc.oneof(
		{weight: 2, arbitrary: partsMatchOf(texts)},
		fc.record({
			kind: fc.constant('regexp' as const),
			source: fc.constantFrom('^/en/', 's(hoes)?/', '\\.php$', '[äß]', '^$', 'a.*b|K', '\\d{2,}'),
			isExact: fc.boolean(),
		}),
	);
}

const textMatch = textMatchOf(text);

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

const urlMatch: fc.Arbitrary<TextMatch> = partsMatchOf(
	fc.oneof(text, fc.constantFrom('/ä', 'schuhe/ä', 'Ä', 'o Mu', 'shoes b')),
).map(of => ({kind: 'url' as const, of}));

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
	'family',
	'bot',
	'refererHost',
	'param',
	'asn',
	'country',
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
		field: fc.constantFrom('url' as const, 'route' as const, 'referer' as const, 'param' as const),
		matches: fc.array(fc.oneof(urlMatch, textMatch), {minLength: 1, maxLength: 2}),
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

function expressionOf(tests: fc.Arbitrary<Test>): fc.Arbitrary<Expression> {
	return fc.letrec<{any: Expression}>(tie => ({
		any: fc.oneof(
			{depthSize: 'small', withCrossShrink: true},
			tests,
			fc.record({type: fc.constant('and' as const), of: fc.array(tie('any'), {maxLength: 3})}),
			fc.record({type: fc.constant('or' as const), of: fc.array(tie('any'), {maxLength: 3})}),
			fc.record({type: fc.constant('not' as const), of: tie('any')}),
		),
	})).any;
}

/** Any query expression that needs no lines, with values from the pools of logged requests. */
export const arbitraryExpression: fc.Arbitrary<Expression> = expressionOf(test);

const lineTest: fc.Arbitrary<Test> = fc.record({
	type: fc.constant('line' as const),
	matches: fc.array(textMatchOf(fc.oneof(text, fc.constantFrom('rid=', 'RID', '"tenant":"acme"'))), {
		minLength: 1,
		maxLength: 3,
	}),
});

const numbers = [-3, 0, 0.1, 0.3, 0.5, 5, 12, 250, 300, 1000, 1500, 12_000, 60_000, 300_000, 1.5e6, 5e6];

const valueMatch: fc.Arbitrary<ValueMatch> = fc.oneof(
	{weight: 1, arbitrary: fc.constant({kind: 'any' as const})},
	{weight: 4, arbitrary: textMatchOf(fc.oneof(text, fc.constantFrom(...fieldTexts)))},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('number' as const),
			number: fc.option(range(numbers)),
			duration: fc.option(range(numbers)),
		}),
	},
);

const logFieldTest: fc.Arbitrary<Test> = fc.record({
	type: fc.constant('logField' as const),
	name: fc.constantFrom(...fieldNames, 'none', 'status'),
	matches: fc.array(valueMatch, {minLength: 1, maxLength: 3}),
});

/** Any query expression, with values of lines and log fields, too. */
export const arbitraryLineExpression: fc.Arbitrary<Expression> = expressionOf(
	fc.oneof(
		{weight: 1, arbitrary: test},
		{weight: 1, arbitrary: lineTest},
		{weight: 2, arbitrary: logFieldTest},
	),
);
