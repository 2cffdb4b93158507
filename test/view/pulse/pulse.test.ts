import test from 'ava';
import stringWidth from 'string-width';
import {timeFormatter} from '../../../source/listing/time-formatter.js';
import {everything} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {askPulse, type Pulse} from '../../../source/view/pulse/pulse.js';
import {type PulseOptions, pulsePieces, rateOf} from '../../../source/view/pulse/pulse-pieces.js';
import {asciiCharacters} from '../../../source/view/themes/chart-characters.js';
import {plainTheme} from '../../../source/view/themes/theme.js';
import {entry, entryAt, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

const {signal} = new AbortController();

/** Half an hour, a request in 2 s, the last five minutes two in one. */
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

const text = (pulse: Pulse | null, changes: Partial<PulseOptions> = {}): string =>
	pulse
		? pulsePieces(pulse, {...options, ...changes})
				.map(piece => piece.text)
				.join('')
		: '';

const ask = (entries: readonly Entry[], seconds: number): Promise<Pulse | null> => {
	const now = start + seconds * 1000;
	return askPulse(fakeStoreAt({now: () => now}, ...entries), everything, now, null, true, signal);
};

test('requests a second and shares of the last minute, and bars', async t => {
	const pulse = await ask(past, 1799.5);
	t.is(text(pulse), '2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  ▂▂▂▂▂▂▂▂▂▂██████████ 10 min');
	t.is(
		text(pulse, {width: 140}),
		`2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  ${'▂'.repeat(50)}██████████ 30 min`,
	);
	t.is(text(pulse, {width: 60}), '2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  ██████████ 5 min');
	t.is(text(pulse, {width: 40}), '2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%');
	t.is(text(pulse, {width: 20}), '2.5/s  2xx 97%  3xx…');
	for (let width = 1; width < 130; width++) {
		t.true(stringWidth(text(pulse, {width})) <= width);
	}
});

test('in ASCII, and in words', async t => {
	const pulse = await ask(past, 1799.5);
	const ascii = text(pulse, {theme: {...plainTheme, chart: asciiCharacters}});
	t.is(ascii, '2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  ..........########## 10 min');
	t.is(text(pulse, {isSpoken: true}), '2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  at most 75 in 30 s of 10 min');
});

test('how long requests take, where the log says and there is room', async t => {
	const pulse = await ask(
		past.map((of, n) => ({...of, durationMs: n % 100})),
		1799.5,
	);
	t.regex(text(pulse, {width: 140}), /1% {2}p50 7\d ms {2}p95 9\d ms {2}p99 9\d ms {2}▂.* 30 min$/);
	t.regex(text(pulse, {width: 100}), /1% {2}p95 9\d ms {2}▂.* 15 min$/);
	t.regex(text(pulse), /1% {2}p95 9\d ms {2}▂.* 10 min$/);
});

test('quiet: since when, and what was before', async t => {
	const pulse = await ask(past, 5000);
	t.is(
		text(pulse, {now: start + 5000_000}),
		'quiet since 9:29:59, before 2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%',
	);
	t.is(
		text(pulse, {now: start + 86_400_000, width: 120}),
		'quiet since 5 Nov 2026 9:29:59, before 2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%',
	);
});

test('the share of 5xx is not cut: where that lacks room, the rate before the quiet is left out', async t => {
	const pulse = await ask(past, 5000);
	const options = {now: start + 86_400_000};
	t.is(
		text(pulse, {...options, width: 78}),
		'quiet since 5 Nov 2026 9:29:59, before 2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%',
	);
	t.is(
		text(pulse, {...options, width: 76}),
		'quiet since 5 Nov 2026 9:29:59  2xx 97%  3xx 0%  4xx 2%  5xx 1%',
	);
});

test('the bars end now, also after a quiet time, and are of as many minutes whatever stands beside them', async t => {
	const pulse = await ask(past, 1799.5 + 180);
	t.is(
		text(pulse, {now: start + 1_979_500, width: 100}),
		`quiet since 9:29:59, before 2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%`,
	);
	t.is(
		text(pulse, {now: start + 1_979_500, width: 140}),
		`quiet since 9:29:59, before 2.5/s  2xx 97%  3xx 0%  4xx 2%  5xx 1%  ${'▂'.repeat(44)}██████████       30 min`,
	);
});

test('a search that ends before the present says when, not that it is quiet', async t => {
	const now = start + 5000_000;
	const of = (until: number) =>
		askPulse(
			fakeStoreAt({now: () => now}, ...past),
			{text: 'until', expression: {type: 'time', from: null, until: {at: until}}},
			now,
			null,
			true,
			signal,
		);
	t.regex(text(await of(start + 300_000), {now}), /^ends 9:05:00, before 0.5\d\/s/);
	t.regex(text(await of(now + 1), {now}), /^quiet since 9:29:59/);
});

test('nothing yet, nothing with a time, and only ahead of the clock', async t => {
	t.is(await ask([], 0), null);
	t.is(await ask([entry(1, {time: null})], 0), null);
	t.is(await ask([entryAt(1, 900)], 0), null);
	t.is(
		text(await ask([entryAt(1, 30)], 0)),
		`0.02/s  2xx 100%  3xx 0%  4xx 0%  5xx 0%${' '.repeat(21)}█ 10 min`,
	);
});

test('rates for reading', t => {
	t.deepEqual([1, 59, 60, 600, 5990, 60_000].map(rateOf), [
		'0.02/s',
		'0.98/s',
		'1.0/s',
		'10.0/s',
		'99.8/s',
		'1000/s',
	]);
});

const screenOf = async (entries: readonly Entry[], seconds: number, lines = 24) => {
	const clock = fakeClock(start + seconds * 1000);
	const store = fakeStoreAt(clock, ...entries);
	const screen = screenScene({store, clock, lines});
	await screen.has('results found');
	await settle();
	const asked = (): number => store.calls.filter(call => call === 'histogram').length;
	return {clock, store, screen, asked};
};

test('the line goes on with the clock, a look a second at most, until it is quiet', async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has('2.5/s  2xx 97%');
	t.is(screen.lines()[3]?.slice(0, 14), '2.5/s  2xx 97%');
	const before = asked();
	clock.pass(999);
	store.add(entryAt(5000, 1799));
	await settle();
	t.is(asked(), before);
	clock.pass(1);
	await screen.has('4xx 1%');
	for (let look = 0; look < 70; look++) {
		clock.pass(1000);
		await settle();
	}

	await screen.has('quiet since 9:29:59, before 2.5/s');
	for (let minutes = 0; minutes < 31; minutes++) {
		clock.pass(60_000);
		await settle();
	}

	// There are no bars any more that would go on.
	const quiet = asked();
	clock.pass(60_000);
	await settle();
	t.is(asked(), quiet);
	store.add(entryAt(5001, 1799 + 71 + 32 * 60));
	await screen.has('0.02/s');
	screen.close();
});

