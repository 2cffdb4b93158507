import {appendFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import stringWidth from 'string-width';
import {fieldNames} from '../../../source/query/field-names.js';
import type {Entry} from '../../../source/store/store.js';
import {helpLines} from '../../../source/view/panels/help/help-lines.js';
import {makePanels} from '../../../source/view/panels/panels.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {type FakeClock, fakeClock, passTime} from '../../helpers/fake-clock.js';
import {type FakeStore, fakeStore} from '../../helpers/fake-store.js';
import {openStore} from '../../helpers/open-store.js';
import {type ScreenScene, type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {untilCounted} from '../../helpers/store-model.js';
import {temporaryLog} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

type Scene = {readonly store: FakeStore; readonly clock: FakeClock; readonly screen: ScreenScene};

async function scene(
	t: ExecutionContext,
	past: readonly Entry[] = entries(1, 35),
	options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {},
): Promise<Scene> {
	const store = fakeStore(...past);
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('results found');
	if (past.length > 0 && (options.lines ?? 24) >= 14) {
		await screen.has('2xx ');
		if ((options.columns ?? 80) >= 80) {
			await waitFor(() => /no request for|● live/.test(screen.frame()));
		}
	}
	await settle();
	return {store, clock, screen};
}

/** Returns the numbers in the URLs of the rows, with brackets around the selected one. */
function shown({screen}: Scene): string {
	return screen
		.lines()
		.flatMap(line => {
			const match = /^(.).*\/en\/(-?\d+) /.exec(line);
			return match ? [match[1] === '▌' ? `[${match[2]}]` : match[2]] : [];
		})
		.join(' ');
}

test('80 by 24: the whole screen', async t => {
	const {screen} = await scene(t, [
		entry(3, {status: 404, ip: '198.51.100.231', method: 'POST', url: 'http://shop.example/en/?p=2'}),
		entry(2, {status: null, ip: null, method: null, url: null, time: null}),
		entry(1, {status: 500, url: '/en/a/very/long/path/that/does/not/fit'}),
	]);
	t.deepEqual(screen.lines(), [
		' reqscope  access.log                                     ○ no request for 96 s',
		'/ search',
		'3 results found',
		'Status IP             Method URL                          Time     Token',
		' 404   198.51.100.231 POST   /en/?p=2                     9:00:03  0000000000003',
		' 500   203.0.113.9    GET    /en/a/very/long/path/that/d… 9:00:01  0000000000001',
		' n/a   n/a            n/a    n/a                          n/a      0000000000002',
		'',
		'',
		'',
		'',
		'',
		'',
		'',
		'─ 5 Nov 2026 · 1–3 of 3 ───────────── ░ 2xx 0%  ▒ 3xx 0%  ▓ 4xx 33%  █ 5xx 33% ─',
		'',
		'',
		'',
		'',
		'',
		'',
		'',
		'',
		'/ search  Enter details  i timeline  f top  r routes  d diff  z rows  ? help',
	]);
});

test('a new request appears at the top and raises the count', async t => {
	const s = await scene(t);
	t.is(s.screen.lines()[2], '35 results found');
	t.is(shown(s), '35 34 33 32 31 30 29 28 27 26');
	s.clock.pass(1000);
	s.store.add(entry(36));
	await s.screen.has('36 results found');
	t.is(shown(s), '36 35 34 33 32 31 30 29 28 27');
});

test('a long method that arrives later fits at 80 columns', async t => {
	const s = await scene(t);
	s.clock.pass(1000);
	s.store.add(entry(36, {method: 'OPTIONS'}));
	await s.screen.has('36 results found');
	t.regex(s.screen.frame(), / OPTIONS \/en\/36 /);
});

test('a long address that arrives later widens its column at 120 columns; the width stays', async t => {
	const s = await scene(t, entries(1, 35), {columns: 120});
	const ip = '2001:db8:8f0:1234::7';
	s.clock.pass(1000);
	s.store.add(entry(36, {ip}));
	await s.screen.has(ip);
	const header = s.screen.lines()[3];
	s.clock.pass(1000);
	s.store.add(...entries(37, 60));
	await s.screen.has('60 results found');
	// The clients below the rows still list it.
	t.false(s.screen.lines().slice(4, 14).join('\n').includes(ip));
	t.is(s.screen.lines()[3], header);
	await s.screen.press('  ', '▌', ip);
});

test('^L redraws the screen, also with the help open', async t => {
	const s = await scene(t);
	const before = s.screen.frame();
	s.screen.type('\x0c');
	await waitFor(() => s.screen.redraws === 1);
	t.is(s.screen.frame(), before);
	await s.screen.press('?\x0c', 'Esc closes ━');
	await waitFor(() => s.screen.redraws === 2);
});

for (const [name, state, mostFrames] of [
	['draws no frame for an hour after everything has been read', 'ended', 0],
	['draws one frame a minute for an hour without requests, with another time in the title', 'following', 1],
] as const) {
	test(name, async t => {
		const s = await scene(t);
		s.store.setStatus({files: [{path: 'access.log', state}]});
		let quiet = 0;
		const isQuietForAnHour = async (): Promise<boolean> => {
			const {frames} = s.screen;
			const below = s.screen.lines().slice(1).join('\n');
			await passTime(s.clock, 60_000);
			const isQuiet =
				s.screen.frames - frames <= mostFrames && s.screen.lines().slice(1).join('\n') === below;
			quiet = isQuiet ? quiet + 1 : 0;
			return quiet === 60;
		};
		// Delayed work of the first screen may still draw frames.
		await t.notThrowsAsync(waitFor(isQuietForAnHour, () => s.screen.frame()));
		t.regex(
			s.screen.lines()[0] ?? '',
			state === 'ended' ? / ○ read to the end$/ : / ○ no request for \d+ min$/,
		);
	});
}

test('80 by 24: the date is on the pager line and on the first row of each earlier day', async t => {
	const day = 24 * 60 * 60_000;
	const days = [1, 2, 3, 4].map(n => entry(n, {time: start + n * 1000 - (n < 3 ? day : 0)}));
	const s = await scene(t, days);
	await s.screen.has('4 results found');
	const times = s.screen
		.lines()
		.slice(4, 8)
		.map(line =>
			line
				.slice(-36)
				.trim()
				.replace(/ +[0-9a-f]+$/, ''),
		);
	t.deepEqual(times, ['9:00:04', '9:00:03', '4 Nov 2026 9:00:02', '9:00:01']);
	t.is(
		s.screen.lines()[14],
		'─ 5 Nov 2026 and before · 1–4 of 4 ── ░ 2xx 100%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 0% ─',
	);
});

test('a ~ marks the time of reading at any width, and the columns stay aligned', async t => {
	const read = (n: number) => entry(n, {timeSource: 'read'});
	const {screen} = await scene(t, [entry(1), read(2), read(3)], {zone: 'Asia/Tokyo'});
	const rows = () => screen.lines().filter(line => /^ 200 /.test(line));
	t.deepEqual(rows(), [
		' 200   203.0.113.9 GET    /en/3                          ~18:00:03 0000000000003',
		' 200   203.0.113.9 GET    /en/2                          ~18:00:02 0000000000002',
		' 200   203.0.113.9 GET    /en/1                          18:00:01  0000000000001',
	]);
	t.true(screen.frame().includes('\n─ 5 Nov 2026 · 1–3 of 3 ─'));
	screen.resize(120, 30);
	await waitFor(() => /~5 Nov 2026 18:00:03 +0000000000003/.test(screen.frame()));
	t.true(rows().every(line => line.indexOf('00000000000') === rows()[0]?.indexOf('00000000000')));
});

test('new lines without a time appear at the top with the time of reading', async t => {
	const {path} = temporaryLog(t, 'GET /en/1 200 12 - 4.532 ms\n');
	const clock = fakeClock(start);
	const store = openStore(t, [path], {now: clock.now});
	const screen = screenScene({t, store, clock});
	await screen.has('1 results found');
	clock.pass(3000);
	appendFileSync(path, 'GET /en/2 200 12 - 4.532 ms\nGET /en/3 200 12 - 4.532 ms\n');
	await untilCounted(store, 3);
	await waitFor(() => {
		clock.pass(1000);
		return screen.frame().includes('3 results found');
	});
	t.deepEqual(
		screen.lines().flatMap(line => /\/en\/\d .*?(?= *[0-9a-f]{13})/.exec(line)?.[0].replace(/ +/, ' ') ?? []),
		['/en/3 ~9:00:03', '/en/2 ~9:00:03', '/en/1 n/a'],
	);
});

test('a move holds the page, and the count shows the number of new requests', async t => {
	const s = await scene(t);
	await s.screen.press('jj', '▌');
	const before = s.screen.lines();
	t.is(before[14], '─ 1–10, held (g follows again) ────── ░ 2xx 100%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 0% ─');
	s.clock.pass(1000);
	s.store.add(...entries(36, 73));
	await s.screen.has('38 new ↑');
	t.is(s.screen.lines()[2], '73 results found   38 new ↑');
	t.regex(s.screen.lines()[0] ?? '', / {3}■ page held$/);
	t.deepEqual(s.screen.lines().slice(3, 15), before.slice(3, 15));
	t.deepEqual(s.screen.lines().at(-1), before.at(-1));
	await s.screen.press('g', '/en/73 ');
	t.is(s.screen.lines()[2], '73 results found');
	t.notRegex(s.screen.frame(), /▌/);
});

for (const [name, keys] of [
	['Escape', '\x1b'],
	['Home', '\x1b[H'],
	['F', 'F'],
] as const) {
	test(`${name} follows again`, async t => {
		const s = await scene(t);
		await s.screen.press('j', 'held');
		await s.screen.press(keys, 'no request for');
		t.notRegex(s.screen.frame(), /▌/);
	});
}

for (const [keys, result] of [
	['j', '[35] 34 33 32 31 30 29 28 27 26'],
	['\x1b[B', '[35] 34 33 32 31 30 29 28 27 26'],
	['jjjk', '35 [34] 33 32 31 30 29 28 27 26'],
	[' ', '[25] 24 23 22 21 20 19 18 17 16'],
	['\x1b[6~', '[25] 24 23 22 21 20 19 18 17 16'],
	['  b', '[25] 24 23 22 21 20 19 18 17 16'],
	['\x04', '35 34 33 32 [31] 30 29 28 27 26'],
	['\x04\x04\x15', '35 34 33 32 [31] 30 29 28 27 26'],
	['G', '10 9 8 7 6 5 4 3 2 [1]'],
	['\x1b[F', '10 9 8 7 6 5 4 3 2 [1]'],
] as const) {
	test(`moves the selection with the keys ${JSON.stringify(keys)}`, async t => {
		const s = await scene(t);
		await s.screen.press(keys, '▌');
		await settle();
		t.is(shown(s), result);
	});
}

for (const [keys, pager, result] of [
	['G', '26–35', '10 9 8 7 6 5 4 3 2 [1]'],
	['Gb', '16–25', '20 19 18 17 16 15 14 13 12 [11]'],
	['Gbb', '6–15', '30 29 28 27 26 25 24 23 22 [21]'],
	['Gbbb', '1–10', '35 34 33 32 [31] 30 29 28 27 26'],
	['Gbbbb', '1–10', '[35] 34 33 32 31 30 29 28 27 26'],
	['Gbbb   ', '26–35', '10 9 8 7 6 5 4 3 2 [1]'],
	['   ', '26–35', '10 9 8 7 6 [5] 4 3 2 1'],
	['    ', '26–35', '10 9 8 7 6 5 4 3 2 [1]'],
	['   b', '16–25', '20 19 18 17 16 [15] 14 13 12 11'],
] as const) {
	test(`pages between both ends: ${keys.replaceAll(' ', 'Space ')}`, async t => {
		const s = await scene(t);
		await s.screen.press(keys, `${pager}, held`);
		await settle();
		t.is(shown(s), result);
		t.true(s.screen.frame().includes('35 results found'));
	});
}

test('--rows 40 shows the rows that fit on 24 lines, and all forty on 60', async t => {
	const s = await scene(t, entries(1, 45), {rows: 40});
	await s.screen.has('1–17 of 45');
	for (const pager of ['1–17 of 45', '1–17 of 45']) {
		s.screen.type('z');
		await settle();
		await s.screen.has(pager);
	}
	s.screen.resize(80, 60);
	await s.screen.has('1–40 of 45');
	await s.screen.press('z', '1–45 of 45');
	await s.screen.press('z', '1–40 of 45');
	t.is(shown(s).split(' ').length, 40);
});

for (const [name, keys, told] of [
	['a paste', '\x1b[200~jq\x03\x1b[201~', 'Ignored pasted text: / starts a search'],
	['a paste without marks', 'jhoney', 'Ignored pasted text: / starts a search'],
	['an unbound key', 'Q', 'Q has no function; ? lists the keys'],
	['an unbound control key', '\x01', '^A has no function; ? lists the keys'],
] as const) {
	test(`${name} only shows a message, until the next key`, async t => {
		const s = await scene(t);
		const before = s.screen.lines();
		await s.screen.press(keys, told);
		const kept = before.filter((line, row) => line === s.screen.lines()[row]);
		t.is(kept.length, before.length - 1);
		s.screen.type('j');
		await s.screen.hasNot(told);
		await s.screen.has('▌');
	});
}

for (const [name, keys] of [['an answer of the terminal', '\x1b]11;rgb:ffff/ffff/ffff\x07']] as const) {
	test(`${name} does nothing`, async t => {
		const s = await scene(t);
		const before = s.screen.frame();
		s.screen.type(keys);
		await settle();
		t.is(s.screen.frame(), before);
		// The keyboard still works.
		await s.screen.press('j', '▌');
	});
}

test('= freezes the rows, the count and the status, but not the keys', async t => {
	const s = await scene(t);
	// The overview waits until the search has been unchanged for a while.
	await passTime(s.clock, 200);
	await s.screen.has('f c Clients ');
	await s.screen.press('=', '‖ frozen');
	const before = s.screen.frame();
	t.is(s.screen.lines()[2], '35 results found');
	t.regex(s.screen.lines()[0] ?? '', / ‖ frozen$/);
	s.clock.pass(1000);
	s.store.add(entry(36));
	s.store.setStatus({unrecognised: 5});
	await settle();
	t.is(s.screen.frame(), before);
	await s.screen.press('=', '36 results found');
	t.true(s.screen.frame().includes('5 lines not recognised'));
});

test('= freezes a panel, and its title shows that', async t => {
	const s = await scene(t);
	await s.screen.press('fZ', '\n35 requests');
	await s.screen.hasNot('results found');
	t.true(s.screen.lines().at(-1)?.startsWith('Esc closes  Z back  / search'), 'the footer stays');
	const before = s.screen.lines();
	await s.screen.press('=', 'Frozen, = continues  f  Most frequent');
	t.regex(s.screen.lines()[0] ?? '', /Z back {2}Esc closes ━$/);
	s.store.add(entry(36));
	await passTime(s.clock, 1000);
	t.deepEqual(s.screen.lines().slice(1), before.slice(1));
	await s.screen.press('=', '\n36 requests');
	t.is(s.screen.lines()[0], before[0]);
});

test('z toggles between the rows that fit and ten rows', async t => {
	const s = await scene(t);
	await s.screen.press('z', '/en/20 ');
	t.is(shown(s).split(' ').length, 17);
	t.is(s.screen.lines().at(-1)?.slice(0, 8), '/ search');
	s.screen.type('z');
	await s.screen.hasNot('/en/20 ');
	t.is(shown(s).split(' ').length, 10);
});

test('--rows fit and --rows 3 set the number of rows', async t => {
	const fit = await scene(t, entries(1, 35), {rows: 'fit'});
	await fit.screen.has('/en/20 ');
	fit.screen.close();
	const three = await scene(t, entries(1, 35), {rows: 3});
	t.is(shown(three), '35 34 33');
});

/** The line below the first ten of 35 rows. */
const pagerLine = '─ 5 Nov 2026 · 1–10 of 35 ─────────── ░ 2xx 100%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 0% ─';

/** Number of help lines at 80 columns. */
const helpLength = helpLines(makePanels(), 80).length;

test('? opens the help; Escape, ? and q close it', async t => {
	const s = await scene(t);
	for (const close of ['\x1b', '?', 'q']) {
		await s.screen.press('?', '━ ?  Keys 1–18 of');
		t.is(
			s.screen.lines()[3],
			`━ ?  Keys 1–18 of ${helpLength}  ${'━'.repeat(10)} / filters: /examples  j k scroll  Esc closes ━`,
		);
		t.true(s.screen.lines().length === 24);
		t.true(s.screen.frame().includes('Space PgDn  next page'));
		s.screen.type('j');
		s.screen.type(close);
		await s.screen.hasNot('Keys ');
		t.is(s.screen.lines()[14], pagerLine);
	}
	await s.screen.press('\x1bOP', 'Keys 1–18');
});

test('the title of the details has the keys that fit next to its own key', async t => {
	const {screen} = await scene(t);
	await screen.press('j\r', 'Enter opens  j k move  Esc closes ━');
	t.regex(
		screen.lines()[3] ?? '',
		/^━ Enter {2}Details \w{13} 1–18 of \d+ {2}━+ Enter opens {2}j k move {2}Esc closes ━$/,
	);
});

test('the title of the most frequent values explains letters: after f, or f and s, a letter is a field', async t => {
	const {screen} = await scene(t);
	await screen.press('f', 'underlined letter or @: field  Enter only it  Esc closes ━');
	await screen.press('s', '5xx ▾', 'underlined letter or @: field');
	await screen.press('u', 'URL, 3');
	await screen.press('ff', 'underlined letter or @: field');
	await screen.press('j', '━ s sort  Enter only it');
	t.false(screen.frame().includes('@: field'));
	await screen.press('s', '5xx ▾');
});

test('the help lists every search field', t => {
	const texts = helpLines(makePanels(), 80).map(line => ('lead' in line ? line.lead.trim() : ''));
	for (const name of Object.keys(fieldNames)) {
		t.true(texts.includes(`${name}:`), name);
	}
});

test('the help scrolls if it doesn’t fit', async t => {
	const s = await scene(t, entries(1, 35), {lines: 12});
	await s.screen.press('?Z', 'Keys 1–9 of');
	t.is(
		s.screen.lines()[0],
		`━ ?  Keys 1–9 of ${helpLength}  ━━━ / filters: /examples  j k scroll  Z back  Esc closes ━`,
	);
	t.is(s.screen.lines()[2], '── Listing ──');
	await s.screen.press('jj', 'Keys 3–11 of');
	t.is(s.screen.lines()[2], 'k ↑         previous row');
	await s.screen.press('G', 'n/a: the line');
	t.is(
		s.screen.lines()[0],
		`━ ?  Keys ${helpLength - 8}–${helpLength} of ${helpLength}  ━━━━━━━━━━━ / filters: /examples  Z back  Esc closes ━`,
	);
	s.screen.resize(80, 20);
	await s.screen.has(`Keys ${helpLength - 16}–${helpLength} of`);
	s.screen.resize(80, helpLength + 3);
	await s.screen.has('━ ?  Keys  ━━');
	t.is(s.screen.lines()[2], '── Listing ──');
	await s.screen.press('?', '35 results found');
	t.is(s.screen.lines()[14], '5 Nov 2026 · 1–10 of 35', 'a large overview has the shares');
});

test('the screen adapts to every size from 200 by 60 to 20 by 3', async t => {
	const s = await scene(t);
	for (const [columns, lines] of [
		[200, 60],
		[120, 40],
		[60, 12],
		[40, 9],
		[30, 6],
		[20, 3],
	] as const) {
		s.screen.resize(columns, lines);
		await waitFor(() => s.screen.lines().length === lines, s.screen.frame);
		for (const line of s.screen.lines()) {
			t.true(stringWidth(line) <= columns);
		}
		t.regex(s.screen.frame(), /35 results found/);
		t.regex(s.screen.frame(), / 200 .*\/en\/35/);
	}
	s.screen.resize(80, 24);
	await s.screen.has('/en/26 ');
	t.is(shown(s), '35 34 33 32 31 30 29 28 27 26');
});

test('a screen that is too small shows only a message about it, until it grows', async t => {
	const s = await scene(t);
	s.screen.resize(30, 2);
	await s.screen.has('Too small: make it larger');
	for (const [columns, lines] of [
		[1, 1],
		[5, 1],
		[1, 50],
		[17, 24],
	] as const) {
		s.screen.resize(columns, lines);
		await waitFor(() => stringWidth(s.screen.frame()) <= columns, s.screen.frame);
		await settle();
		t.true(stringWidth(s.screen.frame()) <= columns);
	}
	s.screen.resize(80, 24);
	await s.screen.has('35 results found');
});

test('a page keeps its selection when the screen shrinks', async t => {
	const s = await scene(t);
	await s.screen.press('jjjjjjjj', '▌');
	s.screen.resize(80, 10);
	await waitFor(() => shown(s) === '31 30 29 [28]', s.screen.frame);
	s.screen.resize(80, 24);
	await s.screen.has('/en/22 ');
	t.is(shown(s), '31 30 29 [28] 27 26 25 24 23 22');
});

test('an empty listing shows the files that it waits for and their problems', async t => {
	const s = await scene(t, []);
	t.is(s.screen.lines()[2], '0 results found');
	t.is(s.screen.lines()[4], 'Waiting for the first request in access.log.');
	s.clock.pass(1000);
	s.store.setStatus({
		files: [
			{path: '/var/log/a\x1b[2J.log', state: 'waiting'},
			{path: 'b.log', state: 'unreadable', problem: 'permission denied'},
		],
	});
	await s.screen.has('no such file');
	t.deepEqual(s.screen.lines().slice(4, 6), [
		'Waiting for /var/log/a\\x1b[2J.log: no such file',
		'b.log can’t be read: permission denied',
	]);
	// The listing shows the problem, so the status line doesn't repeat it.
	t.is(s.screen.lines()[20], '');
	s.clock.pass(1000);
	s.store.setStatus({
		files: [
			{path: '/srv/shop/logs', state: 'waiting', problem: 'no access log in this directory yet'},
			{path: `/srv/${'a-long-name/'.repeat(9)}access.log`, state: 'unreadable', problem: 'permission denied'},
			{path: '-', state: 'following'},
		],
		unrecognised: 68,
	});
	await s.screen.has('standard input');
	t.deepEqual(s.screen.lines().slice(4, 10), [
		'Waiting for /srv/shop/logs: no access log in this directory yet',
		'…/a-long-name/a-long-name/a-long-name/a-long-name/a-long-name/access.log can’t',
		'be read: permission denied',
		'68 lines are in no known format: this doesn’t look like an access log.',
		'L shows them. To see why, quit and run: reqscope explain FILE',
		'Waiting for the first request in standard input.',
	]);
});

test('the status line shows notices, lag and unrecognised lines', async t => {
	const s = await scene(t);
	s.clock.pass(1000);
	s.store.setStatus({
		unrecognised: 1,
		lag: 1_234_567,
		lagTime: 300,
		notices: [
			{time: start, since: start, times: 1, path: 'access.log', text: 'an older one'},
			{time: start, since: start, times: 1, path: 'access.log', text: 'was\ntruncated'},
		],
	});
	await s.screen.has('not recognised');
	t.is(s.screen.lines()[21], 'access.log: was\\ntruncated');
	t.is(s.screen.lines()[22], '1.2 MB behind · 2 notices (!) · 1 line not recognised (L)');
});

test('a long status uses the blank lines above or shortens paths', async t => {
	const s = await scene(t);
	const path = '/var/log/nginx/customers/shop.example/access.log';
	s.clock.pass(1000);
	s.store.setStatus({
		files: [{path, state: 'following', problem: 'renamed or moved away; still reading that file'}],
		unrecognised: 3,
	});
	await s.screen.has('not recognised');
	const lines = s.screen.lines();
	t.is(lines[14], pagerLine);
	t.true(lines[19]?.startsWith('f c Clients '), 'the status covers only the end of the overview');
	t.deepEqual(lines.slice(20), [
		`${path}: renamed or moved away; still`,
		'reading that file',
		'3 lines not recognised (L)',
		'/ search  Enter details  i timeline  f top  r routes  d diff  z rows  ? help',
	]);
	await s.screen.press('z', '/en/19 ');
	t.deepEqual(s.screen.lines().slice(21), [
		'─ 1–17 of 35 ──── ░ 2xx 100%  ▓ 4xx 0%  █ 5xx 0%                            ▇▂',
		'…/access.log: renamed or moved away; still reading… · 3 lines not recognised (L)',
		'/ search  Enter details  i timeline  f top  r routes  d diff  z rows  ? help',
	]);
});

test('the pager doesn’t claim to follow if no file can grow', async t => {
	const s = await scene(t);
	s.clock.pass(1000);
	s.store.setStatus({
		files: [
			{path: '-', state: 'ended'},
			{path: 'b.log', state: 'unreadable', problem: 'permission denied'},
		],
	});
	await s.screen.has('○ read to the end');
	await s.screen.press('j', 'held');
	t.is(
		s.screen.lines()[14],
		'─ 1–10, held (g shows the newest) ─── ░ 2xx 100%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 0% ─',
	);
});

test('no control character of a log reaches the terminal unescaped', async t => {
	const nasty = '/en/\x1b[2J\x1b]0;pwn\x07\x9b2J\n\r\t\u202e\u0000\ud800';
	const {screen} = await scene(t, [
		entry(1, {url: nasty, ip: nasty, method: nasty}),
		entry(2, {url: `/${'a'.repeat(1_000_000)}`, ip: '日本語'.repeat(30), method: 'e\u0301'.repeat(50)}),
		entry(3, {url: `/en/${'\u0301'.repeat(1000)}`, method: '👩‍🚀🇦🇹', ip: 'क्क्क'}),
	]);
	t.notRegex(screen.frame(), /[^\P{C}\n]|[\u2028\u2029]/u);
	t.is(screen.lines().length, 24);
	const rows = screen.lines().slice(4, 7);
	t.deepEqual(
		rows.map(row => stringWidth(row)),
		[80, 80, 80],
	);
	t.true(rows[2]?.includes('\\x1b'));
});

test('^Z stops the process once; keys work after SIGCONT', async t => {
	const s = await scene(t);
	s.screen.type('\x1a\x1a');
	await settle();
	t.is(s.screen.stops, 1);
	process.emit('SIGCONT', 'SIGCONT');
	await settle();
	s.screen.type('\x1a');
	await settle();
	t.is(s.screen.stops, 2);
	process.emit('SIGCONT', 'SIGCONT');
	await s.screen.press('j', '▌');
});
