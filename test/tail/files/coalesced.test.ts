import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {Coalesced} from '../../../source/tail/files/coalesced.js';
import {waitFor} from '../../helpers/wait-for.js';

test('calls during a run share one further run, and each resolves after a run that began after it', async t => {
	let begun = 0;
	let done = 0;
	let running = 0;
	const task = new Coalesced(async () => {
		begun++;
		running++;
		t.is(running, 1, 'one at a time');
		await setTimeout(5);
		running--;
		done++;
	}, 0);
	const first = task.run();
	t.is(begun, 1, 'at once');
	const others = [task.run(), task.run(), task.run()];
	await first;
	t.is(done, 1);
	await Promise.all(others);
	t.is(done, 2);
	await task.run();
	t.is(done, 3);
});

test('schedule() runs at once, and not again before the spacing', async t => {
	let runs = 0;
	const task = new Coalesced(async () => {
		runs++;
	}, 3_600_000);
	task.schedule();
	t.is(runs, 1);
	await Promise.resolve();
	task.schedule();
	task.schedule();
	t.is(runs, 1);
	await task.stop();
});

test('schedule() runs again after the spacing', async t => {
	const begun: number[] = [];
	const task = new Coalesced(async () => {
		begun.push(performance.now());
	}, 40);
	task.schedule();
	await Promise.resolve();
	task.schedule();
	task.schedule();
	await waitFor(() => begun.length === 2);
	t.true((begun[1] ?? 0) - (begun[0] ?? 0) >= 35, 'a timer may be a millisecond early');
});

test('scheduleAfter() does nothing before the last run has the given age', async t => {
	let begun = 0;
	const task = new Coalesced(async () => {
		begun++;
	}, 0);
	task.scheduleAfter(3_600_000);
	t.is(begun, 1, 'there was none yet');
	await Promise.resolve();
	task.scheduleAfter(3_600_000);
	t.is(begun, 1);
	task.scheduleAfter(0);
	await waitFor(() => begun === 2);
	await task.stop();
	task.scheduleAfter(0);
	t.is(begun, 2);
});

test('stop() waits for the current run and prevents further ones', async t => {
	let done = 0;
	const task = new Coalesced(async () => {
		await setTimeout(5);
		done++;
	}, 0);
	void task.run();
	const second = task.run();
	await task.stop();
	t.is(done, 1);
	await second;
	task.schedule();
	await task.run();
	t.is(done, 1);
});

test('fault 1: schedule() during a run leads to another run', async t => {
	let seen = 0;
	let written = 0;
	const task = new Coalesced(async () => {
		const now = written;
		await setTimeout(1);
		seen = now;
	}, 0);
	for (let burst = 0; burst < 5; burst++) {
		written++;
		task.schedule();
		written++;
		task.schedule();
		await waitFor(() => seen === written);
	}
	t.pass();
});
