import xterm from '@xterm/headless';
import test from 'ava';
import {terminalWidth} from '../../source/format/fit-width.js';
import {sanitise} from '../../source/format/sanitise.js';
import {characterWidth} from '../helpers/character-width.js';
import {forAllAsync} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {unicodeProvider} from '../helpers/unicode-provider.js';

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
