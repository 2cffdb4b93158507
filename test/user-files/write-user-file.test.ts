import {lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {writeUserFile} from '../../source/user-files/user-file.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a file is for the user alone, whatever it was before, and nothing is left beside it', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'file');
	t.true(await writeUserFile(path, 'one'));
	writeFileSync(path, 'other', {mode: 0o644});
	t.true(await writeUserFile(path, 'two'));
	t.is(readFileSync(path, 'utf8'), 'two');
	t.is(statSync(path).mode & 0o777, 0o600);
	t.deepEqual(readdirSync(directory), ['file']);
});

test('what is no file stays what it is', async t => {
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

test('what a killed program has left half written is removed, and nothing else', async t => {
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

test('where it can’t be written, the error of the system is thrown', async t => {
	const path = join(temporaryDirectory(t), 'file');
	writeFileSync(path, '');
	await t.throwsAsync(writeUserFile(join(path, 'below', 'file'), 'text'), {code: 'ENOTDIR'});
});
