import test from 'ava';
import fc from 'fast-check';
import type {SearchedText} from '../../../source/fields/fields.js';
import type {Expression, PartsMatch, Test, TextMatch} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything, isEverything} from '../../../source/query/query.js';
import {QueryError} from '../../../source/query/query-error.js';
import {entry} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {arbitraryExpression, printed} from '../../helpers/print-expression.js';
import {matches} from '../../helpers/query-model.js';
import {words} from '../../helpers/words.js';

const now = Date.UTC(2026, 10, 20, 12);
const calendar = {now, zoneAt: () => 60};
function parse(text: string): Expression {
	return parseQuery(text, calendar).expression;
}

function text(field: SearchedText, ...of: readonly TextMatch[]): Test {
	return {type: 'text', field, matches: of};
}
function percentDecoded(of: PartsMatch): TextMatch {
	return {kind: 'url', of};
}

function contains(word: string, isExact = false): PartsMatch {
	return {kind: 'contains', text: word, isExact};
}
function equals(word: string, isExact = false): TextMatch {
	return {kind: 'equals', text: word, isExact};
}
function whole(...parts: readonly string[]): TextMatch {
	return {kind: 'whole', parts, isExact: false};
}
function regexp(source: string, isExact = false): TextMatch {
	return {kind: 'regexp', source, isExact};
}
function url(...of: readonly TextMatch[]): Test {
	return text('url', ...of);
}
const a = url(contains('a'));
const b = url(contains('b'));
const c = url(contains('c'));
function status(from: number, to = from): Test {
	return {type: 'number', field: 'status', ranges: [{from, to}]};
}

