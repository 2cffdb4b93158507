import test from 'ava';
import fc from 'fast-check';
import {urlParts} from '../../source/format/url-parts.js';
import {anyText, webUrl} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {timeOf} from '../helpers/time-of.js';

/** The parts in a short form, for tables. */
function short(target: string): string {
	const {scheme, authority, segments, endsInSlash, parameters, fragment, leftOut} = urlParts(target);
	const part = ({text, problem}: {text: string; problem: string | null}): string =>
		problem === null ? text : `${text}!${problem}!`;
	return [
		scheme,
		authority,
		segments && `[${segments.map(part).join('|')}]${endsInSlash ? '/' : ''}`,
		parameters &&
			`{${parameters.map(({name, value}) => part(name) + (value === null ? '' : `=${part(value)}`)).join('|')}}`,
		fragment && `#${part(fragment)}`,
		leftOut > 0 ? `+${leftOut}` : null,
	]
		.filter(text => text !== null)
		.join(' ');
}

const cases: ReadonlyArray<readonly [target: string, parts: string]> = [
	['/', '[]/'],
	['/en', '[en]'],
	['/en/kitchen/', '[en|kitchen]/'],
	['/en/kitchen/?p=2', '[en|kitchen]/ {p=2}'],
	['/de/k%C3%BCche/a%2Fb?q=caf%C3%A9+bar&x=1%2B1', '[de|küche|a/b] {q=café bar|x=1+1}'],
	['/a+b', '[a+b]'],
	['/%zz/50%', '[%zz!has a % that encodes nothing!|50%!has a % that encodes nothing!]'],
	['/%FF?a=%C3&b=%41', "[%FF!isn't UTF-8!] {a=%C3!isn't UTF-8!|b=A}"],
	['/?', '[]/ {}'],
	['/?a&b=&=c&&d=e=f', '[]/ {a|b=|=c|d=e=f}'],
	['/?a+b=c%', '[]/ {a b=c%!has a % that encodes nothing!}'],
	['//x//', '[|x|]/'],
	['/a#b%20c', '[a] #b c'],
	['/a?b#c?d', '[a] {b} #c?d'],
	['https://shop.example/en/?p=1', 'https shop.example [en]/ {p=1}'],
	['HTTP://user@[2001:db8::1]:8080', 'HTTP user@[2001:db8::1]:8080 []'],
	['http://shop.example?x', 'http shop.example [] {x}'],
	['shop.example:443', 'shop.example:443'],
	['[2001:db8::1]:443', '[2001:db8::1]:443'],
	['*', ''],
	['', '[]'],
	['favicon.ico', '[favicon.ico]'],
	['\u0016\u0003\u0001', '[\u0016\u0003\u0001]'],
	['/%E2%80%AE%00', '[\u202e\0]'],
	['/%25C3', '[%C3]'],
	[
		`/${'a/'.repeat(150)}?${'b&'.repeat(120)}`,
		`[${Array(100).fill('a').join('|')}]/ {${Array(100).fill('b').join('|')}} +70`,
	],
];

for (const [target, parts] of cases) {
	test(`the parts of ${JSON.stringify(target.slice(0, 60))}`, t => {
		t.is(short(target), parts);
	});
}

test('any target is split into its parts, and encoding is reversible', t => {
	forAll(100, fc.oneof(nastyText, webUrl, anyText()), target => {
		urlParts(target);
	});
	const text = fc.string({unit: 'grapheme', minLength: 1});
	forAll(100, fc.array(text, {minLength: 1, maxLength: 5}), fc.array(fc.tuple(text, text)), (path, query) => {
		const encoded = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
		const {segments, parameters} = urlParts(
			`/${path.map(encodeURIComponent).join('/')}?${encoded.join('&')}`,
		);
		t.deepEqual(
			segments?.map(({text: segment}) => segment),
			path,
		);
		t.deepEqual(
			parameters?.map(({name, value}) => [name.text, value?.text]),
			query,
		);
	});
});

test('splits a target of 64 KiB quickly', t => {
	for (const unit of ['/', '%', '&', '=', '?', '#', '%C3', 'http://', ':']) {
		const text = unit.repeat(65_536 / unit.length);
		for (const target of [`/${text}`, text]) {
			const time = timeOf(() => urlParts(target), 100);
			t.true(time < 100, `${unit}: ${time} ms`);
		}
	}
});
