import test from 'ava';
import fc from 'fast-check';
import {graphemes, terminalWidth} from '../../../source/format/fit-width.js';
import {shownLine} from '../../../source/view/prompt/prompt-line.js';
import {editedBy, emptyLine, inserted, lineOf, type TextLine} from '../../../source/view/prompt/text-line.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';

/** Returns the line with `|` as its caret. */
function written({text, caret}: TextLine): string {
	return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

function readLine(text: string): TextLine {
	return {text: text.replace('|', ''), caret: text.indexOf('|')};
}

for (const [before, key, after] of [
	['ab|c', 'left', 'a|bc'],
	['|abc', 'left', '|abc'],
	['ab|c', 'right', 'abc|'],
	['abc|', 'right', 'abc|'],
	['ab|c', 'home', '|abc'],
	['ab|c', 'ctrl-a', '|abc'],
	['ab|c', 'end', 'abc|'],
	['ab|c', 'ctrl-e', 'abc|'],
	['ab|c', 'backspace', 'a|c'],
	['|abc', 'backspace', '|abc'],
	['ab|c', 'delete', 'ab|'],
	['abc|', 'delete', 'abc|'],
	['ip:1 status:404 |url', 'ctrl-w', 'ip:1 |url'],
	['ip:1 sta|tus', 'ctrl-w', 'ip:1 |tus'],
	['  |', 'ctrl-w', '|'],
	['ab|c', 'ctrl-u', '|'],
	['ab|c', 'ctrl-k', 'ab|'],
	['日本|語', 'left', '日|本語'],
	['e\u0301|x', 'backspace', '|x'],
	['👩‍👩‍👧|', 'backspace', '|'],
] as const) {
	test(`${key}: ${before}`, t => {
		const line = editedBy(readLine(before), key);
		t.is(line && written(line), after);
	});
}

test('ignores keys that don’t edit', t => {
	for (const key of ['up', 'f1', 'ctrl-x', 'pagedown', '']) {
		t.is(editedBy(lineOf('abc'), key), null);
	}
});

test('keeps inserted text on one line and replaces lone surrogates', t => {
	t.is(written(inserted(readLine('a|d'), 'b\r\nc\t\u0085\u2028\0')), 'ab  c    |d');
	t.is(inserted(emptyLine, 'a\ud800b').text, 'a\ufffdb');
	t.is(written(inserted(readLine('e|x'), '\u0301')), 'e\u0301|x');
});

test('truncates pasted text to 2,000 units without splitting a character', t => {
	t.is(inserted(emptyLine, 'x'.repeat(100_000)).text.length, 2000);
	t.is(inserted(emptyLine, `x${'🙂'.repeat(5000)}`).text, `x${'🙂'.repeat(999)}`);
	const full = inserted(emptyLine, 'x'.repeat(2000));
	t.is(inserted(full, 'y').text, full.text);
	const almostFull = inserted(emptyLine, 'x'.repeat(1999));
	t.is(inserted(almostFull, '🙂').text, almostFull.text);
});

const keys = [
	...['left', 'right', 'home', 'end', 'backspace', 'delete'],
	...['ctrl-w', 'ctrl-k', 'ctrl-a', 'ctrl-e', 'ctrl-b', 'ctrl-f'],
];

test('after any input the caret is between two graphemes and the line fits on the screen', t => {
	forAll(
		100,
		fc.array(
			fc.oneof(
				nastyText,
				fc.constantFrom(...keys).map(key => ({key})),
			),
			{maxLength: 12},
		),
		fc.integer({min: 1, max: 40}),
		(typed, width) => {
			let line = emptyLine;
			for (const part of typed) {
				line = typeof part === 'string' ? inserted(line, part) : (editedBy(line, part.key) ?? line);
				const boundaries = [0];
				for (const grapheme of graphemes(line.text)) {
					boundaries.push((boundaries.at(-1) ?? 0) + grapheme.length);
				}
				t.true(boundaries.includes(line.caret));
				t.true(line.text.length <= 2000);
				const {before, at, after, columnOf} = shownLine(line, width);
				t.true(terminalWidth(before) + terminalWidth(at) + terminalWidth(after) <= width);
				t.true(terminalWidth(at) >= 1);
				t.notRegex(before + at + after, /[\p{Cc}\p{Cs}]/u);
				for (const offset of [0, line.caret, line.text.length]) {
					t.true(columnOf(offset) >= 0 && columnOf(offset) < width);
				}
			}
		},
	);
});

test('shows the part of a long line around its caret', t => {
	const text = 'abcdefghijklmnopqrstuvwxyz';
	const at = (caret: number): string => {
		const shown = shownLine({text, caret}, 12);
		return `${shown.before}|${shown.at}|${shown.after}`;
	};
	t.is(at(26), '…qrstuvwxyz| |');
	t.is(at(0), '|a|bcdefghijk…');
	t.is(at(13), '…ghijklm|n|op…');
	t.is(shownLine({text, caret: 26}, 12).columnOf(25), 10);
	t.is(shownLine({text, caret: 26}, 12).columnOf(3), 0);
	t.is(shownLine(lineOf('日本語日本語'), 8).before, '…日本語');
});