const understood: ReadonlyArray<readonly [text: string, Expression]> = [
	['', {type: 'and', of: []}],
	[' \t\n ', {type: 'and', of: []}],
	['*', {type: 'and', of: []}],
	['**', {type: 'and', of: []}],
	['-*', {type: 'not', of: {type: 'and', of: []}}],
	['a', a],
	['a b', {type: 'and', of: [a, b]}],
	['a OR b', {type: 'or', of: [a, b]}],
	['a b OR c', {type: 'or', of: [{type: 'and', of: [a, b]}, c]}],
	['a (b OR c)', {type: 'and', of: [a, {type: 'or', of: [b, c]}]}],
	['(a)OR(b)', {type: 'or', of: [a, b]}],
	['((a))', a],
	['(a)b', {type: 'and', of: [a, b]}],
	['-a', {type: 'not', of: a}],
	['!a', {type: 'not', of: a}],
	['-(a b)', {type: 'not', of: {type: 'and', of: [a, b]}}],
	['!(-a)', {type: 'not', of: {type: 'not', of: a}}],
	['or', url(contains('or'))],
	['Or', url(contains('Or', true))],
	['ORDER', url(contains('ORDER', true))],
	['and', url(contains('and'))],
	['"OR"', url(contains('OR', true))],
	['-"OR"', {type: 'not', of: url(contains('OR', true))}],
	['"-a"', url(contains('-a'))],
	['a-b', url(contains('a-b'))],
	['/a:b', url(contains('/a:b'))],
	['?u=http://x', url(contains('?u=http://x'))],
	['shop.example:443', url(contains('shop.example:443'))],
	['"http://x"', url(contains('http://x'))],
	['url:http://x', url(contains('http://x'))],
	['foo(1,2)', url(contains('foo(1,2)'))],
	['url:checkout', url(contains('checkout'))],
	['URL:Checkout', url(contains('Checkout', true))],
	['url:/en/*', url(whole('/en/', ''))],
	['/EN/*', url({kind: 'whole', parts: ['/EN/', ''], isExact: true})],
	['*.php', url(whole('', '.php'))],
	['a**b*', url(whole('a', 'b', ''))],
	['url:a?b', url(contains('a?b'))],
	['url:=/robots.txt', url(equals('/robots.txt'))],
	['url:=/Robots.txt', url(equals('/Robots.txt', true))],
	['url:==/robots.txt', url(equals('/robots.txt', true))],
	['url:==/en/*', url({kind: 'whole', parts: ['/en/', ''], isExact: true})],
	['url:=/en/*', url(whole('/en/', ''))],
	['=/x', url(equals('/x'))],
	['url:===', url(equals('=', true))],
	['url:="=x"', url(equals('=x'))],
	['url:a,=b,c*,~d,"e,f"', url(contains('a'), equals('b'), whole('c', ''), regexp('d'), contains('e,f'))],
	['url:"a b*"', url(percentDecoded(contains('a b*')))],
	['agent:"a b*"', text('userAgent', contains('a b*'))],
	['url:="*"', url(equals('*'))],
	['url:"\\"\\\\\\n"', url(percentDecoded(contains('"\\\\n')))],
	['user:=""', text('user', equals(''))],
	['url:\\n', url(percentDecoded(contains('\\n')))],
	["url:it's", url(contains("it's"))],
	['url:ÄÖ', url(percentDecoded(contains('ÄÖ', true)))],
	['url:==ÄÖ', url(equals('ÄÖ', true))],
	['line:ÄÖ', {type: 'line', matches: [contains('ÄÖ', true)]}],
	['url:~^/admin/.*\\.php$', url(regexp('^/admin/.*\\.php$'))],
	['url:~^/(en|de)/', url(regexp('^/(en|de)/'))],
	['(url:~^/(en|de)/)', url(regexp('^/(en|de)/'))],
	['url:~a{1,3},b', url(regexp('a{1,3}'), contains('b'))],
	['url:~[a,b)(],c', url(regexp('[a,b)(]'), contains('c'))],
	['(url:~\\(\\))', url(regexp('\\(\\)'))],
	['(url:~[])]a)', url(regexp('[])]a'))],
	['url:~(a,b)', url(regexp('(a,b)'))],
	['url:~\\D\\S\\p{Lu}\\PL\\x4A\\x{4A}(?P<Name>x)', url(regexp('\\D\\S\\p{Lu}\\PL\\x4A\\x{4A}(?P<Name>x)'))],
	['url:~\\Da', url(regexp('\\Da'))],
	['url:~\\dA', url(regexp('\\dA', true))],
	['url:~"a \\"b\\" \\d\\\\d"', url(regexp('a "b" \\d\\d'))],
	['host:*', text('host', whole('', ''))],
	['-host:*', {type: 'not', of: text('host', whole('', ''))}],
	['method:post,PUT', text('method', equals('post'), equals('PUT', true))],
	['method:p*,~^g', text('method', whole('p', ''), regexp('^g'))],
	['route:"/{language}/{category_slug}/"', text('route', equals('/{language}/{category_slug}/'))],
	['route:/{language}/', text('route', equals('/{language}/'))],
	['route:/{language}/*', text('route', whole('/{language}/', ''))],
	['route:~detail', text('route', regexp('detail'))],
	['agent:"Mozilla/5.0 (X11"', text('userAgent', contains('Mozilla/5.0 (X11', true))],
	[
		'useragent:x user-agent:x',
		{type: 'and', of: [text('userAgent', contains('x')), text('userAgent', contains('x'))]},
	],
	[
		'referrer:x referer:x',
		{type: 'and', of: [text('referer', contains('x')), text('referer', contains('x'))]},
	],
	['user:x', text('user', contains('x'))],
	['file:x', text('file', contains('x'))],
	['format:x', text('format', contains('x'))],
	['protocol:http/2', text('protocol', contains('http/2'))],
	['forwarded:10.0.0.0/8', text('forwardedFor', contains('10.0.0.0/8'))],
	['forwardedFor:=a', text('forwardedFor', equals('a'))],
	['upstream:*:8080', text('upstream', whole('', ':8080'))],
	['ip:localhost', text('ip', contains('localhost'))],
	['ip:*.example', text('ip', whole('', '.example'))],
	['ip:=10.0.0.1', text('ip', equals('10.0.0.1'))],
	['ip:"10.0."', text('ip', contains('10.0.'))],
	['status:404', status(404)],
	[
		'status:404,5xx',
		{
			type: 'number',
			field: 'status',
			ranges: [
				{from: 404, to: 404},
				{from: 500, to: 599},
			],
		},
	],
	['status:*', status(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)],
	['token:6729F', {type: 'token', prefixes: ['6729f']}],
	['token:a,b', {type: 'token', prefixes: ['a', 'b']}],
	['token:*', {type: 'token', prefixes: ['']}],
	['bot:yes', {type: 'bot', isBot: true}],
	['bot:No', {type: 'bot', isBot: false}],
	['bot:google', text('bot', contains('google'))],
	['bot:*', text('bot', whole('', ''))],
	['bot:~^yes$', text('bot', regexp('^yes$'))],
	[
		'bot:no,=Googlebot,ahrefs',
		{
			type: 'or',
			of: [{type: 'bot', isBot: false}, text('bot', equals('Googlebot', true), contains('ahrefs'))],
		},
	],
	['param:utm_source=X', text('param', equals('utm_source=X', true))],
	['param:debug', text('param', equals('debug'), whole('debug=', ''))],
	['param:utm_*', text('param', whole('utm_', ''), whole('utm_', '=', ''))],
	['param:q=a*', text('param', whole('q=a', ''))],
	['param:=debug', text('param', equals('debug'))],
	['param:"a*"', text('param', equals('a*'), whole('a*=', ''))],
	['param:~^q=', text('param', regexp('^q='))],
	[
		'param:größe',
		text(
			'param',
			percentDecoded({kind: 'equals', text: 'größe', isExact: false}),
			percentDecoded({kind: 'whole', parts: ['größe=', ''], isExact: false}),
		),
	],
	['referer-host:Google.com', text('refererHost', contains('google.com'))],
	['network:203.0.113.0/24', parse('ip:203.0.113.0/24')],
	['network:*', parse('ip:0.0.0.0/0,::/0')],
	['since:15m', {type: 'time', from: {ago: 900_000}, until: null}],
	['until:15m', {type: 'time', from: null, until: {ago: 900_000}}],
	['since:9:00', {type: 'time', from: {at: Date.UTC(2026, 10, 20, 8)}, until: null}],
	['until:9:00', {type: 'time', from: null, until: {at: Date.UTC(2026, 10, 20, 7, 59, 59, 999)}}],
	[
		'on:9:00',
		{type: 'time', from: {at: Date.UTC(2026, 10, 20, 8)}, until: {at: Date.UTC(2026, 10, 20, 8, 0, 59, 999)}},
	],
];

