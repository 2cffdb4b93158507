import test from 'ava';
import type {Separator} from '../../../../source/bookmarks/bookmark-record.js';
import {timeFormatter} from '../../../../source/format/time-formatter.js';
import type {Entry} from '../../../../source/store/store.js';
import {asciiCharacters} from '../../../../source/themes/chart-characters.js';
import {toRow} from '../../../../source/view/listing/row.js';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entry, entryAt, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {type PanelScreenOptions, panelScreen} from '../../../helpers/panel-screen.js';
import {settle} from '../../../helpers/settle.js';
import {waitFor} from '../../../helpers/wait-for.js';

const hour = 3_600_000;
const left = '\u001b[D';
const right = '\u001b[C';

async function scene(past: readonly Entry[], options: Omit<PanelScreenOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + hour);
	const store = fakeStoreAt(clock, ...past);
	const screen = panelScreen('timeline', {store, clock, ...options});
	await waitFor(() => / request|p50 /.test(screen.frame()), screen.frame);
	return {clock, store, screen};
}

/** An hour with a request every 3 s. From the 45th minute, every seventh one fails. */
const busy = Array.from({length: 1200}, (_, n) =>
	entryAt(n, n * 3, {
		status: n >= 900 && n % 7 === 0 ? 503 : n % 10 === 0 ? 404 : n % 6 === 0 ? 301 : 200,
		durationMs: n % 100,
	}),
);

test('shows an hour at 80x24', async t => {
	const {screen} = await scene(busy);
	t.deepEqual(screen.lines(), [
		'━ i  Timeline, 1 min a column  ━━━━━━ ← → choose  + - zoom  Z back  Esc closes ━',
		'5 Nov 2026 9:00:00 – 9:59:59  1200 requests',
		'░ 2xx 74 % 888  ▒ 3xx 13 % 154  ▓ 4xx 9.6 % 115  █ 5xx 3.6 % 43',
		...screen.lines().slice(3, 19),
		'                5xx                                              ▇▇▇▅▇▇▇▇▇▇▅▇▇▇▇',
		'                p95 ▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇▁▃▄▆▇',
		'                    ╵9:00     ╵9:10     ╵9:20     ╵9:30     ╵9:40     ╵9:50',
		'',
		'p50 49 ms  p95 94 ms  p99 98 ms',
	]);
	const bars = screen.lines().slice(3, 19);
	const left = ' '.repeat(20);
	t.is(bars[0], `${left.slice(3)}20 ${'░'.repeat(60)}`.slice(0, 80));
	t.regex(bars[8] ?? '', /^ {17}10 /);
	// Server errors are at the bottom of the bars, where their beginning is easiest to see.
	t.is(bars[15], `${left.slice(2)}0 ${'▓'.repeat(45)}${'█'.repeat(15)}`);
	screen.close();
});

test('on wide screens, the legend is at the left, with the numbers of the selected column', async t => {
	const {screen} = await scene(busy, {columns: 120});
	screen.type('s');
	await screen.has('1 min a column');
	t.deepEqual(
		screen
			.lines()
			.slice(2, 9)
			.map(line => line.slice(0, 60).trimEnd()),
		[
			`${' '.repeat(57)}20`,
			' ░ 2xx  74 %      888',
			' ▒ 3xx  13 %      154',
			' ▓ 4xx 9.6 %      115',
			' █ 5xx 3.6 %       43',
			'',
			'',
		],
	);
	screen.type(left.repeat(3));
	await screen.has(
		'9:57:00 – 9:57:59: 20 requests  5xx 3  4xx 2  3xx 3  2xx 12  p50 49 ms  p95 58 ms  p99 59 ms',
	);
	t.deepEqual(
		screen
			.lines()
			.slice(2, 8)
			.map(line => line.slice(0, 50).trimEnd()),
		[
			'',
			' class    all requests     9:57',
			' ░ 2xx   74 %      888       12',
			' ▒ 3xx   13 %      154        3',
			' ▓ 4xx  9.6 %      115        2',
			' █ 5xx  3.6 %       43        3',
		],
	);
	screen.close();
});

