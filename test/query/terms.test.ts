import test from 'ava';
import fc from 'fast-check';
import {isMissing, printedValue, storedValue} from '../../source/entries/log-fields/log-value.js';
import {fieldsWhere, type OwnFacetField, type TextField} from '../../source/fields/fields.js';
import {isValueMatch} from '../../source/query/evaluation/value-match.js';
import type {FacetField} from '../../source/query/facet-field.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {besideOthers, termFor, termsOf} from '../../source/query/terms.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';
import {entry} from '../helpers/entry.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {matches, paramsOf} from '../helpers/query-model.js';

const known = new KnownRoutes();

const now = Date.UTC(2026, 10, 20, 12);
const calendar = {now, zoneAt: () => 0};
const textFields = [
	...fieldsWhere<TextField & OwnFacetField>(({stored, facet}) => stored === 'text' && facet !== undefined),
	...(['file', 'format'] as const),
];

function isMatch(text: string, of: Entry): boolean {
	return matches(parseQuery(text, calendar).expression, of, now);
}

const value = fc.oneof(
	nastyText,
	fc.string({
		unit: fc.constantFrom(
			...['a', 'A', 'ß', 'İ', 'K', 'Σ', '/', '.', '*', '"', '\\', ' ', ',', '(', ')', '=', '~', '-', ':'],
			...['\n', '\u0000', '\u202e', 'ע', '\u3000', '?', '!', '<', 'OR', '10', '203.0.113.9'],
		),
		maxLength: 8,
	}),
);

test('the term for a value matches exactly the entries with that value', t => {
	forAll(200, fc.constantFrom(...textFields), value, value, (field, one, other) => {
		const wanted = termFor(field, one, true) ?? '';
		const unwanted = termFor(field, one, false) ?? '';
		const others = [
			other,
			one.toUpperCase(),
			one.toLowerCase(),
			`${one}a`,
			` ${one}`,
			one.slice(1),
			`${one}*`,
		];
		for (const text of [one, ...others, null]) {
			const of = entry(1, {[field]: text});
			t.is(isMatch(wanted, of), text === one, `${wanted} ${text}`);
			t.is(isMatch(unwanted, of), text !== one, `${unwanted} ${text}`);
		}
	});
});

test('the term for a value of a log field, also of a list, matches exactly the entries with that value', t => {
	const given = fc.oneof(
		value.map(text => [text]),
		fc.array(value, {minLength: 2, maxLength: 3}),
	);
	const shown = fc.array(given, {minLength: 1, maxLength: 4}).map(all =>
		all
			// U+001E separates the elements of a stored list.
			.map(elements => elements.map(text => text.replaceAll('\u001e', '\\x1E')))
			.map(elements => ({
				elements,
				stored: storedValue(elements[0] ?? '', elements.length > 1 ? elements : null),
			}))
			.filter(({elements}) => elements.some(text => !isMissing(text))),
	);
	forAll(300, fc.constantFrom('@cs', '@a "b" c', '@took_ms'), shown, (field, all) => {
		for (const {stored} of all) {
			const wanted = printedValue(stored);
			const term = termFor(field, wanted, true) ?? '';
			const {expression} = parseQuery(term, calendar);
			if (expression.type !== 'logField') {
				t.fail(term);
				return;
			}
			const isMatch = isValueMatch(expression.matches, expression.name);
			for (const other of all) {
				const isWanted =
					printedValue(other.stored) === wanted || (!isMissing(wanted) && other.elements.includes(wanted));
				t.is(isMatch(other.stored), isWanted, `${term} ${JSON.stringify(other)}`);
			}
			t.deepEqual(parseQuery(termFor(field, wanted, false) ?? '', calendar).expression, {
				type: 'not',
				of: expression,
			});
		}
	});
});

