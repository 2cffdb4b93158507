import test from 'ava';
import fc from 'fast-check';
import {parseAddressRange} from '../../../source/entries/values/address-range.js';
import {decodeText, type Escapes} from '../../../source/entries/values/decode-text.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {introducers} from '../../../source/query/evaluation/introducers.js';
import {judgeAll} from '../../../source/query/evaluation/judged-texts.js';
import {decodedTest, textTest} from '../../../source/query/evaluation/text-test.js';
import type {PartsMatch, TextMatch} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../source/query/parsing/time-period.js';
import {judgement} from '../../../source/wasm/text-matcher.js';
import {TextSpan} from '../../../source/wasm/text-span.js';
import {assertUntil} from '../../helpers/assert-until.js';
import {intern} from '../../helpers/intern.js';

const escapes: readonly Escapes[] = ['none', 'clf', 'haproxy', 'json'];

/** Surrounds the bytes with other strings. */
function spanOf(bytes: Buffer): TextSpan {
	const span = new TextSpan();
	span.bytes = Buffer.concat([Buffer.from('shoes'), bytes, Buffer.from('/en/')]);
	span.start = 5;
	span.end = 5 + bytes.length;
	return span;
}

/** The judges' result for a string among others; undefined if it needs a separate test. */
function judgedAs(matches: readonly TextMatch[], bytes: Buffer, how: Escapes): boolean | undefined {
	const dictionary = new Dictionary();
	const [, id = 0] = [Buffer.from('shoes'), bytes, Buffer.from('/en/')].map(text =>
		intern(dictionary, text, 0, text.length),
	);
	const judged = new Uint8Array(dictionary.size + 1).fill(judgement.unknown);
	const judge = judgeAll(dictionary, introducers[how], textTest(matches).judges);
	for (let first = 1; first <= id; ) {
		first = judge(first, dictionary.size + 1, judged.subarray(first));
	}
	dictionary.release();
	return judged[id] === judgement.alone ? undefined : judged[id] === judgement.yes;
}

const pieces = [
	'a',
	'A',
	'k',
	'K',
	'\u212A',
	'ſ',
	's',
	'ä',
	'Ä',
	'İ',
	'/',
	'\\',
	'\\x41',
	'#41',
	'\\"',
	'\\u0061',
	'%41',
	'%c3%A4',
	'+',
	' ',
	'😀',
];

const bytes = fc.oneof(
	fc.array(fc.constantFrom(...pieces), {maxLength: 8}).map(parts => Buffer.from(parts.join(''))),
	fc.uint8Array({maxLength: 8}).map(array => Buffer.from(array)),
);

const needle = fc.array(fc.constantFrom(...pieces), {maxLength: 3}).map(parts => parts.join(''));

const match: fc.Arbitrary<PartsMatch> = fc
	.record({
		kind: fc.constantFrom('contains' as const, 'equals' as const),
		text: needle,
		isExact: fc.boolean(),
	})
	.map(one => (one.isExact ? one : {...one, text: one.text.toLowerCase()}));

test('bytes are compared in their decoded form', async t => {
	let [found, missed] = [0, 0];
	await assertUntil(
		() => found > 50 && missed > 50,
		fc.property(bytes, match, fc.constantFrom(...escapes), (given, one, how) => {
			const text = decodeText(given, how);
			const isMatch = textTest([one]).isMatch(spanOf(given), how);
			t.is(isMatch, decodedTest([one]).isMatch(text));
			t.true(given.length === 0 || [isMatch, undefined].includes(judgedAs([one], given, how)));
			const compared = one.kind === 'contains' || one.kind === 'equals' ? one : undefined;
			const cased = compared?.isExact ? text : text.toLowerCase();
			t.is(
				isMatch,
				compared?.kind === 'equals' ? cased === compared.text : cased.includes(compared?.text ?? ''),
			);
			found += isMatch ? 1 : 0;
			missed += isMatch ? 0 : 1;
		}),
		1000,
	);
	t.pass();
});

const wholes: ReadonlyArray<readonly [readonly string[], string, boolean]> = [
	[[''], '', true],
	[[''], 'a', false],
	[['a', 'b'], 'ab', true],
	[['a', 'b'], 'a/b', true],
	[['ab', 'bc'], 'abc', false],
	[['a', 'a'], 'a', false],
	[['', ''], '', true],
	[['', ''], 'anything\nat all', true],
	[['', 'x', ''], 'axb', true],
	[['', 'x', 'x'], 'ax', false],
	[['a', 'b', 'c', 'd'], 'a-c-b-c-d', true],
	[['a', 'bc', 'cd', 'd'], 'abcd', false],
];

for (const [parts, text, isMatch] of wholes) {
	test(`${JSON.stringify(text)} does ${isMatch ? '' : 'not '}match ${JSON.stringify(parts.join('*'))}`, t => {
		t.is(decodedTest([{kind: 'whole', parts, isExact: true}]).isMatch(text), isMatch);
	});
}

