import test, {type ExecutionContext} from 'ava';
import type {Entry} from '../../../source/store/store.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {logLine} from '../../helpers/log-lines.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

/** Height of a screen whose ten rows leave no line. */
const withoutPane = 17;

async function open(
	t: ExecutionContext,
	{
		list = entries(1, 35),
		columns = 160,
		lines = 45,
		...options
	}: Omit<ScreenSceneOptions, 'store' | 'clock'> & {readonly list?: readonly Entry[]} = {},
) {
	const store = fakeStore(...list);
	store.setRaw(({offset, url}) =>
		Buffer.from(logLine({time: start + offset * 1000, url: url ?? '', ip: '203.0.113.9'})),
	);
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store, clock, columns, lines, ...options});
	await screen.has('results found');
	await settle();
	/** Waits until the search and the selection have been unchanged for long enough. */
	const rest = async () => {
		await settle();
		await passTime(clock, 200);
	};
	return {store, clock, screen, rest};
}

/** The footer at 80 columns. */
const hints = '/ search  Enter details  i timeline  f top  r routes  d diff  z rows  ? help';

/** The lines of the pane, without the lines of the screen below it. */
function paneOf(lines: readonly string[]): readonly string[] {
	const begin = lines.findIndex(line => /^(─ i Timeline|Details )/.test(line));
	return begin === -1 ? [] : lines.slice(begin, lines.findIndex(line => line.startsWith('/ search  ')) - 1);
}

test('the space below ten rows shows the overview of the search', async t => {
	const {screen, rest} = await open(t);
	await rest();
	await screen.has('─ i Timeline 1 s a column ─');
	const lines = screen.lines();
	const pane = paneOf(lines);
	t.true(pane.length >= 20);
	t.regex(pane[2] ?? '', /^ ░ 2xx 100 % +35 +░+$/);
	t.regex(pane[0] ?? '', / 1 client, 1 visit /);
	t.true(pane.some(line => /^─ f c Clients ─+ requests +5xx {3}─ r Routes ─/.test(line)));
	t.true(pane.some(line => /^203\.0\.113\.9 +35 +0 % {3}\/en\/\{id\} +35 +0 %/.test(line)));
});

test('the overview follows new requests and the search', async t => {
	const {store, clock, screen, rest} = await open(t);
	await rest();
	store.add(entry(36));
	await screen.has('36 results found');
	clock.pass(2000);
	await screen.has('░ 2xx 100 %       36');
	await screen.press('/url:/en/7\r', '1 results found');
	t.true(
		screen.frame().includes('░ 2xx 100 %       36'),
		'not asked before it has been searched for long enough',
	);
	await rest();
	await screen.has('░ 2xx 100 %        1');
});

test('Enter opens details to the right of the overview; they follow the selected row, and the listing keeps the focus', async t => {
	const {screen} = await open(t);
	await screen.press('j\r', '─ Enter Details 0000000000023', '│GET /en/35 HTTP/1.1');
	await screen.has('Same client  203.0.113.9, 35 requests', '─ i Timeline ');
	await screen.press('j', '─ Enter Details 0000000000022', '│GET /en/34 HTTP/1.1');
	await screen.press('J', '─ Enter Details 0000000000021');
	await screen.press('\t', '━ Enter  Details 0000000000021', '┃');
	await screen.press('K', '━ Enter  Details 0000000000022');
	await screen.press('\u001b', 'Timeline');
	await screen.hasNot('Details 0');
});

test('typing a search takes no more queries than without the pane', async t => {
	const asked = async (lines: number): Promise<readonly string[]> => {
		const {store, clock, screen, rest} = await open(t, {lines});
		await rest();
		const before = store.calls.length;
		for (const key of '/en/3') {
			screen.type(key);
			await passTime(clock, 100);
		}
		return store.calls.slice(before).filter(call => call.startsWith('histogram'));
	};
	t.deepEqual(await asked(45), await asked(withoutPane));
});

test("the pane is hidden if it doesn't fit, or if rows fill the screen", async t => {
	const {screen, rest} = await open(t, {lines: withoutPane, columns: 80});
	await rest();
	await screen.has('2xx 100%');
	t.deepEqual(screen.lines().slice(15), ['', hints]);
	screen.resize(160, 45);
	await screen.has('Timeline');
	screen.type('z');
	await screen.hasNot('Timeline');
	await screen.press('z', 'Timeline');
	screen.resize(80, withoutPane);
	await screen.hasNot('Timeline');
	t.deepEqual(screen.lines().slice(15), ['', hints]);
});

