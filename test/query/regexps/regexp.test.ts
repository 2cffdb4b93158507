import test from 'ava';
import fc from 'fast-check';
import {compileRegexp, hasCapital, RegexpError} from '../../../source/query/regexps/regexp.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {timeOf} from '../../helpers/time-of.js';

const patterns = [
	...[
		'a',
		'^/admin/.*\\.php$',
		'(?:en|de)/cat-\\d+',
		'\\.(php|asp)x?$',
		'a.*b.*c',
		'[^/]{3,}',
		'\\bcat\\b',
		'x*',
	],
	...[
		'^$',
		'^a|b$',
		'(a|ab)(c|bcd)',
		'[a-c][^a-c]',
		'\\d+?x',
		'a{2,3}b',
		'\\w+\\.\\w+',
		'(?:)',
		'é',
		'日本',
		'^.b',
	],
];
const like = fc.string({unit: fc.constantFrom(...'aAbcx/.-1é日 '), maxLength: 12});

test('returns the same results as JavaScript’s engine', t => {
	forAll(500, fc.constantFrom(...patterns), fc.boolean(), like, (source, isExact, text) => {
		t.is(
			compileRegexp(source, isExact)(text),
			new RegExp(source, isExact ? 'u' : 'iu').test(text),
			`${source} ${text}`,
		);
	});
});

test('matches code points rather than UTF-16 units, with and without case', t => {
	t.true(compileRegexp('^.$', false)('😀'));
	t.true(compileRegexp('^[😀-😂]{2}$', false)('😁😂'));
	t.true(compileRegexp('straße|ÄÖ', false)('STRAßE'));
	t.true(compileRegexp('äö', false)('ÄÖ'));
	t.false(compileRegexp('äö', true)('ÄÖ'));
	t.true(compileRegexp('^\\p{Greek}+$', false)('ΑβΓ'));
	t.true(compileRegexp('^\\p{L}+$', false)('日本é'));
	t.true(compileRegexp('\\x{1F600}', false)('a😀'));
	t.true(compileRegexp('(?i:a)B', true)('AB'));
	t.false(compileRegexp('(?i:a)B', true)('Ab'));
});

test('accepts any string and gives the same result again', t => {
	const compiled = patterns.map(source => compileRegexp(source, false));
	forAll(100, nastyText, text => {
		for (const fits of compiled) {
			t.is(fits(text), fits(text));
		}
	});
});

test('hostile 14: expressions with exponential backtracking elsewhere run in linear time', t => {
	for (const source of ['(a+)+$', '^(a|a)*$', '(.*a){12}b', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
		const fits = compileRegexp(source, false);
		const time = timeOf(() => t.is(fits(`${'a'.repeat(2000)}!`), false, source), 1000);
		t.true(time < 1000, source);
	}
});

test('detects only capitals that stand for a letter', t => {
	for (const source of [
		'a',
		'\\D',
		'\\S+\\W\\B',
		'\\pL',
		'\\p{Lu}x',
		'\\P{Greek}',
		'\\x4A',
		'\\x{4A}',
		'(?P<Name>x)',
		'(?<Name>x)',
		'\\Aa',
		'[[:alpha:]]',
	]) {
		t.false(hasCapital(source), source);
	}
	for (const source of ['A', '\\dA', '\\\\D', '[A-Z]', 'é|É', '\\p{L}X', '\\xaaB', '(?<n>X)']) {
		t.true(hasCapital(source), source);
	}
});

test('reports the offset of an error', t => {
	const error = t.throws(() => compileRegexp('a(\\()[(]\\1', false), {
		instanceOf: RegexpError,
		message: /^back-references are not supported/,
	});
	t.deepEqual([error?.start, error?.end], [8, 10]);
	const starts: ReadonlyArray<readonly [source: string, start: number]> = [
		['\\(a(b', 3],
		['[(]a(b', 4],
		['a(b(c)', 1],
		['\\)a)', 3],
		['[)]a)', 4],
		['\\Q)\\E)', 5],
		['[]()]a(', 6],
		['[])]a)', 5],
		['\\[[a', 2],
		['\\**a**', 4],
		['[**]a**', 5],
		['[(?=](?=a)', 5],
		['a{1}b{2,1}', 5],
	];
	for (const [source, start] of starts) {
		t.is(t.throws(() => compileRegexp(source, false), {instanceOf: RegexpError})?.start, start, source);
	}
});

test('hostile 14: the time for the longest string is bounded: expressions with too many steps are rejected', t => {
	t.notThrows(() => compileRegexp('(a|b)*a(a|b){300}x', false));
	for (const source of ['(a|b)*a(a|b){400}x', '\\p{L}{1,1000}', '((a|b){20}){30}', 'word'.repeat(300)]) {
		t.throws(() => compileRegexp(source, false), {
			instanceOf: RegexpError,
			message: /^too large: repeat less/,
		});
	}
});

test('any input compiles or gives an error with a range', t => {
	const source = fc.oneof(
		nastyText,
		fc.string({unit: fc.constantFrom(...'ab\\()[]{}*+?|^$.,-123:<>=!PpuxQEdk')}),
	);
	forAll(500, source, given => {
		try {
			compileRegexp(given, false)('abc');
		} catch (error) {
			if (!(error instanceof RegexpError)) {
				throw error;
			}
			t.true(
				error.start >= 0 && error.start < error.end && error.end <= given.length,
				`${given} ${error.start}-${error.end}`,
			);
			t.notRegex(error.message, /^not a regular expression/);
		}
	});
	t.pass();
});
