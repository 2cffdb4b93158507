import {
	chownSync,
	existsSync,
	lchownSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {readUserFile, writeUserFile} from '../../source/user-files/user-file.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
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

const sample = join(import.meta.dirname, '../../../samples/storefront.log');

/** A different user from the one who runs the tests. */
const stranger = 54_321;

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
	'hostile 29: root leaves the home directory of another user as it is, and what its links lead to',
	async t => {
		const directory = temporaryDirectory(t);
		const home = join(directory, 'home');
		const state = join(home, '.local', 'state', 'reqscope');
		const victims = ['searches', 'last-searches', 'marks'].map(name => join(directory, `victim-${name}`));
		for (const folder of [home, join(home, '.local'), join(home, '.local', 'state'), state]) {
			mkdirSync(folder);
			chownSync(folder, stranger, stranger);
		}
		for (const victim of victims) {
			writeFileSync(victim, '');
			symlinkSync(victim, join(state, victim.split('victim-')[1] ?? ''));
		}
		const before = readdirSync(state);
		const terminal = openProgram(t, [sample], {
			cwd: directory,
			env: {HOME: home, XDG_CACHE_HOME: join(home, '.cache')},
			isFirstStart: true,
		});
		await terminal.waitFor(/results found(?:.|\n)* GET /);
		await terminal.press('m', /belongs to another user/);
		await terminal.press('/status:404\r', /status:404/);
		await quit(t, terminal);
		t.deepEqual(
			victims.map(victim => readFileSync(victim, 'utf8')),
			['', '', ''],
		);
		t.deepEqual(readdirSync(state), before);
		t.false(existsSync(join(home, '.cache')));
	},
);

asRoot('hostile 29: root runs no program that the config file of another user names', async t => {
	const directory = temporaryDirectory(t);
	const config = join(directory, '.config', 'reqscope', 'config.jsonc');
	mkdirSync(join(config, '..'), {recursive: true});
	writeFileSync(config, '{"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["touch", "run"]}}}');
	chownSync(config, stranger, stranger);
	const {status, stderr} = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(
		stderr,
		/config\.jsonc:1: exec of the alert doors is not run: \S*config\.jsonc belongs to another user/,
	);
	t.is(status, 2);
	t.is((await runProgram(t, ['--count', '--no-config', sample], {cwd: directory})).status, 0);
});

asRoot('root runs no program that a file names to which a link of another user leads', async t => {
	const directory = temporaryDirectory(t);
	const folder = join(directory, '.config', 'reqscope');
	const own = join(directory, 'own.jsonc');
	mkdirSync(folder, {recursive: true});
	writeFileSync(own, '{"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["touch", "run"]}}}');
	symlinkSync(own, join(folder, 'config.jsonc'));
	t.is((await runProgram(t, ['--count', sample], {cwd: directory})).status, 0);
	lchownSync(join(folder, 'config.jsonc'), stranger, stranger);
	const link = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(link.stderr, /exec of the alert doors is not run: \S*config\.jsonc belongs to another user/);
	t.is(link.status, 2);
	lchownSync(join(folder, 'config.jsonc'), 0, 0);
	chownSync(folder, stranger, stranger);
	const inFolder = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(inFolder.stderr, /exec of the alert doors is not run: \S*reqscope belongs to another user/);
	t.is(inFolder.status, 2);
});
