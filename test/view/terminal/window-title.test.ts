import test from 'ava';
import {titleCode} from '../../../source/view/terminal/window-title.js';

test('a title is sanitised, and cut between characters', t => {
	t.is(titleCode('reqscope a.log ● live'), '\u001B]2;reqscope a.log ● live\u001B\\');
	t.is(titleCode('a\u001B]0;b\u0007c'), '\u001B]2;a\\x1b]0;b\\x07c\u001B\\');
	t.is(titleCode(`x${'😀'.repeat(100)}`), `\u001B]2;x${'😀'.repeat(59)}…\u001B\\`);
});
