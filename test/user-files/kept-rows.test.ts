import {existsSync, mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {areRowsFilling, fillingFile, fillingKeeper} from '../../source/user-files/kept-rows.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('stores the choice as an empty file in a folder that only its owner can list', async t => {
	const folder = join(temporaryDirectory(t), 'state', 'reqscope');
	const keepFilling = fillingKeeper(folder);
	t.false(areRowsFilling(folder));
	await keepFilling(true);
	t.true(areRowsFilling(folder));
	t.deepEqual(readdirSync(folder), [fillingFile]);
	t.is(statSync(folder).mode & 0o777, 0o700);
	await keepFilling(true);
	await keepFilling(false);
	t.false(areRowsFilling(folder));
	await keepFilling(false);
});

test('keeps the last of several choices in quick succession', async t => {
	const folder = join(temporaryDirectory(t), 'reqscope');
	const keepFilling = fillingKeeper(folder);
	await Promise.all([keepFilling(true), keepFilling(false)]);
	t.false(areRowsFilling(folder));
	await Promise.all([keepFilling(false), keepFilling(true)]);
	t.true(areRowsFilling(folder));
});

test('doesn’t keep the choice without a usable directory, and doesn’t fail', async t => {
	await fillingKeeper(null)(true);
	t.false(areRowsFilling(null));
	const file = join(temporaryDirectory(t), 'file');
	writeFileSync(file, '');
	await fillingKeeper(join(file, 'reqscope'))(true);
	t.false(areRowsFilling(join(file, 'reqscope')));
	const folder = join(temporaryDirectory(t), 'reqscope');
	mkdirSync(join(folder, fillingFile), {recursive: true});
	await fillingKeeper(folder)(false);
	t.true(existsSync(folder));
});