test('the arrows select a column, and Enter searches in it', async t => {
	const {screen} = await scene(busy);
	screen.type(left.repeat(3));
	await screen.has('9:57:00 – 9:57:59: 20 requests  5xx 3  4xx 2  3xx 3  2xx 12');
	t.is(screen.lines()[0], '━ i  Timeline, 1 min a column  ━━━━━━━━━━━━ Enter searches  Z back  Esc closes ━');
	t.is(screen.lines()[22], `${' '.repeat(77)}▲`);
	t.regex(screen.lines()[23] ?? '', /2xx 12 {2}p95 58 ms$/);
	screen.type(`${right}\r`);
	await screen.has('closed');
	t.is(screen.searched, 'since:2026-11-05T09:58 until:2026-11-05T09:59');
	screen.close();
});

test('the chart ends at the right edge, with the cursor and the range below it; without colour, characters show them', async t => {
	const few = [0, 30, 31, 60, 100, 101, 102, 103, 150].map((seconds, n) =>
		entryAt(n, seconds, {status: 200}),
	);
	const {screen} = await scene(few, {lines: 14});
	screen.type(`${left}${left} ${left}`);
	await waitFor(() => (screen.lines()[0] ?? '').includes('d diff'));
	t.deepEqual(screen.lines(), [
		'━ i  Timeline, 3 s a column  ━━━━━━ Enter searches  d diff  Z back  Esc closes ━',
		'5 Nov 2026 9:00:00 – 9:02:32  9 requests',
		'░ 2xx 100 % 9  ▒ 3xx 0 % 0  ▓ 4xx 0 % 0  █ 5xx 0 % 0',
		'                           2           ░                      ░░             │',
		'                                       ░                      ░░             │',
		'                                       ░                      ░░             │',
		'                           1 ░         ░         ░            ░░             │ ░',
		'                             ░         ░         ░            ░░             │ ░',
		'                             ░         ░         ░            ░░             │ ░',
		'                           0 ░         ░         ░            ░░             │ ░',
		'                         5xx                                                 │',
		'                             ╵9:00               ╵9:01               ╵9:02',
		'                                                                             ▲━',
		'9:02:24 – 9:02:29: 0 requests',
	]);
	screen.close();
});

test('Space marks a range, the arrows extend it, and Enter searches in it instead of the previous period', async t => {
	const {screen} = await scene(busy, {text: 'en since:2026-11-05T09:00 until:2026-11-05T10:00'});
	await screen.has('9:00:00 – 9:59:59');
	screen.type(`${left.repeat(3)} ${left.repeat(7)}`);
	await screen.has('9:50:00 – 9:57:59: 160 requests  5xx 23  4xx 14');
	await screen.has('5xx 23  4xx 14  3xx 19  2xx 104  p95 91 ms');
	t.is(screen.lines()[22], `${' '.repeat(70)}▲━━━━━━━`);
	t.regex(screen.lines()[0] ?? '', /Enter searches {2}d diff/);
	// Zooming in, the range fills the chart; it keeps its times.
	screen.type('+');
	await screen.has('10 s a column');
	await screen.has('9:50:00 – 9:57:59: 160 requests');
	screen.type('\r');
	await screen.has('closed');
	t.is(screen.searched, 'en since:2026-11-05T09:50 until:2026-11-05T09:58');
	screen.close();
});

test('+ and - zoom around the cursor; moving beyond the edge scrolls', async t => {
	const {screen} = await scene(busy);
	screen.type(`G${right.repeat(10)}+++`);
	await screen.has('20 s a column');
	await screen.has('9:10:00 – 9:10:19: ');
	t.is(screen.lines()[1], '5 Nov 2026 9:00:00 – 9:22:39  454 of 1200 requests');
	screen.type('+++');
	await screen.has('10 s a column');
	screen.type(left.repeat(50));
	await waitFor(() => (screen.lines()[1] ?? '').startsWith('5 Nov 2026 9:00:'), screen.frame);
	await screen.has('9:01:40 – 9:01:49');
	screen.close();
});

