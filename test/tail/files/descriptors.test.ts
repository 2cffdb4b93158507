import {renameSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Descriptors, openFilesFor} from '../../../source/tail/files/descriptors.js';
import {MovedAway, OpenFile} from '../../../source/tail/files/open-file.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {programCommand, startCommand} from '../../helpers/program.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** Allows `max` open files, and opens files with these contents. */
async function opened(t: ExecutionContext, max: number, texts: readonly string[]) {
	const directory = temporaryDirectory(t);
	const descriptors = new Descriptors(max);
	const paths = texts.map((text, index) => {
		const path = join(directory, `access-${index}.log`);
		writeFileSync(path, text);
		return path;
	});
	const files = await Promise.all(paths.map(path => OpenFile.open(path, descriptors)));
	t.teardown(() => Promise.all(files.map(file => file?.close())));
	return {directory, descriptors, paths, files: files as readonly OpenFile[]};
}

async function textOf(file: OpenFile): Promise<string> {
	return Buffer.from(await file.head(100)).toString();
}

const isLinux = process.platform === 'linux';
const onLinux = isLinux ? test : test.skip;

onLinux('files close their descriptors above the limit, and open them again to be read', async t => {
	const texts = Array.from({length: 30}, (_, index) => `text ${index}\n`);
	const {directory, files} = await opened(t, 12, texts);
	const isFew = () => openDescriptors(directory).length <= 12;
	t.true(isFew());
	for (let round = 0; round < 2; round++) {
		t.deepEqual(await Promise.all(files.map(textOf)), texts);
		t.true(isFew());
	}
	t.deepEqual(
		await Promise.all(files.map(async file => Number((await file.stat()).size))),
		texts.map(text => text.length),
	);
	await Promise.all(files.map(file => file.close()));
	t.is(openDescriptors(directory).length, 0);
});

test('a parked file doesn’t return the bytes of another file at its path', async t => {
	const {paths, files} = await opened(t, 100, ['one\n', 'two\n', 'three\n']);
	const [first, second, third] = files;
	await Promise.all(files.map(file => file.park()));
	renameSync(paths[1] ?? '', paths[0] ?? '');
	await t.throwsAsync(first?.head(10) ?? Promise.resolve(), {instanceOf: MovedAway});
	await t.throwsAsync(second?.stat() ?? Promise.resolve(), {instanceOf: MovedAway});
	await third?.close();
	await t.throwsAsync(third?.head(10) ?? Promise.resolve(), {instanceOf: MovedAway});
});

test('an ended file that was parked is found again after it was renamed', async t => {
	const {paths, files} = await opened(t, 100, ['the text\n']);
	const [path = ''] = paths;
	const [file] = files;
	if (file === undefined) {
		return t.fail();
	}
	const fingerprint = new Fingerprint();
	await fingerprint.advance(file, 9);
	const {endedFiles} = makeTailContext(t);
	const source = endedFiles.adopt(file, {path, fingerprint, size: 9, isNeeded: () => true});
	await file.park();
	renameSync(path, `${path}.1`);
	const bytes = Buffer.alloc(9);
	t.is(await source.read(bytes, 0), 9);
	t.is(bytes.toString(), 'the text\n');
	unlinkSync(`${path}.1`);
	t.is(await source.read(bytes, 0), 9);
});

test('the limit of the process leaves space for other descriptors', t => {
	t.is(openFilesFor(64), 12);
	t.is(openFilesFor(1024), 492);
	t.is(openFilesFor(10), 12);
	t.is(openFilesFor(undefined), 100);
});

onLinux('fault 31: prints more logs than the process may open, exactly', async t => {
	const directory = temporaryDirectory(t);
	for (let index = 0; index < 200; index++) {
		const line = (method: string) =>
			`203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "${method} /${index} HTTP/1.1" 200 45 "-" "c"\n`;
		writeFileSync(join(directory, `access-${index}.log`), line('GET').repeat(3));
		if (index % 4 === 0) {
			writeFileSync(join(directory, `access-${index}.log.1`), line('PUT'));
		}
	}
	const print = async (...args: readonly string[]) => {
		const command = programCommand('--no-config', '--no-follow', ...args, directory);
		const shell = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh', ...command];
		const {status, stdout, stderr} = await startCommand(t, shell, {cwd: directory}).ended;
		t.deepEqual([status, stderr], [0, '']);
		return stdout.trim().split('\n');
	};
	t.deepEqual(await print('--count'), ['650 results found']);
	const urls = (await print('--json')).map(line => JSON.parse(line).method + JSON.parse(line).url);
	t.is(urls.length, 650);
	t.is(new Set(urls).size, 250);
	t.deepEqual(await print('--count', '--query', 'line:PUT'), ['50 results found']);
});
