import {statSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {makeUserFolder} from '../../source/user-files/user-folder.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('a directory is created with its parents, for the user only', async t => {
	const folder = join(temporaryDirectory(t), 'own', 'folder');
	await makeUserFolder(folder);
	t.is(statSync(folder).mode & 0o777, 0o700);
	t.is(statSync(join(folder, '..')).mode & 0o777, 0o700);
	await makeUserFolder(folder);
});
