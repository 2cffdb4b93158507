import test, {type ExecutionContext} from 'ava';
import stringWidth from 'string-width';
import {searchNames} from '../../../source/fields/fields.js';
import type {Entry} from '../../../source/store/store.js';
import {keptInMemory} from '../../../source/view/search/search-history.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {type FakeClock, fakeClock} from '../../helpers/fake-clock.js';
import {type FakeStore, fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenScene, type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

type Scene = {readonly store: FakeStore; readonly clock: FakeClock; readonly screen: ScreenScene};

/** Every third request is a 404, every tenth a 500, and every fourth a POST from a different address. */
function mixed(first: number, last: number): readonly Entry[] {
	return entries(first, last).map(({offset: n}) =>
		entry(n, {
			status: n % 10 === 0 ? 500 : n % 3 === 0 ? 404 : 200,
			...(n % 4 === 0 ? {method: 'POST', ip: '198.51.100.7'} : {}),
		}),
	);
}

async function scene(
	t: ExecutionContext,
	options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {},
	past: readonly Entry[] = mixed(1, 35),
): Promise<Scene> {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('results found');
	await settle();
	return {store, clock, screen};
}

/** Returns the numbers in the URLs of the rows, with brackets around the selected one. */
function shown({screen}: Scene): string {
	return screen
		.lines()
		.flatMap(line => {
			const match = /^(.).*\/en\/(\d+) /.exec(line);
			return match ? [match[1] === '▌' ? `[${match[2]}]` : match[2]] : [];
		})
		.join(' ');
}

test('80 by 24: the whole screen while a search is typed', async t => {
	const s = await scene(t);
	await s.screen.press('/status:4', '0 results found');
	await s.screen.press('04', '10 results found', '404  10', '▓ 4xx 100%  █ 5xx 0%');
	t.deepEqual(s.screen.lines(), [
		'/status:404',
		'',
		'10 results found',
		'Status IP           Method URL                            Time     Token',
		...[
			[33, 'GET '],
			[27, 'GET '],
			[24, 'POST'],
			[21, 'GET '],
			[18, 'GET '],
			[15, 'GET '],
			[12, 'POST'],
			[9, 'GET '],
			[6, 'GET '],
			[3, 'GET '],
		].map(([n, method]) => {
			const number = Number(n);
			const ip = method === 'POST' ? '198.51.100.7' : '203.0.113.9 ';
			const time = `9:00:${String(number).padStart(2, '0')}`;
			const token = number.toString(16).padStart(13, '0');
			return ` 404   ${ip} ${method}   ${`/en/${number}`.padEnd(30)} ${time}  ${token}`;
		}),
		'─ 5 Nov 2026 · 1–10 of 10 ─────────── ░ 2xx 0%  ▒ 3xx 0%  ▓ 4xx 100%  █ 5xx 0% ─',
		' 404  10',
		'',
		'',
		'',
		'',
		'',
		'',
		'',
		'Enter keeps it  Esc goes back  Tab completes  ↑ ^R earlier searches  ^U empty',
	]);
	await s.screen.press('\r', 'reqscope');
	t.deepEqual(s.screen.lines().slice(0, 3), [
		' reqscope  access.log                                     ○ no request for 64 s',
		' status:404',
		'10 results found',
	]);
});

test('handles a search, Enter and further keys that arrive in one chunk', async t => {
	const s = await scene(t);
	await s.screen.press('/status:404\rjj', '▌');
	t.is(shown(s), '33 [27] 24 21 18 15 12 9 6 3');
	t.is(s.screen.lines()[1], ' status:404');
});

test('command letters type text in the bar; ^L and ^Z keep their effect', async t => {
	const s = await scene(t);
	await s.screen.press('/q?=!jk+-0', '/q?=!jk+-0');
	s.screen.type('\x0c\x1a');
	await waitFor(() => s.screen.redraws === 1 && s.screen.stops === 1);
	t.true(s.screen.frame().includes('/q?=!jk+-0'));
});

test('shows an error below its position and keeps the last valid result', async t => {
	const s = await scene(t);
	await s.screen.press('/status:404 stauts:5', '^');
	const [bar = '', advice = '', count] = s.screen.lines();
	t.is(bar, '/status:404 stauts:5');
	t.is(advice.indexOf('^'), bar.indexOf('stauts'));
	t.regex(advice, /^ *\^+ .*status/);
	t.regex(count ?? '', /results found/);
	s.screen.type('\r');
	await settle();
	t.true(s.screen.lines()[0]?.startsWith('/status'), 'it stays open');
	await s.screen.press('\x1b', 'reqscope');
	t.is(s.screen.lines()[1], '/ search');
	t.is(s.screen.lines()[2], '35 results found');
});

test('shows and labels the result of the earlier terms while the last one is unfinished', async t => {
	const s = await scene(t);
	await s.screen.press('/status:404 ', '10 results found');
	await s.screen.press('since', '0 results found');
	await s.screen.press(':15', '10 results found   result of the previous search');
	t.is(s.screen.lines()[1], '');
	s.screen.type('m');
	await s.screen.hasNot('result of the previous search');
	t.is(s.screen.lines()[2], '10 results found');
	await s.screen.press('\x15me\t', '/method:', '35 results found   result of the previous search');
});

test('a narrow screen shows the correction under the bar and the end of the message above the footer', async t => {
	const s = await scene(t, {rows: 'fit'});
	await s.screen.press('/agent:curl stauts:500', '^^^^^^');
	t.is(
		s.screen.lines()[1],
		'            ^^^^^^ did you mean status:? To search for the text, write "stauts:…',
	);
	const whole =
		'there is no field “stauts”, did you mean status:? To search for the text, write "stauts:500"';
	t.is(s.screen.lines()[22], `…${whole.slice(-79)}`);
});

test('a field without a value is an error only after Enter; the footer shows the keys of the list', async t => {
	const s = await scene(t);
	await s.screen.press('/status:', '200   ');
	t.is(s.screen.lines()[1], '');
	await s.screen.press('\t', 'Enter inserts it');
	await s.screen.press('\x1b', 'Enter keeps it');
	await s.screen.press('\r', 'a value is missing after the colon, such as status:404');
});

test('Escape in the bar restores the page and the line of the selected row', async t => {
	const s = await scene(t);
	await s.screen.press('jjjjjj', '▌');
	const before = s.screen.lines();
	await s.screen.press('/status:404', '10 results found');
	t.is(shown(s), '33 [27] 24 21 18 15 12 9 6 3');
	await s.screen.press(' method:put', '0 results found');
	await s.screen.press('\x1b', 'reqscope');
	await waitFor(
		() => s.screen.lines().join('\n') === before.join('\n'),
		() => s.screen.frame(),
	);
	t.deepEqual(s.screen.lines(), before);
});

test('joins the lines of a paste in the bar', async t => {
	const s = await scene(t);
	await s.screen.press('/', 'Enter keeps it');
	await s.screen.press('\x1b[200~/en/3\r\nstatus:404\x1b[201~', '//en/3  status:404', '2 results found');
	await s.screen.press('\x1b[200~\x07\x1b[31m\u202e日本\x1b[201~', '\\u202e日本');
	t.is(s.screen.lines().length, 24);
});

test('Tab chooses a completion and Enter inserts it', async t => {
	const s = await scene(t);
	await s.screen.press('/me', ' method ');
	await s.screen.press('\t', '/method:', 'GET   27');
	t.deepEqual(s.screen.lines().slice(15, 17), [' GET   27', ' POST   8']);
	await s.screen.press('\x1b[B\x1b[B', '▌POST');
	await s.screen.press('\r', '/method:POST', '8 results found');
	await s.screen.press('\r', 'reqscope');
	t.is(s.screen.lines()[1], ' method:POST');
});

test('an empty bar lists the fields and their number', async t => {
	const s = await scene(t);
	await s.screen.press('/', ' status  status:');
	t.deepEqual(s.screen.lines().slice(15), [
		' status  status: 404, 5xx, 400-499, >=500',
		' url     part of the URL; =/whole, /with/*, ~regexp',
		' ip      client: 203.0.113.9, 10.0.0.0/8, 203.0.',
		' method  method: post,put',
		' since   start: 15m, 9:00, today, 2026-11-20',
		' until   end: 15m, 9:00 (not included), 2026-11-20 (included)',
		` 1–6 of ${searchNames.length}  (Tab ↓ choose)`,
		'',
		'Enter keeps it  Esc goes back  Tab completes  ↑ ^R earlier searches  ^U empty',
	]);
	await s.screen.press('\x1b[B'.repeat(searchNames.length), '▌source');
	const n = searchNames.length;
	t.is(s.screen.lines()[21], ` ${n - 5}–${n} of ${n}  (Tab ↓ choose)`);
});

test('the list covers the last rows if no lines are free', async t => {
	const s = await scene(t, {rows: 'fit'});
	await s.screen.press('/\t', '▌status');
	t.is(s.screen.lines().length, 24);
	t.is(
		s.screen.lines()[13],
		'─ 1–17 of 35 ── ░ 2xx 63%  ▓ 4xx 29%  █ 5xx 8.6%                            ▇▂',
	);
	t.is(shown(s).split(' ').length, 9);
	s.screen.type('\x1b');
	await s.screen.hasNot('▌status');
	await s.screen.press('\x1b', 'reqscope');
	await settle();
	t.is(shown(s).split(' ').length, 17);
});

test('Up and ^R recall earlier searches', async t => {
	const history = keptInMemory(['status:500']);
	const s = await scene(t, {history});
	await s.screen.press('/\x1b[A', '/status:500', '3 results found');
	await s.screen.press('\r', ' status:500');
	await s.screen.press('/\x15\x12', '^R :');
	await s.screen.press('500', '^R 500: status:500');
	t.is(s.screen.lines()[2], '3 results found');
});

test('suggests what to do if no request matches', async t => {
	const s = await scene(t);
	await s.screen.press('/nowhere\r', 'No request matches');
	t.deepEqual(s.screen.lines().slice(1, 7), [
		' nowhere',
		'0 results found',
		'Status IP           Method URL                            Time     Token',
		'No request matches.',
		'“nowhere” is searched in URLs: line:nowhere searches whole lines.',
		'Backspace removes the last term, / changes the search, C clears it.',
	]);
	await s.screen.press('\x7f', '35 results found');
	t.is(s.screen.lines()[1], '/ search');
	await s.screen.press('\x7f', 'No search is active: these are all requests');
});

test('shows the time of the newest request if it is before the searched period', async t => {
	const s = await scene(t);
	s.clock.pass(3_600_000);
	await s.screen.press('t', 'since:5m', '0 results found');
	await s.screen.has('The newest request is from 5 Nov 2026 9:00:35, before the searched period.');
	await s.screen.press('/\u0015status:418 since:2h', 'No request matches');
	await s.screen.hasNot('The newest request');
	await s.screen.press('\u0015since:10m\r', 'The newest request is from 5 Nov 2026 9:00:35');
	s.store.add(entry(99, {time: start + 3_700_000, url: '/now'}));
	await settle();
	s.clock.pass(1000);
	await s.screen.has('/now');
	await s.screen.hasNot('The newest request');
});

test('suggests the probable meaning if no request matches', async t => {
	const s = await scene(t);
	await s.screen.press('/status:404 or 500\r', 'No request matches', 'C clears it');
	t.deepEqual(s.screen.lines().slice(4, 10), [
		'No request matches all 3 terms.',
		'  0  without  status:404',
		'  0  without  or',
		'  0  without  500',
		'Searched URLs for “or”; for alternatives write OR, or list them: status:404,500',
		'Searched URLs for “500”: did you mean status:500?',
	]);
});

test('the line under the bar shows the field that a bare word searches and its probable meaning', async t => {
	const s = await scene(t, {}, [entry(1, {url: '/search?q=404'}), ...mixed(2, 9)]);
	await s.screen.press('/404', '1 results found');
	t.is(s.screen.lines()[1], '404 searches URLs · status:404 for the status');
	await s.screen.has(' /search?q=404  1');
	t.true(s.screen.lines().some(line => line.trimEnd() === ' status:404'));
	await s.screen.press('\t\r', '/status:404', '3 results found');
	t.is(s.screen.lines()[1], '');
	await s.screen.press('status=500', 'status=500 searches URLs · status:500 for the status');
	await s.screen.press('\t', 'no status is 404 and 500 · one of them: status:404,500');
});

test('completes a bare word that no URL contains with the fields that contain it', async t => {
	const requests = [
		entry(1, {userAgent: 'curl/8.5.0', url: '/a'}),
		entry(2, {userAgent: 'Firefox', host: 'curl.example', url: '/b'}),
		entry(3, {userAgent: 'curl/8.5.0', url: '/c'}),
	];
	const s = await scene(t, {}, requests);
	await s.screen.press('/curl', '0 results found', ' agent:curl  2', ' host:curl   1');
	await s.screen.hasNot('referer:curl');
	await s.screen.press('\t\r', '2 results found');
	t.is(s.screen.lines()[0], '/agent:curl');
	await s.screen.press('\u0015nowhere', '0 results found');
	await s.screen.hasNot(':nowhere');
	await s.screen.press('\u0015cu*l', '0 results found');
	await s.screen.hasNot('agent:');
	s.store.setRaw(({offset}) => Buffer.from(offset === 1 ? 'a 9f2c' : 'b'));
	await s.screen.press('\u00159f2c', ' line:9f2c  1');
	await s.screen.press('\t', '1 results found');
	t.is(s.screen.lines()[0], '/line:9f2c');
	await s.screen.press('\u0015url:/c cur*', ' agent:cur*  1');
	await s.screen.press('\u0015/b OR curl', ' agent:curl  2');
});

test('+ and - search for a cell’s value or exclude it without moving the row', async t => {
	const s = await scene(t);
	await s.screen.press('jjjj\x1b[C\x1b[C\x1b[C', '▌');
	t.is(shown(s), '35 34 33 [32] 31 30 29 28 27 26');
	await s.screen.press('+', ' method:POST', '8 results found');
	t.is(shown(s), '[32] 28 24 20 16 12 8 4');
	await s.screen.has('Held at this row: g shows the newest and follows');
	await s.screen.press('\x7f', '35 results found');
	await s.screen.press('-', '← → go to a cell');
	await s.screen.press('\x1b[C\x1b[C\x1b[C-', ' -method:POST', '27 results found');
	t.is(shown(s), '[31] 30 29 27 26 25 23 22 21 19');
});

test('a second + on an address searches for its network, a third one for the address again; the cell stays selected', async t => {
	const s = await scene(t);
	await s.screen.press(
		'\x1b[C\x1b[C+',
		' ip:=203.0.113.9',
		'+ again takes its network: network:203.0.113.0/24',
	);
	await s.screen.press('+', ' network:203.0.113.0/24', 'The network replaces the address');
	await s.screen.hasNot(' ip:=');
	await s.screen.press(
		'+',
		' ip:=203.0.113.9',
		'The address replaces its network; + again takes its network',
	);
	await s.screen.hasNot(' network:203.0.113.0/24 ');
	await s.screen.press('+', ' network:203.0.113.0/24', 'The network replaces the address');
	// Another cell is left after its first term.
	await s.screen.press('\x1b[C+', ' method:GET', 'Held at this row');
});

for (const [keys, chip] of [
	['\x1b[C+', 'status:404'],
	['\x1b[C-', '-status:404'],
	['\x1b[C\x1b[C+', 'ip:=203.0.113.9'],
	['\x1b[C\x1b[C\x1b[C\x1b[C+', 'url:==/en/33'],
	['\x1b[D\x1b[D+', 'on:2026-11-05T09:00'],
	['\x1b[D\x1b[D-', '-on:2026-11-05T09:00'],
	['\x1b[D+', 'token:0000000000021'],
	['\x1b[D\x1b[C\x1b[C+', 'token:0000000000021'],
] as const) {
	test(`adds the term of a cell: ${chip} by ${JSON.stringify(keys)}`, async t => {
		const s = await scene(t);
		await s.screen.press(`jjj${keys}`, ` ${chip}`);
		t.is(s.screen.lines()[1], ` ${chip}`);
	});
}

test('+ and - without a cell show the keys that select one; Escape leaves the cell, then the held page', async t => {
	const s = await scene(t);
	await s.screen.press('j+', '← → go to a cell');
	s.screen.type('\x1b[C');
	await s.screen.hasNot('← → go to a cell');
	s.screen.type('\x1b');
	await s.screen.hasNot('Esc leaves it');
	await s.screen.press('+', '← → go to a cell');
	t.true(s.screen.frame().includes('held'));
	await s.screen.press('\x1b', 'no request for');
});

test('+ on a missing value searches for rows without it, except on a missing time', async t => {
	const s = await scene(t, {}, [entry(1, {method: null}), entry(2), entry(3, {time: null})]);
	await s.screen.press('jj\x1b[C\x1b[C\x1b[C+', ' -method:*', '1 results found');
	await s.screen.press('\x7f', '3 results found');
	await s.screen.press('j\x1b[D\x1b[D+', 'This cell has no value');
	t.is(s.screen.lines()[1], '/ search');
});

test('digits replace the status class or remove it', async t => {
	const s = await scene(t);
	await s.screen.press('4', '10 results found');
	await s.screen.press('5', '3 results found');
	t.is(s.screen.lines()[1], ' status:5xx');
	await s.screen.press('0', '35 results found');
	t.is(s.screen.lines()[1], '/ search');
});

test('t and T step through the periods', async t => {
	const s = await scene(t);
	await s.screen.press('t', ' since:5m');
	await s.screen.press('ttt', ' since:1h');
	await s.screen.press('T', ' since:30m');
	await s.screen.press('ttt', '/ search');
	t.is(s.screen.lines()[2], '35 results found');
});

test('C clears the search; the footer shows the keys for an active search', async t => {
	const s = await scene(t, {columns: 120});
	t.false(s.screen.frame().includes('C clear'));
	await s.screen.press('4t', ' since:5m');
	t.is(
		s.screen.lines()[23],
		'/ search  d diff  Enter details  i timeline  f top  C clear  r routes  ⌫ last term  z rows  2–5 status  ? help',
	);
	await s.screen.press('C', '35 results found');
	t.is(s.screen.lines()[1], '/ search');
	t.false(s.screen.frame().includes('C clear'));
	await s.screen.press('C', 'No search is active');
});

test('excluding a cell’s value replaces the search for it', async t => {
	const s = await scene(t);
	await s.screen.press('j\x1b[C\x1b[C+', ' ip:=203.0.113.9');
	await s.screen.press('-', ' -ip:=203.0.113.9', '8 results found');
	t.is(s.screen.lines()[1], ' -ip:=203.0.113.9');
});

test('e and E, w and W move to the next error within the search', async t => {
	const s = await scene(t);
	await s.screen.press('e', '▌');
	t.is(shown(s), '35 34 33 32 31 [30] 29 28 27 26');
	s.screen.type('e');
	await waitFor(
		() => shown(s) === '25 24 23 22 21 [20] 19 18 17 16',
		() => s.screen.frame(),
	);
	await s.screen.press('ee', 'No 5xx further down');
	t.true(shown(s).includes('[10]'));
	await s.screen.press('EEE', 'No 5xx further up');
	t.true(shown(s).includes('[30]'));
	s.screen.type('w');
	await s.screen.hasNot('No 5xx');
	await waitFor(() => shown(s).includes('[27]'));
	s.screen.type('W');
	await waitFor(() => shown(s).includes('[33]'));
	await s.screen.press('/method:post\r', ' method:post');
	s.screen.type('gw');
	await waitFor(
		() => shown(s).includes('[24]'),
		() => s.screen.frame(),
	);
});

test('s finds text; n and N move between matches across pages', async t => {
	const s = await scene(t);
	await s.screen.press('s/en/1', 'find: /en/1');
	t.is(s.screen.lines()[2], '35 results found', 'nothing is left out');
	await s.screen.has('1–10 of 35 · not on this page (n next, N previous)');
	s.screen.type('\r');
	await waitFor(
		() => shown(s).includes('[19]'),
		() => s.screen.frame(),
	);
	s.screen.type('nN');
	await settle();
	await waitFor(() => shown(s).includes('[19]'));
	await s.screen.press('N', 'Not found further up (in these columns)');
	s.screen.type('\x1b');
	await s.screen.hasNot('found in');
	await s.screen.press('n', 'No find is active');
});

test('Enter moves to the first match from the selected row on, or reports that there is no match', async t => {
	const s = await scene(t);
	await s.screen.press('jjjjsPOST\r', 'found in 2 rows here (n next, N previous)');
	await waitFor(
		() => shown(s).includes('[32]'),
		() => s.screen.frame(),
	);
	s.screen.type('n');
	await waitFor(() => shown(s).includes('[28]'));
	await s.screen.press('s\x15nowhere\r', 'Not found from here down: N searches up (in these columns)');
	t.true(s.screen.frame().includes('not on this page'));
});

test('a store error replaces the progress message of n', async t => {
	const s = await scene(t);
	await s.screen.press('snowhere\r', 'Not found from here down');
	s.store.block();
	await s.screen.press('n', 'Searching …');
	s.store.fail(new Error('the disk is gone'));
	s.store.release();
	await s.screen.has('the disk is gone');
	t.false(s.screen.frame().includes('Searching …'));
});

test('Escape in the find prompt restores the previous text', async t => {
	const s = await scene(t);
	await s.screen.press('sPOST\rs\x15GET', 'find: GET');
	await s.screen.press('\x1b', 'reqscope');
	s.screen.type('n');
	await waitFor(
		() => shown(s).includes('['),
		() => s.screen.frame(),
	);
	t.is(shown(s), '35 34 33 [32] 31 30 29 28 27 26');
});

for (const [columns, lines] of [
	[80, 24],
	[40, 14],
	[40, 13],
	[60, 9],
	[30, 6],
	[20, 4],
	[20, 3],
] as const) {
	for (const color of [true, false]) {
		test(`${columns} by ${lines}${color ? ' in colour' : ''}: bar, chips, cells and matches fit on the screen`, async t => {
			const s = await scene(t, {columns, lines, color});
			const fits = (): boolean =>
				s.screen.lines().length <= lines && s.screen.lines().every(line => stringWidth(line) <= columns);
			for (const keys of [
				'/status:404 -ip:198.51.100.7 url:"日本日本日本日本" ',
				'stauts:',
				'\x15url:en',
				'\r',
				'jj\x1b[C\x1b[C',
				'+',
				'sen',
				'\r',
				'n',
			]) {
				s.screen.type(keys);
				await settle();
				t.true(fits(), `${keys}\n${s.screen.frame()}`);
			}
			await s.screen.has('results');
		});
	}
}

test('a low screen moves the bar and its error to other lines', async t => {
	const s = await scene(t, {lines: 12});
	await s.screen.press('/status:x', '/status:x');
	t.is(s.screen.lines()[0], '/status:x');
	t.regex(s.screen.lines()[10] ?? '', /status/);
	s.screen.resize(80, 6);
	await waitFor(() => s.screen.lines().length === 6);
	t.is(s.screen.lines()[1], '/status:x');
	s.screen.resize(80, 8);
	await s.screen.press('\x15', 'Enter keeps it  Esc goes back');
});

test('shows the beginning of a long term, or only the last terms on a narrow screen', async t => {
	const s = await scene(t, {columns: 60});
	await s.screen.press('/-url:~^/(en|de)/some-of-the-shapes/that-are-long/[0-9]+$ status:404\r', 'reqscope');
	t.is(s.screen.lines()[1], ' -url:~^/(en|de)/some-of-the-shapes/that-are-…   status:404');
	s.screen.resize(24, 24);
	await waitFor(() => s.screen.lines()[1]?.startsWith('…') === true);
	t.is(s.screen.lines()[1], '…  status:404');
});

test('shows the progress of a slow search next to the previous count', async t => {
	const s = await scene(t);
	await s.screen.press('j', '▌', '■ page held', '█ 5xx 8.6%');
	const pager = s.screen.lines()[14];
	s.store.block();
	await s.screen.press('4', 'status:4xx');
	s.clock.pass(300);
	await s.screen.has('searching');
	t.is(s.screen.lines()[2], '35 results found   searching … (showing the previous search)');
	t.is(s.screen.lines()[14], pager);
	t.is(shown(s), '[35] 34 33 32 31 30 29 28 27 26');
	s.store.release();
	await s.screen.has('10 results found', '▓ 4xx 100%');
	t.is(s.screen.lines()[2], '10 results found');
});

test('the footer shows the keys for the current cell, prompt or match', async t => {
	const s = await scene(t);
	const footer = (): string | undefined => s.screen.lines().at(-1);
	await s.screen.press('\x1b[C', '▌');
	t.is(footer(), '← → cell  + search for it  - without it  Esc leaves it  / search  z rows  ? help');
	await s.screen.press('s', 'find:');
	t.is(footer(), 'Enter goes to the first match  n N go to other matches  Esc goes back');
	s.screen.type('en\r');
	await s.screen.hasNot('find:');
	t.is(footer(), '← → cell  + search for it  - without it  Esc leaves it  / search  z rows  ? help');
	await s.screen.press('\x1b', 'n next found');
	t.is(footer(), 'n next found  N previous  Esc ends it  / search  Enter details  z rows  ? help');
	await s.screen.press('/\x12', 'letters search');
	t.is(footer(), 'Enter keeps it  Esc goes back  ^R finds an older one  letters search');
});

test('shows the probable meaning of an active search after its terms', async t => {
	const s = await scene(t);
	await s.screen.press('/not status:200\r', 'to exclude');
	t.is(s.screen.lines()[1], ' not   status:200   “not” searches URLs · -status:200 to exclude');
});

test('a narrow screen shows only the correction of an active search', async t => {
	const s = await scene(t, {columns: 44});
	await s.screen.press('/not status:200\r', 'to exclude');
	t.is(s.screen.lines()[1], ' not   status:200   -status:200 to exclude');
});

test('the line under the bar shows the probable meaning during typing', async t => {
	const s = await scene(t);
	await s.screen.press('/en or status', '“or” searches URLs · OR for alternatives');
	await s.screen.press(' >= 500', 'did you mean status:>=500?');
	t.is(
		s.screen.lines()[1],
		'“or” searches URLs · OR for alternatives; status >= 500 searches URLs · status:…',
	);
});

test('a log field that no line has is an error below the search, with similar names', async t => {
	const s = await scene(t);
	s.store.setLogFields([
		{name: 'Tenant', n: 9},
		{name: 'cs', n: 3},
	]);
	s.store.setUnknownLogFields(['tennant']);
	await s.screen.press('/@tennant:a', 'no line has the log field @tennant: did you mean @Tenant?');
	t.is(s.screen.lines()[1], 'no line has the log field @tennant: did you mean @Tenant?');
	await s.screen.has('No line has the log field @tennant: did you mean @Tenant?');
	await s.screen.press('\r', '@tennant:a   no line has the log field');
	s.store.setUnknownLogFields([]);
	s.clock.pass(2000);
	await s.screen.hasNot('no line has');
});

test('the count line shows the progress of a search that reads lines', async t => {
	const s = await scene(t);
	s.store.setLines({read: 41_000, total: 100_000, unreadable: 0});
	await s.screen.press('/-@cs:HIT\r', 'searching lines 41 %');
	s.store.setLines({read: 100_000, total: 100_000, unreadable: 3});
	s.clock.pass(2000);
	await s.screen.has('3 lines can no longer be read');
	await s.screen.hasNot('searching lines');
});

test('completes names of log fields, and their values', async t => {
	const s = await scene(t, {}, [
		...entries(1, 3).map(one => ({...one, fields: {cs: 'HIT'}})),
		entry(4, {fields: {cs: 'MISS'}}),
	]);
	s.store.setLogFields([
		{name: 'CS', n: 4},
		{name: 'rid', n: 1},
	]);
	await s.screen.press('/@', 'CS   in 4 of the newest lines', 'rid  in 1 of the newest lines');
	await s.screen.press('c\t', '/@CS:', ' HIT   3', ' MISS  1');
	await s.screen.press('\t\t\r', '1 results found');
	t.is(s.screen.lines()[0], '/@CS:=MISS');
});