test('- zooms out to the next step, also from the step with which everything fits', async t => {
	const {screen} = await scene(busy);
	screen.type('-');
	await screen.has('1½ min a column');
	t.is(screen.lines()[1], '5 Nov 2026 9:00:00 – 10:00:59  1200 requests'.replace('10:00:59', '9:59:59'));
	screen.type('--');
	await screen.has('3 min a column');
	screen.type('+++');
	await screen.has('1 min a column');
	screen.type('+');
	await screen.has('40 s a column');
	screen.type('-');
	await screen.has('1 min a column');
	screen.close();
});

test('s and S go through steps, v through scales; the title shows both', async t => {
	const {screen} = await scene(busy);
	screen.type('ss');
	await screen.has('5 min a column');
	t.is(screen.lines()[19]?.trimStart().length, '5xx '.length + 12);
	screen.type('s');
	await screen.has('1 h a column');
	screen.type('s');
	await screen.has('1 min a column');
	screen.type('S');
	await screen.has('1 h a column');
	screen.type('v');
	await screen.has('Timeline, 1 h a column, square root');
	screen.type('v');
	await screen.has('Timeline, 1 h a column, logarithmic');
	screen.type('v');
	await screen.hasNot(', logarithmic');
	t.regex(screen.lines()[0] ?? '', /^━ i {2}Timeline, 1 h a column {2}━/);
	screen.close();
});

test('+ moves the cursor to the first requests of the column it zooms into', async t => {
	const {screen} = await scene([0, 655, 656, 3599].map((seconds, n) => entryAt(n, seconds)));
	screen.type(`G${right.repeat(10)}`);
	await screen.has('9:10:00 – 9:10:59: 2 requests');
	screen.type('++++');
	await screen.has('15 s a column');
	await screen.has('9:10:45 – 9:10:59: 2 requests');
	screen.type('\r');
	await screen.has('closed');
	t.is(screen.searched, 'since:2026-11-05T09:10:45 until:2026-11-05T09:11:00');
	screen.close();
});

test('the chart of a search extends to the newest of all requests, so that an end of its matches is visible', async t => {
	const failures = Array.from({length: 20}, (_, n) => entryAt(n, n * 30, {status: 503}));
	const {screen} = await scene(
		[...failures, ...busy.slice(400).map((one, n) => ({...one, status: 200, offset: 100 + n}))],
		{
			text: 'status:503',
		},
	);
	await screen.has('5 Nov 2026 9:00:00 – 9:59:59  20 requests');
	screen.type('G++');
	await screen.has('30 s a column');
	for (const lines of [20, 21]) {
		screen.resize(80, lines);
		await settle();
		const labels = screen.lines().flatMap(line => /^ +([\d.]+) /.exec(line)?.[1] ?? []);
		t.deepEqual(labels, ['1', '0'], 'there is no half a request');
	}
	screen.close();
});

test('updates while requests arrive', async t => {
	const {screen, store, clock} = await scene(busy);
	clock.pass(1000);
	store.add(entryAt(2000, 3600), entryAt(2001, 3601, {status: 500}));
	await screen.has('9:00:00 – 10:00:59  1202 requests');
	t.regex(screen.lines()[2] ?? '', /5xx 3\.7 % 44$/);
	screen.close();
});

test('marks the page and the selected row', async t => {
	const {screen} = await scene(busy);
	const rows = busy
		.slice(800, 810)
		.toReversed()
		.map(of => toRow(of, timeFormatter('utc'), start));
	screen.setListing({rows});
	await screen.has('this page');
	t.is(screen.lines()[22], `          this page ${' '.repeat(40)}═`);
	screen.setListing({rows, selected: rows[3]?.entry.token ?? null});
	await screen.has('this row');
	t.is(screen.lines()[22], `           this row ${' '.repeat(40)}▌`);
	screen.close();
});

