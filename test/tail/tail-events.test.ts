import {appendFileSync, chmodSync, renameSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {defaultSettings, type TailSettings} from '../../source/tail/tail-settings.js';
import {collect} from '../helpers/collect.js';
import {eachWay, never} from '../helpers/each-way.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** A watcher without any events. */
const deaf: TailSettings['watch'] = () => ({want() {}, refreshAfter() {}, close: async () => {}});

test('fault 1: writes during a poll of a burst lead to another poll', async t => {
	const {directory, path} = temporaryLog(t);
	let hint = (): void => {};
	const watch: TailSettings['watch'] = listener => {
		hint = () => listener.changed(directory, 'access.log', false);
		return {want() {}, refreshAfter() {}, close: async () => {}};
	};
	// One event for each write, and no other trigger of polls.
	const collected = collect(t, [path], {settings: {watch, pollInterval: never, scanInterval: never}});
	await collected.followed.started;
	await setTimeout(50);
	let expected = '';
	for (let burst = 0; burst < 20; burst++) {
		for (let line = 0; line < 20; line++) {
			appendFileSync(path, `${burst} ${line}\n`);
			expected += `${burst} ${line}\n`;
			hint();
			if (line % 3 === 0) {
				await setTimeout(line % 2);
			}
		}
		await collected.until(expected);
	}
	t.is(collected.files.length, 1);
});

const secondAppends: ReadonlyArray<readonly [string, Partial<TailSettings>]> = [
	['as the program follows', {}],
	// If an event were lost, no timer would help.
	['by events alone', {pollInterval: never, scanInterval: never}],
];

for (const [way, settings] of secondAppends) {
	test(`fault 2: an append right after another is shown in time, ${way}`, async t => {
		const {path} = temporaryLog(t);
		const collected = collect(t, [path], {settings});
		await collected.followed.started;
		let expected = '';
		for (let trial = 0; trial < 60; trial++) {
			appendFileSync(path, `first ${trial}\n`);
			await setTimeout(trial % 46);
			appendFileSync(path, `second ${trial}\n`);
			expected += `first ${trial}\nsecond ${trial}\n`;
			await collected.until(expected);
		}
		t.is(collected.files.length, 1);
	});
}

test('fault 14: each search for files also checks the watched directories', async t => {
	const directory = temporaryDirectory(t);
	const ages: number[] = [];
	const watch: TailSettings['watch'] = () => ({
		want() {},
		refreshAfter: age => void ages.push(age),
		close: async () => {},
	});
	const settings = {watch, pollInterval: 10, scanInterval: 3000};
	const collected = collect(t, [join(directory, 'access.log')], {settings});
	await collected.followed.started;
	// No event reports that a whole directory was replaced: the watch is still on the old one.
	await waitFor(() => ages.length > 2);
	// A timer may fire some milliseconds early.
	t.true(
		ages.every(age => age > 2900 && age <= 3000),
		`${ages}`,
	);
	t.deepEqual(collected.notices, []);
});

test('polls run at least once a second, with and without events', t => {
	t.true(Math.max(defaultSettings.pollInterval, defaultSettings.eventlessPollInterval) < 1000);
});

test('fault 32: a watcher without events changes only the delay', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const rotated = `${path}.1`;
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path, join(directory, '*.found')], {settings: {watch: deaf}});
	await collected.until('one\n');
	appendFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
	renameSync(path, rotated);
	writeFileSync(path, 'three\n');
	appendFileSync(rotated, 'late\n');
	writeFileSync(join(directory, 'a.found'), 'found\n');
	const read = (): string => collected.text().split('\n').slice(0, -1).sort().join(' ');
	await waitFor(() => read() === 'found late one three two', read);
	appendFileSync(rotated, 'very late\n');
	await waitFor(() => read() === 'found late one three two very late', read);
	t.deepEqual(collected.notices, []);
});

for (const code of ['ENOSPC', 'EMFILE']) {
	const fault = code === 'ENOSPC' ? 29 : 30;
	test(`fault ${fault}: when no more watches are allowed (${code}), the timer polls as often as without events`, async t => {
		const {path} = temporaryLog(t, 'one\n');
		const watch: TailSettings['watch'] = listener => ({
			want(directories) {
				for (const directory of [...directories, ...directories]) {
					listener.exhausted(directory, code);
				}
			},
			refreshAfter() {},
			close: async () => {},
		});
		const collected = collect(t, [path], {settings: {watch, pollInterval: never, eventlessPollInterval: 20}});
		let expected = 'one\n';
		await collected.until(expected);
		for (let line = 0; line < 10; line++) {
			appendFileSync(path, `${line}\n`);
			expected += `${line}\n`;
			await collected.until(expected);
		}
		t.is(collected.notices.length, 1);
		t.regex(collected.notices[0]?.text ?? '', /polled every 20 ms instead\. No lines are lost\.$/);
	});
}

eachWay('fault 46: touch and chmod add no rows', async (t, options, {path}) => {
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	await collected.until('one\n');
	await collected.followed.poll();
	const calls = collected.calls.length;
	for (const time of [new Date(), new Date(0), new Date(Date.now() + 1e9)]) {
		utimesSync(path, time, time);
		chmodSync(path, 0o600);
		await collected.followed.poll();
		chmodSync(path, 0o644);
		appendFileSync(path, '');
		await collected.followed.poll();
	}
	t.deepEqual(collected.calls.slice(calls), []);
	appendFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
	t.deepEqual(collected.calls.slice(calls), ['grown 0']);
	t.deepEqual(collected.notices, []);
});
