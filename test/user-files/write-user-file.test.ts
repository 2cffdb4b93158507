import {lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {writeUserFile} from '../../source/user-files/user-file.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a file is for the user only, regardless of its earlier permissions, and no temporary file remains', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'file');
	t.true(await writeUserFile(path, 'one'));
	writeFileSync(path, 'other', {mode: 0o644});
	t.true(await writeUserFile(path, 'two'));
	t.is(readFileSync(path, 'utf8'), 'two');
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(directory), ['file']);
});

test('anything but a regular file stays unchanged', async t => {
	const path = join(temporaryDirectory(t), 'folder');
	mkdirSync(path);
	t.false(await writeUserFile(path, 'text'));
	t.true(statSync(path).isDirectory());
});

test('hostile 29: a symbolic link is neither followed nor replaced', async t => {
	const directory = temporaryDirectory(t);
	const [target, link] = [join(directory, 'target'), join(directory, 'link')];
	writeFileSync(target, 'of somebody else');
	symlinkSync(target, link);
	t.false(await writeUserFile(link, 'text'));
	t.is(readFileSync(target, 'utf8'), 'of somebody else');
	t.true(lstatSync(link).isSymbolicLink());
});

test('removes only temporary files of a killed program', async t => {
	const directory = temporaryDirectory(t);
	for (const name of [
		'file.0123456789abcdef.new',
		'file.new',
		'file.bak.new',
		'other.0123456789abcdef.new',
	]) {
		writeFileSync(join(directory, name), '');
	}
	t.true(await writeUserFile(join(directory, 'file'), 'text', true));
	t.deepEqual(readdirSync(directory), ['file', 'file.bak.new', 'file.new', 'other.0123456789abcdef.new']);
});

test('throws the system error if the file can’t be written', async t => {
	const path = join(temporaryDirectory(t), 'file');
	writeFileSync(path, '');
	await t.throwsAsync(writeUserFile(join(path, 'below', 'file'), 'text'), {code: 'ENOTDIR'});
});
