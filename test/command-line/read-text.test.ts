import test from 'ava';
import {excerptLines} from '../../source/command-line/read-text.js';
import {terminalWidth} from '../../source/format/fit-width.js';
import {sanitise} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

test('carets mark the wrong part of an argument', t => {
	t.deepEqual(excerptLines('a stauts:404', 2, 8), ['a stauts:404', '  ^^^^^^']);
	t.deepEqual(excerptLines('(a', 2, 2), ['(a', '  ^'], 'at the end, there is one');
	t.deepEqual(excerptLines('日本 b', 3, 4), ['日本 b', '     ^']);
	t.deepEqual(excerptLines('\u001b[31m b', 6, 7), ['\\x1b[31m b', '         ^']);
});

test('a long text is cut around its wrong part', t => {
	const [text, carets] = excerptLines(`${'x'.repeat(500)}!!${'y'.repeat(500)}`, 500, 502);
	t.is(text, `…${'x'.repeat(40)}!!${'y'.repeat(40)}…`);
	t.is(carets, `${' '.repeat(41)}^^`);
});

test('the text and its carets fit on their lines and are sanitised, for any content', t => {
	forAll(100, nastyText, nastyText, nastyText, (before, part, after) => {
		const [text, carets] = excerptLines(before + part + after, before.length, before.length + part.length);
		t.true(terminalWidth(text) <= 123);
		t.true(terminalWidth(carets) <= 82);
		t.is(sanitise(carets), carets);
		t.notRegex(text, /\p{C}/u);
	});
});
