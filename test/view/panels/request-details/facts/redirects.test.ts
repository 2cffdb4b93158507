import test from 'ava';
import fc from 'fast-check';
import type {Entry} from '../../../../../source/store/store.js';
import {redirects} from '../../../../../source/view/panels/request-details/facts/redirects.js';
import {entry} from '../../../../helpers/entry.js';
import {forAll} from '../../../../helpers/for-all.js';
import {nastyText} from '../../../../helpers/nasty-text.js';

/** Requests of one client at intervals of one second: `status url`, preceded by the method unless it is GET. */
function requests(...texts: readonly string[]): readonly Entry[] {
	return texts.map((text, n) => {
		const [, method = 'GET', status, url = '/'] = /^([A-Z]+ )?(\d+) (.*)$/.exec(text) ?? [];
		return entry(n + 1, {status: Number(status), method: method.trim(), url});
	});
}

/** The redirects inferred for request number `n`, from 0. */
function told(around: readonly Entry[], n: number): string {
	const one = around[n];
	const name = ({entry: {url}, reason}: {entry: Entry; reason: string}): string => `${url} (${reason})`;
	if (one === undefined) {
		return '';
	}
	const {before, after} = redirects(one, around);
	return [...before.map(name), '·', ...after.map(name)].join(' > ');
}

const cases: ReadonlyArray<readonly [name: string, around: readonly string[], ofFirst: string]> = [
	[
		'with a slash',
		['301 /en/kitchen', '200 /en/', '200 /en/kitchen/'],
		'· > /en/kitchen/ (the same path with a slash)',
	],
	[
		'without one',
		['308 /en/kitchen/', '200 /en/kitchen'],
		'· > /en/kitchen (the same path without the slash)',
	],
	[
		'the query stays',
		['301 /en/kitchen?p=2', '200 /en/kitchen/?p=2'],
		'· > /en/kitchen/?p=2 (the same path with a slash)',
	],
	['the query goes', ['301 /a?utm=x', '200 /b', '200 /a'], '· > /a (the same path, another query)'],
	[
		'to https',
		['301 http://shop.example/a', '200 https://shop.example/a'],
		'· > https://shop.example/a (the same URL at https://shop.example)',
	],
	['to itself, answered otherwise', ['302 /a', '200 /b', '200 /a'], '· > /a (the same URL)'],
	['asked twice, sent once', ['302 /a', '302 /a', '200 /b'], '· > /b (the next request of this client)'],
	['a language', ['302 /', '200 /de/'], '· > /de/ (the same path below /de)'],
	[
		'a language before a path',
		['302 /kitchen', '200 /x', '200 /en-gb/kitchen/'],
		'· > /en-gb/kitchen/ (the same path below /en-gb)',
	],
	[
		'capitals',
		['301 /En/K%C3%BCche', '200 /x', '200 /en/küche'],
		'· > /en/küche (the same path, spelled differently)',
	],
	['anywhere', ['302 /go?id=7', '200 /partner'], '· > /partner (the next request of this client)'],
	[
		'but not a picture',
		['302 /go?id=7', '200 /logo.png', '200 /partner'],
		'· > /partner (the next request of this client)',
	],
	[
		'a form',
		['POST 303 /login', 'POST 200 /beat', '200 /account'],
		'· > /beat (the next request of this client)',
	],
	[
		'a form, kept',
		['POST 307 /login', '200 /account', 'POST 200 /sign-in'],
		'· > /sign-in (the next request of this client)',
	],
	[
		'several',
		['301 /en/kitchen', '302 /en/kitchen/', '200 /en/sale'],
		'· > /en/kitchen/ (the same path with a slash) > /en/sale (the next request of this client)',
	],
	[
		'a loop',
		['301 /a', '301 /a/', '301 /a', '301 /a/'],
		'· > /a/ (the same path with a slash) > /a (the same path without the slash) > /a/ (the same path with a slash)',
	],
	['no redirect', ['200 /a', '200 /a/'], '·'],
	['not modified', ['304 /a', '200 /a/'], '·'],
	['nothing after', ['301 /a'], '·'],
];

