import test from 'ava';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene() {
	const clock = fakeClock(start + 100_000);
	const guesses = Array.from({length: 5}, (_, n) => entry(40 + n, {status: 404, ip: `198.51.100.${n % 2}`}));
	const store = fakeStoreAt(clock, ...entries(1, 35), ...guesses);
	const screen = screenScene({store, clock});
	await screen.has('40 results found');
	await settle();
	return {clock, store, screen};
}

test('f, 4, t, Enter finds the client that causes most 404s in the last minutes', async t => {
	const {screen} = await scene();
	screen.type('f');
	await screen.has('2 IP addresses in 40 requests'.replace('2', '3'));
	screen.type('4t');
	await screen.has('2 IP addresses in 5 requests of status:4xx since:5m');
	screen.type('\r');
	await screen.has('3 results found');
	t.is(screen.lines()[1], ' status:4xx   since:5m   ip:=198.51.100.0');
	screen.close();
});

test('over a panel, Backspace removes the last term and 0 the statuses; e and s do nothing', async t => {
	const {screen} = await scene();
	screen.type('f4');
	await screen.has('in 5 requests of status:4xx');
	screen.type('es');
	await settle();
	screen.type('t0');
	await screen.has('in 40 requests of since:5m');
	screen.type('\x7f');
	await screen.has('in 40 requests');
	await screen.hasNot('since:5m');
	t.pass();
	screen.close();
});

test('opening a panel replaces the open one; / closes it and starts a search', async t => {
	const {screen} = await scene();
	screen.type('ifr');
	await screen.has('Routes by requests');
	screen.type('i');
	await screen.has('Timeline, 1 s a column');
	screen.type('i');
	await screen.has('40 results found');
	screen.type('f');
	await screen.has('Most frequent');
	screen.type('/status:404');
	await screen.has('5 results found');
	t.is(screen.lines()[0], '/status:404');
	screen.close();
});

test('a range of the timeline becomes a search, and Backspace removes it', async t => {
	const {screen} = await scene();
	screen.type('i');
	await screen.has('1 s a column');
	screen.type('\u001b[D \u001b[D\u001b[D');
	await screen.has('9:00:42 – 9:00:44: 3 requests  4xx 3');
	screen.type('\r');
	await screen.has('3 results found');
	t.is(screen.lines()[1], ' since:2026-11-05T09:00:42   until:2026-11-05T09:00:45');
	screen.close();
});

test('the timeline marks the position of the listing', async t => {
	const {screen} = await scene();
	screen.type('jj');
	await screen.has('▌');
	screen.type('i');
	await screen.has('◆');
	t.regex(screen.frame(), / {3}row +═*◆═*\n/);
	screen.close();
});

test('panels show the progress of the backfill', async t => {
	const {clock, screen, store} = await scene();
	store.setStatus({indexing: {read: 429, total: 1000}});
	await settle();
	clock.pass(1000);
	await screen.has('indexing 42 %');
	for (const [key, counted] of [
		['i', '  40 requests · indexing 42 %'],
		['f', '3 IP addresses in 40 requests · indexing 42 %'],
		['r', 'in 40 requests · indexing 42 %'],
	] as const) {
		screen.type(key);
		await screen.has(counted);
		screen.type('\x1b');
		await screen.has('results found');
	}
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	screen.type('f');
	await screen.has('3 IP addresses');
	await screen.hasNot('indexing');
	t.regex(screen.lines()[2] ?? '', /^3 IP addresses in 40 requests$/);
	screen.close();
});

test('if the period has no requests, panels show the time of the newest one, as the listing does', async t => {
	const {clock, screen} = await scene();
	clock.pass(3_600_000);
	screen.type('t');
	const newest = 'The newest request is from 5 Nov 2026 9:00:44, before the searched period.';
	await screen.has(newest);
	for (const [key, title] of [
		['i', 'Timeline'],
		['f', 'Most frequent IP addresses'],
		['r', 'Routes by requests'],
	] as const) {
		screen.type(key);
		await screen.has(title);
		await screen.has('0 requests of since:5m');
		await screen.has(newest);
	}
	screen.resize(30, 6);
	await screen.has('The newest request is from 5');
	screen.type('t');
	screen.resize(80, 24);
	await screen.has('0 requests of since:15m');
	await screen.has(newest);
	screen.type('0tttt');
	await screen.has('in 40 requests');
	await screen.hasNot('The newest request');
	// A different reason than the period.
	screen.type('3');
	await screen.has('0 requests of status:3xx');
	await screen.hasNot('The newest request');
	screen.type('f');
	await screen.has('0 IP addresses in 0 requests');
	await screen.hasNot('The newest request');
	t.pass();
	screen.close();
});

for (const [keys, search] of [
	['r-', '-route:==/en/{id}'],
	['f+', 'ip:=203.0.113.9'],
	['fj-', '-ip:=198.51.100.0'],
	['i\u001B[D \u001B[D\u001B[D\r', 'since:2026-11-05T09:00:42   until:2026-11-05T09:00:45'],
	['/status:404\rf+', 'status:404   ip:=198.51.100.0'],
] as const) {
	test(`typing ${JSON.stringify(keys)} at once has the same effect as key by key`, async t => {
		const {screen} = await scene();
		screen.type(keys);
		await screen.has(keys.endsWith('\r') ? '3 results found' : ' of ');
		await settle();
		screen.type(keys.endsWith('\r') ? '' : '\u001B');
		await screen.has('results found');
		t.is(screen.lines()[1], ` ${search}`);
		screen.close();
	});
}
