import test from 'ava';
import {anyText} from './helpers/any-text.js';
import {readControls} from './helpers/control-sequences.js';
import {forAll} from './helpers/for-all.js';
import {foreignControls} from './helpers/foreign-controls.js';

function found(text: string | Buffer): string[] {
	return foreignControls(Buffer.from(text as string));
}

test('reports no control that the program writes', t => {
	const frame =
		'\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2026h\u001b[H\u001b[J\u001b[1mreqscope\u001b[22m\r\n' +
		'\u001b[32m200\u001b[39m /über/日本語/e\u0301\u001b[K\u001b[E\u001b[2K\u001b[1A\u001b[20G\u001b[12;7H' +
		'\u001b[3;12r\u001b[3;1H\u001b[2L\u001b[r\u001b[?2026l';
	t.deepEqual(found(frame), []);
});

for (const [what, text, names] of [
	['a title', '\u001b]0;title\u0007', ['OSC 0;title']],
	['a title that ends in ST', '\u001b]2;title\u001b\\', ['OSC 2;title']],
	['the clipboard', '\u001b]52;c;?\u0007', ['OSC 52;c;?']],
	['a link', '\u001b]8;;http://a.example\u001b\\x', ['OSC 8;;http://a.example']],
	['an unterminated string', '\u001b]0;title', ['OSC 0;title']],
	['DCS', '\u001bPq~~\u001b\\', ['DCS q~~']],
	['APC', '\u001b_Gf=100\u001b\\', ['APC Gf=100']],
	['PM', '\u001b^x\u001b\\', ['PM x']],
	['SOS', '\u001bXx\u001b\\', ['SOS x']],
	['a colour that isn’t ours', '\u001b[33m', ['CSI 33m']],
	['several attributes at once', '\u001b[31;8m', ['CSI 31;8m']],
	['conceal', '\u001b[8m', ['CSI 8m']],
	['reset', '\u001b[0m\u001b[m', ['CSI 0m', 'CSI m']],
	['a colour of 256', '\u001b[38;5;8m', ['CSI 38;5;8m']],
	['the whole scrollback erased', '\u001b[3J', ['CSI 3J']],
	['a cursor move that isn’t ours', '\u001b[5B', ['CSI 5B']],
	['a place beyond any screen', '\u001b[1000000000000;2H', ['CSI 1000000000000;2H']],
	['another mode', '\u001b[?1003h', ['CSI ?1003h']],
	['two modes at once', '\u001b[?25;1000h', ['CSI ?25;1000h']],
	['queries', '\u001b[6n\u001b[c\u001b[>c\u001b[?u', ['CSI 6n', 'CSI c', 'CSI >c', 'CSI ?u']],
	['scrolling region', '\u001b[1;2r', ['CSI 1;2r']],
	['a scrolling region that stays', '\u001b[3;9r\u001b[3;1H\u001b[2M', ['CSI 3;9r', 'CSI 2M']],
	['a window operation', '\u001b[21t', ['CSI 21t']],
	['a sequence with an intermediate', '\u001b[1 q', ['CSI 1 q']],
	['a sequence that a control interrupts', '\u001b[3\u0007m', ['CSI 3\u0007']],
	['an unfinished sequence', '\u001b[31', ['CSI 31']],
	['RIS', '\u001bc', ['ESC c']],
	['a character set', '\u001b(0', ['ESC (']],
	['a saved cursor', '\u001b7', ['ESC 7']],
	['ESC at the end', 'x\u001b', ['ESC ']],
	[
		'C0',
		'\u0007\b\t\v\f\u000e\u000f\0',
		[7, 8, 9, 11, 12, 14, 15, 0].map(code => `U+000${code.toString(16)}`),
	],
	['DEL', '\u007f', ['U+007f']],
	['C1 as a character', '\u009b31m', ['U+009b']],
	['bidi', '\u202e\u2066', ['U+202e', 'U+2066']],
	['invisible', '\u200b\ufeff\u00ad\ufe0f', ['U+200b', 'U+feff', 'U+00ad', 'U+fe0f']],
	['line ends of Unicode', '\u2028\u2029', ['U+2028', 'U+2029']],
	['stacked marks', 'a\u0301\u0301\u0301\u0301', ['stacked U+0301']],
] as const) {
	test(`reports a control that the program never writes: ${what}`, t => {
		t.deepEqual(found(`text${text}`), [...names]);
		t.true(found(`\u001b[1m${text}text\u001b[22m`).length > 0);
	});
}

test('any byte that is invalid UTF-8 is foreign', t => {
	for (let byte = 0x80; byte <= 0xff; byte++) {
		t.deepEqual(found(Buffer.from([0x61, byte, 0x62])), ['bytes that are no UTF-8']);
	}
});

test('every control character is reported, at any position', t => {
	forAll(100, anyText({maxLength: 20}), text => {
		const plain = !/\p{Cc}/u.test(text.replaceAll(/[\r\n]/g, ''));
		const {sequences, controls} = readControls(text);
		t.is(plain, sequences.length + controls.filter(code => code !== 10 && code !== 13).length === 0);
	});
});
