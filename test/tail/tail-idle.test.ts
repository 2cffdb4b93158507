// Runs alone: it replaces Date.now and functions of node:fs.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {Registry} from '../../source/tail/open/registry.js';
import {collect} from '../helpers/collect.js';
import {FaultyDisk} from '../helpers/faulty-disk.js';
import {PathCalls} from '../helpers/path-calls.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const pathCalls = new PathCalls();

// A file counts as quiet some seconds after its last change; here the clock is moved ahead.
const {now} = Date;
Date.now = () => now() + 60_000;

// Each call iterates over all open files.
let scans = 0;
const {logOf} = Registry.prototype;
Registry.prototype.logOf = function (path) {
	scans++;
	return logOf.call(this, path);
};

const interval = 25;
const scanInterval = 100;

for (const [way, isListed] of [
	['given by name', false],
	['found in a directory', true],
] as const) {
	test(`fault 48: ten quiet files, ${way}, cost only one stat each per poll`, async t => {
		const directory = join(temporaryDirectory(t), 'logs');
		mkdirSync(directory);
		const paths = Array.from({length: 10}, (_, n) => join(directory, `access-${n}.log`));
		for (const path of paths) {
			writeFileSync(path, 'a line\n'.repeat(100));
		}
		const disk = new FaultyDisk();
		const collected = collect(t, isListed ? [directory] : paths, {
			poll: true,
			settings: {eventlessPollInterval: interval, scanInterval, open: disk.open},
		});
		await collected.followed.started;
		await waitFor(() => collected.files.length === 10 && collected.files.every(({text}) => text !== ''));
		await collected.followed.poll();

		const counted = () => ({
			onPaths: pathCalls.all.length,
			onFiles: paths.map(path => disk.count('stat', path) + disk.count('read', path)),
			scans,
			since: performance.now(),
		});
		const before = counted();
		const callsSince = (): readonly string[] =>
			pathCalls.all.slice(before.onPaths).filter(call => call.includes(directory));
		await waitFor(() => {
			const made = callsSince();
			return (
				performance.now() > before.since + 20 * interval &&
				paths.every(path => made.filter(call => call === `stat ${path}`).length >= 3)
			);
		});
		const after = counted();
		const ticks = 2 + (after.since - before.since) / interval;
		const maxScans = 2 + (after.since - before.since) / scanInterval;
		const calls = callsSince();
		t.deepEqual(after.onFiles, before.onFiles, 'no calls on descriptors');
		t.is(after.scans, before.scans, 'no searches of the open files');
		for (const path of paths) {
			const stats = calls.filter(call => call === `stat ${path}`).length;
			t.true(stats <= ticks, `${stats} stats in ${ticks} ticks`);
		}
		const others = calls.filter(call => !paths.some(path => call === `stat ${path}`));
		// For the directory: a stat, a realpath and a readdir.
		t.true(others.length <= (isListed ? 3 * maxScans : 0), `${others}`);
		t.true(others.every(call => call.endsWith(` ${directory}`)));
	});
}
