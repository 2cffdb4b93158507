import test, {type ExecutionContext} from 'ava';
import {keysOf} from '../../../source/keys/key-bindings.js';
import {makePanels} from '../../../source/view/panels/panels.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(t: ExecutionContext, size: {columns?: number; lines?: number} = {}) {
	const clock = fakeClock(start + 100_000);
	const guesses = Array.from({length: 5}, (_, n) => entry(40 + n, {status: 404, ip: `198.51.100.${n % 2}`}));
	const store = fakeStoreAt(clock, ...entries(1, 35), ...guesses);
	const screen = screenScene({t, store, clock, ...size});
	await screen.has('40 results found');
	await settle();
	return {clock, store, screen};
}

test('f, 4, t, Enter finds the client that causes most 404s in the last minutes', async t => {
	const {screen} = await scene(t);
	await screen.press('f', 'Client, 3 values', '\n40 requests');
	await screen.press('4t', 'Client, 2 values', '5 requests of status:4xx since:5m');
	await screen.press('\r', '3 results found');
	t.is(screen.lines()[1], ' status:4xx   since:5m   ip:=198.51.100.0');
});

test('over a panel, Backspace removes the last term and 0 the statuses; e does nothing', async t => {
	const {screen} = await scene(t);
	await screen.press('f4', '\n5 requests of status:4xx');
	screen.type('e');
	await settle();
	await screen.press('t0', '\n40 requests of since:5m');
	await screen.press('\x7f', '\n40 requests\n');
	await screen.hasNot('since:5m');
});

test('opening a panel replaces the open one; / closes it and starts a search', async t => {
	const {screen} = await scene(t);
	await screen.press('fir', 'Routes by requests');
	await screen.press('i', 'Timeline, 1 s a column');
	await screen.press('i', '40 results found');
	await screen.press('f', 'Most frequent');
	await screen.press('/status:404', '5 results found');
	t.is(screen.lines()[0], '/status:404');
});

test('a range of the timeline becomes a search, and Backspace removes it', async t => {
	const {screen} = await scene(t);
	await screen.press('i', '1 s a column');
	await screen.press('\u001b[D \u001b[D\u001b[D', '9:00:42 – 9:00:44: 3 requests  4xx 3');
	await screen.press('\r', '3 results found');
	t.is(screen.lines()[1], ' since:2026-11-05T09:00:42   until:2026-11-05T09:00:45');
});

test('the timeline marks the position of the listing', async t => {
	const {screen} = await scene(t);
	await screen.press('jj', '▌');
	await screen.press('i', 'this row');
	t.regex(screen.frame(), / this row +═*▌═*\n/);
});

test('panels show the progress of the backfill', async t => {
	const {clock, screen, store} = await scene(t);
	store.setStatus({indexing: {read: 429, total: 1000}});
	await settle();
	clock.pass(1000);
	await screen.has('so far; reading older requests, 42 %');
	for (const [key, counted] of [
		['i', '  40 requests · reading 42 %'],
		['f', '\n40 requests · reading 42 %'],
		['r', 'in 40 requests · reading 42 %'],
	] as const) {
		await screen.press(key, counted);
		await screen.press('\x1b', 'results found');
	}
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	await screen.press('f', 'Client, 3 values');
	await screen.hasNot('reading 42');
	t.regex(screen.frame(), /^40 requests$/m);
});

test('if the period has no requests, panels show the time of the newest one, as the listing does', async t => {
	const {clock, screen} = await scene(t);
	clock.pass(3_600_000);
	screen.type('t');
	const newest = 'The newest request is from 5 Nov 2026 9:00:44, before the searched period.';
	await screen.has(newest);
	for (const [key, title] of [
		['f', 'Most frequent'],
		['i', 'Timeline'],
		['r', 'Routes by requests'],
	] as const) {
		await screen.press(key, title, '0 requests of since:5m', newest);
	}
	screen.resize(30, 6);
	await screen.has('The newest request is from 5');
	screen.type('t');
	screen.resize(80, 24);
	await screen.has('0 requests of since:15m', newest);
	await screen.press('0tttt', 'in 40 requests');
	await screen.hasNot('The newest request');
	// A different reason than the period.
	await screen.press('3', '0 requests of status:3xx');
	await screen.hasNot('The newest request');
	await screen.press('f', 'Client, 0 values');
	await screen.hasNot('The newest request');
});

for (const [keys, search] of [
	['r-', '-route:==/en/{id}'],
	['f+', 'ip:=203.0.113.9'],
	['fj-', '-ip:=198.51.100.0'],
	['i\u001B[D \u001B[D\u001B[D\r', 'since:2026-11-05T09:00:42   until:2026-11-05T09:00:45'],
	['/status:404\rf+', 'status:404   ip:=198.51.100.0'],
] as const) {
	test(`typing ${JSON.stringify(keys)} at once has the same effect as key by key`, async t => {
		const {screen} = await scene(t);
		await screen.press(keys, keys.endsWith('\r') ? '3 results found' : ' of ');
		await settle();
		await screen.press(keys.endsWith('\r') ? '' : '\u001B', 'results found');
		t.is(screen.lines()[1], ` ${search}`);
	});
}

for (const [columns, lines] of [
	[80, 24],
	[120, 36],
	[160, 45],
] as const) {
	test(`an unknown key shows a message in each panel at ${columns}x${lines}, with and without the whole screen`, async t => {
		const {screen} = await scene(t, {columns, lines});
		for (const {command} of makePanels()) {
			const keys = command === 'open' ? '\r' : (keysOf(command) ?? '');
			t.is(keys.length, 1, command);
			screen.type(`${keys}\t`);
			await settle();
			await screen.press('Q', 'Q has no function; ? lists the keys');
			screen.type('Z');
			await settle();
			await screen.press('Q', 'Q has no function; ? lists the keys');
			screen.type('q');
			await screen.has('40 results found');
			screen.type('\u001b\u001b');
			await settle();
		}
	});
}
