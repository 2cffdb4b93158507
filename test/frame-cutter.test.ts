import test from 'ava';
import fc from 'fast-check';
import {forAll} from './helpers/for-all.js';
import {frameCutter} from './helpers/frame-cutter.js';
import {openTerminal} from './helpers/terminal.js';

const end = '\u001B[?2026l';

function cut(chunks: readonly string[]): string[] {
	const cutter = frameCutter();
	const pieces = chunks.flatMap(chunk => cutter.cut(Buffer.from(chunk)));
	return [...pieces, cutter.rest()].map(piece => piece.toString()).filter(piece => piece !== '');
}

test('frames that arrive at once are separated', t => {
	t.deepEqual(cut([`a${end}b${end}${end}c`]), [`a${end}`, `b${end}`, end, 'c']);
});

test('the end of a frame may arrive in pieces; a different sequence with the same prefix is kept', t => {
	t.deepEqual(cut(['a\u001B[?20', `26lb${end}`]), ['a', end, `b${end}`]);
	t.deepEqual(cut(['a\u001B[', '?2026h', 'b\u001B']), ['a', '\u001B[?2026h', 'b', '\u001B']);
});

test('no byte is lost or moved, and no piece continues beyond the end of a frame', t => {
	const text = fc
		.array(fc.constantFrom(end, end.slice(0, 4), end.slice(4), '\u001B', 'a'))
		.map(parts => parts.join(''));
	forAll(100, fc.array(text), chunks => {
		const pieces = cut(chunks);
		t.is(pieces.join(''), chunks.join(''));
		t.true(pieces.every(piece => [-1, piece.length - end.length].includes(piece.indexOf(end))));
	});
});

test('a character may arrive in pieces; invalid bytes are kept', t => {
	const text = Buffer.from(`a…–é😀𐀀${end}…`);
	for (let first = 0; first <= text.length; first++) {
		for (let second = first; second <= text.length; second++) {
			const cutter = frameCutter();
			const chunks = [text.subarray(0, first), text.subarray(first, second), text.subarray(second)];
			const pieces = [...chunks.flatMap(chunk => cutter.cut(chunk)), cutter.rest()];
			t.is(pieces.map(String).join(''), String(text), `${first}, ${second}`);
		}
	}
	const cutter = frameCutter();
	const nothing = Buffer.from([0xff, 0x80, 0x80, 0x80, 0x80, 0xe2]);
	t.deepEqual(Buffer.concat([...cutter.cut(nothing), cutter.rest()]), nothing);
	t.deepEqual(frameCutter().cut(Buffer.from([0x80, 0x80, 0x80])), [Buffer.from([0x80, 0x80, 0x80])]);
});

test('the screen has a character that was read in pieces', async t => {
	const script = "stty -echo; printf 'a\\342\\200'; read _; printf '\\246b'; read _";
	const terminal = openTerminal(['sh', '-c', script], {env: {PATH: process.env.PATH ?? ''}, cwd: '/'});
	t.teardown(() => terminal.close());
	await terminal.waitFor('a');
	const [line] = await terminal.press('\r', 'b');
	t.is(line, 'a…b');
});

test('consecutive waits get each of several frames that arrive at once', async t => {
	const frames = Array.from({length: 50}, (_, n) => `\u001B[?2026h\u001B[2J\u001B[Hframe ${n}.${end}`).join(
		'',
	);
	const terminal = openTerminal(['printf', '%s', frames], {env: {PATH: process.env.PATH ?? ''}, cwd: '/'});
	t.teardown(() => terminal.close());
	for (let n = 0; n < 50; n++) {
		await terminal.waitFor(`frame ${n}.`);
		t.true(terminal.recording().toString().endsWith(`frame ${n}.${end}`));
	}
	t.is((await terminal.exit).status, 0);
});
