import {existsSync, mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {areRowsFilling, fillingFile, keepFilling} from '../../source/user-files/kept-rows.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('the choice is kept in an empty file, and only its owner can list it', async t => {
	const folder = join(temporaryDirectory(t), 'state', 'reqscope');
	t.false(areRowsFilling(folder));
	await keepFilling(folder, true);
	t.true(areRowsFilling(folder));
	t.deepEqual(readdirSync(folder), [fillingFile]);
	t.is(statSync(folder).mode & 0o777, 0o700);
	await keepFilling(folder, true);
	await keepFilling(folder, false);
	t.false(areRowsFilling(folder));
	await keepFilling(folder, false);
});

test('without a usable directory, nothing is kept and nothing fails', async t => {
	await keepFilling(null, true);
	t.false(areRowsFilling(null));
	const file = join(temporaryDirectory(t), 'file');
	writeFileSync(file, '');
	await keepFilling(join(file, 'reqscope'), true);
	t.false(areRowsFilling(join(file, 'reqscope')));
	const folder = join(temporaryDirectory(t), 'reqscope');
	mkdirSync(join(folder, fillingFile), {recursive: true});
	await keepFilling(folder, false);
	t.true(existsSync(folder));
});
