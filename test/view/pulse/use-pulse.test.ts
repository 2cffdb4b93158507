import test from 'ava';
import type {Entry} from '../../../source/store/store.js';
import {entryAt, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {pastPulse as past} from '../../helpers/past-pulse.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

/** On a screen of 17 lines, there is no overview, which queries the same. */
const withoutOverview = 17;

const shares = '░ 2xx 93%  ▒ 3xx 0%  ▓ 4xx 6.0%  █ 5xx 0.8%';

async function screenOf(entries: readonly Entry[], seconds: number, lines = withoutOverview) {
	const clock = fakeClock(start + seconds * 1000);
	const store = fakeStoreAt(clock, ...entries);
	const screen = screenScene({store, clock, lines, columns: 120});
	await screen.has('results found');
	await settle();
	const asked = (): number => store.calls.filter(call => call === 'histogram').length;
	return {clock, store, screen, asked};
}

test('updates at most once a second as the clock advances, until no request arrives', async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has(shares);
	await screen.has('2.5/s   ● live');
	const before = asked();
	clock.pass(999);
	store.add(...Array.from({length: 500}, (_, n) => entryAt(5000 + n, 1799, {status: 503})));
	await settle();
	t.is(asked(), before);
	clock.pass(1);
	await screen.has('░ 2xx 70%  ▒ 3xx 0%  ▓ 4xx 4.5%  █ 5xx 26%');
	await screen.has('11/s   ● live');
	for (let second = 0; second < 75; second++) {
		clock.pass(1000);
		await settle();
	}
	await screen.has('○ no request for 7');
	for (let minutes = 0; minutes < 31; minutes++) {
		clock.pass(60_000);
		await settle();
	}
	// All bars are 0, so nothing changes with time.
	const quiet = asked();
	clock.pass(60_000);
	await settle();
	t.is(asked(), quiet);
	store.add(entryAt(6001, 1799 + 71 + 32 * 60));
	await screen.has('0.02/s   ● live');
	screen.close();
});

test('doesn’t change while frozen; without a title, it isn’t queried', async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has('2.5/s');
	screen.type('=');
	await screen.has('‖ frozen');
	const before = asked();
	store.add(entryAt(5000, 1799));
	clock.pass(5000);
	await settle();
	t.is(asked(), before);
	screen.type('=');
	await waitFor(() => asked() > before);
	screen.close();
	const low = await screenOf(past, 1799.5, 9);
	// The test screen is higher for a moment.
	const askedFor = low.asked();
	low.store.add(entryAt(5000, 1799));
	low.clock.pass(5000);
	await low.screen.has('1501 results found');
	await settle();
	t.is(low.asked(), askedFor);
	t.notRegex(low.screen.frame(), /2xx \d/);
	low.screen.close();
});

/** Eight requests of anna: 5 × 2xx, 1 × 4xx, 2 × 5xx, three of them in the last minute; and requests of other users. */
const ofAnna = [200, 200, 404, 200, 200, 200, 503, 503].map((status, n) =>
	entryAt(n, n < 5 ? n * 10 : 1740 + n, {status, user: 'anna', durationMs: n < 5 ? 100 : 10}),
);

test('shares, p95 and rate cover all matches of the search', async t => {
	const others = Array.from({length: 50}, (_, n) => entryAt(100 + n, 1000 + n, {status: 301, user: 'ben'}));
	const {screen} = await screenOf([...ofAnna, ...others], 1750);
	await screen.has('58 results found');
	screen.type('/user:anna\r');
	await screen.has('░ 2xx 63%  ▒ 3xx 0%  ▓ 4xx 13%  █ 5xx 25%');
	await screen.has('p95 100 ms   0.05/s   ● live');
	await screen.has('\n8 results found');
	t.pass();
	screen.close();
});

test('a search without results reports whether the log has requests: how long there has been none', async t => {
	const {clock, store, screen} = await screenOf(past, 1799.5);
	screen.type('/user:nobody\r');
	await screen.has('\n0 results found');
	await screen.has('● live');
	for (let second = 0; second < 75; second++) {
		clock.pass(1000);
		await settle();
	}
	await screen.has('○ no request for 7');
	store.add(entryAt(6001, 1799 + 75));
	clock.pass(1000);
	await screen.has('● live');
	t.pass();
	screen.close();
});

test('on a held page the figures follow the count; on a frozen one neither changes', async t => {
	const {clock, store, screen} = await screenOf(past, 1799.5);
	await screen.has(shares);
	screen.type('jj');
	await screen.has('■ page held');
	store.add(...Array.from({length: 500}, (_, n) => entryAt(5000 + n, 1799, {status: 503})));
	clock.pass(1000);
	await screen.has('2000 results found');
	await screen.has('5xx 26%');
	screen.type('=');
	await screen.has('‖ frozen');
	store.add(...Array.from({length: 2000}, (_, n) => entryAt(6000 + n, 1799, {status: 301})));
	clock.pass(1000);
	await settle();
	t.regex(screen.frame(), /2000 results found[\s\S]*5xx 26%/);
	screen.type('=');
	await screen.has('4000 results found');
	await screen.has('5xx 13%');
	screen.close();
});

for (const [took, pause] of [
	[30, 3000],
	[200, 5000],
] as const) {
	test(`figures that took ${took} ms are updated after ${pause} ms`, async t => {
		const clock = fakeClock(start);
		const store = fakeStoreAt(clock, ...past.slice(0, 1));
		const slow = {
			...store,
			async histogram(...question: Parameters<typeof store.histogram>) {
				if (question[2] - question[1] > 1e12) {
					clock.pass(took);
				}
				return store.histogram(...question);
			},
		};
		const screen = screenScene({store: slow, clock, lines: withoutOverview, columns: 120});
		await screen.has('2xx 0%');
		store.add(entryAt(5000, 0), entryAt(5001, 0));
		clock.pass(pause - 100);
		await settle();
		t.regex(screen.frame(), /2xx 0%/);
		clock.pass(100);
		await screen.has('2xx 67%');
		screen.close();
	});
}
