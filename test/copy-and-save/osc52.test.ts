import test from 'ava';
import {maxCopied, osc52} from '../../source/copy-and-save/clipboard.js';

test('encodes text for the clipboard of the terminal', t => {
	t.is(osc52('é', {}), '\u001b]52;c;w6k=\u0007');
});

test('within tmux, the sequence is written plain and wrapped', t => {
	const plain = '\u001b]52;c;w6k=\u0007';
	t.is(osc52('é', {TMUX: '/tmp/tmux-1/default,1,0'}), `${plain}\u001bPtmux;\u001b${plain}\u001b\\`);
});

test('within screen, the sequence is split into pieces that screen passes on', t => {
	const text = 'a'.repeat(3000);
	const sequence = osc52(text, {STY: '1.tty'}) ?? '';
	const pieces = sequence.split('\u001b\\').slice(0, -1);
	t.true(pieces.length > 1);
	t.true(pieces.every(piece => piece.startsWith('\u001bP') && piece.length < 768));
	t.is(pieces.map(piece => piece.slice(2)).join(''), osc52(text, {}) ?? '');
});

test('returns null for more text than terminals accept', t => {
	t.true((osc52('é'.repeat(maxCopied / 2), {}) ?? '').length <= 100_000);
	t.is(osc52('a'.repeat(maxCopied + 1), {}), null);
	t.is(osc52('é'.repeat(maxCopied / 2 + 1), {}), null);
});