test('shows a single request', async t => {
	const {screen} = await scene([entryAt(1, 0)]);
	t.deepEqual(screen.lines().slice(0, 3), [
		'━ i  Timeline, 1 s a column  ━━━━━━━━ ← → choose  + - zoom  Z back  Esc closes ━',
		'5 Nov 2026 9:00:00  1 request',
		'░ 2xx 100 % 1  ▒ 3xx 0 % 0  ▓ 4xx 0 % 0  █ 5xx 0 % 0',
	]);
	t.is(screen.lines()[3], `${'1'.padStart(78)} ░`);
	screen.type(`${left}\r`);
	await screen.has('closed');
	t.is(screen.searched, 'since:2026-11-05T09:00:00 until:2026-11-05T09:00:01');
	screen.close();
});

test('explains why there is no chart or why requests are missing: no requests, or no times', async t => {
	const none = await scene([], {text: 'en'});
	t.deepEqual(none.screen.lines(), [
		'━ i  Timeline  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━',
		'0 requests of en: nothing to show.',
	]);
	none.screen.type(`${left}+ \r`);
	await settle();
	t.is(
		none.screen.lines()[0],
		'━ i  Timeline  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Z back  Esc closes ━',
	);
	none.screen.close();
	const untimed = await scene([entry(1, {time: null})]);
	t.is(untimed.screen.lines()[1], '1 request, none with a plausible time.');
	untimed.screen.close();
	const mixed = await scene([entryAt(1, 0), entryAt(2, 60), entry(3, {time: null})]);
	t.is(
		mixed.screen.lines()[1],
		'5 Nov 2026 9:00:00 – 9:01:00  3 requests · 1 not shown: no time, or an implausi…',
	);
	mixed.screen.close();
});

test("times of a clock that was never set or is ahead don't squeeze the chart", async t => {
	const {screen} = await scene([...busy, entry(5000, {time: 3_600_000}), entryAt(5001, 86_400 * 300)], {
		columns: 120,
	});
	t.is(
		screen.lines()[1],
		'5 Nov 2026 9:00:00 – 9:59:59  1202 requests · 2 not shown: no time, or an implausible one',
	);
	screen.close();
});

test('shows the whole period of the search, even its empty parts', async t => {
	const {screen} = await scene([entryAt(1, 3000), entryAt(2, 3100)], {text: 'since:30m'});
	t.regex(screen.lines()[1] ?? '', /^5 Nov 2026 9:30:00 – 10:00:\d\d {2}2 requests of since:30m$/);
	screen.close();
	const fixed = await scene([entryAt(1, 3000), entryAt(2, 3100)], {
		text: 'since:2026-11-05T09:45 until:2026-11-05T09:55',
	});
	t.regex(fixed.screen.lines()[1] ?? '', /^5 Nov 2026 9:45:00 – 9:54:59 /);
	fixed.screen.close();
});

test('shows a month in local days across the change of the clocks', async t => {
	const days = Array.from({length: 40}, (_, n) => {
		const time = Date.UTC(2026, 9, 5 + n, 12);
		return entry(n, {time, durationMs: n});
	});
	const clock = fakeClock(Date.UTC(2026, 10, 20));
	const store = fakeStoreAt(clock, ...days);
	const screen = panelScreen('timeline', {store, clock, zone: 'Europe/Vienna', columns: 60});
	await screen.has('40 requests');
	t.is(screen.lines()[0], '━ i  Timeline, 1 day a column  ━━━━━━━━ Z back  Esc closes ━');
	t.is(screen.lines()[1], '5 Oct 2026 0:00:00 – 13 Nov 2026 23:59:59  40 requests');
	// 25 October has 25 hours.
	screen.type(`G${right.repeat(20)}`);
	await screen.has('25 Oct 0:00:00 – 23:59:59: 1 request');
	screen.type('\r');
	await screen.has('closed');
	t.is(screen.searched, 'since:2026-10-25 until:2026-10-25');
	screen.close();
});

