import {existsSync, renameSync, unlinkSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {OpenFile} from '../../../source/tail/files/open-file.js';
import {type Copy, findAgain, findCopy} from '../../../source/tail/rotation/copies.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {compress, compressions, endings} from '../../helpers/compressed.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {memorySource} from '../../helpers/memory-source.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

function lines(word: string): string {
	return Array.from({length: 50}, (_, n) => `${word} ${n} a line of a log\n`).join('');
}
const old = lines('old');

async function setUp(t: ExecutionContext) {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => old),
		old.length,
	);
	return {directory, path, fingerprint};
}

function find(
	path: string,
	fingerprint: Fingerprint,
	open: Parameters<typeof findCopy>[1],
): Promise<Copy | undefined> {
	return findCopy({names: [path], fingerprint, isSeparate: () => false}, open, new KeptText(1 << 20));
}

function open(path: string): Promise<OpenFile | undefined> {
	return OpenFile.open(path);
}

test('fault 7: the copy is found among the rotated files with any number, and no descriptor stays open', async t => {
	const {directory, path, fingerprint} = await setUp(t);
	writeFileSync(`${path}.1`, lines('another'));
	writeFileSync(`${path}.2`, old.slice(0, -1));
	writeFileSync(`${path}.3`, '');
	t.is(await find(path, fingerprint, open), undefined);
	writeFileSync(`${path}.4`, `${old}written just before\n`);
	const copy = await find(path, fingerprint, open);
	t.like(copy, {path: `${path}.4`, size: old.length + 20});
	await copy?.open.close();
	if (process.platform === 'linux') {
		t.deepEqual(openDescriptors(directory), []);
	}
});

for (const name of [
	'app__2026-11-20_09-03-07.log',
	'access.log.backup',
	'access_copy.log',
	'access (1).log',
	'x',
]) {
	test(`fault 7: the copy is found by its content: ${name}`, async t => {
		const {directory, path, fingerprint} = await setUp(t);
		writeFileSync(path, '');
		writeFileSync(join(directory, 'other.log'), lines('other'));
		writeFileSync(join(directory, name), `${old}written just before\n`);
		const copy = await find(path, fingerprint, open);
		t.like(copy, {path: join(directory, name), size: old.length + 20});
		await copy?.open.close();
	});
}

test('fault 7: a file that begins with the same few lines is not the copy, nor is a file that is being read', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const other = join(directory, 'other.log');
	const fingerprint = new Fingerprint();
	const first = 'a line of a log\n';
	await fingerprint.advance(
		memorySource(() => first),
		first.length,
	);
	writeFileSync(other, `${first}another line\n`);
	t.is(await find(path, fingerprint, open), undefined);
	writeFileSync(other, first);
	const log = {names: [path], fingerprint, isSeparate: () => true};
	t.is(await findCopy(log, open, new KeptText(1 << 20)), undefined);
	const copy = await find(path, fingerprint, open);
	t.is(copy?.path, other);
	await copy?.open.close();
});

test('fault 7: a copy that is renamed during the search is found', async t => {
	const {path, fingerprint} = await setUp(t);
	writeFileSync(`${path}.1`, old);
	let renames = 0;
	const copy = await find(path, fingerprint, async candidate => {
		if (renames < 2) {
			// Rotation continues: the file to open is gone, or has been replaced.
			renameSync(`${path}.${renames + 1}`, `${path}.${renames + 2}`);
			writeFileSync(`${path}.${renames + 1}`, lines('another'));
			renames++;
		}
		return open(candidate);
	});
	t.is(copy?.path, `${path}.3`);
	await copy?.open.close();
});

for (const compression of compressions) {
	test(`fault 7: a compressed copy is found: ${compression}`, async t => {
		const {directory, path, fingerprint} = await setUp(t);
		const text = `${old}written just before\n`;
		writeFileSync(`${path}.1.gz`, compress(compression, lines('another')));
		writeFileSync(`${path}.2.gz`, compress(compression, old.slice(0, -1)));
		writeFileSync(`${path}.3.gz`, 'not compressed');
		writeFileSync(`${path}.4.gz`, compress(compression, text));
		writeFileSync(`${path}.4`, 'it is being compressed');
		t.is(await find(path, fingerprint, open), undefined);
		renameSync(`${path}.4.gz`, `${path}.5.gz`);
		const copy = await find(path, fingerprint, open);
		t.like(copy, {path: `${path}.5.gz`, size: text.length});
		const bytes = Buffer.alloc(50);
		t.is(await copy?.text?.read(bytes, old.length), 20);
		t.is(bytes.toString('latin1', 0, 20), 'written just before\n');
		t.is(await copy?.text?.read(bytes, 0), 50);
		t.is(bytes.toString('latin1'), old.slice(0, 50));
		copy?.text?.close();
		await copy?.open.close();
		if (process.platform === 'linux') {
			t.deepEqual(openDescriptors(directory), []);
		}
	});
}

