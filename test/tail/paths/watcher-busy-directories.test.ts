// Runs alone: it replaces performance.now.
import test from 'ava';
import {BusyDirectories} from '../../../source/tail/paths/watcher.js';
import {waitFor} from '../../helpers/wait-for.js';

const usualTimes = {busyPollInterval: 5, calmPollInterval: 5, busyQuietTime: 60};

/** Directories whose size the test controls. */
function flowing(size: () => number, times = usualTimes) {
	const polls: string[] = [];
	let changes = 0;
	const directories = new BusyDirectories(times, {
		poll(directory) {
			polls.push(directory);
			return size();
		},
		changed: () => void changes++,
	});
	return {directories, polls, changes: () => changes};
}

function events(directories: BusyDirectories, directory: string, count: number): void {
	for (let event = 0; event < count; event++) {
		directories.written(directory);
	}
}

test("a directory with few events isn't busy", t => {
	const {directories, polls, changes} = flowing(() => 0);
	events(directories, '/log', 9);
	events(directories, '/other', 9);
	t.false(directories.has('/log'));
	t.deepEqual(polls, []);
	t.is(changes(), 0);
});

test('a directory with many events is busy and polled by a timer until nothing has grown for a while', async t => {
	let isGrowing = true;
	let size = 0;
	const {directories, polls, changes} = flowing(() => (isGrowing ? size++ : size));
	t.teardown(() => directories.close());
	events(directories, '/log', 10);
	t.true(directories.has('/log'));
	t.false(directories.has('/other'));
	t.is(changes(), 1);
	const began = performance.now();
	await waitFor(() => performance.now() - began > 2 * usualTimes.busyQuietTime && polls.length > 3);
	t.true(directories.has('/log'));
	t.true(polls.every(directory => directory === '/log'));
	isGrowing = false;
	await waitFor(() => !directories.has('/log'));
	t.is(changes(), 2);
	// The next busy period needs as many events as the first.
	events(directories, '/log', 9);
	t.false(directories.has('/log'));
});

const clock = performance.now.bind(performance);

/** The time of a poll, which the next call of `performance.now` returns. */
let polledAt: number | undefined;

performance.now = () => {
	const now = polledAt ?? clock();
	polledAt = undefined;
	return now;
};

/**
 * A directory that grows by `rate` bytes per ms. It takes the size at the time that the poll notes for it: if the process pauses
 * in between, the rate would be a different one.
 */
function growing(rate: () => number, times: Partial<typeof usualTimes>) {
	let size = 0;
	let at = clock();
	const grow = () => {
		const now = clock();
		polledAt = now;
		size += rate() * (now - at);
		at = now;
		return size;
	};
	return flowing(grow, {busyPollInterval: 1, calmPollInterval: 100, busyQuietTime: 60_000, ...times});
}

test('a fast-growing directory is polled at the short interval', async t => {
	const {directories, polls} = growing(() => 80, {calmPollInterval: 3_600_000});
	t.teardown(() => directories.close());
	events(directories, '/log', 10);
	await t.notThrowsAsync(waitFor(() => polls.length >= 10));
});

test('a slow-growing directory is polled at the long interval, until it grows fast', async t => {
	let rate = 40;
	const {directories, polls} = growing(() => rate, {calmPollInterval: 100});
	t.teardown(() => directories.close());
	const began = performance.now();
	events(directories, '/log', 10);
	await waitFor(() => polls.length >= 5);
	// The first poll is immediate, and the second always follows soon.
	t.true(performance.now() - began > 290);
	rate = 80;
	// At the long interval, this many polls would exceed the deadline.
	await t.notThrowsAsync(waitFor(() => polls.length >= 1000));
});

test('a slow-growing directory stops being busy when it no longer grows', async t => {
	let rate = 40;
	const {directories, polls} = growing(() => rate, {calmPollInterval: 5, busyQuietTime: 20});
	t.teardown(() => directories.close());
	events(directories, '/log', 10);
	await waitFor(() => polls.length >= 5);
	t.true(directories.has('/log'));
	rate = 0;
	await t.notThrowsAsync(waitFor(() => !directories.has('/log')));
});

test('close() stops all timers and prevents new ones', async t => {
	const {directories, polls} = flowing(() => 0);
	events(directories, '/log', 10);
	directories.close();
	events(directories, '/other', 20);
	t.false(directories.has('/other'));
	const polled = polls.length;
	const closed = performance.now();
	await waitFor(() => performance.now() - closed > 5 * usualTimes.busyPollInterval);
	t.is(polls.length, polled);
});
