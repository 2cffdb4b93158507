import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {readOwnFile} from '../../source/user-files/own-file.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a file is read, and one that isn’t there is empty', async t => {
	const path = join(temporaryDirectory(t), 'file');
	t.deepEqual(await readOwnFile(path, 10), {text: ''});
	writeFileSync(path, 'a\nß');
	t.deepEqual(await readOwnFile(path, 4), {text: 'a\nß'});
});

test('what is something else is not read, nor waited for', async t => {
	const directory = temporaryDirectory(t);
	const [large, folder, pipe] = [
		join(directory, 'large'),
		join(directory, 'folder'),
		join(directory, 'pipe'),
	];
	writeFileSync(large, 'a\nß');
	mkdirSync(folder);
	await makeNamedPipe(pipe);
	t.deepEqual(await readOwnFile(large, 3), {unread: 'too large'});
	t.deepEqual(await readOwnFile(folder, 10), {unread: 'no file'});
	t.deepEqual(await readOwnFile(pipe, 10), {unread: 'no file'});
	t.deepEqual(await readOwnFile('/dev/zero', 10), {unread: 'no file'});
	symlinkSync(large, join(directory, 'link'));
	t.deepEqual(await readOwnFile(join(directory, 'link'), 10), {unread: 'no file'});
});

test('where it can’t be looked at, the error of the system is thrown', async t => {
	const path = join(temporaryDirectory(t), 'file');
	writeFileSync(path, '');
	await t.throwsAsync(readOwnFile(join(path, '\u0000'), 10), {code: 'ERR_INVALID_ARG_VALUE'});
});
