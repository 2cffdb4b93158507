import test from 'ava';
import fc from 'fast-check';
import {fingerprintOf, isToken, TokenKey} from '../../source/index/token.js';
import {anyText} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';

const largest = 2 ** 52 - 1;

const offset = fc.oneof(
	fc.nat({max: 100_000}),
	fc.nat({max: largest}),
	fc.constantFrom(0, 1, 2 ** 26 - 1, 2 ** 26, 2 ** 26 + 1, 2 ** 32, largest - 1, largest),
);

const keyParts = fc.tuple(anyText(), anyText(), fc.nat({max: 1000}));

/** A change of the computation changes the token of every request, so it must not happen by accident. */
const pinned: ReadonlyArray<readonly [source: string, ordinal: number, offset: number, token: string]> = [
	['', 0, 0, '13e7890a0bfc1'],
	['', 0, 1, 'e6905d1dbe2cb'],
	['', 0, 4_294_967_296, '05dcde990f1c4'],
	['', 0, largest, '9ac1c643edc8c'],
	['', 1, 0, '118f7f1499334'],
	['shop', 0, 0, '26b2bbc37518c'],
];

const firstLine = Buffer.from(
	'192.0.2.1 - - [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"',
);

test('computes the fingerprint of a line', t => {
	t.is(fingerprintOf(firstLine), 'c54cc7315110e87d6d86fe938f77f1892fe16f5396b0984681abca4ecb22dba8');
});

for (const [source, ordinal, at, token] of pinned) {
	test(`token of ${JSON.stringify([source, ordinal, at])}`, t => {
		t.is(new TokenKey(source, fingerprintOf(firstLine), ordinal).token(at), token);
	});
}

test('a token has 13 lower-case hexadecimal digits and contains its offset', t => {
	forAll(500, keyParts, offset, (parts, at) => {
		const key = new TokenKey(...parts);
		const token = key.token(at);
		t.regex(token, /^[0-9a-f]{13}$/);
		t.true(isToken(token));
		t.is(key.offset(token), at);
	});
});

test('every token decodes to an offset that encodes to the same token', t => {
	forAll(500, keyParts, offset, (parts, value) => {
		const key = new TokenKey(...parts);
		const token = value.toString(16).padStart(13, '0');
		const at = key.offset(token);
		t.true(Number.isInteger(at) && at >= 0 && at <= largest);
		t.is(key.token(at), token);
	});
});

test('no two lines of a file share a token', t => {
	const key = new TokenKey('', fingerprintOf(firstLine), 0);
	const tokens = new Set(Array.from({length: 100_000}, (_, line) => key.token(line * 97)));
	t.is(tokens.size, 100_000);
});

test('a different source, fingerprint or ordinal gives different tokens', t => {
	forAll(200, keyParts, keyParts, (one, two) => {
		fc.pre(JSON.stringify(one) !== JSON.stringify(two));
		const [first, second] = [new TokenKey(...one), new TokenKey(...two)];
		const same = [0, 100, 2 ** 32, largest].filter(at => first.token(at) === second.token(at));
		t.deepEqual(same, []);
	});
	// The end of one part can't be read as the beginning of the next.
	t.not(new TokenKey('a', 'b', 0).token(0), new TokenKey('ab', '', 0).token(0));
	t.not(new TokenKey('', '1', 1).token(0), new TokenKey('', '11', 0).token(0));
});

test('tokens of neighbouring lines have nothing in common', t => {
	const key = new TokenKey('', '', 0);
	const digits = Array.from({length: 13}, () => new Set<string>());
	for (let line = 0; line < 200; line++) {
		for (const [index, digit] of [...key.token(line)].entries()) {
			digits[index]?.add(digit);
		}
	}
	t.deepEqual(
		digits.map(({size}) => size),
		new Array(13).fill(16),
	);
});

test('recognises possible tokens', t => {
	t.true(isToken('0123456789abc'));
	for (const text of [
		'',
		'0123456789ab',
		'0123456789abcd',
		'0123456789ABC',
		'0123456789abg',
		'0123456789abc\n',
	]) {
		t.false(isToken(text), JSON.stringify(text));
	}
});
