import test from 'ava';
import {StatusLine} from '../../../../source/fleet/ship/status/status-line.js';

function output(isTTY: boolean) {
	const written: string[] = [];
	return {written, isTTY, columns: 20, write: (text: string | Uint8Array) => written.push(String(text)) > 0};
}

test('a terminal shows one line, truncated to its width and without control characters', t => {
	const out = output(true);
	const line = new StatusLine(out, false);
	line.show('a\u001b[2J', undefined, 0);
	line.show('a\u001b[2J', undefined, 1);
	line.show('x'.repeat(50), undefined, 2);
	line.clear();
	t.deepEqual(out.written, ['\ra\\x1b[2J\u001b[K', `\r${'x'.repeat(18)}…\u001b[K`, '\r\u001b[K']);
});

test('other outputs get a line every ten seconds and when the problem changes', t => {
	const out = output(false);
	const line = new StatusLine(out, false);
	line.show('1', undefined, 0);
	line.show('2', undefined, 9999);
	line.show('3', undefined, 10_000);
	line.show('4', 'away', 10_001);
	line.show('5', 'away', 10_002);
	line.show('6', undefined, 10_003);
	t.deepEqual(out.written, ['1\n', '3\n', '4\n', '6\n']);
});
