import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {writeOwnFile} from '../../source/own-files/write-own-file.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a file is for the user alone, whatever it was before, and nothing is left beside it', async t => {
	const directory = join(temporaryDirectory(t), 'own', 'folder');
	const path = join(directory, 'file');
	t.true(await writeOwnFile(path, 'one'));
	t.is(statSync(directory).mode & 0o777, 0o700);
	writeFileSync(path, 'other', {mode: 0o644});
	t.true(await writeOwnFile(path, 'two'));
	t.is(readFileSync(path, 'utf8'), 'two');
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(directory), ['file']);
});

test('what is no file stays what it is', async t => {
	const path = join(temporaryDirectory(t), 'folder');
	mkdirSync(path);
	t.false(await writeOwnFile(path, 'text'));
	t.true(statSync(path).isDirectory());
});

test('where it can’t be written, the error of the system is thrown', async t => {
	const path = join(temporaryDirectory(t), 'file');
	writeFileSync(path, '');
	await t.throwsAsync(writeOwnFile(join(path, 'below', 'file'), 'text'), {code: 'ENOTDIR'});
});
