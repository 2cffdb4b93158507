import test from 'ava';
import {combinedLine, logTime} from '../../source/demo/answer.js';

const client = {ip: '2001:db8::1', agent: 'Mozilla/5.0 (X11)', protocol: 'HTTP/2.0', language: 'en'} as const;

test('a line has the parts of nginx’s combined format', t => {
	t.is(
		combinedLine(Date.UTC(2026, 10, 5, 9, 3, 7, 999), client, {
			method: 'POST',
			url: '/admin/orders.php',
			status: 302,
			bytes: 5,
			referer: 'https://shop.example/admin/index.php',
			user: 'anna',
		}),
		'2001:db8::1 - anna [05/Nov/2026:09:03:07 +0000] "POST /admin/orders.php HTTP/2.0" 302 5 ' +
			'"https://shop.example/admin/index.php" "Mozilla/5.0 (X11)"',
	);
});

test('missing values are hyphens', t => {
	t.is(
		combinedLine(
			0,
			{...client, agent: null},
			{method: 'GET', url: '/', status: 200, bytes: 0, referer: null, user: null},
		),
		'2001:db8::1 - - [01/Jan/1970:00:00:00 +0000] "GET / HTTP/2.0" 200 0 "-" "-"',
	);
});

test('every month has its English name', t => {
	const names = Array.from({length: 12}, (_, month) => logTime(Date.UTC(2026, month, 1)).slice(3, 6));
	t.is(names.join(' '), 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
});