test('the term for a missing value matches exactly the entries that lack the field', t => {
	const fields: readonly FacetField[] = [...textFields, 'route', 'status', 'client'];
	for (const field of fields) {
		const name = field === 'client' ? 'userAgent' : field === 'route' ? 'url' : field;
		const without = entry(1, {[name]: null});
		const having = entry(1, {[name]: field === 'status' ? 404 : 'x'});
		t.true(isMatch(termFor(field, null, true) ?? '', without), field);
		t.false(isMatch(termFor(field, null, true) ?? '', having), field);
		t.false(isMatch(termFor(field, null, false) ?? '', without), field);
		t.true(isMatch(termFor(field, null, false) ?? '', having), field);
	}
});

test('the term for a parameter matches exactly the entries with it', t => {
	forAll(200, value, value, (first, other) => {
		const one = `${first.replaceAll(/[&#]/g, '')}x`;
		const wanted = termFor('param', one, true) ?? '';
		for (const text of [one, other, `a&${one}`, `${one}=`, `${one}a`, one.toUpperCase(), one.slice(1)]) {
			const url = `/x?${text}`;
			t.is(isMatch(wanted, entry(1, {url})), paramsOf(url).includes(one), `${wanted} ${url}`);
		}
		t.false(isMatch(wanted, entry(1, {url: `/${one}`})));
	});
});

test('the terms for routes, statuses, bots and people match exactly these entries', t => {
	forAll(100, value, value, (one, other) => {
		const {route} = known.of(one);
		const term = termFor('route', route, true) ?? '';
		t.true(isMatch(term, entry(1, {url: one})), term);
		t.is(isMatch(term, entry(1, {url: other})), known.of(other).route === route, term);
	});
	t.is(termFor('status', '404', true), 'status:404');
	t.is(termFor('status', '404', false), '-status:404');
	t.is(termFor('status', 'none', true), null);
	t.is(termFor('client', 'bot', true), 'bot:yes');
	t.is(termFor('client', 'bot', false), '-bot:yes');
	t.is(termFor('client', 'person', true), 'bot:no');
	t.is(termFor('client', 'else', true), null);
});

const written: ReadonlyArray<readonly [FacetField, string | null, string]> = [
	['method', 'GET', 'method:GET'],
	['method', 'get', 'method:==get'],
	['ip', '203.0.113.9', 'ip:=203.0.113.9'],
	['ip', '203.0.113.0/24', 'ip:203.0.113.0/24'],
	['ip', '2001:db8:1::/48', 'ip:2001:db8:1::/48'],
	['url', '/a?token=REDACTED&p=2', 'url:/a?token=*&p=2'],
	['referer', '=a (b)?token=REDACTED', 'referer:*a*b*?token=*'],
	['user', 'REDACTED', 'user:*'],
	['param', 'Debug=1', 'param:Debug=1'],
	['param', 'debug=a', 'param:==debug=a'],
	['param', 'Debug', 'param:=Debug'],
	['param', 'token=REDACTED', 'param:token=*'],
	['param', null, '-param:*'],
	['network', '203.0.113.0/24', 'network:203.0.113.0/24'],
	['network', null, '-network:*'],
	['refererHost', 'shop.example', 'referer-host:=shop.example'],
	['refererHost', 'REDACTED', 'referer-host:*'],
	['bot', 'Googlebot', 'bot:=Googlebot'],
	['bot', null, '-bot:*'],
	['url', '/', 'url:=/'],
	['url', '/en/1?p=2', 'url:==/en/1?p=2'],
	['url', '/En', 'url:=/En'],
	['url', '/a b', 'url:=="/a b"'],
	['url', '/Café', 'url:==/Café'],
	['url', '/caf%C3%A9', 'url:=/caf%C3%A9'],
	['url', '/("\\', 'url:=="/(\\"\\\\"'],
	['host', null, '-host:*'],
	['userAgent', 'Mozilla/5.0 (X11)', 'agent:="Mozilla/5.0 (X11)"'],
	['route', '/{language}/', 'route:==/{language}/'],
	['user', '', 'user:=""'],
	['forwardedFor', '203.0.113.9, 10.1.2.3', 'forwarded:="203.0.113.9, 10.1.2.3"'],
	['upstream', 'unix:/run/App.sock', 'upstream:=unix:/run/App.sock'],
	['url', '*', 'url:="*"'],
	['url', '=a', 'url:=="=a"'],
	['host', '\u202eא', 'host:="\u202eא"'],
	['@cs', 'MISS', '@cs:=MISS'],
	['@cs', null, '-@cs:*'],
	['@tags', 'a, b', '@tags:=="a, b"'],
	['@n', '>5', '@n:=>5'],
	['@n', '1-2', '@n:=1-2'],
	['@a b', 'x', '@"a b":==x'],
	['@next', '/a?token=REDACTED', '@next:/a?token=*'],
	['@next', '>token=REDACTED', '@next:*token=*'],
	['@next', 'REDACTED', '@next:*'],
];

