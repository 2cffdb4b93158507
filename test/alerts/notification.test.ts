import test from 'ava';
import {notificationCode} from '../../source/alerts/notification.js';

test('a notification is one code with safe text, for rxvt a different code', t => {
	t.is(notificationCode('alert a: 3; b', 'xterm-256color'), '\u001B]9;reqscope: alert a: 3, b\u001B\\');
	t.is(notificationCode('alert', 'rxvt-unicode'), '\u001B]777;notify;reqscope;alert\u001B\\');
	t.is(
		notificationCode('a\u001B\\\u0007\u009Cb', undefined),
		'\u001B]9;reqscope: a\\x1b\\\\x07\\x9cb\u001B\\',
	);
	t.is(notificationCode('x'.repeat(5000), undefined).length, 200 + '\u001B]9;reqscope: \u001B\\'.length);
});