test("a file that can't be opened, or is gone, is not the copy", async t => {
	const {path, fingerprint} = await setUp(t);
	writeFileSync(`${path}.1`, old);
	t.is(await find(path, fingerprint, () => Promise.reject(systemError('EACCES'))), undefined);
	const copy = await find(path, fingerprint, candidate => {
		if (existsSync(candidate)) {
			unlinkSync(candidate);
		}
		return open(candidate);
	});
	t.is(copy, undefined);
});

const text = numberedLines(300).join('');

async function guardOf(content: string): Promise<Fingerprint> {
	const fingerprint = new Fingerprint();
	const bytes = Buffer.from(content);
	await fingerprint.advance(
		{read: async (target, position) => bytes.copy(target, 0, position, position + target.length)},
		bytes.length,
	);
	return fingerprint;
}

for (const compression of compressions) {
	test(`a compressed log is found among other files, and only its descriptor stays open (${compression})`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'access.log');
		const keptText = new KeptText(1 << 20);
		t.teardown(() => keptText.close());
		writeFileSync(path, numberedLines(10, 900).join(''));
		writeFileSync(`${path}.1`, numberedLines(300, 500).join(''));
		writeFileSync(
			`${path}.2${endings[compression]}`,
			compress(compression, numberedLines(300, 1000).join('')),
		);
		writeFileSync(`${path}.3${endings[compression]}`, compress(compression, text));
		writeFileSync(join(directory, `other.log.1${endings[compression]}`), compress(compression, text));
		const log = {names: [path], fingerprint: await guardOf(text), size: text.length};
		const found = await findAgain(log, OpenFile.open, keptText);
		t.is(found?.path, `${path}.3${endings[compression]}`);
		t.deepEqual(openDescriptors(directory), [`${path}.3${endings[compression]}`]);
		const bytes = Buffer.alloc(text.length);
		t.is(await found?.text?.read(bytes, 0), text.length);
		t.is(bytes.toString(), text);
		await found?.open.close();
		const nothing = {...log, fingerprint: await guardOf(numberedLines(300, 1).join(''))};
		t.is(await findAgain(nothing, OpenFile.open, keptText), undefined);
		t.deepEqual(openDescriptors(directory), []);
	});
	test(`a log isn't called gone while a possible copy can't be read, but another readable copy is used (${compression})`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'access.log');
		const keptText = new KeptText(1 << 20);
		t.teardown(() => keptText.close());
		writeFileSync(`${path}.1${endings[compression]}`, compress(compression, text));
		let broken = `${path}.1${endings[compression]}`;
		const open = async (of: string): Promise<OpenFile | undefined> => {
			if (of === broken) {
				throw systemError('EACCES');
			}
			return OpenFile.open(of);
		};
		const log = {names: [path], fingerprint: await guardOf(text), size: text.length};
		await t.throwsAsync(findAgain(log, open, keptText), {code: 'EACCES'});
		writeFileSync(`${path}.2`, text);
		const copy = await findAgain(log, open, keptText);
		t.is(copy?.path, `${path}.2`);
		t.is(copy?.text, undefined);
		await copy?.open.close();
		broken = `${path}.2`;
		const compressed = await findAgain(log, open, keptText);
		t.is(compressed?.path, `${path}.1${endings[compression]}`);
		await compressed?.open.close();
	});
}

test('a file smaller than the log is not opened in search of its copy', async t => {
	const directory = temporaryDirectory(t);
	const keptText = new KeptText(1 << 20);
	t.teardown(() => keptText.close());
	writeFileSync(join(directory, 'other.txt'), text.slice(0, -1));
	writeFileSync(join(directory, 'copy.txt'), text);
	const opened: string[] = [];
	const open = async (path: string) => {
		opened.push(basename(path));
		return OpenFile.open(path);
	};
	const log = {names: [join(directory, 'access.log')], fingerprint: await guardOf(text), size: text.length};
	const copy = await findAgain(log, open, keptText);
	t.is(copy?.size, text.length);
	t.deepEqual(opened, ['copy.txt']);
	await copy?.open.close();
});
