import test, {type ExecutionContext} from 'ava';
import type {ShownScreen} from '../../../source/copy-and-save/shown-screen.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

const past = [
	entry(1, {url: '/one?key=abc', referer: 'https://shop.example/', userAgent: `it's curl\u001b[2J`}),
	entry(2, {status: 404, url: '/two', host: 'shop.example'}),
	entry(3, {url: '/a\u001b]52;c;eA==\u0007'}),
];

async function scene(t: ExecutionContext, options: Partial<ScreenSceneOptions> = {}) {
	const store = fakeStore(...past);
	const copied: string[] = [];
	let ways: readonly string[] = ['wl-copy'];
	const screen = screenScene({
		t,
		store,
		clock: fakeClock(start + 100_000),
		clipboard: {
			async copy(text) {
				copied.push(text);
				return {ways};
			},
		},
		...options,
	});
	await screen.has('results found', '2xx ', 'no request for');
	await settle();
	return {
		store,
		screen,
		copied,
		setWays(next: readonly string[]) {
			ways = next;
		},
	};
}

test('y copies the selected row', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('jjy', 'Copied the row by wl-copy');
	t.deepEqual(copied, ['404 203.0.113.9 GET /two 5 Nov 2026 9:00:02 0000000000002']);
});

test('without a selection, y selects and copies the first row, without control characters', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('y', 'Copied the row');
	t.deepEqual(copied, ['200 203.0.113.9 GET /a\\x1b]52;c;eA==\\x07 5 Nov 2026 9:00:03 0000000000003']);
	await screen.has('▌200');
});

test('y copies only the selected cell', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('jj\u001b[C\u001b[Cy', 'Copied the cell IP by wl-copy');
	t.deepEqual(copied, ['203.0.113.9']);
});

test('Y copies a curl command, and reports its assumptions', async t => {
	const {screen, copied} = await scene(t, {columns: 120});
	screen.type('jjY');
	await screen.has('Copied the curl command; to https://shop.example, where https is assumed; by wl-copy');
	await screen.press('jY', 'http://localhost is assumed, as the log has no host');
	t.deepEqual(copied, [
		"curl 'https://shop.example/two'",
		"curl --header 'User-Agent: it'\\''s curl'\\\\'x1b[2J' --header 'Referer: https://shop.example/' 'http://localhost/one?key=abc'",
	]);
});

test('the list of parts that can be copied fits on one line of a panel', async t => {
	const {screen} = await scene(t);
	await screen.press('G', 'held');
	for (const key of ['', '\r']) {
		screen.type(`${key}c`);
		await screen.has('copy: r row  u URL  i IP  a agent  f referer  t token  l line  c curl  s screen\n');
		screen.type('\u001b');
	}
});

test('c lists the parts, and the next key selects one', async t => {
	const {store, screen, copied} = await scene(t, {columns: 120});
	store.setRaw(() => Buffer.from('as logged\u001b[2J'));
	await screen.press('G', 'held');
	await screen.press('c', 'copy: r row  u URL');
	await screen.press('u', 'Copied the URL by wl-copy');
	for (const [key, name, remark = ''] of [
		['l', 'line'],
		['i', 'address'],
		['a', 'user agent'],
		['f', 'referer'],
		['t', 'token'],
		['r', 'row'],
		['c', 'curl command', '; http://localhost is assumed, as the log has no host;'],
	]) {
		await screen.press(`c${key}`, `Copied the ${name}${remark} by wl-copy`);
	}
	t.deepEqual(copied.slice(0, 6), [
		'/one?key=abc',
		'as logged\\x1b[2J',
		'203.0.113.9',
		"it's curl\\x1b[2J",
		'https://shop.example/',
		'0000000000001',
	]);
	t.is(copied.length, 8);
});

test('only the next key selects a part: further keys are commands', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('jcuj', '▌404');
	t.is(copied.length, 1);
	await screen.press('cq', 'Nothing is copied: c, then one of r u i a f t l c');
	screen.type('c\u001b');
	await screen.hasNot('copy');
	t.is(copied.length, 1);
});

test('a missing part is reported', async t => {
	const {store, screen, copied, setWays} = await scene(t);
	await screen.press('jcf', 'This request has no referer');
	await screen.press('cl', 'The line wasn’t copied: it can no longer be read');
	store.fail(new Error('disk gone'));
	await screen.press('cl', 'The line wasn’t copied: disk gone');
	store.fail(null);
	t.is(copied.length, 0);
	setWays([]);
	await screen.press('y', 'The row wasn’t copied: it is longer than terminals take');
});