for (const [given, expression] of understood) {
	test(`parses ${JSON.stringify(given)}`, t => {
		t.deepEqual(parseQuery(given, calendar), {text: given, expression});
	});
}

test('an empty search matches everything', t => {
	for (const given of ['', ' ', '*']) {
		t.true(isEverything(parseQuery(given, calendar)), given);
	}
	t.deepEqual(parseQuery('', calendar), everything);
	t.false(isEverything(parseQuery('url:*', calendar)));
});

/** Strings made of elements of the language, and arbitrary ones. */
const signs = [
	'(',
	')',
	'-',
	'!',
	'"',
	'\\',
	' ',
	',',
	'=',
	'~',
	'*',
	':',
	'[',
	']',
	'{',
	'}',
	'|',
	'+',
	'/',
	'<',
	'>',
	'OR',
];
const names = words`url ip status bytes duration token bot since until on route x`;
const parts = [
	'a',
	'B',
	'4',
	'404',
	'5xx',
	'10k',
	'15m',
	'9:00',
	'2026-11-20',
	'T',
	'10.0.',
	'::',
	'\\d',
	'\u202e',
	'😀',
];
const anything = fc.oneof(
	nastyText,
	fc
		.array(
			fc.oneof(
				fc.constantFrom(...signs),
				fc.constantFrom(...names.map(name => `${name}:`)),
				fc.constantFrom(...parts),
			),
			{maxLength: 20},
		)
		.map(of => of.join('')),
);

