// Runs alone: it replaces functions of node:fs.
import {mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {
	logNames,
	possibleCopies,
	rotatedFiles,
	rotatedFilesNextTo,
} from '../../../source/tail/rotation/rotated-files.js';
import {PathCalls} from '../../helpers/path-calls.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {words} from '../../helpers/words.js';

const pathCalls = new PathCalls();

test('the names of a log are its path and the target of its links, whether or not that exists', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	t.deepEqual(await logNames(path), [path]);
	writeFileSync(path, '');
	t.deepEqual(await logNames(path), [path]);
	mkdirSync(join(directory, 'logs'));
	symlinkSync('logs/target.log', join(directory, 'link'));
	symlinkSync('link', join(directory, 'link to link'));
	const target = join(directory, 'logs', 'target.log');
	t.deepEqual(await logNames(join(directory, 'link')), [join(directory, 'link'), target]);
	t.deepEqual(await logNames(join(directory, 'link to link')), [join(directory, 'link to link'), target]);
	symlinkSync('logs', join(directory, 'linked'));
	symlinkSync('linked/target.log', join(directory, 'through'));
	t.deepEqual(await logNames(join(directory, 'through')), [join(directory, 'through'), target]);
	symlinkSync('loop', join(directory, 'loop'));
	const [first] = await logNames(join(directory, 'loop'));
	t.is(first, join(directory, 'loop'), 'the loop ends');
});

test('rotated files of a log are sorted by creation time, newest first', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	mkdirSync(join(directory, 'access.log.9'));
	symlinkSync('nowhere', join(directory, 'access.log.8'));
	for (const name of ['access.log', 'access.log.2', 'access.log.10', 'access-20261120.log', 'other.log.1']) {
		writeFileSync(join(directory, name), '');
		// Creation times advance in ticks.
		await setTimeout(15);
	}
	renameSync(join(directory, 'access.log.2'), join(directory, 'access.log.3'));
	const {plain: files} = await rotatedFiles([path]);
	t.deepEqual(
		files.map(file => basename(file.path)),
		['access-20261120.log', 'access.log.10', 'access.log.3'],
	);
	t.true(files.every(({stats}) => stats.isFile()));
});

test('rotated files of several logs are found in their directories; a missing directory contributes no files', async t => {
	const directory = temporaryDirectory(t);
	mkdirSync(join(directory, 'a'));
	writeFileSync(join(directory, 'a', 'x.log.1'), '');
	writeFileSync(join(directory, 'y.log.1'), '');
	const paths = [
		join(directory, 'a', 'x.log'),
		join(directory, 'y.log'),
		join(directory, 'missing', 'z.log'),
	];
	const {plain: files} = await rotatedFiles(paths);
	t.deepEqual(files.map(file => basename(file.path)).sort(), ['x.log.1', 'y.log.1']);
});

test('fault 6: a compressed file counts once the plain one is gone', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	for (const name of [
		'access.log.1',
		'access.log.1.gz',
		'access.log.2.gz',
		'access.log.gz',
		'access.log.3.part',
	]) {
		writeFileSync(join(directory, name), '');
	}
	const names = async () => {
		const {plain, compressed} = await rotatedFiles([path]);
		return [plain, compressed].map(files => files.map(file => basename(file.path)).sort());
	};
	t.deepEqual(await names(), [['access.log.1'], ['access.log.2.gz']]);
	rmSync(`${path}.1`);
	t.deepEqual(await names(), [[], ['access.log.1.gz', 'access.log.2.gz']]);
});

