import {renameSync, rmSync, truncateSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import type {TailedFile} from '../../../source/tail/open/registry.js';
import {PathChanges} from '../../../source/tail/paths/unseen-rotations.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** A path with a log that was polled once, and the calls of the listener. */
async function openPath(
	t: ExecutionContext,
	{lookedAt = Date.now(), writtenAt = Date.now(), name = 'access.log'} = {},
) {
	const directory = temporaryDirectory(t);
	const path = join(directory, name);
	const context = makeTailContext(t);
	const open = async (of = path): Promise<TailedFile> => {
		const file = await openTailedFile(context, of, () => 0, undefined);
		if (file === undefined) {
			throw new Error('nothing was opened');
		}
		file.hold(t);
		await file.poll();
		return file;
	};
	const changes = new PathChanges(context, path);
	writeFileSync(path, 'one\n');
	utimesSync(path, writtenAt / 1000, writtenAt / 1000);
	const file = await open();
	changes.opened(file);
	await changes.polled(lookedAt, file, false);
	return {directory, path, context, open, changes, file};
}

/** Adds a rotated file that no poll has seen at the path. */
function missOne(path: string): void {
	writeFileSync(`${path}.1`, 'missed\n');
}

test('fault 6: no missed files are read while the path has the same file', async t => {
	const {path, context, changes, file} = await openPath(t);
	missOne(path);
	t.true(await changes.polled(Date.now(), file, false));
	t.is(context.opened.length, 1);
});

type Found = {readonly file: TailedFile | undefined; readonly isMissing?: boolean};

const changed: ReadonlyArray<
	readonly [what: string, change: (of: Awaited<ReturnType<typeof openPath>>) => Promise<Found>]
> = [
	[
		'another file',
		async ({path, open}) => {
			renameSync(path, `${path}.2`);
			writeFileSync(path, 'two\n');
			return {file: await open()};
		},
	],
	[
		'the same file, truncated',
		async ({path, file}) => {
			truncateSync(path);
			await file.poll();
			return {file};
		},
	],
	[
		'the same file, empty as it was, which was written to meanwhile',
		async ({path, file, changes}) => {
			rmSync(`${path}.1`);
			truncateSync(path);
			utimesSync(path, 1, 1);
			await file.poll();
			await changes.polled(Date.now(), file, false);
			writeFileSync(path, 'missed\n');
			missOne(path);
			truncateSync(path);
			await file.poll();
			return {file};
		},
	],
	[
		'the same file, which was empty',
		async ({path, file, changes}) => {
			rmSync(`${path}.1`);
			truncateSync(path);
			utimesSync(path, 1, 1);
			await file.poll();
			await changes.polled(Date.now(), file, false);
			missOne(path);
			writeFileSync(path, 'two\n');
			await file.poll();
			return {file};
		},
	],
	['the same file, and nothing at the path', async ({file}) => ({file, isMissing: true})],
	['nothing', async () => ({file: undefined})],
];

for (const [what, change] of changed) {
	test(`fault 6: missed files are read if the path has ${what}`, async t => {
		const opened = await openPath(t);
		missOne(opened.path);
		const {file, isMissing = false} = await change(opened);
		const known = opened.context.opened.length;
		t.true(await opened.changes.polled(Date.now(), file, isMissing));
		t.like(opened.context.opened[known], {size: 7});
	});
}

/** Replaces a file after 10 s without a poll, in which another file may have been there. Returns the notices. */
async function replace(
	t: ExecutionContext,
	{name = 'access.log', isOpened = true, log}: {name?: string; isOpened?: boolean; log?: string} = {},
) {
	const before = Date.now() - 10_000;
	const {directory, path, context, open, changes} = await openPath(t, {
		lookedAt: before,
		writtenAt: before,
		name,
	});
	if (log !== undefined) {
		writeFileSync(join(directory, log), 'the log\n');
		await open(join(directory, log));
	}
	renameSync(path, join(directory, 'elsewhere'));
	writeFileSync(path, 'another\n');
	const file = await open();
	if (isOpened) {
		changes.opened(file);
	}
	await changes.polled(Date.now(), file, false);
	return context.notices.filter(notice => /^not checked for \d+ s and replaced/.test(notice));
}

test('fault 35: a replacement long after the last poll leads to a notice about missing lines', async t => {
	t.is((await replace(t)).length, 1);
	t.deepEqual(await replace(t, {isOpened: false}), [], 'a file that another path has seen');
	t.deepEqual(
		await replace(t, {name: 'access.log.1', log: 'access.log'}),
		[],
		'a rotated file is left to its log',
	);
});