for (const [name, around, expected] of cases) {
	test(`infers the target of a redirect: ${name}`, t => {
		t.is(told(requests(...around), 0), expected);
	});
}

test('infers the chain of redirects that led to a request, without redirects that have another target', t => {
	const around = requests('302 /go', '301 /en/kitchen', '302 /en/kitchen/', '200 /en/kitchen/?p=1');
	t.is(
		told(around, 3),
		'/en/kitchen (the same path with a slash) > /en/kitchen/ (the same path, another query) > ·',
	);
	t.is(
		told(around, 2),
		'/en/kitchen (the same path with a slash) > · > /en/kitchen/?p=1 (the same path, another query)',
	);
});

test("a request of another client, user agent or time isn't a target", t => {
	const from = entry(1, {status: 301, url: '/a', userAgent: 'one'});
	const to = (changes: Partial<Entry>): readonly Entry[] => [from, entry(2, {url: '/a/', ...changes})];
	t.is(told(to({}), 0), '· > /a/ (the same path with a slash)');
	t.is(told(to({userAgent: 'one'}), 0), '· > /a/ (the same path with a slash)');
	t.is(told(to({userAgent: 'two'}), 0), '·');
	t.is(told(to({ip: '203.0.113.10'}), 0), '·');
	t.is(told(to({ip: null}), 0), '·');
	t.is(told(to({time: (from.time ?? 0) + 10_000}), 0), '· > /a/ (the same path with a slash)');
	t.is(told(to({time: (from.time ?? 0) + 10_001}), 0), '·');
	t.is(told(to({time: null}), 0), '·');
	t.is(told(to({time: (from.time ?? 0) - 1}), 0), '·');
});

test('within a second, the order within a file counts; entries of different files have no order', t => {
	const from = entry(5, {status: 301, url: '/a'});
	const at = (offset: number, file: number): readonly Entry[] => {
		const to = entry(6, {
			url: '/a/',
			time: from.time,
			offset,
			position: {...from.position, file, offset},
		});
		return [from, to];
	};
	t.is(told(at(6, 0), 0), '· > /a/ (the same path with a slash)');
	t.is(told(at(4, 0), 0), '·');
	t.is(told(at(4, 1), 0), '· > /a/ (the same path with a slash)');
});

test('follows a loop of redirects at most ten times', t => {
	const around = requests(...Array.from({length: 30}, (_, n) => `301 /${'a/'.repeat(n)}`)).map((one, n) => ({
		...one,
		url: `/${'a/'.repeat(15)}${n % 2 === 0 ? '' : '?x'}${n}`,
	}));
	const [first] = around;
	t.true(first !== undefined && redirects(first, around).after.length <= 10);
});

test('for any requests, the inferred chain is chronological and without repetition', t => {
	const url = fc.oneof(nastyText, fc.constantFrom('/a', '/a/', '/en/a', '/A', '/a?b', 'http://x/a', '*'));
	const one = fc.record({
		url: fc.option(url),
		status: fc.constantFrom(200, 301, 302, 307, null),
		time: fc.option(fc.integer({min: 0, max: 20_000})),
		method: fc.constantFrom('GET', 'POST', null),
	});
	forAll(100, fc.array(one, {minLength: 1, maxLength: 20}), fc.nat(), (list, pick) => {
		const around = list
			.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0))
			.map((changes, n) => entry(n, changes));
		const of = around[pick % around.length];
		if (of === undefined) {
			return;
		}
		const {before, after} = redirects(of, around);
		const tokens = [...before.map(hop => hop.entry.token), of.token, ...after.map(hop => hop.entry.token)];
		t.is(new Set(tokens.slice(0, before.length + 1)).size, before.length + 1);
		t.is(new Set(tokens.slice(before.length)).size, after.length + 1);
		t.true(before.length <= 10 && after.length <= 10);
		const times = [...before.map(hop => hop.entry), of, ...after.map(hop => hop.entry)].map(
			({time}) => time ?? 0,
		);
		t.true(times.every((time, n) => n === 0 || time >= (times[n - 1] ?? 0)) || tokens.length === 1);
	});
});