test('copies are redacted', async t => {
	const {store, screen, copied} = await scene(t, {redact: true});
	store.setRaw(() =>
		Buffer.from('203.0.113.9 - - [05/Nov/2026:09:00:01 +0000] "GET /one?key=abc HTTP/1.1" 200 1234 "-" "-"'),
	);
	await screen.press('G', 'held');
	for (const [keys, name] of [
		['y', 'row'],
		['Y', 'curl command'],
		['cu', 'URL'],
		['cl', 'line'],
		['ci', 'address'],
	]) {
		await screen.press(keys ?? '', `Copied the ${name}`);
	}
	t.deepEqual(copied, [
		'200 203.0.113.0/24 GET /one?key=REDACTED 5 Nov 2026 9:00:01 0000000000001',
		"curl --header 'User-Agent: it'\\''s curl'\\\\'x1b[2J' --header 'Referer: https://shop.example/' 'http://localhost/one?key=REDACTED'",
		'/one?key=REDACTED',
		'203.0.113.0 - - [05/Nov/2026:09:00:01 +0000] "GET /one?key=REDACTED HTTP/1.1" 200 1234 "-" "-"',
		'203.0.113.0/24',
	]);
});

test('cs copies the command for the screen, redacted', async t => {
	const asked: ShownScreen[] = [];
	const {screen, copied} = await scene(t, {
		columns: 120,
		async reproduce(shown) {
			asked.push(shown);
			return {command: `reqscope -q '${shown.query}'`, remarks: ['it is a test']};
		},
	});
	screen.type(':query url:key=abc\r:rows 3\r:columns status,url:30\rcs');
	await screen.has('Copied the command for this screen; it is a test; by wl-copy');
	screen.type('*:copy-command\r');
	await waitFor(() => copied.length === 2);
	t.deepEqual(asked[0], {
		query: 'url:key=abc',
		exclude: '',
		isQueryHidden: false,
		columns: [
			{name: 'status', width: null},
			{name: 'url', width: 30},
		],
		rows: 3,
		order: 'time',
		rules: [],
		redact: false,
	});
	t.deepEqual(asked[1], {...asked[0], query: 'url:key=REDACTED', isQueryHidden: true, redact: true});
	t.deepEqual(copied, ["reqscope -q 'url:key=abc'", "reqscope -q 'url:key=REDACTED'"]);
});

test('without a command for the screen, the reason is shown', async t => {
	const {screen, copied} = await scene(t, {reproduce: async () => ({problem: 'it is a test'})});
	await screen.press('cs', 'There is no command for this screen: it is a test');
	t.deepEqual(copied, []);
});

test('in a panel, y copies its selection; the title shows a message until the next key', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('f', 'Client, 1 value');
	await screen.press('y', 'Copied the client by wl-copy');
	await screen.press('\u001B[C'.repeat(5), '▌200', '404');
	await screen.press('jy', 'Copied the status by');
	await screen.press('Y', 'Y does nothing in this panel: ? lists its keys');
	await screen.press('f', 'Status');
	await screen.press('fw', 'Owner, no database');
	await screen.press('y', 'Nothing is copied: there are no values');
	await screen.press('r', '3 routes in');
	await screen.press('y', 'Copied the route');
	await screen.press('x', 'Columns');
	await screen.press('y', 'Copied the option');
	await screen.press('?', 'Keys');
	await screen.press('y', 'y does nothing in this panel');
	t.is(copied[0], '203.0.113.9');
	t.regex(copied[1] ?? '', /^(404|200)$/);
	t.regex(copied[2] ?? '', /^\//);
	t.is(copied[3], '--columns status,ip,method,url,time,token');
	t.is(copied.length, 4);
});

test('in the details of a request, y copies it or the request selected there', async t => {
	const {screen, copied} = await scene(t);
	await screen.press('jj\r', 'Same client');
	await screen.press('y', 'Copied the row');
	await screen.press('cu', 'Copied the URL');
	await screen.press('Y', 'Copied the curl command');
	await screen.press('jy', 'Copied the row');
	t.is(copied[0], '404 203.0.113.9 GET /two 5 Nov 2026 9:00:02 0000000000002');
	t.is(copied[1], '/two');
	t.true(copied[2]?.startsWith('curl '));
	t.is(copied[3], '200 203.0.113.9 GET /a\\x1b]52;c;eA==\\x07 5 Nov 2026 9:00:03 0000000000003');
	t.false(copied.join('').includes('\u001B'));
});
