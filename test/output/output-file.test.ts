import {
	type BigIntStats,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Inputs} from '../../source/output/inputs.js';
import {OutputFile} from '../../source/output/output-file.js';
import {Sink} from '../../source/output/sink.js';
import {UserError} from '../../source/user-error.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

async function open(path: string, overwrite = false) {
	const file = await OutputFile.create(path, {overwrite, advice: 'take another'});
	return {file, sink: new Sink(file.stream, path)};
}

async function write(path: string, text: string, overwrite = false): Promise<void> {
	const {file, sink} = await open(path, overwrite);
	await sink.line(text);
	await sink.flush();
	await file.finish();
	await file.publish();
	await file.discard();
}

function mode(path: string): number {
	return lstatSync(path).mode & 0o777;
}

test('a file gets its name when it is complete, for its owner only', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'out');
	const {file, sink} = await open(path);
	t.false(existsSync(path));
	const [temporary = ''] = readdirSync(directory);
	t.regex(temporary, /^\.reqscope-[0-9a-f]{16}$/);
	t.is(mode(join(directory, temporary)), 0o600);
	await sink.line('one');
	await sink.flush();
	await file.finish();
	t.false(existsSync(path));
	await file.publish();
	await file.discard();
	t.deepEqual(readdirSync(directory), ['out']);
	t.is(readFileSync(path, 'utf8'), 'one\n');
	t.is(mode(path), 0o600);
	t.is(statSync(path).nlink, 1);
});

test('content written in many pieces is complete', async t => {
	const path = join(temporaryDirectory(t), 'out');
	const lines = Array.from({length: 50_000}, (_, n) => `line number ${n}`);
	await write(path, lines.join('\n'));
	t.is(readFileSync(path, 'utf8'), `${lines.join('\n')}\n`);
});

test('hostile 16: an existing file is not overwritten by default', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'out');
	writeFileSync(path, 'old', {mode: 0o644});
	await t.throwsAsync(open(path), {instanceOf: UserError, message: `${path} exists already: take another`});
	t.is(readFileSync(path, 'utf8'), 'old');
	t.deepEqual(readdirSync(directory), ['out']);
});

test('hostile 16: on request a file is replaced by a new one, and its other hard links keep the old content', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'out');
	writeFileSync(path, 'old', {mode: 0o644});
	linkSync(path, join(directory, 'second-name'));
	await write(path, 'new', true);
	t.is(readFileSync(path, 'utf8'), 'new\n');
	t.is(mode(path), 0o600);
	t.is(readFileSync(join(directory, 'second-name'), 'utf8'), 'old');
	await write(join(directory, 'fresh'), 'new', true);
	t.deepEqual(readdirSync(directory).toSorted(), ['fresh', 'out', 'second-name']);
});

for (const overwrite of [false, true]) {
	const how = overwrite ? 'also when overwriting' : 'without overwriting';
	for (const target of ['a file', 'nothing'] as const) {
		test(`hostile 16: a symbolic link to ${target} is not followed, ${how}`, async t => {
			const directory = temporaryDirectory(t);
			const path = join(directory, 'link');
			if (target === 'a file') {
				writeFileSync(join(directory, 'target'), 'old');
			}
			symlinkSync('target', path);
			const before = readdirSync(directory);
			await t.throwsAsync(open(path, overwrite), {message: /link is a symbolic link, which is neither/});
			t.deepEqual(readdirSync(directory), before);
			t.is(readlinkSync(path), 'target');
		});
	}
	test(`hostile 16: a named pipe, a directory and a device are left alone, ${how}`, async t => {
		const directory = temporaryDirectory(t);
		await makeNamedPipe(join(directory, 'pipe'));
		mkdirSync(join(directory, 'sub'));
		for (const [path, what] of [
			[join(directory, 'pipe'), 'named pipe'],
			[join(directory, 'sub'), 'directory'],
			['/dev/full', 'device'],
		] as const) {
			await t.throwsAsync(open(path, overwrite), {
				instanceOf: UserError,
				message: `${path} is a ${what}, which is neither written to nor replaced: choose another name`,
			});
		}
		t.deepEqual(readdirSync(directory).toSorted(), ['pipe', 'sub']);
	});
	test(`hostile 16: a link that appears at the path later is not followed either, ${how}`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'out');
		const {file, sink} = await open(path, overwrite);
		await sink.line('new');
		await sink.flush();
		await file.finish();
		symlinkSync('target', path);
		await t.throwsAsync(file.publish(), {instanceOf: UserError, message: /out can't be written: a file of/});
		await file.discard();
		t.deepEqual(readdirSync(directory), ['out']);
		t.is(readlinkSync(path), 'target');
	});
}

test('hostile 16: a file that appears at the path later is kept', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'out');
	const {file} = await open(path);
	await file.finish();
	writeFileSync(path, 'other');
	await t.throwsAsync(file.publish(), {instanceOf: UserError});
	await file.discard();
	t.is(readFileSync(path, 'utf8'), 'other');
	t.deepEqual(readdirSync(directory), ['out']);
});

test('hostile 16: a log that is renamed to the path later is kept, also when overwriting', async t => {
	const directory = temporaryDirectory(t);
	const [log, path] = [join(directory, 'access.log'), join(directory, 'access.log.1')];
	writeFileSync(log, 'old');
	const inputs = await Inputs.of([log]);
	const isInput = async (stats: BigIntStats): Promise<boolean> => inputs.has(stats);
	const file = await OutputFile.create(path, {overwrite: true, advice: 'take another', isInput});
	await file.finish();
	renameSync(log, path);
	await t.throwsAsync(file.publish(), {instanceOf: UserError, message: /access\.log\.1 is one of the logs/});
	await file.discard();
	t.is(readFileSync(path, 'utf8'), 'old');
	t.deepEqual(readdirSync(directory), ['access.log.1']);
});

test('discard leaves no files, also during a write', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'out');
	writeFileSync(path, 'old');
	const {file, sink} = await open(path, true);
	await sink.line('x'.repeat(60_000));
	const writing = sink.flush().catch(() => {});
	await file.discard();
	await writing;
	await file.discard();
	t.deepEqual(readdirSync(directory), ['out']);
	t.is(readFileSync(path, 'utf8'), 'old');
	if (process.platform === 'linux') {
		t.deepEqual(openDescriptors(directory), []);
	}
});

async function failing(t: ExecutionContext, path: string, message: string): Promise<void> {
	await t.throwsAsync(open(path), {instanceOf: UserError, message});
}

test('an unwritable path is reported with the reason', async t => {
	const directory = temporaryDirectory(t);
	writeFileSync(join(directory, 'file'), '');
	const missing = join(directory, 'missing');
	await failing(t, join(missing, 'out'), `${missing}/out can't be written: there is no directory ${missing}`);
	const below = join(directory, 'file', 'out');
	await failing(t, below, `${below} can't be written: a part of the path is not a directory`);
});
