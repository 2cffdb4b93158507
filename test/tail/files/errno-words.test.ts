import {readFile} from 'node:fs/promises';
import test from 'ava';
import {errnoCode, errnoWords, isMissing} from '../../../source/tail/files/errno-words.js';

function systemError(code: string, errno: number): Error {
	return Object.assign(new Error(`${code}: something, open '/secret/path'`), {
		code,
		errno,
		path: '/secret/path',
	});
}

test('known errors have plain words', t => {
	t.is(errnoWords(systemError('EACCES', -13)), 'permission denied');
	t.is(errnoWords(systemError('EMFILE', -24)), 'too many open files for this process (see: ulimit -n)');
	t.is(errnoWords(systemError('ESTALE', -116)), 'the file server no longer knows this file');
});

test("other system errors have the system's words, without the path", async t => {
	const error = await t.throwsAsync(readFile('/'));
	t.is(errnoCode(error), 'EISDIR');
	t.is(errnoWords(error), 'illegal operation on a directory');
});

test("errors that aren't system errors keep their message", t => {
	t.is(errnoWords(new Error('broken')), 'broken');
	t.is(errnoWords('odd'), 'odd');
	t.is(errnoCode(undefined), undefined);
});

test("ENOENT and ENOTDIR mean that the path doesn't exist", t => {
	t.true(isMissing(systemError('ENOENT', -2)));
	t.true(isMissing(systemError('ENOTDIR', -20)));
	t.false(isMissing(systemError('EACCES', -13)));
});
