import test from 'ava';
import fc from 'fast-check';
import {decodeText} from '../../../source/entries/values/decode-text.js';
import {shortAddress} from '../../../source/entries/values/network.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {DerivedTexts, derivations} from '../../../source/query/evaluation/derived-texts.js';
import {forAll} from '../../helpers/for-all.js';

const part = fc.oneof(
	fc.nat({max: 299}).map(String),
	fc.constantFrom('0', '00', '01', '', '255', '256', 'a', '-1'),
);

/** Returns a dictionary of the strings that aren't empty, their bytes, and the id of each, from 1 on. */
function dictionaryOf(texts: readonly string[]) {
	const base = new Dictionary();
	const bytes = texts.map(one => Buffer.from(one)).filter(({length}) => length > 0);
	const ends = Uint32Array.from(bytes, (_, index) =>
		bytes.slice(0, index + 1).reduce((sum, {length}) => sum + length, 0),
	);
	const ids = base.adopt({bytes: Buffer.concat(bytes), ends});
	return {base, bytes, ids};
}

test('an address, common or odd, derives the same network as its parsed form', t => {
	const address = fc.oneof(
		fc.ipV4(),
		fc.ipV6(),
		fc.array(part, {minLength: 1, maxLength: 6}).map(parts => parts.join('.')),
		fc.string({maxLength: 20}),
		// Several addresses of a network.
		fc.tuple(fc.nat(1), fc.nat(2), fc.nat(1), fc.nat(255)).map(parts => parts.join('.')),
	);
	forAll(300, fc.array(address, {minLength: 1, maxLength: 200}), addresses => {
		const {base, bytes, ids} = dictionaryOf(addresses);
		const derived = DerivedTexts.of(base, derivations.network);
		// The first call examines a part.
		derived.examine('none', () => true);
		for (const escapes of ['json', 'none'] as const) {
			t.true(derived.examine(escapes, () => false));
			const [layer] = derived.layers(escapes);
			for (const [index, text] of bytes.entries()) {
				const id = layer?.[ids[index + 1] ?? 0] ?? 0;
				t.is(
					id === 0 ? null : derived.texts.bytes(id).toString(),
					shortAddress(text.toString()),
					text.toString(),
				);
			}
		}
		derived.texts.release();
		base.release();
	});
});

test('a shape derives its first one and two segments, unless one is a parameter', t => {
	const segment = fc.oneof(
		fc.constantFrom('', 'blog', 'blog', 'käse', '{id}', 'item-{id}', '…'),
		fc.integer({min: 120, max: 260}).map(length => 'l'.repeat(length)),
		fc.string({maxLength: 8}),
	);
	const shape = fc.oneof(
		fc.array(segment, {maxLength: 4}).map(segments => `/${segments.join('/')}`),
		fc.string({maxLength: 20}),
	);
	forAll(300, fc.array(shape, {minLength: 1, maxLength: 200}), shapes => {
		const {base, bytes, ids} = dictionaryOf(shapes);
		const derived = DerivedTexts.of(base, derivations.path);
		derived.examine('none', () => true);
		t.true(derived.examine('none', () => false));
		for (const [index, text] of bytes.entries()) {
			const found = derived.layers('none').flatMap(layer => {
				const id = layer[ids[index + 1] ?? 0] ?? 0;
				return id === 0 ? [] : [derived.texts.bytes(id).toString()];
			});
			const [, ...segments] = text.toString().split('/');
			const paths = [1, 2].flatMap(count =>
				text.toString().startsWith('/') &&
				segments.length > count &&
				segments.slice(0, count).every(one => /^[^{}]+$/.test(one))
					? [`/${segments.slice(0, count).join('/')}/*`]
					: [],
			);
			t.deepEqual(
				found,
				paths.filter(path => Buffer.byteLength(path) <= 255),
				text.toString(),
			);
		}
		derived.texts.release();
		base.release();
	});
});

test('a URL derives the same first eight different parameters as its split form, except overlong parameters', t => {
	const parameter = fc.oneof(
		fc.constantFrom('', 'p=1', 'p=1', 'q=a+b', 'a', '=', '?', '=?x'),
		fc.constantFrom('q=#x', 'q=#26y', 'q=\\x26z', 'q=\\u0026z', 'q=ä', '%3F'),
		fc.nat(20).map(n => `n=${n}`),
		fc.integer({min: 250, max: 260}).map(length => 'l'.repeat(length)),
		fc.string({maxLength: 20}),
	);
	const path = fc.oneof(
		fc.constantFrom(
			'/',
			'/a/b/c/a-long-beginning-that-many-URLs-have-in-common/',
			'/ä',
			'/\\x3f',
			'/#',
			'/&',
		),
		fc.string({maxLength: 20}),
		fc.integer({min: 0, max: 40}).map(length => `/${'p'.repeat(length)}`),
	);
	const url = fc
		.tuple(path, fc.constantFrom('', '?', '?', '?'), fc.array(parameter, {maxLength: 12}))
		.map(([before, mark, parts]) => before + mark + parts.join('&'));
	const urls = fc
		.array(fc.tuple(url, fc.integer({min: 1, max: 3})))
		.map(all => all.flatMap(([one, n]) => Array(n).fill(one)));
	forAll(300, urls, texts => {
		const {base, bytes, ids} = dictionaryOf(texts);
		const derived = DerivedTexts.of(base, derivations.param);
		derived.examine('clf', () => true);
		for (const escapes of ['clf', 'none', 'haproxy', 'json'] as const) {
			t.true(derived.examine(escapes, () => false));
			const layers = derived.layers(escapes);
			for (const [index, text] of bytes.entries()) {
				const [before = ''] = decodeText(text, escapes).split('#');
				const [, ...query] = before.split('?');
				const parts = query.join('?').split('&');
				const expected = [...new Set(parts)].filter(({length}) => length > 0 && length <= 255).slice(0, 8);
				const found = layers.map(layer => layer[ids[index + 1] ?? 0] ?? 0).filter(id => id !== 0);
				t.deepEqual(
					found.map(id => derived.texts.bytes(id).toString()),
					expected,
					text.toString(),
				);
			}
		}
		derived.texts.release();
		base.release();
	});
});
