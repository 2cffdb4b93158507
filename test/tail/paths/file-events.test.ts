import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {WatchListener} from '../../../source/tail/files/directory-watcher.js';
import {FollowedPath} from '../../../source/tail/paths/followed-path.js';
import {Searches} from '../../../source/tail/paths/path-set.js';
import {FileEvents} from '../../../source/tail/paths/watcher.js';
import {makeStage} from '../../helpers/make-stage.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

/** A log that is followed by the events that the test sends. */
const openEvents = async (t: ExecutionContext) => {
	const directory = temporaryDirectory(t);
	const further = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\n');
	const wanted: Array<readonly string[]> = [];
	let listener: WatchListener | undefined;
	const stage = makeStage(t, {
		lookSpacing: 0,
		rescanSpacing: 0,
		watch(to) {
			listener = to;
			return {want: directories => wanted.push([...directories]), refreshAfter() {}, close: async () => {}};
		},
	});
	const counted = {searches: 0, exhausted: 0};
	const scan = async () => {
		counted.searches++;
		return [];
	};
	const followed: FollowedPath = new FollowedPath(stage, path, {
		past: 'none',
		onPlaces: of => events.moved(of),
	});
	const events = new FileEvents(
		stage,
		{paths: [followed], directories: [further]},
		new Searches({scan}, 0),
		() => counted.exhausted++,
	);
	await followed.look();
	await waitFor(() => wanted.length > 0);
	const hint = (name: string, renamed: boolean) => listener?.hint(directory, name, renamed);
	const exhaust = () => listener?.exhausted(directory, 'ENOSPC');
	return {directory, further, path, stage, wanted, counted, events, followed, hint, exhaust};
};

test('what is followed and where more may appear is watched', async t => {
	const {directory, further, wanted, events, followed} = await openEvents(t);
	t.deepEqual(wanted, [[directory, further]]);
	events.changed();
	await waitFor(() => wanted.length === 2);
	await events.close();
	events.moved(followed);
	await new Promise(resolve => setImmediate(resolve));
	t.is(wanted.length, 2);
});

for (const [what, name, renamed, searches] of [
	['a file that is followed', 'access.log', false, 0],
	['one that comes in its place', 'access.log', true, 0],
	['another that has come, which may lead to it', '..data', true, 1],
] as const) {
	test(`the log is looked at where an event tells of ${what}`, async t => {
		const {path, stage, hint, counted} = await openEvents(t);
		appendFileSync(path, 'two\n');
		hint(name, renamed);
		await waitFor(() => stage.opened[0]?.size === 8);
		await waitFor(() => counted.searches === searches);
		t.is(stage.opened.length, 1);
	});
}

test('what is written to beside it is nothing to look at', async t => {
	const {path, stage, hint, counted, followed} = await openEvents(t);
	appendFileSync(path, 'two\n');
	hint('error.log', false);
	await new Promise(resolve => setImmediate(resolve));
	t.is(stage.opened[0]?.size, 4);
	t.is(counted.searches, 0);
	await followed.look();
	t.is(stage.opened[0]?.size, 8);
});

test('fault 29: that no more can be watched is said once', async t => {
	const {exhaust, stage, counted, events} = await openEvents(t);
	exhaust();
	exhaust();
	await waitFor(() => stage.notices.length === 1);
	t.is(counted.exhausted, 1);
	await events.close();
	const other = await openEvents(t);
	await other.events.close();
	other.exhaust();
	t.is(other.counted.exhausted, 0);
});