test('a file compressed in place, and later files of the same log, may be copies of a rotated file', async t => {
	const directory = temporaryDirectory(t);
	for (const name of words`
		access.log access.log.1.gz access.log.2.gz access.log.10 access.log.gz error.log.1
	`) {
		writeFileSync(join(directory, name), '');
	}
	const {plain, compressed} = await possibleCopies([join(directory, 'access.log.1')]);
	const names = (isRotated: boolean) =>
		[plain, compressed].map(files =>
			files
				.filter(file => file.isRotated === isRotated)
				.map(file => basename(file.path))
				.sort(),
		);
	t.deepEqual(names(true), [['access.log.10'], ['access.log.1.gz', 'access.log.2.gz', 'access.log.gz']]);
	t.deepEqual(names(false), [['access.log', 'error.log.1'], []]);
	t.true(plain[0]?.isRotated, 'rotated files come first');
});

test.serial('fault 6: a file that is renamed while the directory is read is found', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(`${path}.1`, '');
	pathCalls.before = called => {
		if (called === `${path}.1`) {
			pathCalls.before = () => {};
			renameSync(`${path}.1`, `${path}.2`);
		}
	};
	const {plain: files} = await rotatedFiles([path]);
	t.deepEqual(
		files.map(file => basename(file.path)),
		['access.log.2'],
	);
});

test.serial('a search for copies reads each other file once, even if files come and go', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	for (const name of ['access.log', 'access.log.1', 'other.txt']) {
		writeFileSync(join(directory, name), '');
	}
	let temporary = 0;
	pathCalls.before = called => {
		if (called === directory) {
			writeFileSync(join(directory, `upload-${temporary++}.tmp`), '');
		}
	};
	const {plain} = await possibleCopies([path]);
	pathCalls.before = () => {};
	t.deepEqual(
		plain.filter(({isRotated}) => isRotated).map(file => basename(file.path)),
		['access.log.1'],
	);
	t.deepEqual(plain.map(file => basename(file.path)).sort(), [
		'access.log',
		'access.log.1',
		'other.txt',
		'upload-0.tmp',
		'upload-1.tmp',
	]);
	t.is(pathCalls.count('readdir', directory), 2);
	t.is(pathCalls.count('stat', join(directory, 'other.txt')), 1);
});

test.serial('a rotated file that gets another name while copies are searched is found by it', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeFileSync(`${path}.1`, '');
	pathCalls.before = called => {
		if (called === `${path}.1`) {
			pathCalls.before = () => {};
			renameSync(`${path}.1`, join(directory, 'kept.txt'));
		}
	};
	const {plain} = await possibleCopies([path]);
	t.deepEqual(
		plain.map(file => [basename(file.path), file.isRotated]),
		[['kept.txt', false]],
	);
});

test("rotatedFilesNextTo() returns readable, non-empty rotated files that aren't among the paths", async t => {
	const directory = temporaryDirectory(t);
	const at = (name: string): string => join(directory, name);
	const names = ['access.log', 'access.log.1', 'access.log.2.gz', 'access.log-20261120', 'access.log.9.lz4'];
	// A file that is being compressed exists twice.
	const twice = ['access.log.3', 'access.log.3.gz'];
	for (const [index, name] of [...names, ...twice, 'other.log.1', 'access.log.old'].entries()) {
		writeFileSync(at(name), 'x');
		utimesSync(at(name), 1_000_000 - index, 1_000_000 - index);
	}
	writeFileSync(at('access.log.4'), '');
	mkdirSync(at('access.log.5'));
	const beside = async (paths: readonly string[], others: readonly string[] = []) =>
		(await rotatedFilesNextTo(paths.map(at), others.map(at))).map(({path}) => basename(path));
	t.deepEqual(await beside(['access.log']), [
		'access.log.1',
		'access.log.2.gz',
		'access.log-20261120',
		'access.log.3',
		'access.log.old',
	]);
	t.deepEqual(await beside(['access.log', 'access.log.1', 'access.log.2.gz'], ['access.log.3']), [
		'access.log-20261120',
		'access.log.old',
	]);
	t.deepEqual(await beside(['missing.log']), []);
	t.deepEqual(await beside([]), []);
	symlinkSync('access.log', at('link.log'));
	t.is((await beside(['link.log'])).length, 5, 'of the target of a link');
});