test('a string matches if one of several patterns does', t => {
	const {isMatch} = textTest([
		{kind: 'equals', text: 'get', isExact: false},
		{kind: 'regexp', source: '^p', isExact: false},
	]);
	t.deepEqual(
		['GET', 'POST', 'HEAD'].map(text => isMatch(spanOf(Buffer.from(text)), 'none')),
		[true, true, false],
	);
});

test('a URL matches its decoded form: percent-encoded, also decomposed, and with + for a space', t => {
	const found = (search: string, url: string): boolean => {
		const {expression} = parseQuery(search, anyCalendar);
		return expression.type === 'text' && decodedTest(expression.matches).isMatch(url);
	};
	const same = ['/caf%C3%A9', '/caf%c3%a9', '/café', '/cafe\u0301', '/cafe%CC%81', '/CAF%C3%89'];
	for (const search of ['café', 'cafe\u0301', 'url:=/café', 'url:/caf*é', 'url:"/café"', 'referer:café']) {
		t.deepEqual(
			[...same, '/cafe', '/caf%E9', '/caf%'].filter(url => found(search, url)),
			same,
			search,
		);
	}
	t.true(found('route:/café', '/caf%C3%A9'));
	t.deepEqual(
		same.filter(url => found('url:==/café', url)),
		['/café'],
	);
	t.deepEqual(
		same.filter(url => found('É', url)),
		['/CAF%C3%89'],
	);
	const spaced = ['?q=rain+jacket', '?q=rain%20jacket', '/rain jacket', '/Rain%20+jacket'];
	t.deepEqual(
		spaced.filter(url => found('"rain jacket"', url)),
		spaced.slice(0, 3),
	);
	t.true(found('"<script>"', '/?q=%3Cscript%3e'));
	t.false(found('rain%20jacket', '?q=rain+jacket'));
	t.false(found('host:café', 'caf%C3%A9'));
});

/** All kinds, so that the combined result has different causes. */
const anyMatch: fc.Arbitrary<TextMatch> = fc.oneof(
	match,
	fc.record({
		kind: fc.constant('regexp' as const),
		source: fc.constantFrom('^a', 'k$', 's.*/', '(a|k)+A', '\\bs'),
		isExact: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('whole' as const),
		parts: fc.constantFrom(['a', ''], ['', 'k', ''], ['', 's']),
		isExact: fc.boolean(),
	}),
	match.map(one => ({kind: 'url' as const, of: one})),
	fc.constant({kind: 'network' as const, address: new Uint8Array(16), bits: 0}),
);

test('combined judges return the same result as separate tests, or defer to them', async t => {
	let reported = 0;
	const address = fc.constantFrom('10.0.0.1', '::1').map(one => Buffer.from(one));
	await assertUntil(
		() => reported > 100,
		fc.property(
			fc.oneof({weight: 5, arbitrary: bytes}, {weight: 1, arbitrary: address}),
			fc.array(anyMatch, {minLength: 1, maxLength: 3}),
			fc.constantFrom(...escapes),
			(given, matches, how) => {
				const found = given.length === 0 ? undefined : judgedAs(matches, given, how);
				if (found !== undefined) {
					t.is(found, decodedTest(matches).isMatch(decodeText(given, how)), JSON.stringify(matches));
					reported++;
				}
			},
		),
		1000,
	);
	t.pass();
});

test('a network includes addresses up to the exact bit', t => {
	const isIn = (address: number[], bits: number): ((text: string) => boolean) =>
		decodedTest([{kind: 'network', address: Uint8Array.from(address), bits}]).isMatch;
	const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];
	const half = isIn([...mapped, 10, 0, 0, 128], 121);
	t.deepEqual(['10.0.0.127', '10.0.0.128', '10.0.0.255', '::ffff:10.0.0.200', 'host', '-'].map(half), [
		false,
		true,
		true,
		true,
		false,
		false,
	]);
	t.true(isIn([...mapped, 1, 2, 3, 4], 0)('2001:db8::'));
});

test('an IPv6 network contains IPv4 clients only if it contains their mapped addresses', t => {
	const clients = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '::1', '2001:db8::9', 'host'];
	const found = (network: string): readonly string[] => {
		const range = parseAddressRange(network);
		return range === null ? [] : clients.filter(decodedTest([{kind: 'network', ...range}]).isMatch);
	};
	t.deepEqual(found('::/0'), ['::1', '2001:db8::9']);
	t.deepEqual(found('::/80'), ['::1']);
	t.deepEqual(found('::ffff:0:0/96'), clients.slice(0, 3));
	t.deepEqual(found('0.0.0.0/0'), clients.slice(0, 3));
	t.deepEqual(found('::ffff:203.0.113.9'), clients.slice(0, 3));
});
