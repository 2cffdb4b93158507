import {chmodSync, mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {isFirstStart} from '../../source/user-files/first-start.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('only the first start counts as the first', async t => {
	const folder = join(temporaryDirectory(t), 'state', 'reqscope');
	t.true(await isFirstStart(folder));
	t.deepEqual(readdirSync(folder), ['started']);
	t.is(statSync(folder).mode & 0o777, 0o700);
	t.false(await isFirstStart(folder));
});

test('exactly one of two concurrent starts is the first', async t => {
	const folder = join(temporaryDirectory(t), 'reqscope');
	const both = await Promise.all([isFirstStart(folder), isFirstStart(folder)]);
	t.true(both.filter(Boolean).length <= 1);
});

test('with existing state, or without write access, it isn’t the first start', async t => {
	const folder = temporaryDirectory(t);
	writeFileSync(join(folder, 'searches'), '');
	t.false(await isFirstStart(folder));
	t.deepEqual(readdirSync(folder), ['searches']);
	t.false(await isFirstStart(null));
	t.false(await isFirstStart(join(folder, 'searches', 'below')));
	const closed = join(folder, 'closed');
	mkdirSync(closed);
	chmodSync(closed, 0o500);
	t.is(await isFirstStart(join(closed, 'reqscope')), process.getuid?.() === 0);
});
