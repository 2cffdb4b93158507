import test from 'ava';
import {assertShown} from '../helpers/tour.js';

const esc = '\u001B';

test.serial('hostile 1, 2, 5: sequences that move, erase, copy, link or query are escaped', async t => {
	await assertShown(t, [
		[`${esc}[2J${esc}[1;1H`, '\\x1b[2J\\x1b[1;1H'],
		[`${esc}[777B${esc}[?1049l${esc}[?25h`, '\\x1b[777B\\x1b[?1049l\\x1b[?25h'],
		[`${esc}[1000000000000;2H`, '\\x1b[1000000000000;2H'],
		[`${esc}[H${esc}[J${esc}[K`, '\\x1b[H\\x1b[J\\x1b[K'],
		[`${esc}]0;title\u0007`, '\\x1b]0;title\\x07'],
		[`${esc}]2;title${esc}\\`, '\\x1b]2;title\\x1b\\'],
		[`${esc}]52;c;cm0gLXJm\u0007`, '\\x1b]52;c;cm0gLXJm\\x07'],
		[`${esc}]52;c;?${esc}\\`, '\\x1b]52;c;?\\x1b\\'],
		[
			`${esc}]8;;http://evil.example\u0007link${esc}]8;;\u0007`,
			'\\x1b]8;;http://evil.example\\x07link\\x1b]8;;\\x07',
		],
		[`${esc}[6n`, '\\x1b[6n'],
		[`${esc}[c${esc}[>c${esc}[=c`, '\\x1b[c\\x1b[>c\\x1b[=c'],
		[`${esc}[?u${esc}[21t${esc}[?2026$p`, '\\x1b[?u\\x1b[21t\\x1b[?2026$p'],
		[`${esc}P+q544e\u0007${esc}]11;?\u0007\u0005`, '\\x1bP+q544e\\x07\\x1b]11;?\\x07\\x05'],
	]);
});

test.serial('hostile 3, 6: C1 and other controls and lone surrogates are visible marks', async t => {
	const codes = Array.from({length: 32}, (_, n) => 0x80 + n);
	await assertShown(t, [
		...[codes.slice(0, 16), codes.slice(16)].map(
			half => [String.fromCharCode(...half), half.map(code => `\\x${code.toString(16)}`).join('')] as const,
		),
		...[codes.slice(0, 16), codes.slice(16)].map(
			half =>
				[Buffer.from(half), half.map(code => `\\x${code.toString(16).toUpperCase()}`).join('')] as const,
		),
		['\u009B31m\u009D0;title\u009C\u0090q\u009C', '\\x9b31m\\x9d0;title\\x9c\\x90q\\x9c'],
		[Buffer.from([0x9b, 0x33, 0x31, 0x6d]), '\\x9B31m'],
		['\u0007\b\v\f\u007F', '\\x07\\x08\\x0b\\x0c\\x7f'],
		['a\tb', 'a\\tb'],
		['a\rb', 'a\\rb'],
		['a\0b', 'a\\x00b'],
		[Buffer.from([0xed, 0xa0, 0x80]), '\\xED\\xA0\\x80'],
		[Buffer.from([0xc0, 0x9b, 0xff, 0xfe]), '\\xC0\\x9B\\xFF\\xFE'],
	]);
});

test.serial(
	'hostile 4, 8: colours, control strings, resets, bidi and zero-width characters are escaped',
	async t => {
		await assertShown(t, [
			[`${esc}[31;8m`, '\\x1b[31;8m'],
			[`${esc}[32m`, '\\x1b[32m'],
			[`${esc}Pq#0;2;0;0;0#0~~\u0007`, '\\x1bPq#0;2;0;0;0#0~~\\x07'],
			[`${esc}_Gf=100;AAAA\u0007`, '\\x1b_Gf=100;AAAA\\x07'],
			[`${esc}^privacy\u0007${esc}Xstart`, '\\x1b^privacy\\x07\\x1bXstart'],
			[`${esc}c`, '\\x1bc'],
			[`${esc}(0\u000E\u000F`, '\\x1b(0\\x0e\\x0f'],
			[esc, '\\x1b'],
			[`${esc}[`, '\\x1b['],
			[`${esc}]unterminated`, '\\x1b]unterminated'],
			['\u202Egpj.exe', '\\u202egpj.exe'],
			['\u2066\u2067\u2068\u2069\u200F\u061C', '\\u2066\\u2067\\u2068\\u2069\\u200f\\u061c'],
			['ad\u200Bmin\uFEFF\u2060\u00AD', 'ad\\u200bmin\\ufeff\\u2060\\xad'],
			['\u{E0061}\u3164\u115F', '\\u{e0061}\\u3164\\u115f'],
		]);
	},
);

test.serial('hostile 7: an unescaped newline creates no row', async t => {
	const forged = '203.0.113.66 - - [05/Nov/2024:09:30:00 +0000] \\x22GET';
	await assertShown(t, [
		['\\x0a', '\\n'],
		['\\n', '\\n'],
		['\\x0d\\x0a', '\\r\\n'],
		['%0a%1b[2J', '%0a%1b[2J'],
		['\\xe2\\x80\\xa8\\xc2\\x85', '\\u2028\\x85'],
		[`\\n${forged.replaceAll(' ', '_')}`, `\\n${forged.replaceAll(' ', '_').replace('\\x22', '"')}`],
		['\\x1b[2J\\x9b31m', '\\x1b[2J\\x9B31m'],
	]);
});
