import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {sanitise} from '../../source/listing/sanitise.js';

const cases: ReadonlyArray<readonly [name: string, given: string, shown: string]> = [
	['printable ASCII stays', '/en/?a=%20~', '/en/?a=%20~'],
	['letters of other scripts stay', '/über/日本語/привет/שלום/한국어', '/über/日本語/привет/שלום/한국어'],
	['a cursor move', 'a\x1b[2Jb', 'a\\x1b[2Jb'],
	['a title', '\x1b]0;pwn\x07', '\\x1b]0;pwn\\x07'],
	['a C1 control', 'a\x9d52;c;?\x9c', 'a\\x9d52;c;?\\x9c'],
	['tab and line ends', 'a\tb\nc\rd', 'a\\tb\\nc\\rd'],
	['NUL, BS, VT, FF, SO, SI, DEL', '\0\b\v\f\x0e\x0f\x7f', '\\x00\\x08\\x0b\\x0c\\x0e\\x0f\\x7f'],
	['lone surrogates', '\ud800a\udc00', '\\ud800a\\udc00'],
	['bidi controls', '\u202e\u2066\u200f', '\\u202e\\u2066\\u200f'],
	[
		'zero width and invisible',
		'\u200b\u2060\ufeff\u00ad\u034f\u3164',
		'\\u200b\\u2060\\ufeff\\xad\\u034f\\u3164',
	],
	['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
	['tag characters', '\u{e0041}', '\\u{e0041}'],
	['private use and unassigned', '\ue000\uffff\u0378', '\\ue000\\uffff\\u0378'],
	['variation selectors', '❤\ufe0f', '❤\\ufe0f'],
	['emoji sequences come apart', '👩\u200d🚀👍🏽', '👩\\u200d🚀👍\\u{1f3fd}'],
	['flags', '🇦🇹', '\\u{1f1e6}\\u{1f1f9}'],
	['three marks on a base', 'e\u0301\u0302\u0303', 'e\u0301\u0302\u0303'],
	[
		'a fourth and fifth',
		'e\u0301\u0302\u0303\u0304\u0305x\u0301',
		'e\u0301\u0302\u0303\\u0304\\u0305x\u0301',
	],
	['a mark with nothing to stand on', '\u0301a', '\\u0301a'],
	['enclosing marks', '1\u20e3', '1\\u20e3'],
	['joined consonants', 'क\u094dक', 'क\\u094dक'],
	['a letter that joins the space before', '\u0e33', '\\u0e33'],
	['a letter that joins what follows', '\u0d4ea', '\\u0d4ea'],
	['a Korean vowel alone', '\u1161', '\\u1161'],
	['Korean letters that make a syllable', '\u1112\u1161\u11ab', '\u1112\u1161\u11ab'],
	['what looks like a mark already', '\\x1b', '\\x1b'],
];

for (const [name, given, shown] of cases) {
	test(name, t => {
		t.is(sanitise(given), shown);
	});
}

const anything = fc.oneof(
	fc.string({unit: 'binary', maxLength: 60}),
	fc.string({unit: 'grapheme', maxLength: 40}),
	fc.array(fc.integer({min: 0, max: 0xffff}), {maxLength: 60}).map(units => String.fromCharCode(...units)),
	fc.string({
		unit: fc.constantFrom('a', '\u0301', 'क', '\u094d', '\u0d4e', '\u200d', '👩', '\u0e33'),
		maxLength: 20,
	}),
);

test('no control survives', t => {
	fc.assert(
		fc.property(anything, text => {
			t.notRegex(sanitise(text), /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
		}),
	);
});

test('is idempotent', t => {
	fc.assert(
		fc.property(anything, text => {
			t.is(sanitise(sanitise(text)), sanitise(text));
		}),
		{numRuns: 500},
	);
});

test('the width is the sum of the widths of the characters', t => {
	fc.assert(
		fc.property(anything, text => {
			const shown = sanitise(text);
			const columns = (character: string) =>
				/[\u1160-\u11ff\ud7b0-\ud7ff]/.test(character) ? 0 : stringWidth(character);
			t.is(
				stringWidth(` ${shown} `),
				Array.from(` ${shown} `, columns).reduce((a, b) => a + b, 0),
			);
		}),
		{numRuns: 500},
	);
});

test('a megabyte of any kind takes linear time', t => {
	for (const unit of ['a', '\x1b', '\u0301', 'क\u094d', 'e\u0301\u0302\u0303\u0304', '👩\u200d', 'é']) {
		const begin = performance.now();
		sanitise(unit.repeat(1_000_000 / unit.length));
		t.true(performance.now() - begin < 5000, JSON.stringify(unit));
	}
});
