import test from 'ava';
import stringWidth from 'string-width';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {everything, type Query} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {asciiCharacters} from '../../../source/themes/chart-characters.js';
import {askPulse, readPulse} from '../../../source/view/pulse/pulse.js';
import {
	askFigures,
	type PulseContent,
	type PulseOptions,
	pulsePieces,
	rateOf,
} from '../../../source/view/pulse/pulse-pieces.js';
import {entry, entryAt, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {plainTheme} from '../../helpers/themes.js';
import {waitFor} from '../../helpers/wait-for.js';
import {words} from '../../helpers/words.js';

const {signal} = new AbortController();

/** Half an hour with a request every 2 s, and two per second in the last five minutes. */
const past = [
	...Array.from({length: 900}, (_, n) => entryAt(n, n * 2, {status: n % 10 === 0 ? 404 : 200})),
	...Array.from({length: 600}, (_, n) => entryAt(1000 + n, 1500 + n / 2, {status: n % 50 === 0 ? 503 : 200})),
];

const options: PulseOptions = {
	now: start + 1800_000,
	formatTime: timeFormatter('utc'),
	width: 80,
	theme: plainTheme,
	isSpoken: false,
};

function text(content: PulseContent, changes: Partial<PulseOptions> = {}): string {
	return pulsePieces(content, {...options, ...changes})
		.map(piece => piece.text)
		.join('');
}

async function ask(
	entries: readonly Entry[],
	seconds: number,
	query: Query = everything,
): Promise<PulseContent> {
	const now = start + seconds * 1000;
	const store = fakeStoreAt({now: () => now}, ...entries);
	return {
		figures: await askFigures(store, query, signal),
		pulse: await askPulse(store, query, now, null, true, signal),
	};
}

/** Shares of `past`: 90 of 1500 are 404, 12 are 503. */
const shares = '2xx 93%  3xx 0%  4xx 6%  5xx 1%';

test('shows the shares of all matches, requests per second in the last minute, and bars', async t => {
	const pulse = await ask(past, 1799.5);
	t.is(text(pulse), `${shares}  last minute 2.5/s  ██████████ 5 min`);
	t.is(text(pulse, {width: 100}), `${shares}  last minute 2.5/s  ▂▂▂▂▂▂▂▂▂▂██████████ 10 min`);
	t.is(text(pulse, {width: 140}), `${shares}  last minute 2.5/s  ${'▂'.repeat(50)}██████████ 30 min`);
	t.is(text(pulse, {width: 73}), `${shares}  last minute 2.5/s`);
	t.is(text(pulse, {width: 49}), shares);
	t.is(text(pulse, {width: 20}), '2xx 93%  3xx 0%  4x…');
	for (let width = 1; width < 130; width++) {
		t.true(stringWidth(text(pulse, {width})) <= width);
	}
});

test('shows bars in ASCII, and words for screen readers', async t => {
	const pulse = await ask(past, 1799.5);
	const ascii = text(pulse, {theme: {...plainTheme, chart: asciiCharacters}});
	t.is(ascii, `${shares}  last minute 2.5/s  ########## 5 min`);
	t.is(text(pulse, {isSpoken: true, width: 90}), `${shares}  last minute 2.5/s  at most 75 in 30 s of 5 min`);
});

test('shows durations if they are logged and fit: p95 before the bars, p50 and p99 if there is space left', async t => {
	const pulse = await ask(
		past.map((of, n) => ({...of, durationMs: n % 100})),
		1799.5,
	);
	t.is(
		text(pulse, {width: 160}),
		`${shares}  p50 49 ms  p95 94 ms  p99 98 ms  last minute 2.5/s  ${'▂'.repeat(50)}██████████ 30 min`,
	);
	t.is(text(pulse, {width: 100}), `${shares}  p95 94 ms  last minute 2.5/s  ▂▂▂▂▂▂▂▂▂▂██████████ 10 min`);
	t.is(text(pulse, {width: 70}), `${shares}  p95 94 ms  last minute 2.5/s`);
	t.is(text(pulse, {width: 60}), `${shares}  last minute 2.5/s`);
	t.is(text(pulse, {width: 45}), `${shares}  p95 94 ms`);
	t.is(text(pulse, {width: 40}), shares);
});

test('shows shares of 1xx and other statuses if they fit', async t => {
	const pulse = await ask(
		[101, 200, 301, 404, 503, null, 999].map((status, n) => entryAt(n, n, {status})),
		6.5,
	);
	const all = '1xx 15%  2xx 14%  3xx 14%  4xx 14%  5xx 14%  other 29%';
	t.true(text(pulse).startsWith(all), text(pulse));
	t.is(text(pulse, {width: all.length - 1}), '2xx 14%  3xx 14%  4xx 14%  5xx 14%');
});

test('requests without a time count for the shares', async t => {
	const pulse = await ask(
		[entryAt(1, 0), entry(2, {time: null, status: 404}), entry(3, {time: null, status: null})],
		0.5,
	);
	t.true(
		text(pulse).startsWith('2xx 33%  3xx 0%  4xx 33%  5xx 0%  other 34%  last minute 0.02/s'),
		text(pulse),
	);
});

test('if no requests arrive, shows when they stopped, and the rate before', async t => {
	const pulse = await ask(past, 5000);
	t.is(
		text(pulse, {now: start + 5000_000, width: 90}),
		`${shares}  quiet since 9:29:59, 2.5/s in the minute before`,
	);
	t.is(
		text(pulse, {now: start + 86_400_000, width: 120}),
		`${shares}  quiet since 5 Nov 2026 9:29:59, 2.5/s in the minute before`,
	);
});

test('never cuts the share of 5xx; drops the rate before the quiet period instead', async t => {
	const pulse = await ask(past, 5000);
	const options = {now: start + 86_400_000};
	t.is(text(pulse, {...options, width: 80}), `${shares}  quiet since 5 Nov 2026 9:29:59`);
	t.is(text(pulse, {...options, width: 60}), shares);
});

test('the bars end now, even after a quiet period, and always cover the same number of minutes', async t => {
	const pulse = await ask(past, 1799.5 + 180);
	t.is(
		text(pulse, {now: start + 1_979_500, width: 100}),
		`${shares}  quiet since 9:29:59, 2.5/s in the minute before`,
	);
	t.is(
		text(pulse, {now: start + 1_979_500, width: 160}),
		`${shares}  quiet since 9:29:59, 2.5/s in the minute before  ${'▂'.repeat(44)}██████████       30 min`,
	);
});

test('if the period of the search has ended, shows its end instead of a quiet time', async t => {
	const now = start + 5000_000;
	const of = (until: number) =>
		ask(past, 5000, {text: 'until', expression: {type: 'time', from: null, until: {at: until}}});
	// 16 of the 151 requests up to then are a 404.
	t.is(
		text(await of(start + 300_000), {now, width: 90}),
		'2xx 89%  3xx 0%  4xx 11%  5xx 0%  ends 9:05:00, 0.50/s in the minute before',
	);
	t.regex(text(await of(now + 1), {now}), / {2}quiet since 9:29:59/);
});

test('handles no requests, no times, and only times ahead of the clock', async t => {
	const all = '2xx 100%  3xx 0%  4xx 0%  5xx 0%';
	t.is(text(await ask([], 0)), '');
	t.is(text(await ask([entry(1, {time: null})], 0)), all);
	t.is(text(await ask([entryAt(1, 900)], 0)), all);
	t.is(text(await ask([entryAt(1, 30)], 0)), `${all}  last minute 0.02/s${' '.repeat(11)}█ 5 min`);
});

test('formats rates', t => {
	t.deepEqual(
		[1, 59, 60, 600, 5990, 60_000].map(rateOf),
		words`
		0.02/s 0.98/s 1.0/s 10.0/s 99.8/s 1000/s
	`,
	);
});

async function screenOf(entries: readonly Entry[], seconds: number, lines = 24) {
	const clock = fakeClock(start + seconds * 1000);
	const store = fakeStoreAt(clock, ...entries);
	const screen = screenScene({store, clock, lines});
	await screen.has('results found');
	await settle();
	const asked = (): number => store.calls.filter(call => call === 'histogram').length;
	return {clock, store, screen, asked};
}

test('updates at most once a second as the clock advances, until it is quiet', async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has(shares);
	await screen.has('last minute 2.5/s');
	t.is(screen.lines()[3]?.slice(0, 50), `${shares}  last minute 2.5/s`);
	const before = asked();
	clock.pass(999);
	store.add(...Array.from({length: 500}, (_, n) => entryAt(5000 + n, 1799, {status: 503})));
	await settle();
	t.is(asked(), before);
	clock.pass(1);
	await screen.has('2xx 70%  3xx 0%  4xx 4%  5xx 26%  last minute 10.8/s');
	for (let style = 0; style < 70; style++) {
		await passTime(clock, 1000);
	}
	await screen.has('quiet since 9:29:59');
	for (let minutes = 0; minutes < 31; minutes++) {
		await passTime(clock, 60_000);
	}
	// All bars are 0, so nothing changes with time.
	const quiet = asked();
	await passTime(clock, 60_000);
	t.is(asked(), quiet);
	store.add(entryAt(6001, 1799 + 71 + 32 * 60));
	await screen.has('0.02/s');
	screen.close();
});