test('frozen it stands; below 14 lines there is none, and nothing is asked for it', async t => {
	const {clock, screen, store, asked} = await screenOf(past, 1799.5);
	await screen.has('2.5/s');
	screen.type('=');
	await screen.has('frozen');
	const before = asked();
	store.add(entryAt(5000, 1799));
	clock.pass(5000);
	await settle();
	t.is(asked(), before);
	screen.type('=');
	await waitFor(() => asked() > before);
	screen.close();
	const low = await screenOf(past, 1799.5, 13);
	// The screen of the tests is higher for a moment.
	const askedFor = low.asked();
	low.store.add(entryAt(5000, 1799));
	low.clock.pass(5000);
	await low.screen.has('1501 results found');
	await settle();
	t.is(low.asked(), askedFor);
	t.notRegex(low.screen.frame(), /\/s {2}2xx/);
	low.screen.close();
});

test('bars of a past that was still being read are asked for anew at the next look', async t => {
	const clock = fakeClock(start + 1798_500);
	const store = fakeStoreAt(clock, ...past.slice(-100));
	store.setStatus({indexing: {read: 1, total: 10}});
	const screen = screenScene({store, clock});
	const pulse = (): string => screen.lines()[3] ?? '';
	await waitFor(() => / {10}\S\S 10 min$/.test(pulse()));
	store.addPast(...past.slice(0, -100));
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	await waitFor(() => pulse().includes('▂▂▂▂▂▂▂▂▂▂██████████ 10 min'));
	t.regex(pulse(), /^2\.5\/s/);
	screen.close();
});