test('at 80 by 24 the overview has a chart, the lane of 5xx and summaries, and rows that fill the screen hide it', async t => {
	const {screen, rest} = await open(t, {lines: 24, columns: 80});
	await rest();
	await screen.has('f c Clients');
	t.deepEqual(screen.lines().slice(14), [
		'─ 5 Nov 2026 · 1–10 of 35 ─────────── ░ 2xx 100%  ▒ 3xx 0%  ▓ 4xx 0%  █ 5xx 0% ─',
		`${'1/s'.padStart(44)} ${'░'.repeat(35)}`,
		' '.repeat(45) + '░'.repeat(35),
		'5xx'.padStart(44),
		`${'╵9:00:15'.padStart(67)}`,
		'f c Clients  203.0.113.9 100 %',
		'r   Routes   /en/{id} 100 %',
		'f t Statuses 200 100 %',
		'',
		hints,
	]);
	await screen.press('z', '1–17 of 35');
	t.notRegex(screen.frame(), /Clients/);
	t.deepEqual(screen.lines().slice(21), [
		`─ 1–17 of 35 ──── ░ 2xx 100%  ▓ 4xx 0%  █ 5xx 0%${'▇▂'.padStart(30)}`,
		'',
		hints,
	]);
	await screen.press('z', 'Clients');
});

test('completions cover the pane without moving it', async t => {
	const {screen, rest} = await open(t);
	await rest();
	await screen.has('─ f c Clients');
	const row = () => screen.lines().findIndex(line => line.includes('─ f c Clients'));
	const before = row();
	await screen.press('/', 'status: 404');
	t.false(screen.frame().includes('Timeline'));
	t.is(row(), before);
	await screen.press('\u001B', 'Timeline');
	t.is(row(), before);
});

test("the pane doesn't appear just because the user types a search", async t => {
	const {screen, rest} = await open(t, {columns: 100, lines: withoutPane});
	await rest();
	t.notRegex(screen.frame(), /Clients/);
	await screen.press('/status:2', 'Esc goes back');
	await rest();
	t.notRegex(screen.frame(), /Clients/);
});

test("the pane doesn't change while the screen is frozen", async t => {
	const {store, clock, screen, rest} = await open(t);
	await rest();
	await screen.has('░ 2xx 100 %       35');
	screen.type('=');
	await settle();
	store.add(entry(36));
	await passTime(clock, 10_000);
	t.true(screen.frame().includes('░ 2xx 100 %       35'));
	await screen.press('=', '░ 2xx 100 %       36');
});

test('the pane reports that nothing matches, without old counts', async t => {
	const {screen, rest} = await open(t);
	await screen.press('/status:999\r', '0 results found');
	await rest();
	await screen.hasNot('░ 2xx');
	await screen.hasNot('203.0.113.9');
	const lines = screen.lines();
	t.is(lines.filter(line => line.includes('35')).join('|'), '0 of 35 requests');
});

test('redaction applies to the pane, too', async t => {
	const {screen, rest} = await open(t, {
		list: [entry(1, {url: '/en/?token=abcdef', ip: '203.0.113.9'})],
		redact: true,
	});
	await rest();
	await screen.press('j\r', 'Same client', 'Clients');
	t.false(screen.frame().includes('abcdef'));
	t.false(screen.frame().includes('203.0.113.9'));
});

test('* hides secrets in the pane at once, even on a frozen screen', async t => {
	const {screen, rest} = await open(t, {
		list: [entry(1, {url: '/en/?token=abcdef', ip: '203.0.113.9'})],
		lines: 24,
	});
	await rest();
	await screen.has('f c Clients  203.0.113.9 100 %');
	await screen.press('=*', 'secrets hidden');
	t.notRegex(screen.frame(), /abcdef|203\.0\.113\.9/);
	await rest();
	await screen.has('f c Clients  203.0.113.0/24 100 %');
	screen.type('*');
	await screen.hasNot('secrets hidden');
	await rest();
	await screen.has('f c Clients  203.0.113.9 100 %');
});

test('the overview sends no queries while a panel has the whole screen, and is up to date soon afterwards', async t => {
	const {store, clock, screen, rest} = await open(t);
	await rest();
	await screen.has('░ 2xx 100 %       35');
	screen.type('!Z');
	await screen.hasNot('results found');
	await settle();
	const before = store.calls.length;
	store.add(entry(36));
	await passTime(clock, 10_000);
	t.false(store.calls.slice(before).some(call => /^(histogram|facets)/.test(call)));
	screen.type('\u001B');
	await screen.has('36 results found');
	await rest();
	await screen.has('░ 2xx 100 %       36');
});

test('an empty log has no empty chart: the title says that there are no requests', async t => {
	const {screen, store, clock, rest} = await open(t, {list: []});
	await rest();
	await screen.has('─ i Timeline no requests ─');
	await screen.has('If there should be some, quit and run: reqscope doctor access.log');
	store.add(entry(1));
	await screen.has('1 results found');
	clock.pass(2000);
	await screen.hasNot('no requests');
});

test('an empty result has the chart of all requests in its period, and no values', async t => {
	const {screen, rest} = await open(t, {columns: 80, lines: 24});
	await screen.press('/status:200', '35 results found');
	await rest();
	await screen.press(' method:PUT\r', '0 results found');
	await rest();
	await screen.has('─ 0 of 35 requests ───');
	await screen.has('none');
	const lines = screen.lines();
	t.is(lines.filter(line => /^(f c Clients|r {3}Routes|5 {3}5xx) +none$/.test(line)).length, 3);
	const chart = lines.findIndex(line => /[░]{3}/.test(line));
	t.true(chart > 0);
	t.notRegex(screen.frame(), /[2345]xx [0-9]/);
});