test("doesn't change while frozen; below 14 lines, it is neither shown nor queried", async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has('2.5/s');
	screen.type('=');
	await screen.has('frozen');
	const before = asked();
	store.add(entryAt(5000, 1799));
	await passTime(clock, 5000);
	t.is(asked(), before);
	screen.type('=');
	await waitFor(() => asked() > before);
	screen.close();
	const low = await screenOf(past, 1799.5, 13);
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

test('bars from an incomplete backfill are updated with the next query', async t => {
	const clock = fakeClock(start + 1798_500);
	const store = fakeStoreAt(clock, ...past.slice(-100));
	store.setStatus({indexing: {read: 1, total: 10}});
	const screen = screenScene({store, clock});
	const pulse = (): string => screen.lines()[3] ?? '';
	await waitFor(() => / {8}\S\S 5 min$/.test(pulse()));
	await waitFor(() => pulse().startsWith('2xx 98%'));
	store.addPast(...past.slice(0, -100));
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	await waitFor(() => pulse().includes('██████████ 5 min'));
	t.is(pulse(), `${shares}  last minute 2.5/s  ██████████ 5 min`);
	screen.close();
});

/** Eight requests of anna: 5 × 2xx, 1 × 4xx, 2 × 5xx, three of them in the last minute; and requests of other users. */
const ofAnna = [200, 200, 404, 200, 200, 200, 503, 503].map((status, n) =>
	entryAt(n, n < 5 ? n * 10 : 1740 + n, {status, user: 'anna', durationMs: n < 5 ? 100 : 10}),
);

test("shares and p95 are of all matches and add up to 100%; the rate is labelled as the last minute's", async t => {
	const others = Array.from({length: 50}, (_, n) => entryAt(100 + n, 1000 + n, {status: 301, user: 'ben'}));
	const store = fakeStoreAt({now: () => start + 1750_000}, ...ofAnna, ...others);
	const screen = screenScene({store, clock: fakeClock(start + 1750_000)});
	await screen.has('58 results found');
	screen.type('/user:anna\r');
	await waitFor(
		() => screen.frame().startsWith('8 results found') || screen.frame().includes('\n8 results found'),
	);
	await screen.has('0.05/s');
	await settle();
	t.is(screen.lines()[3], '2xx 63%  3xx 0%  4xx 12%  5xx 25%  p95 100 ms  last minute 0.05/s');
	t.is(
		screen
			.lines()[3]
			?.match(/\d+(?=%)/g)
			?.reduce((sum, n) => sum + Number(n), 0),
		100,
	);
	screen.close();
});

test('on a held page the figures follow the count; on a frozen one neither changes', async t => {
	const {clock, store, screen} = await screenOf(past, 1799.5);
	await screen.has(shares);
	screen.type('jj');
	store.add(...Array.from({length: 500}, (_, n) => entryAt(5000 + n, 1799, {status: 503})));
	clock.pass(1000);
	await screen.has('2000 results found');
	await screen.has('2xx 70%  3xx 0%  4xx 4%  5xx 26%');
	screen.type('=');
	await screen.has('frozen');
	store.add(...Array.from({length: 2000}, (_, n) => entryAt(6000 + n, 1799, {status: 301})));
	await passTime(clock, 1000);
	await screen.has('2000 results found');
	t.true(screen.lines()[3]?.startsWith('2xx 70%  3xx 0%  4xx 4%  5xx 26%'));
	screen.type('=');
	await screen.has('4000 results found');
	await screen.has('2xx 35%  3xx 50%  4xx 2%  5xx 13%');
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
		const screen = screenScene({store: slow, clock});
		await screen.has('2xx 0%');
		store.add(entryAt(5000, 0), entryAt(5001, 0));
		await passTime(clock, pause - 100);
		t.true(screen.lines()[3]?.startsWith('2xx 0%'));
		clock.pass(100);
		await screen.has('2xx 67%');
		screen.close();
	});
}

test('while logs are read, nothing is quiet, and neither rate nor bars include time that has not been read', t => {
	const end = start + 1_800_000;
	const pulse = {end, isQuiet: false, isEnded: false, logZone: null, requests: 60, bars: [1, 2, 3, 4]};
	const read = (until: number, isQuiet = false) =>
		readPulse({...pulse, isQuiet}, {unread: {from: Number.NaN, until}});
	t.is(read(Number.NEGATIVE_INFINITY, true), null);
	t.is(read(end - 59_000), null);
	t.is(read(Number.POSITIVE_INFINITY), null);
	t.deepEqual(read(end - 60_000)?.bars, [3, 4]);
	t.deepEqual(read(end - 110_000)?.bars, [2, 3, 4]);
	t.deepEqual(read(end - 10_000_000), pulse);
	t.deepEqual(readPulse(pulse, {}), pulse);
});
