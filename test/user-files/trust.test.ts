import {
	chmodSync,
	chownSync,
	existsSync,
	lchownSync,
	lstatSync,
	mkdirSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {distrustOf, distrustOfFile, distrustOfPath, foreignPart} from '../../source/user-files/trust.js';
import {readUserFile} from '../../source/user-files/user-file.js';
import {makeUserFolder} from '../../source/user-files/user-folder.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** A different user from the one who runs the tests: all files of the tests belong to another user. */
const stranger = 54_321;

const user = process.geteuid?.() ?? 0;
const isRoot = user === 0;
const asRoot = isRoot ? test : test.skip;

test('paths of the user or the system aren’t foreign', t => {
	const directory = temporaryDirectory(t);
	t.is(foreignPart(join(directory, 'not', 'there'), directory), null);
	t.is(foreignPart('/etc/passwd', '/home/ann', stranger), null);
	t.is(foreignPart(directory, directory, null), null);
	const link = join(directory, 'link');
	symlinkSync('/etc', link);
	t.is(foreignPart(join(link, 'below'), directory), null);
});

(isRoot ? test.skip : test)(
	'a folder in the home directory of another user belongs to that user, whether it exists or not',
	t => {
		const home = temporaryDirectory(t);
		mkdirSync(join(home, 'state'));
		t.is(foreignPart(join(home, 'state', 'not', 'there'), home, stranger), home);
		t.is(foreignPart(join(home, 'not', 'there'), home, stranger), home);
	},
);

asRoot('what belongs to another user is found, on the way and behind links', async t => {
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
		message: `${folder} belongs to another user: run this as that user, or with your own HOME (sudo -H)`,
	});
	t.false(existsSync(join(folder, 'new')));
});

/** Creates a file of the user in a new folder below the home directory. */
function ownFile(t: ExecutionContext) {
	const home = temporaryDirectory(t);
	const folder = join(home, 'folder');
	const path = join(folder, 'file');
	mkdirSync(folder);
	writeFileSync(path, 'own');
	return {home, folder, path};
}

const [isWritable, isOthers] = [/^other users can write to /, / belongs to another user$/];

test('the owner and the mode of an open file decide who may have written it', t => {
	const facts = {dev: 1, ino: 2, gid: stranger + 1};
	t.is(distrustOf('f', {...facts, uid: stranger, mode: 0o100_644}, stranger), null);
	t.is(distrustOf('f', {...facts, uid: 0, mode: 0o100_644}, stranger), null);
	t.is(distrustOf('f', {...facts, uid: stranger + 1, mode: 0o100_666}, null), null);
	t.regex(distrustOf('f', {...facts, uid: stranger + 1, mode: 0o100_644}, stranger)?.reason ?? '', isOthers);
	for (const mode of [0o100_646, 0o100_664]) {
		t.deepEqual(distrustOf('f', {...facts, uid: stranger, mode}, stranger), {
			reason: 'other users can write to the file',
			advice: 'remove that permission with chmod go-w f',
		});
	}
	const shared = {...facts, uid: stranger, mode: 0o100_666};
	t.regex(distrustOf("/a b/it's;x", shared, stranger)?.advice ?? '', / chmod go-w '\/a b\/it'\\''s;x'$/);
	t.regex(distrustOf('/a\u202eb', shared, stranger)?.advice ?? '', / chmod go-w PATH$/);
});

test('a private group of the user, which has no other members, may write', t => {
	const facts = {dev: 1, ino: 2, uid: stranger, mode: 0o100_664};
	t.is(distrustOf('f', {...facts, gid: stranger}, stranger), null);
	t.not(distrustOf('f', {...facts, gid: stranger, mode: 0o100_666}, stranger), null);
	// The group of other programs: 1 is `daemon` or `bin` on all systems.
	t.not(distrustOf('f', {...facts, gid: 1}, stranger), null);
});

test('finds a folder on the path in which other users can replace files, also after a link', t => {
	const {home, folder, path} = ownFile(t);
	const link = join(home, 'link');
	symlinkSync('folder/../folder', link);
	t.is(distrustOfPath(path, home), null);
	t.is(distrustOfPath(join(link, 'file'), home), null);
	for (const mode of [0o777, 0o757, 0o703]) {
		chmodSync(folder, mode);
		for (const way of [path, join(link, 'file'), join(link, '..', 'folder', 'file')]) {
			t.deepEqual(distrustOfPath(way, home), {
				reason: `other users can write to the folder ${folder}`,
				advice: `remove that permission with chmod go-w ${folder}`,
			});
		}
	}
	chmodSync(folder, 0o755);
	chmodSync(home, 0o777);
	t.regex(distrustOfPath(path, home)?.reason ?? '', isWritable);
	// Folders above the home directory aren't checked, as in OpenSSH.
	t.is(distrustOfPath(path, folder), null);
});

asRoot('a folder that a group can write to is found unless the group is the user’s own', t => {
	const {home, folder, path} = ownFile(t);
	chmodSync(folder, 0o775);
	t.is(distrustOfPath(path, home), null);
	chownSync(folder, 0, stranger);
	t.regex(distrustOfPath(path, home)?.reason ?? '', isWritable);
});

test('in a sticky folder, only the owner of the entry counts', t => {
	const {home, folder, path} = ownFile(t);
	chmodSync(folder, 0o1777);
	t.is(distrustOfPath(path, home), null);
	if (isRoot) {
		lchownSync(path, stranger, stranger);
		t.regex(distrustOfPath(path, home)?.reason ?? '', isOthers);
	}
});

asRoot('a link of another user between two links of the user is found', t => {
	const {home, path} = ownFile(t);
	const [first, second] = [join(home, 'first'), join(home, 'second')];
	symlinkSync(path, second);
	symlinkSync(second, first);
	t.is(distrustOfPath(first, home), null);
	lchownSync(second, stranger, stranger);
	t.is(distrustOfPath(first, home)?.reason, `${second} belongs to another user`);
});

test('an endless chain of links isn’t a file, and stops the check', t => {
	const home = temporaryDirectory(t);
	symlinkSync('loop', join(home, 'loop'));
	t.is(distrustOfPath(join(home, 'loop', 'file'), home), null);
});

test('a file that was swapped after it was opened is refused', async t => {
	const {home, folder, path} = ownFile(t);
	const file = await open(path);
	t.teardown(() => file.close());
	t.is(distrustOfFile(path, await file.stat(), home), null);
	writeFileSync(join(folder, 'other'), 'other');
	renameSync(join(folder, 'other'), path);
	t.deepEqual(distrustOfFile(path, await file.stat(), home), {
		reason: `${path} was replaced while it was read`,
		advice: 'start again',
	});
});

asRoot('hostile 29: the file of another user is refused, whatever its path leads to afterwards', async t => {
	const {home, folder, path} = ownFile(t);
	const other = join(folder, 'other');
	writeFileSync(other, 'other');
	lchownSync(other, stranger, stranger);
	const file = await open(other);
	t.teardown(() => file.close());
	t.is(distrustOfFile(path, await file.stat(), home)?.reason, `${path} belongs to another user`);
	await t.throwsAsync(readUserFile(other, 10), {
		message: `${other} belongs to another user: run this as that user, or move the file away`,
	});
});

test('a file of the program that other users can write to isn’t read', async t => {
	const {path} = ownFile(t);
	chmodSync(path, 0o666);
	await t.throwsAsync(readUserFile(path, 10), {
		message: `other users can write to the file: remove that permission with chmod go-w ${path}`,
	});
	t.is(statSync(path).mode & 0o777, 0o666);
});