test('any input gives an expression or an error with a range and a message', t => {
	forAll(500, anything, given => {
		try {
			t.is(typeof parse(given).type, 'string');
		} catch (error) {
			if (!(error instanceof QueryError)) {
				throw error;
			}
			t.true(
				error.start >= 0 && error.start <= error.end && error.end <= given.length,
				`${error.start}-${error.end}`,
			);
			t.true(error.end > error.start, 'there is something to mark');
			t.true(error.message.length > 10 && error.message.length < 500);
		}
	});
});

test('a printed expression parses to the same expression', t => {
	forAll(500, arbitraryExpression, expression => {
		const given = printed(expression);
		t.deepEqual(parse(given), expression, given);
	});
});

/** Any valid query. */
const query = fc.oneof(
	arbitraryExpression.map(printed),
	anything.filter(given => {
		try {
			parse(given);
			return true;
		} catch {
			return false;
		}
	}),
);

const arbitraryEntry = fc
	.record({
		url: fc.oneof(fc.constantFrom(null, '/', '/en/a', '/EN/B', 'a b'), nastyText),
		ip: fc.constantFrom(null, '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', 'localhost'),
		status: fc.constantFrom(null, 200, 404, 500),
		bytes: fc.constantFrom(null, 0, 5, 100_000),
		durationMs: fc.constantFrom(null, 0, 0.5, 2000),
		userAgent: fc.constantFrom(null, 'curl/8', 'Mozilla/5.0 (X11; Linux x86_64; rv:1) Firefox/1'),
		time: fc.constantFrom(null, now, now - 900_000, Date.UTC(2026, 10, 20, 8)),
		fields: fc.constantFrom({}, {x: 'MISS'}, {x: '250ms', y: null}),
	})
	.map(changes => entry(1, changes));

test('adjacent terms must both match, OR needs one of them, - negates', t => {
	forAll(200, query, query, arbitraryEntry, (one, other, of) => {
		const isMatch = (given: string): boolean => {
			try {
				return matches(parse(given), of, now, 'GET /en/a 200');
			} catch (error) {
				// The model uses JavaScript's regular expressions, which don't support all other ones.
				if (error instanceof SyntaxError) {
					fc.pre(false);
				}
				throw error;
			}
		};
		const isOne = isMatch(one);
		const isOther = isMatch(other);
		const both = one.trim() === '' ? '*' : one;
		const each = other.trim() === '' ? '*' : other;
		t.is(isMatch(`(${both}) (${each})`), isOne && isOther, `${one} | ${other}`);
		t.is(isMatch(`(${both}) OR (${each})`), isOne || isOther);
		t.is(isMatch(`-(${both})`), !isOne);
		t.is(isMatch(`(${both}) !(${each})`), isOne && !isOther);
	});
});

test('a word matches literally', t => {
	const word = fc.string({
		unit: fc.constantFrom('a', 'A', 'ß', '/', '.', '?', '%', '日', "'"),
		minLength: 1,
		maxLength: 3,
	});
	forAll(
		100,
		word,
		fc.string({unit: fc.constantFrom('a', 'A', 'ß', '/', '日', "'"), maxLength: 6}),
		(given, of) => {
			const isExact = given !== given.toLowerCase();
			const fits = isExact ? of.includes(given) : of.toLowerCase().includes(given);
			t.is(matches(parse(given), entry(1, {url: of}), now), fits);
			t.is(matches(parse(`host:"${given}"`), entry(1, {host: of}), now), fits);
			const isSame = isExact ? of === given : of.toLowerCase() === given;
			t.is(matches(parse(`host:=${given}`), entry(1, {host: of}), now), isSame);
			t.is(matches(parse(`host:==${given}`), entry(1, {host: of}), now), of === given);
			t.is(
				matches(parse(`host:${given}*`), entry(1, {host: of}), now),
				(isExact ? of : of.toLowerCase()).startsWith(given),
			);
		},
	);
});
