import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {readUserFile} from '../../source/user-files/user-file.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('reads a file; a missing one is empty', async t => {
	const path = join(temporaryDirectory(t), 'file');
	t.deepEqual(await readUserFile(path, 10), {text: ''});
	writeFileSync(path, 'a\nß');
	t.deepEqual(await readUserFile(path, 4), {text: 'a\nß'});
});

test('anything but a regular file is not read, and doesn’t block', async t => {
	const directory = temporaryDirectory(t);
	const [large, folder, pipe] = [
		join(directory, 'large'),
		join(directory, 'folder'),
		join(directory, 'pipe'),
	];
	writeFileSync(large, 'a\nß');
	mkdirSync(folder);
	await makeNamedPipe(pipe);
	t.deepEqual(await readUserFile(large, 3), {unread: 'too large'});
	t.deepEqual(await readUserFile(folder, 10), {unread: 'no file'});
	t.deepEqual(await readUserFile(pipe, 10), {unread: 'no file'});
	t.deepEqual(await readUserFile('/dev/zero', 10), {unread: 'no file'});
	symlinkSync(large, join(directory, 'link'));
	t.deepEqual(await readUserFile(join(directory, 'link'), 10), {unread: 'no file'});
});

test('throws the system error if the file can’t be accessed', async t => {
	const path = join(temporaryDirectory(t), 'file');
	writeFileSync(path, '');
	await t.throwsAsync(readUserFile(join(path, '\u0000'), 10), {code: 'ERR_INVALID_ARG_VALUE'});
});