for (const [field, of, term] of written) {
	test(`the term for ${field} ${JSON.stringify(of)}`, t => {
		t.is(termFor(field, of, true), term);
		t.is(termFor(field, of, false), term.startsWith('-') ? term.slice(1) : `-${term}`);
	});
}

const split: ReadonlyArray<readonly [text: string, terms: ReadonlyArray<readonly [string, string | null]>]> =
	[
		['', []],
		['  ', []],
		['a', [['a', 'url']]],
		[
			' status:404,5xx  -ip:10.0.0.0/8 !"a b" ',
			[
				['status:404,5xx', 'status'],
				['-ip:10.0.0.0/8', 'ip'],
				['!"a b"', 'url'],
			],
		],
		[
			'(a OR (b c)) -(d) referrer:x',
			[
				['(a OR (b c))', null],
				['-(d)', null],
				['referrer:x', 'referer'],
			],
		],
		[' a b OR (c d) ', [['a b OR (c d)', null]]],
		[
			'url:~^/(en|de)/ since:15m',
			[
				['url:~^/(en|de)/', 'url'],
				['since:15m', 'since'],
			],
		],
		[
			'-@Tenant:acme @"a b":* line:"x y"',
			[
				['-@Tenant:acme', '@tenant'],
				['@"a b":*', '@a b'],
				['line:"x y"', 'line'],
			],
		],
		['@tenant', []],
		['stauts:404', []],
	];

for (const [text, terms] of split) {
	test(`splits ${JSON.stringify(text)} into its terms`, t => {
		const found = termsOf(text);
		t.deepEqual(
			found.map(term => [term.text, term.field]),
			terms,
		);
		for (const term of found) {
			t.is(text.slice(term.start, term.end), term.text);
		}
	});
}

test('every character with a lower-case form also has an upper-case form of it', t => {
	const others: string[] = [];
	for (let code = 0; code <= 0x10ffff; code++) {
		const character = String.fromCodePoint(code);
		for (const part of character.toLowerCase() === character ? '' : character.toLowerCase()) {
			// `=` couldn't distinguish the case of a string that consists only of such parts.
			if (part !== part.toUpperCase()) {
				break;
			}
			others.push(`${code.toString(16)} ${part}`);
		}
	}
	t.deepEqual(others, []);
});

test('a search keeps its meaning next to other terms', t => {
	for (const [text, written] of [
		['', ''],
		['a b', 'a b'],
		['a OR b', '(a OR b)'],
		['(a OR b) c', '(a OR b) c'],
		['(a OR b)', '(a OR b)'],
		['(a OR b) OR c', '((a OR b) OR c)'],
		['a,b', 'a,b'],
		['"a OR b"', '"a OR b"'],
		['@"a OR b":x', '@"a OR b":x'],
		['@a:x OR line:b', '(@a:x OR line:b)'],
	] as const) {
		t.is(besideOthers(text), written);
	}
});
