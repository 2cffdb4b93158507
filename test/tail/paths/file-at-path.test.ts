import {
	type BigIntStats,
	closeSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {OpenFile} from '../../../source/tail/files/open-file.js';
import {BackfillAtPath, FileAtPath} from '../../../source/tail/paths/file-at-path.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryLog} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

/** A path with that content. Records the opened files and the number of attempts. */
function openPath(t: ExecutionContext, content: string | Buffer, retryInterval = 60_000) {
	const {path} = temporaryLog(t, content);
	const disk = {attempts: 0, open: OpenFile.open};
	const context = makeTailContext(t, {
		retryInterval,
		open(of) {
			disk.attempts++;
			return disk.open(of);
		},
	});
	const told: string[] = [];
	const here = new FileAtPath(context, path, new BackfillAtPath('none'), {
		opened: ({size}) => told.push(`opened ${size}`),
		replacing: async ({size}) => told.push(`replacing ${size}, after ${context.opened.at(-1)?.size}`),
		changed: () => told.push('changed'),
	});
	const take = (isAskedFor = true) => here.take(statSync(path, {bigint: true}), isAskedFor);
	return {path, context, disk, here, take, told};
}

test('the file at a path stays open until another file replaces it', async t => {
	const {path, here, take, told, context} = openPath(t, 'one\n');
	t.is(await take(), undefined);
	const {file: first} = here;
	t.true(first?.held);
	t.is(first?.size, 4);
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'another\n');
	t.is(await take(), undefined);
	t.not(here.file, first);
	t.false(first?.held);
	t.is(first?.state, 'open', 'it is read for a while longer');
	here.leave(0);
	t.is(here.file, undefined);
	t.deepEqual(told, ['opened 0', 'changed', 'opened 0', 'changed', 'replacing 0, after 4', 'changed']);
	t.deepEqual(
		context.opened.map(({size}) => size),
		[4, 8],
	);
});

test('the last lines of the previous file are published before the file that replaces it', async t => {
	const {path, here, take, told} = openPath(t, 'one\n');
	await take();
	const writer = openSync(path, 'a');
	t.teardown(() => closeSync(writer));
	rmSync(path);
	here.leave(1000);
	writeSync(writer, 'late\n');
	writeFileSync(path, 'another\n');
	await take();
	t.deepEqual(told.slice(2), ['changed', 'opened 0', 'changed', 'replacing 0, after 9']);
});

test('a file that is open by another name is shared', async t => {
	const {context, path, here, take, disk} = openPath(t, 'one\n');
	const other = new FileAtPath(context, path, new BackfillAtPath('none'), {
		opened: () => t.fail(),
		replacing: async () => t.fail(),
		changed() {},
	});
	await take();
	t.is(await other.take(statSync(path, {bigint: true}), true), undefined);
	t.is(other.file, here.file);
	t.is(disk.attempts, 1);
	here.leave(0);
	t.true(other.file?.held);
});

test("a file that isn't text is not opened again before it has changed", async t => {
	const {path, here, take, disk} = openPath(t, 'SQLite format 3\0');
	const state = {state: 'unreadable', problem: 'an SQLite database, not text'} as const;
	t.deepEqual(await take(), state);
	t.is(here.file, undefined);
	t.deepEqual(await take(), state);
	t.is(disk.attempts, 1);
	writeFileSync(path, 'text by now\n');
	utimesSync(path, 1, 1);
	t.is(await take(), undefined);
	t.is(here.file?.size, 12);
});

test("an unreadable file that the user didn't name is marked as passed over", async t => {
	const {take} = openPath(t, 'SQLite format 3\0');
	t.like(await take(false), {state: 'unreadable', passedOver: true});
});

test("fault 33: a file that can't be opened is retried, but not at every poll", async t => {
	const {here, take, disk} = openPath(t, 'one\n', 30);
	disk.open = async () => {
		throw systemError('EACCES');
	};
	const since = performance.now();
	const state = {state: 'unreadable', problem: 'permission denied'} as const;
	t.deepEqual(await take(), state);
	t.deepEqual(await take(), state);
	t.true(disk.attempts === 1 || performance.now() - since >= 30);
	disk.open = OpenFile.open;
	await waitFor(async () => (await take()) === undefined);
	t.true(performance.now() - since >= 30);
	t.is(here.file?.size, 4);
});

test('a file that is gone and a file that was replaced give different results', async t => {
	const {take, disk} = openPath(t, 'one\n');
	disk.open = async () => {
		throw systemError('ENOENT');
	};
	await t.throwsAsync(take(), {code: 'ENOENT'});
	disk.open = async () => undefined;
	t.is(await take(), 'moved');
});

test("fault 17: an ended file that hasn't grown since is not opened", async t => {
	const {here, take, disk} = openPath(t, 'one\n');
	await take();
	here.file?.end();
	t.deepEqual(await take(), {state: 'following'});
	t.is(here.file, undefined);
	t.is(disk.attempts, 1);
});

test('fault 27: a copy of a log that is read is not a separate log', async t => {
	const line = '203.0.113.9 - - [05/Nov/2024:09:03:07 +0000] "GET / HTTP/1.1" 200 1\n';
	const {context, path, take} = openPath(t, line);
	await take();
	writeFileSync(`${path}.1`, line);
	const copy = new FileAtPath(context, `${path}.1`, new BackfillAtPath('none'), {
		opened() {},
		replacing: async () => t.fail(),
		changed() {},
	});
	t.deepEqual(await copy.take(statSync(`${path}.1`, {bigint: true}), true), {state: 'ended'});
	t.is(copy.file, undefined);
});

const first = {dev: 1n, ino: 2n, birthtimeNs: 3n, size: 40n} as BigIntStats;
const open = {identity: '1:2', birth: 3n} as const;

test('fault 42: the content of the file at the first poll is the backfill, once', t => {
	const backfill = new BackfillAtPath('unknown');
	backfill.polled(first);
	backfill.polled({...first, ino: 7n, size: 100n} as BigIntStats);
	t.is(backfill.take({identity: '1:7', birth: 3n}), 0, 'another file');
	t.is(backfill.take({identity: '1:2', birth: 4n}), 0, 'another file that has its inode');
	t.is(backfill.take(open), 40);
	t.is(backfill.take(open), 0);
});

test('fault 42: without a file at the first poll there is no backfill', t => {
	const backfill = new BackfillAtPath('unknown');
	backfill.polled(undefined);
	backfill.polled(first);
	t.is(backfill.take(open), 0);
});

test('"all" makes every file backfill, "none" no file', t => {
	const all = new BackfillAtPath('all');
	all.polled(undefined);
	t.is(all.take(open), Number.POSITIVE_INFINITY);
	t.is(all.take(open), Number.POSITIVE_INFINITY);
	t.is(new BackfillAtPath('none').take(open), 0);
});
