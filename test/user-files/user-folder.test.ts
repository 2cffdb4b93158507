import {existsSync, lstatSync, mkdirSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {foreignPart, makeUserFolder} from '../../source/user-files/user-folder.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Who runs the tests isn't this user, so that all that they make belongs to another. */
const stranger = 54_321;

test('a directory is created with its parents, for the user only', async t => {
	const folder = join(temporaryDirectory(t), 'own', 'folder');
	await makeUserFolder(folder);
	t.is(statSync(folder).mode & 0o777, 0o700);
	t.is(statSync(join(folder, '..')).mode & 0o777, 0o700);
	await makeUserFolder(folder);
});

test('paths of the user or the system aren’t foreign', t => {
	const directory = temporaryDirectory(t);
	t.is(foreignPart(join(directory, 'not', 'there'), directory), null);
	t.is(foreignPart('/etc/passwd', '/home/ann', stranger), null);
	t.is(foreignPart(directory, directory, null), null);
	const link = join(directory, 'link');
	symlinkSync('/etc', link);
	t.is(foreignPart(join(link, 'below'), directory), null);
});

const asRoot = process.getuid?.() === 0;

(asRoot ? test.skip : test)(
	'a folder in the home directory of another user belongs to that user, whether it exists or not',
	t => {
		const home = temporaryDirectory(t);
		mkdirSync(join(home, 'state'));
		t.is(foreignPart(join(home, 'state', 'not', 'there'), home, stranger), join(home, 'state'));
		t.is(foreignPart(join(home, 'not', 'there'), home, stranger), home);
	},
);

(asRoot ? test : test.skip)('what belongs to another user is found, on the way and behind links', async t => {
	const {lchownSync} = await import('node:fs');
	const home = temporaryDirectory(t);
	const [folder, link, own] = [join(home, 'folder'), join(home, 'link'), join(home, 'own')];
	mkdirSync(join(folder, 'below'), {recursive: true});
	lchownSync(folder, stranger, stranger);
	symlinkSync('/etc', link);
	lchownSync(link, stranger, stranger);
	symlinkSync(join(folder, 'below'), own);
	t.is(foreignPart(join(folder, 'below', 'not', 'there'), home), folder);
	t.is(foreignPart(join(link, 'there'), home), link);
	t.is(foreignPart(join(own, 'there'), home), folder);
	t.is(lstatSync(own).uid, 0);
	t.is(foreignPart(join(folder, 'below'), home, stranger), null);
	await t.throwsAsync(makeUserFolder(join(folder, 'new')), {
		message: `${folder} belongs to another user: run this as that user, or with a HOME of your own (sudo -H)`,
	});
	t.false(existsSync(join(folder, 'new')));
});
