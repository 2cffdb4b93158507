import {appendFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import type {WatchListener} from '../../../source/tail/files/directory-watcher.js';
import {FollowedPath} from '../../../source/tail/paths/followed-path.js';
import {PathScans} from '../../../source/tail/paths/path-set.js';
import {Watcher} from '../../../source/tail/paths/watcher.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {temporaryDirectory, temporaryLog} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

/** A followed log whose events the test sends. */
async function openEvents(t: ExecutionContext) {
	const further = temporaryDirectory(t);
	const {directory, path} = temporaryLog(t, 'one\n');
	const wanted: Array<readonly string[]> = [];
	let listener: WatchListener | undefined;
	const context = makeTailContext(t, {
		minPollSpacing: 0,
		minScanSpacing: 0,
		watch(to) {
			listener = to;
			return {want: directories => wanted.push([...directories]), refreshAfter() {}, close: async () => {}};
		},
	});
	const counted = {scans: 0, exhausted: 0};
	const scan = async () => {
		counted.scans++;
		return [];
	};
	const followed: FollowedPath = new FollowedPath(context, path, {
		backfill: 'none',
		onNames: of => events.moved(of),
	});
	const events = new Watcher(
		context,
		{paths: [followed], directories: [further]},
		new PathScans({scan}, 0),
		() => counted.exhausted++,
	);
	await followed.poll();
	await waitFor(() => wanted.length > 0);
	const hint = (name: string, renamed: boolean) => listener?.changed(directory, name, renamed);
	const exhaust = () => listener?.exhausted(directory, 'ENOSPC');
	return {directory, further, path, context, wanted, counted, events, followed, hint, exhaust};
}

test('the directories of followed paths and of possible new files are watched', async t => {
	const {directory, further, wanted, events, followed} = await openEvents(t);
	t.deepEqual(wanted, [[directory, further]]);
	events.changed();
	await waitFor(() => wanted.length === 2);
	await events.close();
	events.moved(followed);
	await new Promise(resolve => setImmediate(resolve));
	t.is(wanted.length, 2);
});

for (const [what, name, renamed, scans] of [
	['a file that is followed', 'access.log', false, 0],
	['one that comes in its place', 'access.log', true, 0],
	['another that has come, which may lead to it', '..data', true, 1],
] as const) {
	test(`the log is polled after an event about ${what}`, async t => {
		const {path, context, hint, counted} = await openEvents(t);
		appendFileSync(path, 'two\n');
		hint(name, renamed);
		await waitFor(() => context.opened[0]?.size === 8);
		await waitFor(() => counted.scans === scans);
		t.is(context.opened.length, 1);
	});
}

test('a write to another file triggers no poll', async t => {
	const {path, context, hint, counted, followed} = await openEvents(t);
	appendFileSync(path, 'two\n');
	hint('error.log', false);
	await new Promise(resolve => setImmediate(resolve));
	t.is(context.opened[0]?.size, 4);
	t.is(counted.scans, 0);
	await followed.poll();
	t.is(context.opened[0]?.size, 8);
});

test('fault 29: exhausted watches are reported once', async t => {
	const {exhaust, context, counted, events} = await openEvents(t);
	exhaust();
	exhaust();
	await waitFor(() => context.notices.length === 1);
	t.is(counted.exhausted, 1);
	await events.close();
	const other = await openEvents(t);
	await other.events.close();
	other.exhaust();
	t.is(other.counted.exhausted, 0);
});
