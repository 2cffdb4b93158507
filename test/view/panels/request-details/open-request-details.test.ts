import test, {type ExecutionContext} from 'ava';
import stringWidth from 'string-width';
import type {LogValue} from '../../../../source/entries/log-fields/log-value.js';
import type {Entry} from '../../../../source/store/store.js';
import {entry, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStore} from '../../../helpers/fake-store.js';
import {logLine} from '../../../helpers/log-lines.js';
import {screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';

const others = {ip: '198.51.100.7'};

/** A visitor who is redirected, between requests of other visitors. */
const visit: readonly Entry[] = [
	entry(1, {url: '/en/'}),
	entry(2, others),
	entry(3, {
		status: 301,
		url: '/en/k%C3%BCche?q=a+b&p=%zz&x',
		referer: 'https://shop.example/en/',
		userAgent: 'Mozilla/5.0',
		bytes: 162,
		durationMs: 12.5,
		zone: 60,
	}),
	entry(4, {url: '/en/k%C3%BCche/?q=a+b&p=%zz&x', userAgent: 'Mozilla/5.0', time: start + 3200}),
	entry(5, others),
	entry(6, {url: '/en/sale/', userAgent: 'Mozilla/5.0', time: start + 75_000}),
];

async function open(
	t: ExecutionContext,
	list: readonly Entry[] = visit,
	{columns = 80, lines = 24, zone = 'Europe/Vienna'} = {},
) {
	const store = fakeStore(...list);
	const clock = fakeClock(start + 183_000);
	const screen = screenScene({t, store, clock, columns, lines, zone});
	await screen.has('results found', list.at(-1)?.token ?? '');
	return {store, clock, screen};
}

function plain(lines: readonly string[]): readonly string[] {
	return lines.map(line => line.trimEnd());
}

test('shows the details of a redirect at 80x24', async t => {
	const {store, screen, clock} = await open(t);
	store.setRaw(({url, offset}) =>
		Buffer.from(logLine({time: start + offset * 1000, url: url ?? '', status: 301})),
	);
	await screen.press('jjjj\rZ', 'Same client  203.0.113.9, 4 requests', 'of 32');
	t.false(screen.frame().includes('p95 of this route'));
	clock.pass(150);
	await screen.has('p95 of this route');
	t.deepEqual(plain(screen.lines()), [
		'━ Enter  Details 0000000000003 1–21 of 32  ━━━ Enter opens  Z back  Esc closes ━',
		'',
		'GET /en/k%C3%BCche?q=a+b&p=%zz&x HTTP/1.1',
		'301 Moved Permanently   13 ms   162 B   10:00:03, 3 min ago',
		'p95 of this route: 13 ms',
		'Redirect  inferred: logs don’t contain the target',
		'  led to',
		'  +0.2 s    10:00:03  200 GET     /en/k%C3%BCche/?q=a+b&p=%zz&x',
		'            the same path with a slash, 0.2 s later',
		'Same client  203.0.113.9, 4 requests',
		'  +72 s     10:01:15  200 GET     /en/sale/',
		'  +0.2 s    10:00:03  200 GET     /en/k%C3%BCche/?q=a+b&p=%zz&x',
		'  this one  10:00:03  301 GET     /en/k%C3%BCche?q=a+b&p=%zz&x             13 ms',
		'  −2 s      10:00:01  200 GET     /en/',
		'Request',
		'  IP            203.0.113.9',
		'  referer       https://shop.example/en/',
		'  agent         other browser',
		'                Mozilla/5.0',
		'  size          162 B',
		'  duration      12.5 ms',
		'  time          5 Nov 2026 10:00:03 +01:00; 5 Nov 2026 9:00:03 +00:00',
		'  token         0000000000003',
		'Esc closes  Z back  / search  i timeline  f top  r routes  d diff  ? help',
	]);
	await screen.press('G', '12–32 of 32');
	t.true(screen.frame().includes('Line  access.log, byte 3\n203.0.113.9 - - [05/Nov/2026:09:00:03'));
	t.regex(screen.frame(), /\n {2}not logged: host, user, forwarded for, upstream\b.*\nURL {2}decoded/);
});

test('s sorts the requests of the client oldest first, and back', async t => {
	const {screen} = await open(t, [...visit, entry(7, {status: 502}), entry(8, {status: 503})]);
	await screen.press('jjj\rZ', 'Same client  203.0.113.9, 6 requests, 2 with 5xx');
	const times = (): readonly string[] =>
		screen.lines().flatMap(line => /^ {2}(this one|[+−]\S+ s) .*(?:GET)/.exec(line)?.[1] ?? []);
	const newest = times();
	await screen.press('s', 'Same client  203.0.113.9, 6 requests, 2 with 5xx, oldest first');
	t.deepEqual(times().slice(-newest.length), newest.toReversed());
	await screen.press('jj\r', 'Esc back');
	await screen.has('oldest first');
	await screen.press('s', 'Same client  203.0.113.9, 6 requests, 2 with 5xx\n');
});

test('at 200x60 all sections fit, with empty lines in between', async t => {
	const {store, screen} = await open(t, visit, {columns: 200, lines: 60});
	store.setRaw(({url, offset}) =>
		Buffer.from(logLine({time: start + offset * 1000, url: url ?? '', status: 301, userAgent: 'as logged'})),
	);
	await screen.press('jjjj\rZ', '"as logged"', 'Same client  203.0.113.9, 4 requests');
	const lines = plain(screen.lines());
	t.regex(
		lines[0] ?? '',
		/^━ Enter {2}Details 0{12}3 {2}━+ Enter opens {2}j k move {2}o O same client {2}Z back {2}Esc closes ━$/,
	);
	t.deepEqual(
		lines.filter(line => /^[A-Z][a-zR]/.test(line)).map(line => line.split('  ')[0]),
		['Redirect', 'Same client', 'Request', 'URL', 'Line', 'Esc closes'],
	);
	t.is(lines[5], '');
	t.true(lines.every(line => stringWidth(line) <= 200));
	t.true(lines.includes('  +72 s     5 Nov 2026 10:01:15     200 GET     /en/sale/'));
});

test('Enter without a selection opens the first row; Escape goes back one request, q leaves all', async t => {
	const {screen} = await open(t);
	await screen.press('\rZ', 'Details 0000000000006', 'Same client  203.0.113.9');
	await screen.press('q', '6 results found');
	t.regex(screen.frame(), /▌200 +203\.0\.113\.9 +GET +\/en\/sale\//);
	await screen.press('\rZ', 'this one');
	await screen.press('j', '▌ −');
	await screen.press('\r', 'Details 0000000000004', 'Esc back', 'came from');
	t.true(screen.lines().includes('            to the same path with a slash, 0.2 s later'));
	t.regex(screen.frame(), /^ {2}−0\.2 s {4}10:00:03 {2}301 GET {5}\/en\/k%C3%BCche\?q=a\+b&p=%zz&x +13 ms$/m);
	await screen.press('j\r', 'Details 0000000000003', 'led to');
	await screen.press('\u001b', 'Details 0000000000004');
	await screen.press('\u001b', 'Details 0000000000006', 'Esc closes');
	await screen.press('j\r', 'Esc back');
	await screen.press('q', '6 results found');
});

test("keys typed together open a redirect's target and return to the redirect", async t => {
	const {screen} = await open(t);
	await screen.press('jjjj', '▌301');
	await screen.press('\rZ', 'led to');
	await screen.press('j\r', 'came from');
	await screen.press('\u001b', 'led to');
	t.regex(screen.frame(), /▌ \+0\.2 s +10:00:03 +200/, 'what was opened is still selected');
});

test('later requests of the same client appear, and the age keeps counting', async t => {
	const {store, screen, clock} = await open(t);
	await screen.press('\rZ', '108 s ago');
	store.add(entry(100, {url: '/en/checkout', userAgent: 'Mozilla/5.0'}), entry(101, others));
	await settle();
	clock.pass(1000);
	await screen.has('  +25 s     10:01:40  200 GET     /en/checkout', '203.0.113.9, 5 requests', '109 s ago');
	clock.pass(60_000);
	await screen.has('2 min ago');
});

test('a new redirect shows its target as soon as that is logged', async t => {
	const from = entry(1, {status: 301, url: '/en/kitchen'});
	const {store, screen, clock} = await open(t, [from]);
	await screen.press('\rZ', 'No matching request of this client in the 10 s after it.');
	store.add(entry(2, {url: '/en/kitchen/'}));
	await settle();
	clock.pass(1000);
	await screen.has('the same path with a slash, 1 s later');
});

test("o and O step along the client's requests and report the end", async t => {
	const {screen} = await open(t);
	await screen.press('\rZ', 'Details 0000000000006');
	await screen.press('ooo', 'Details 0000000000001', 'this one');
	await screen.press('o', '━ no older request of this client ━');
	await screen.press('O', 'Details 0000000000003');
	await screen.press('OOO', '━ no newer request of this client ━');
	t.true(screen.frame().includes('Details 0000000000006'));
	await screen.press('\u001b', '6 results found');
});

test('o steps beyond the requests fetched at once', async t => {
	const {screen} = await open(
		t,
		Array.from({length: 120}, (_, n) => entry(n)),
	);
	await screen.press('\rZ', 'this one');
	await screen.press('o'.repeat(100), `Details ${entry(19).token}`, '↓ 15 older', '↑ 96 newer');
});

test("steps pending when details are closed aren't applied to the details below", async t => {
	const {store, screen} = await open(
		t,
		Array.from({length: 120}, (_, n) => entry(n)),
	);
	await screen.press('\rZ', 'this one');
	await screen.press('j\r', `Details ${entry(118).token}`);
	await settle();
	store.block();
	await screen.press('o'.repeat(40), `Details ${entry(88).token}`);
	await screen.press('\u001b', `Details ${entry(119).token}`);
	store.release();
	await screen.has('this one');
	await settle();
	t.true(screen.frame().includes(`Details ${entry(119).token}`));
});

test('shows the raw line, the progress of reading it, or why it is missing or cut', async t => {
	const {store, screen, clock} = await open(t, [entry(1)]);
	store.setRaw((_, progress) => {
		progress?.(30, 100);
		return null;
	});
	store.block();
	await screen.press('\rZ', 'Details 0000000000001');
	await screen.press('G', 'reading back …');
	store.release();
	await screen.has('gone: the file was deleted or');
	await screen.press('\u001b', '1 results found');
	store.setRaw(() =>
		Buffer.from(logLine({time: start + 1000, url: '/another', ip: '203.0.113.9', bytes: 1234}).trimEnd()),
	);
	await screen.press('\rZG', 'gone: the file was deleted or');
	await screen.press('\u001b', '1 results found');
	store.setRaw(() => {
		throw new Error('EIO\u001b[2J');
	});
	await screen.press('\rZG', 'can’t be read back: EIO\\x1b[2J');
	await screen.press('\u001b', '1 results found');
	const long = logLine({time: start + 1000, url: '/en/1', userAgent: `\u001b[31m${'y'.repeat(70_000)}`});
	store.setRaw(() => Buffer.from(long));
	await screen.press('\rZ', 'yyy');
	await screen.press('G', `truncated; the line has ${long.length} B`);
	clock.pass(1);
	t.true(screen.frame().includes('yyy…'));
});

test('a request whose line has no time shows the time of reading and explains it', async t => {
	const {screen} = await open(t, [entry(1, {timeSource: 'read', zone: null})]);
	await screen.press('\rZ', 'gone: the file');
	const lines = plain(screen.lines());
	t.is(lines[3], '200 OK   1.2 kB   ~10:00:01, 3 min ago');
	const at = lines.findIndex(line => line.includes('time of reading'));
	t.deepEqual(lines.slice(at, at + 3), [
		'  The time of reading: the line has no time that can be parsed.',
		'  your time     5 Nov 2026 10:00:01 +01:00 Europe/Vienna',
		'  UTC           5 Nov 2026 9:00:01 +00:00',
	]);
});

test('shows the details of a request without any fields', async t => {
	const nothing = {
		status: null,
		ip: null,
		method: null,
		url: null,
		time: null,
		zone: null,
		protocol: null,
		bytes: null,
	};
	const {screen} = await open(t, [entry(1, {...nothing, incomplete: true})]);
	await screen.press('\rZ', 'gone: the file');
	const lines = plain(screen.lines());
	t.deepEqual(lines.slice(0, 12), [
		'━ Enter  Details 0000000000001  ━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━',
		'',
		'n/a n/a',
		'n/a   n/a',
		'',
		'Same client  n/a: the line has no address',
		'',
		'Request',
		'  IP            n/a',
		'  time          n/a',
		'  token         0000000000001',
		'  format        combined',
	]);
	t.regex(
		lines.slice(12, 16).join(''),
		/^ {2}not logged: host, user, referer, forwarded for, upstream,.* agent, size, +duration +The line was cut: it had no line end/,
	);
	await screen.press('oO\rj', 'Details 0000000000001');
	await screen.press('o', '━ no older request of this client ━');
});

test('escapes everything from a log and keeps lines within the screen at any size', async t => {
	const nasty = '\u001b[2J\u202e日本%1b%zz\u0301\ud800👩‍👩';
	const text = `/${`${nasty}/`.repeat(30)}?${`${nasty}=${nasty}&`.repeat(30)}`;
	const hostile = entry(2, {
		status: 302,
		ip: nasty,
		method: nasty,
		url: text,
		protocol: nasty,
		user: nasty,
		host: nasty,
		referer: text,
		userAgent: text,
		forwardedFor: nasty,
		upstream: nasty,
		file: `/var/log/${nasty}.log`,
	});
	const {store, screen} = await open(t, [
		entry(1, {ip: nasty}),
		hostile,
		{...hostile, ...entry(3, {ip: nasty, url: text}), userAgent: text},
	]);
	store.setRaw(() => Buffer.from(`${nasty}`.repeat(300)));
	for (const [columns, lines] of [
		[80, 24],
		[200, 60],
		[32, 12],
		[20, 5],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		screen.type('j');
		await screen.press('\r', 'Details');
		// Next to the listing, the details get the focus.
		screen.type('\t');
		await settle();
		for (let page = 0; page < 30; page++) {
			const shown = screen.lines();
			t.true(shown.length <= lines);
			for (const line of shown) {
				t.true(stringWidth(line) <= columns, JSON.stringify(line));
				t.notRegex(line, /[\p{C}\u202e]/u);
			}
			screen.type('jj ');
			await settle();
		}
		screen.type('q');
		await screen.hasNot('Details 0');
	}
});

test("in the listing, o and O move to the same client's requests within the search, across pages", async t => {
	const list = Array.from({length: 60}, (_, n) => entry(n, n % 20 === 5 ? {ip: '198.51.100.7'} : {}));
	const {screen} = await open(t, list);
	await screen.press('O', 'No request of the same client further up');
	await screen.press('jjjjjjjjjjjjjjj', '▌200   198.51.100.7');
	await screen.press('o', entry(25).token);
	t.regex(screen.frame(), /▌200 +198\.51\.100\.7 .*0000000000019\n/);
	await screen.press('oo', 'No request of the same client further down');
	t.regex(screen.frame(), /▌200 +198\.51\.100\.7 .*0000000000005/);
	await screen.press('OOO', 'No request of the same client further up');
	t.regex(screen.frame(), /▌200 +198\.51\.100\.7 .*000000000002d/);
	await screen.press('2', 'status:2xx');
	await screen.press('O', 'No request of the same client further up in this search: Enter shows all');
});

test('o reports that a row without an address has an unknown client', async t => {
	const {screen} = await open(t, [entry(1, {ip: null})]);
	await screen.press('o', 'This request has no address: its client is unknown');
});

test("the last line of the client's requests searches for the client and selects this request", async t => {
	const {screen} = await open(
		t,
		Array.from({length: 120}, (_, n) => entry(n, n % 2 === 0 ? others : {})),
	);
	await screen.press(`${'j'.repeat(30)}\rZ`, '↓ 41 older: Enter searches for this client');
	const [title] = screen.lines();
	const token = /Details (\w+)/.exec(title ?? '')?.[1] ?? '';
	await screen.press(`${'j'.repeat(9)}\r`, '60 results found', 'ip:=198.51.100.7', token);
	t.regex(screen.lines().find(line => line.startsWith('▌')) ?? '', new RegExp(`${token} *$`));
});

test("while frozen, the client's later requests aren't queried", async t => {
	const {store, clock, screen} = await open(t);
	await screen.press('jjj\rZ', 'Same client  203.0.113.9, 4 requests');
	await screen.press('=', 'Frozen');
	const {length} = store.calls;
	store.add(entry(9));
	for (let n = 0; n < 3; n++) {
		await settle();
		clock.pass(10_000);
	}
	await settle();
	t.deepEqual(store.calls.slice(length), []);
	await screen.press('=', 'Same client  203.0.113.9, 5 requests');
});

const logFields: readonly LogValue[] = [
	{name: 'status', text: '301', elements: null, isRead: true},
	{name: 'upstream_cache_status', text: 'MISS', elements: null, isRead: false},
	{name: 'RID', text: '9f2c\u001b[2J', elements: null, isRead: false},
];

for (const [keys, search] of [
	['\r', '@upstream_cache_status:=MISS'],
	['+', '@upstream_cache_status:=MISS'],
	['-', '-@upstream_cache_status:=MISS'],
] as const) {
	test(`lists log fields, and ${JSON.stringify(keys)} on one searches for ${search}`, async t => {
		const {store, screen} = await open(t, [entry(1, {ip: null})], {lines: 40, columns: 100});
		store.setRaw(({url, offset}) =>
			Buffer.from(logLine({time: start + offset * 1000, url: url ?? '', status: 200, ip: '-'})),
		);
		store.setLogValues(() => logFields);
		await screen.press('j\rZ', 'Log fields');
		const lines = plain(screen.lines());
		const at = lines.indexOf('Log fields');
		t.deepEqual(lines.slice(at + 1, at + 3), [
			'  upstream_cache_status MISS',
			'  RID                   9f2c\\x1b[2J',
		]);
		t.regex(lines[0] ?? '', /\+ only {2}- without/);
		await screen.press('+', 'no log field is selected');
		await screen.press('j', '▌ upstream_cache_status');
		await screen.press(keys, search, 'results found');
	});
}
