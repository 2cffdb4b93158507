import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {sanitise, visibleText} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {nastyUnits} from '../helpers/nasty-units.js';
import {timeOf} from '../helpers/time-of.js';

const cases: ReadonlyArray<readonly [name: string, given: string, shown: string]> = [
	[
		'hostile 4: colour, DCS, APC, RIS, SO',
		'\x1b[31;8m\x1bPq\x1b\\\x1b_G\x1bc\x0e',
		'\\x1b[31;8m\\x1bPq\\x1b\\\\x1b_G\\x1bc\\x0e',
	],
	['printable ASCII stays', '/en/?a=%20~', '/en/?a=%20~'],
	['letters of other scripts stay', '/über/日本語/привет/한국어', '/über/日本語/привет/한국어'],
	['hostile 8: letters from right to left', '/ש 5 ا1', '/\\u05e9 5 \\u06271'],
	['hostile 8: digits, points and signs among them', '٣א\u05b7﷼', '\\u0663\\u05d0\\u05b7\\ufdfc'],
	['hostile 8: scripts of other planes', '\u{1e900}\u{10a00}', '\\u{1e900}\\u{10a00}'],
	['hostile 1: a cursor move', 'a\x1b[2Jb', 'a\\x1b[2Jb'],
	['hostile 2: a title', '\x1b]0;pwn\x07', '\\x1b]0;pwn\\x07'],
	['hostile 3: a C1 control', 'a\x9d52;c;?\x9c', 'a\\x9d52;c;?\\x9c'],
	['hostile 6: tab and line ends', 'a\tb\nc\rd', 'a\\tb\\nc\\rd'],
	['hostile 6: NUL, BS, VT, FF, SO, SI, DEL', '\0\b\v\f\x0e\x0f\x7f', '\\x00\\x08\\x0b\\x0c\\x0e\\x0f\\x7f'],
	['hostile 6: lone surrogates', '\ud800a\udc00', '\\ud800a\\udc00'],
	['hostile 8: bidi controls', '\u202e\u2066\u200f', '\\u202e\\u2066\\u200f'],
	[
		'hostile 8: zero width and invisible',
		'\u200b\u2060\ufeff\u00ad\u034f\u3164',
		'\\u200b\\u2060\\ufeff\\xad\\u034f\\u3164',
	],
	['hostile 8: line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
	['tag characters', '\u{e0041}', '\\u{e0041}'],
	['private use and unassigned', '\ue000\uffff\u0378', '\\ue000\\uffff\\u0378'],
	['hostile 9: variation selectors', '❤\ufe0f', '❤\\ufe0f'],
	['hostile 9: emoji sequences come apart', '👩\u200d🚀👍🏽', '👩\\u200d🚀👍\\u{1f3fd}'],
	['flags', '🇦🇹', '\\u{1f1e6}\\u{1f1f9}'],
	['hostile 9: three marks on a base', 'e\u0301\u0302\u0303', 'e\u0301\u0302\u0303'],
	[
		'hostile 9: a fourth and fifth',
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

test('hostile 1–8: no control survives', t => {
	forAll(100, nastyText, text => {
		t.notRegex(sanitise(text), /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
	});
});

test('hostile 8: no right-to-left characters remain', t => {
	const text = fc.array(
		fc.oneof(
			fc.integer({min: 0x590, max: 0x8ff}),
			fc.integer({min: 0xfb00, max: 0xfeff}),
			fc.integer({min: 0x10800, max: 0x10fff}),
			fc.integer({min: 0x1e800, max: 0x1efff}),
			fc.integer({min: 0, max: 0x10ffff}),
		),
	);
	const scripts =
		/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Mende_Kikakui}\p{Script=Phoenician}\p{Script=Hanifi_Rohingya}]/u;
	forAll(200, text, codes => {
		t.notRegex(sanitise(String.fromCodePoint(...codes)), scripts);
	});
});

test('a copied text keeps all visible letters', t => {
	t.is(visibleText('/שלום ا 5 日本\u202e\x1b'), '/שלום ا 5 日本\\u202e\\x1b');
	t.is(visibleText('/en/'), '/en/');
});

test('is idempotent', t => {
	forAll(200, nastyText, text => {
		t.is(sanitise(sanitise(text)), sanitise(text));
	});
});

test('the width is the sum of the widths of the characters', t => {
	forAll(200, nastyText, text => {
		const shown = sanitise(text);
		const columns = (character: string) =>
			/[\u1160-\u11ff\ud7b0-\ud7ff]/.test(character) ? 0 : stringWidth(character);
		t.is(
			stringWidth(` ${shown} `),
			Array.from(` ${shown} `, columns).reduce((a, b) => a + b, 0),
		);
	});
});

for (const unit of nastyUnits) {
	const name = JSON.stringify(unit);
	const text = unit.repeat(524_288 / unit.length);

	// No line is longer than 64 KiB.
	test.serial(`hostile 10: a line of ${name} is sanitised in linear time`, t => {
		const line = text.slice(0, 65_536);
		const first = timeOf(() => sanitise(line), 400);
		t.true(first < 400, `${first} ms`);
		// The same amount of text in lines, because the measured processor time of a single line may be 0.
		const linesTime = timeOf(
			() => {
				for (let n = 0; n < 8; n++) {
					sanitise(line);
				}
			},
			0,
			3,
		);
		const most = 3 * linesTime + 100;
		const time = timeOf(() => sanitise(text), most);
		t.true(time < most, `${time} ms, ${linesTime} ms for eight lines`);
	});
}
