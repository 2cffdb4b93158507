import {renameSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {ContentGuard} from '../../source/bytes/content-guard.js';
import {openLiveFile} from '../../source/bytes/open-live-file.js';
import {makeStage} from '../helpers/make-stage.js';
import {memorySource} from '../helpers/memory-source.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const lines = (word: string): string => Array.from({length: 5}, (_, n) => `${word} ${n} a line\n`).join('');

/** What a file is like to the follower that had one of that content with the same inode before. */
async function openAfter(t: ExecutionContext, before: string, now: string) {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, now);
	const guard = new ContentGuard();
	await guard.advance(
		memorySource(() => before),
		before.length,
	);
	const stage = makeStage(t);
	// As on a file system that doesn't note when a file was made: nothing but the content tells them apart.
	const ended = {birth: statSync(path, {bigint: true}).birthtimeNs, size: before.length, guard};
	const file = await openLiveFile(stage, path, () => 0, ended);
	file?.hold(t);
	await file?.look();
	return stage.opened[0];
}

test('fault 12: a file with the inode of one that has ended, but other content, is read from its start', async t => {
	t.like(await openAfter(t, lines('old'), lines('new') + lines('more')), {startSize: 0, continues: false});
});

test('fault 17: a file that has ended and was written on is gone on with', async t => {
	const size = lines('old').length;
	t.like(await openAfter(t, lines('old'), lines('old') + lines('more')), {startSize: size, continues: true});
});

test('fault 42: what was written between the first look and the opening is no past', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, lines('seen'));
	const {length} = lines('seen');
	const stage = makeStage(t);
	writeFileSync(path, lines('not seen'), {flag: 'a'});
	const file = await openLiveFile(stage, path, () => length, undefined);
	file?.hold(t);
	await file?.look();
	t.like(stage.opened[0], {startSize: length, size: length + lines('not seen').length, continues: false});
});

/** What is read of a file that has taken the place of another, which is deleted, or moved away. */
async function replaceBy(
	t: ExecutionContext,
	before: string,
	now: string,
	way: 'deleted' | 'moved' | 'compressed',
) {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, before);
	const stage = makeStage(t);
	const old = await openLiveFile(stage, path, () => 0, undefined);
	old?.hold(t);
	writeFileSync(`${path}.new`, now);
	if (way === 'moved') {
		renameSync(path, `${path}.moved`);
	}

	if (way === 'compressed') {
		const {atimeMs, mtimeMs} = statSync(path);
		writeFileSync(`${path}.1.gz`, gzipSync(before));
		utimesSync(`${path}.1.gz`, atimeMs / 1000, Math.floor(mtimeMs / 1000));
	}

	renameSync(`${path}.new`, path);
	await old?.look();
	const file = await openLiveFile(stage, path, () => 0, undefined, old);
	file?.hold(t);
	await file?.look();
	return {opened: stage.opened[1], notices: stage.notices};
}

const long = lines('a word that makes it long enough to be told by how it begins,').repeat(5);
const isSaid = /^replaced by another version of itself/;

for (const way of ['deleted', 'moved'] as const) {
	test(`fault 9: a longer copy of the log in its place (${way}) is gone on with`, async t => {
		const {opened, notices} = await replaceBy(t, long, `${long}more\n`, way);
		t.like(opened, {startSize: long.length, continues: true});
		t.deepEqual(notices, []);
	});
}

test('fault 9: another version of the log in its place is read from its start, which is said', async t => {
	for (const [before, now] of [
		[long, `${long.slice(0, -50)}${lines('other')}`],
		[long, long.slice(0, -50)],
		['few\n', 'few\nmore\n'],
	] as const) {
		const {opened, notices} = await replaceBy(t, before, now, 'deleted');
		t.like(opened, {startSize: 0, continues: false});
		t.regex(notices.join('\n'), isSaid);
	}
});

test('fault 11: another log in its place is read from its start', async t => {
	for (const [before, now, way] of [
		[long, lines('other').repeat(50), 'deleted'],
		// The first bytes are alike by chance.
		[long, `${long.slice(0, -50)}${lines('other')}`, 'moved'],
		[long, `${long.slice(0, -50)}${lines('other')}`, 'compressed'],
		['few\n', 'few\nmore\n', 'moved'],
		['', long, 'deleted'],
	] as const) {
		const {opened, notices} = await replaceBy(t, before, now, way);
		t.like(opened, {startSize: 0, continues: false});
		t.deepEqual(notices, []);
	}
});
