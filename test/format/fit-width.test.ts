import xterm from '@xterm/headless';
import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {breakText, fitWidth, terminalWidth, wrapText} from '../../source/format/fit-width.js';
import {sanitise} from '../../source/format/sanitise.js';
import {anyText} from '../helpers/any-text.js';
import {characterWidth} from '../helpers/character-width.js';
import {forAll, forAllAsync} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {timeOf} from '../helpers/time-of.js';
import {unicodeProvider} from '../helpers/unicode-provider.js';

const cases: ReadonlyArray<readonly [text: string, width: number, shown: string]> = [
	['/en/', 6, '/en/  '],
	['/en/', 4, '/en/'],
	['/en/shoes', 4, '/en…'],
	['/en/', 1, '…'],
	['', 3, '   '],
	['/en/', 0, ''],
	['/en/', -5, ''],
	['日本語', 6, '日本語'],
	['日本語', 5, '日本…'],
	['日本語', 4, '日… '],
	['日本語', 1, '…'],
	['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
	['e\u0301e\u0301', 2, 'e\u0301e\u0301'],
	['über', 6, 'über  '],
];

for (const [text, width, shown] of cases) {
	test(`${JSON.stringify(text)} in ${width}`, t => {
		t.is(fitWidth(text, width), shown);
	});
}

test('the width is exact, and text that fits is complete', t => {
	forAll(200, anyText({maxLength: 60}), fc.integer({min: 0, max: 40}), (given, width) => {
		const text = sanitise(given);
		const shown = fitWidth(text, width);
		t.is(stringWidth(shown), width);
		t.is(shown.startsWith(text), stringWidth(text) <= width || text === '');
	});
});

test('hostile 10: sixteen megabytes are cut at once', t => {
	for (const unit of ['a', 'é', '日', 'e\u0301\u0302\u0303', '😀']) {
		const text = unit.repeat(16_000_000 / unit.length);
		const time = timeOf(() => t.is(stringWidth(fitWidth(text, 200)), 200), 250);
		t.true(time < 250, `${unit}: ${time} ms`);
	}
});

test('breaks text at the width', t => {
	t.deepEqual(breakText('abcdefgh', 3, 4), ['abc', 'def', 'gh']);
	t.deepEqual(breakText('abcdef', 3, 4), ['abc', 'def']);
	t.deepEqual(breakText('', 3, 4), ['']);
	t.deepEqual(breakText('日本語', 5, 4), ['日本', '語']);
});

test('if there are too many lines, the last one ends in …', t => {
	t.deepEqual(breakText('abcdefgh', 3, 2), ['abc', 'de…']);
	t.deepEqual(breakText('abcdef', 3, 2), ['abc', 'def']);
	t.deepEqual(breakText('äbcdefgh', 3, 2), ['äbc', 'de…']);
	t.deepEqual(breakText('日本語', 2, 2), ['日', '… ']);
});

test('no text is lost and no line exceeds the width, for any string', t => {
	const texts = fc.oneof(fc.string(), fc.string({unit: 'grapheme'}));
	forAll(100, texts, fc.integer({min: 2, max: 9}), fc.integer({min: 1, max: 5}), (any, width, max) => {
		const text = sanitise(any);
		const lines = breakText(text, width, max);
		t.true(lines.length <= max);
		t.true(lines.every(line => terminalWidth(line) <= width));
		if (terminalWidth(text) <= width) {
			t.deepEqual(lines, [text]);
		}
		if (!lines.at(-1)?.includes('…')) {
			t.is(lines.join('').trimEnd(), text.trimEnd());
		}
	});
});

test('hostile 9: every character that is shown has the width that terminals give it', t => {
	const wrong: string[] = [];
	for (let code = 0x20; code < 0x110000; code++) {
		const character = String.fromCodePoint(code);
		const text = `a${character}`;
		if (
			!/\p{C}/u.test(character) &&
			sanitise(text) === text &&
			terminalWidth(text) !== 1 + characterWidth(code)
		) {
			wrong.push(`U+${code.toString(16)}`);
		}
	}
	t.deepEqual(wrong, []);
});

test('hostile 9: the width of any sanitised text is the sum of its characters, and the same in an emulator', async t => {
	const emulator = new xterm.Terminal({cols: 1000, rows: 2, allowProposedApi: true, logLevel: 'off'});
	emulator.unicode.register(unicodeProvider);
	emulator.unicode.activeVersion = unicodeProvider.version;
	await forAllAsync(200, nastyText, async given => {
		const text = sanitise(given);
		const sum = Array.from(text, character => characterWidth(character.codePointAt(0) ?? 0));
		const width = sum.reduce<number>((one, other) => one + other, 0);
		t.is(terminalWidth(text), width);
		await new Promise<void>(resolve => {
			emulator.write(`\r\u001b[K${text}`, resolve);
		});
		t.is(emulator.buffer.active.cursorX, width, JSON.stringify(text));
		t.is(emulator.buffer.active.cursorY, 0);
	});
	emulator.dispose();
});

for (const [text, width, lines] of [
	['', 10, ['']],
	['one two', 7, ['one two']],
	['one two', 6, ['one', 'two']],
	['one twenty three', 3, ['one', 'twenty', 'three']],
	['日本 語', 4, ['日本', '語']],
] as const) {
	test(`${JSON.stringify(text)} in ${width} columns`, t => {
		t.deepEqual(wrapText(text, width), lines);
	});
}

test('no text is lost, and only single words exceed the width', t => {
	forAll(100, fc.array(fc.string({maxLength: 12})), fc.integer({min: 1, max: 40}), (words, width) => {
		const text = words.join(' ');
		const lines = wrapText(text, width);
		t.is(lines.join(' '), text);
		t.true(lines.every(line => stringWidth(line) <= width || !line.includes(' ')));
	});
});
