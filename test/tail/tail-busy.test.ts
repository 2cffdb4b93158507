import {appendFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {TailSettings} from '../../source/tail/tail-settings.js';
import {collect} from '../helpers/collect.js';
import {never} from '../helpers/each-way.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** Only events and the timer of a busy directory trigger polls. */
const settings = {
	pollInterval: never,
	scanInterval: never,
	busyPollInterval: 10,
	calmPollInterval: 10,
	busyScanInterval: 30,
};

/** Follows logs with a watcher whose events the test sends. */
function followed(t: ExecutionContext, names: readonly string[], busyQuietTime: number, pattern?: string) {
	const directory = temporaryDirectory(t);
	const paths = names.map(name => join(directory, name));
	let wanted: ReadonlySet<string> = new Set();
	let hint = (_name: string): void => {};
	const watch: TailSettings['watch'] = listener => {
		hint = name => listener.changed(directory, name, false);
		const want = (directories: ReadonlySet<string>): void => {
			wanted = directories;
		};
		return {want, refreshAfter() {}, close: async () => {}};
	};
	for (const path of paths) {
		writeFileSync(path, '');
	}
	const collected = collect(t, pattern === undefined ? paths : [join(directory, pattern)], {
		settings: {...settings, busyQuietTime, watch},
	});
	const isWatched = (): boolean => wanted.has(directory);
	const flow = (name: string): void => {
		for (let event = 0; event < 10; event++) {
			hint(name);
		}
	};
	const untilFlowing = async (name: string): Promise<void> => {
		await waitFor(isWatched);
		// The directory is watched before its file is known.
		await waitFor(() => {
			flow(name);
			return !isWatched();
		});
	};
	return {directory, paths, collected, isWatched, flow, untilFlowing};
}

test("a busy directory isn't watched until it is quiet, but still read", async t => {
	// Long enough that no stall of the machine ends the busy period.
	const {paths, collected, isWatched, untilFlowing} = followed(t, ['access.log'], 4000);
	const [path = ''] = paths;
	await untilFlowing('access.log');
	let expected = '';
	for (let line = 0; line < 20; line++) {
		appendFileSync(path, `${line}\n`);
		expected += `${line}\n`;
		await collected.until(expected);
		t.false(isWatched());
	}
	await waitFor(isWatched);
	t.is(collected.text(), expected);
	t.deepEqual(collected.notices, []);
});

test('fault 3, fault 37: in a busy directory, a rotation, late writes and a quiet log are noticed', async t => {
	const {paths, collected, untilFlowing} = followed(t, ['access.log', 'quiet.log'], never);
	const [path = '', quiet = ''] = paths;
	await untilFlowing('access.log');
	const lines = (): string => collected.text().split('\n').slice(0, -1).sort().join(' ');
	appendFileSync(path, 'a\n');
	await waitFor(() => lines() === 'a', lines);
	renameSync(path, `${path}.1`);
	appendFileSync(`${path}.1`, 'b\n');
	writeFileSync(path, 'the next\n');
	await waitFor(() => lines() === 'a b the next', lines);
	appendFileSync(`${path}.1`, 'd\n');
	appendFileSync(quiet, 'e\n');
	await waitFor(() => lines() === 'a b d e the next', lines);
	t.deepEqual(collected.notices, []);
});

test('in a busy directory, new files that match a pattern are found', async t => {
	const {directory, collected, isWatched, untilFlowing} = followed(
		t,
		['access-1.log'],
		never,
		'access-*.log',
	);
	await untilFlowing('access-1.log');
	writeFileSync(join(directory, 'access-2.log'), 'new\n');
	await collected.until('new\n');
	t.false(isWatched());
});

test('a directory with many files is always watched, even if they appear while it is busy', async t => {
	const {directory, collected, isWatched, flow, untilFlowing} = followed(
		t,
		['access-0.log'],
		never,
		'access-*.log',
	);
	await untilFlowing('access-0.log');
	for (let file = 1; file <= 16; file++) {
		writeFileSync(join(directory, `access-${file}.log`), '');
	}
	await waitFor(isWatched);
	flow('access-0.log');
	t.true(isWatched());
	t.deepEqual(collected.notices, []);
});