test('on small screens, the bars and numbers disappear last', async t => {
	const {screen} = await scene(busy, {columns: 40, lines: 8});
	t.deepEqual(screen.lines(), [
		'━ i  Timeline, 2 min a column  ━━━━━━━━━',
		'       40 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░',
		'          ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░',
		'        0 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒███████',
		'      5xx                       ▄▇▆▇▇▆▇▇',
		'          ╵9:00          ╵9:30',
		'',
		'p50 49 ms  p95 94 ms  p99 98 ms',
	]);
	for (const [columns, lines] of [
		[200, 60],
		[30, 4],
		[20, 3],
		[8, 24],
		[1, 2],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		await settle();
		assertDrawn(t, screen, columns, lines);
	}
	screen.close();
});

test('in ASCII, bars consist of the digits of their status classes', async t => {
	const {screen} = await scene(busy, {chart: asciiCharacters});
	t.is(screen.lines()[18], `${'0'.padStart(19)} ${'4'.repeat(45)}${'5'.repeat(15)}`);
	t.is(screen.lines()[2], '2 2xx 74 % 888  3 3xx 13 % 154  4 4xx 9.6 % 115  5 5xx 3.6 % 43');
	t.regex(screen.frame(), /^[\x20-\x7e\n]*$/m);
	screen.close();
});

const deploys: readonly Separator[] = [
	{kind: 'separator', time: start + 2 * hour, text: 'not on it', logs: []},
	{kind: 'separator', time: start + 57.5 * 60_000, text: '', logs: []},
	{kind: 'separator', time: start + 57.2 * 60_000, text: 'deploy\u001b[31m', logs: []},
];

test('separators and bookmarks appear on the line of times, and separators with the selected column', async t => {
	const {screen} = await scene(busy, {separators: deploys, bookmarks: [start + 600_000, start + 5 * hour]});
	t.is(screen.lines()[21], '                    ╵9:00     ◆         ╵9:20     ╵9:30       deploy\\x1b[31m ▲');
	screen.type(left.repeat(2));
	await screen.has('9:58:00 – 9:58:59: 20 requests  5xx');
	screen.type(left);
	await screen.has('9:57:00 – 9:57:59: 20 requests · deploy\\x1b[31m · separator  5xx 3');
	screen.close();
	const ascii = await scene(busy, {separators: deploys, chart: asciiCharacters});
	t.regex(ascii.screen.lines()[21] ?? '', /^ {20}\|9:00 {5}\|9:10 .* \^$/);
	ascii.screen.close();
	const spoken = await scene(busy, {separators: deploys, isSpoken: true});
	await spoken.screen.has('9:59:59: 120 · deploy');
	spoken.screen.close();
});

test('for screen readers, the chart is a list of numbers', async t => {
	const {screen} = await scene(busy, {isSpoken: true});
	t.deepEqual(screen.lines().slice(0, 6), [
		'Timeline, 6 min a column  ← → choose  + - zoom  s step  l latency  Esc closes',
		'5 Nov 2026 9:00:00 – 9:59:59  1200 requests',
		'5xx 43  4xx 115  3xx 154  2xx 888',
		'p50 49 ms  p95 94 ms  p99 98 ms',
		'5 Nov 2026 9:00:00 – 9:05:59: 120  4xx 12  3xx 16  2xx 92',
		'5 Nov 2026 9:06:00 – 9:11:59: 120  4xx 12  3xx 16  2xx 92',
	]);
	t.notRegex(screen.frame(), /[░▒▓█│└─]/);
	screen.type('l');
	await screen.has('9:00:00 – 9:05:59: 120  4xx 12  3xx 16  2xx 92  p95 93 ms');
	t.notRegex(screen.frame(), /[░▒▓█│└─]/);
	screen.close();
});

test('shows that it is counting, or why that failed', async t => {
	const clock = fakeClock(start + hour);
	const store = fakeStoreAt(clock, ...busy);
	store.block();
	const screen = panelScreen('timeline', {store, clock});
	await screen.has('counting …');
	store.fail(new Error('no connection\u001b[2J'));
	store.release();
	await screen.has('no connection\\x1b[2J');
	store.fail(null);
	clock.pass(1000);
	await screen.has('1200 requests');
	screen.type('\u001b');
	await screen.has('closed');
	screen.close();
	t.pass();
});

test('Home and End go to the ends, Page Up and Page Down move by ten columns', async t => {
	const {screen} = await scene(busy);
	screen.type('\u001b[H');
	await screen.has('9:00:00 – 9:00:59');
	screen.type('\u001b[6~');
	await screen.has('9:10:00 – 9:10:59');
	screen.type('\u001b[6~\u001b[5~\u001b[6~');
	await screen.has('9:20:00 – 9:20:59');
	screen.type('\u001b[F');
	await screen.hasNot('9:20:00 – 9:20:59');
	t.is(screen.searched, '');
	screen.close();
});

test("Home, End and g extend the marked range to the oldest or newest time, even if that isn't visible", async t => {
	const {screen} = await scene(busy);
	screen.type(`${left.repeat(20)} \u001b[F`);
	await screen.has('9:40:00 – 9:59:59: 400 requests');
	screen.type('\u001b[H');
	await screen.has('9:00:00 – 9:40:59: 820 requests');
	screen.type('++++++');
	await screen.has('10 s a column');
	screen.type('g');
	await screen.has('9:40:00 – 9:59:59: 400 requests');
	// Without a marked range, everything is shown again.
	screen.type(' \u001b[F');
	await screen.hasNot('9:40:00 – ');
	screen.type(`${left} ${left}\u001b[F\r`);
	await screen.has('closed');
	t.is(screen.searched, 'since:2026-11-05T09:59:50 until:2026-11-05T10:00:00');
	screen.close();
});

test('a single failure is a low mark in the lane, a rise of failures a high one', async t => {
	const some = Array.from({length: 6000}, (_, n) =>
		entryAt(n, n * 0.6, {status: n % 200 === 0 ? 500 : n >= 4500 && n % 4 === 0 ? 503 : 200}),
	);
	const {screen} = await scene(some);
	const laneOf = (lines: readonly string[]): string => lines.find(line => / 5xx [^\d]*$/.test(line)) ?? '';
	t.regex(laneOf(screen.lines()), /^ {16}5xx (?:▁ )+▁? ?▇{15}$/);
	screen.close();
	const ascii = await scene(some, {chart: asciiCharacters});
	t.regex(laneOf(ascii.screen.lines()), /^ {16}5xx (?:_ )+_? ?\*{15}$/);
	ascii.screen.close();
});

test("a range that is no longer marked isn't queried any longer", async t => {
	const {screen, store, clock} = await scene(busy);
	const asked: number[] = [];
	const {histogram} = store;
	store.histogram = async (query, from, to, step, signal) => {
		asked.push(to - from);
		return histogram(query, from, to, step, signal);
	};
	screen.type(`${left.repeat(3)} ${left.repeat(7)}`);
	await screen.has('160 requests  5xx 23  4xx 14  3xx 19  2xx 104  p95 91 ms');
	const marked = 8 * 60_000;
	t.true(asked.includes(marked));
	screen.type(' ');
	await screen.has('━ Enter searches  Z');
	asked.length = 0;
	for (let n = 0; n < 3; n++) {
		clock.pass(10_000);
		store.add(entryAt(3000 + n, 3600 + n));
		await screen.has(`${1201 + n} requests`);
	}
	t.false(asked.includes(marked));
	t.true(asked.length > 0);
	screen.close();
});

test('time that has not been read yet is labelled with the time left; it lacks bars, and the chart begins with the log', async t => {
	const read = [100, 101, 102, 103, 150].map((seconds, n) =>
		entryAt(n, seconds, {status: 200, durationMs: 10}),
	);
	const {screen, store, clock} = await scene(read, {lines: 14});
	const unread = {from: start, until: start + 100_500};
	store.setStatus({indexing: {read: 1, total: 20, unread}});
	store.addPast(entryAt(9, 40, {status: 200}));
	await settle();
	clock.pass(1000);
	await screen.has('not read yet');
	store.setStatus({indexing: {read: 10, total: 20, unread}});
	store.addPast(entryAt(10, 41, {status: 200}));
	await settle();
	clock.pass(1000);
	await screen.has('not read yet, about 2 s left');
	t.deepEqual(screen.lines().slice(1, 14), [
		'5 Nov 2026 9:00:00 – 9:02:32  7 requests',
		'░ 2xx 100 % 7  ▒ 3xx 0 % 0  ▓ 4xx 0 % 0  █ 5xx 0 % 0',
		'                           2                                   ░',
		'                                                               ░',
		'                                                               ░',
		'                           1    not read yet, about 2 s left   ░               ░',
		'                                                               ░               ░',
		'                                                               ░               ░',
		'                           0                                   ░               ░',
		'                         5xx ??????????????????????????????????',
		'                             ╵9:00               ╵9:01               ╵9:02',
		'',
		'p50, p95, p99 after reading',
	]);
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	await screen.has('p95 10 ms');
	t.false(screen.frame().includes('not read yet'));
	t.regex(screen.frame(), /^ +p95 /m);
	screen.close();
});

test('l shows the durations below the requests, and selects durations to search for', async t => {
	const {screen} = await scene(busy, {lines: 40, columns: 100});
	screen.type('l');
	await screen.has('l Latency');
	t.regex(screen.frame(), /─ p99 {2}━ p95 {2}─ p50 {3}requests ░░▒▓█ many/);
	const rowOf = (label: string): string =>
		screen.lines().find(line => line.trimStart().startsWith(label)) ?? '';
	t.regex(rowOf('100 ms'), /^ *100 ms {5}(━ {4}){11}━$/);
	t.regex(rowOf('10 s'), /^ *10 s$/);
	screen.type(left);
	await screen.has('9:59:00 – 9:59:59: 20 requests');
	screen.type('k');
	await screen.has('9:59:00 – 9:59:59, 93 ms to 130 ms: 7 requests');
	screen.type('j');
	await screen.has('69 ms to 93 ms: 13 requests');
	screen.type('\r');
	const wanted = 'since:2026-11-05T09:59 until:2026-11-05T10:00 duration:>=69ms duration:<93ms';
	await waitFor(
		() => screen.searched === wanted,
		() => screen.searched,
	);
	t.is(screen.searched, wanted);
	screen.close();
});

test('Enter on an empty cell of the map shows a message, and doesn’t search', async t => {
	const {screen} = await scene(busy, {lines: 40, columns: 100});
	screen.type('l');
	await screen.has('l Latency');
	screen.type(left + 'k'.repeat(4));
	await screen.has(': 0 requests');
	screen.type('\r');
	await screen.has('No request has this duration then: k j choose a different duration');
	t.is(screen.searched, '');
	screen.close();
});

test('l hides the durations again', async t => {
	const {screen} = await scene(busy, {lines: 40});
	const before = screen.lines();
	screen.type('l');
	await screen.has('l Latency');
	screen.type('l');
	await screen.hasNot('l Latency');
	t.deepEqual(screen.lines(), before);
	screen.close();
});

test('on a low screen, the durations replace the requests', async t => {
	const {screen} = await scene(busy, {lines: 18});
	screen.type('l');
	await screen.has('100 ms');
	t.false(screen.frame().includes('2xx'));
	screen.close();
});

test('reports a log without durations', async t => {
	const {screen} = await scene(
		busy.map(request => ({...request, durationMs: null})),
		{lines: 40},
	);
	screen.type('l');
	await screen.has('No request has a duration.');
	t.false(screen.frame().includes('p95'));
	screen.close();
});
