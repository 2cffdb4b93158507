import test from 'ava';
import {everything, type Query} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {askPulse, type Pulse, readPulse} from '../../../source/view/pulse/pulse.js';
import {entry, entryAt, start} from '../../helpers/entry.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {pastPulse as past} from '../../helpers/past-pulse.js';

const {signal} = new AbortController();

async function ask(
	entries: readonly Entry[],
	seconds: number,
	query: Query = everything,
): Promise<Pulse | null> {
	const now = start + seconds * 1000;
	return askPulse(fakeStoreAt({now: () => now}, ...entries), query, now, null, true, signal);
}

test('counts the requests of the last minute, and requests and 5xx of each half minute', async t => {
	const pulse = await ask(past, 1799.5);
	t.is(pulse?.requests, 150);
	t.false(pulse?.isQuiet);
	t.is(pulse?.bars.length, 60);
	t.deepEqual(pulse?.bars[0], {requests: 15, errors: 0});
	t.deepEqual(pulse?.bars[50], {requests: 75, errors: 2});
});

test('if no requests arrive any longer, has the rate of the minute before they stopped', async t => {
	const pulse = await ask(past, 5000);
	t.like(pulse, {isQuiet: true, isEnded: false, end: start + 1_800_000, requests: 150});
	t.is(pulse?.bars.at(-1)?.requests, 0);
});

test('the bars end at the current time, even after a quiet period', async t => {
	const {bars = []} = (await ask(past, 1799.5 + 180)) ?? {};
	t.is(bars.length, 60);
	t.deepEqual(
		bars.slice(-7).map(({requests}) => requests),
		[75, 0, 0, 0, 0, 0, 0],
	);
});

test('if the period of the search has ended, reports its end instead of a quiet time', async t => {
	const of = (until: number) =>
		ask(past, 5000, {text: 'until', expression: {type: 'time', from: null, until: {at: until}}});
	t.like(await of(start + 300_000), {isEnded: true, end: start + 301_000, requests: 30});
	t.like(await of(start + 5_000_001), {isEnded: false, isQuiet: true});
});

test('handles no requests, no times, and only times ahead of the clock', async t => {
	t.is(await ask([], 0), null);
	t.is(await ask([entry(1, {time: null})], 0), null);
	t.is(await ask([entryAt(1, 900)], 0), null);
	t.like(await ask([entryAt(1, 30)], 0), {isQuiet: false, requests: 1});
});

test('while logs are read, nothing is quiet, and neither rate nor bars include time that has not been read', t => {
	const end = start + 1_800_000;
	const bars = [1, 2, 3, 4].map(requests => ({requests, errors: 0}));
	const pulse = {end, isQuiet: false, isEnded: false, requests: 60, bars};
	const read = (until: number, isQuiet = false) =>
		readPulse({...pulse, isQuiet}, {unread: {from: Number.NaN, until}});
	t.is(read(Number.NEGATIVE_INFINITY, true), null);
	t.is(read(end - 59_000), null);
	t.is(read(Number.POSITIVE_INFINITY), null);
	t.deepEqual(read(end - 60_000)?.bars, bars.slice(2));
	t.deepEqual(read(end - 110_000)?.bars, bars.slice(1));
	t.deepEqual(read(end - 10_000_000), pulse);
	t.deepEqual(readPulse(pulse, {}), pulse);
});
