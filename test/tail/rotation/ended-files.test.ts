// Runs alone: it replaces functions of node:fs.
import {appendFileSync, renameSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {BytesGone, OpenFile} from '../../../source/tail/files/open-file.js';
import type {LogFile} from '../../../source/tail/log-file.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {tail} from '../../../source/tail/tail.js';
import type {TailSettings} from '../../../source/tail/tail-settings.js';
import {FaultyDisk} from '../../helpers/faulty-disk.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory, temporaryLog} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

// Longer than the head of a fingerprint: only the end differs.
const beginning = 'a line of both\n'.repeat(100);
const ending = 'of the old one\n'.repeat(20);

test('fault 11: all deleted files with unread bytes stay open until they have been read', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const files: LogFile[] = [];
	const ended = new Set<LogFile>();
	const settings = {holdTime: 20, idleTime: 20, openEnded: 1, eventlessPollInterval: 10};
	const followed = tail(
		{paths: [path], follow: true, poll: true},
		{opened: file => files.push(file), grown() {}, ended: file => ended.add(file), notice() {}, changed() {}},
		settings,
	);
	t.teardown(() => followed.close());
	await followed.started;
	const names = Array.from({length: 5}, (_, index) => `line ${index}\n`);
	for (const [index, line] of names.entries()) {
		writeFileSync(path, '');
		await waitFor(() => files.length === index + 1);
		appendFileSync(path, line);
		await waitFor(() => files[index]?.size === line.length);
		unlinkSync(path);
		await waitFor(() => ended.size === index + 1);
	}
	const isOpen = () => openDescriptors(directory).length;
	t.is(isOpen(), 5);
	const since = performance.now();
	await waitFor(() => performance.now() > since + 3 * settings.idleTime);
	for (const [index, line] of names.entries()) {
		const bytes = Buffer.alloc(100);
		const length = (await files[index]?.read(bytes, 0)) ?? 0;
		t.is(bytes.toString('latin1', 0, length), line);
	}
	await waitFor(() => isOpen() === 0);
});

for (const isFollowed of [false, true]) {
	const how = isFollowed ? 'replaced' : 'read once';
	test(`fault 33: a fault of an ended file is reported, and so is its end (${how})`, async t => {
		const {path} = temporaryLog(t, 'one\n');
		const disk = new FaultyDisk();
		const files: LogFile[] = [];
		const ended = new Set<LogFile>();
		const notices: string[] = [];
		const followed = tail(
			{paths: [path], follow: isFollowed, poll: true},
			{
				opened: file => files.push(file),
				grown() {},
				ended: file => ended.add(file),
				notice: ({text}) => notices.push(text),
				changed() {},
			},
			{open: disk.open, eventlessPollInterval: 10, holdTime: 20, retryInterval: 10},
		);
		t.teardown(() => followed.close());
		await followed.started;
		if (isFollowed) {
			renameSync(path, `${path}.1`);
			writeFileSync(path, '');
		}
		await waitFor(() => ended.size === 1);
		disk.fault = call => (call === 'read' ? systemError('EIO') : undefined);
		const bytes = Buffer.alloc(10);
		t.is(await files[0]?.read(bytes, 0), 0);
		t.is(await files[0]?.read(bytes, 0), 0);
		const said = 'input/output error; retrying its unread rest for 30 s.';
		await waitFor(() => notices.length > 0);
		const problems = () => followed.states().map(({problem}) => problem);
		t.deepEqual(problems(), [isFollowed ? undefined : 'input/output error']);
		disk.fault = () => undefined;
		t.is(await files[0]?.read(bytes, 0), 4);
		await waitFor(() => notices.length > 1);
		t.deepEqual(notices, [said, 'can be read again; reading continues.']);
		t.deepEqual(problems(), [undefined]);
	});
}

test('close() waits for files that are being reopened, and closes them', async t => {
	const {directory, path} = temporaryLog(t, 'a line\n');
	let goOn = (): void => {};
	const slow = new Promise<void>(resolve => {
		goOn = resolve;
	});
	let isOpening = false;
	const settings: Partial<TailSettings> = {
		idleTime: 8,
		open: async of => {
			isOpening = true;
			await slow;
			return OpenFile.open(of);
		},
	};
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error('no regular file');
	}
	const {endedFiles} = makeTailContext(t, settings);
	const fingerprint = new Fingerprint();
	await fingerprint.advance(open, 7);
	const source = endedFiles.adopt(open, {path, fingerprint, size: 7, isNeeded: () => false});
	await waitFor(() => openDescriptors(directory).length === 0);
	const reading = source.read(new Uint8Array(7), 0).catch(() => 0);
	await waitFor(() => isOpening);
	let isClosed = false;
	const closing = endedFiles.close().then(() => {
		isClosed = true;
	});
	await new Promise(resolve => setImmediate(resolve));
	t.false(isClosed);
	goOn();
	await closing;
	t.deepEqual(openDescriptors(directory), []);
	await reading;
});

test("an idle descriptor isn't closed during a slow read", async t => {
	const {directory, path} = temporaryLog(t, 'a line\n');
	let goOn = (): void => {};
	const slow = new Promise<void>(resolve => {
		goOn = resolve;
	});
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error('no regular file');
	}
	const {endedFiles} = makeTailContext(t, {idleTime: 8});
	const fingerprint = new Fingerprint();
	await fingerprint.advance(open, 7);
	const read = open.read.bind(open);
	open.read = async (...args) => {
		const count = await read(...args);
		await slow;
		return count;
	};
	const source = endedFiles.adopt(open, {path, fingerprint, size: 7, isNeeded: () => false});
	const reading = source.read(new Uint8Array(7), 0);
	const since = performance.now();
	await waitFor(() => performance.now() > since + 40);
	goOn();
	t.is(await reading, 7);
	await waitFor(() => openDescriptors(directory).length === 0);
});

test('fault 12: a file with the same inode and creation time, but another end, is not reopened', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const old = `${beginning}${ending}`;
	writeFileSync(path, old);
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error('no regular file');
	}
	const {endedFiles} = makeTailContext(t, {idleTime: 8});
	const fingerprint = new Fingerprint();
	await fingerprint.advance(open, old.length);
	const source = endedFiles.adopt(open, {path, fingerprint, size: old.length, isNeeded: () => false});
	const closed = () => waitFor(() => openDescriptors(path).length === 0);
	await closed();
	t.is(await source.read(new Uint8Array(10), 0), 10, 'opened again');
	await closed();
	writeFileSync(path, `${beginning}${ending.replaceAll('old', 'new')}`);
	await t.throwsAsync(source.read(new Uint8Array(10), 0), {instanceOf: BytesGone});
});

for (const [what, change] of Object.entries({
	'was cut short': (path: string) => truncateSync(path, beginning.length),
	'became a hole': (path: string) => {
		truncateSync(path, beginning.length);
		truncateSync(path, beginning.length + ending.length);
	},
	'was rewritten': (path: string) => writeFileSync(path, `${beginning}${ending.replaceAll('old', 'new')}`),
})) {
	test(`fault 9: an ended file is unreadable if its end ${what}`, async t => {
		const path = join(temporaryDirectory(t), 'access.log');
		const text = `${beginning}${ending}`;
		writeFileSync(path, text);
		const open = await OpenFile.open(path);
		if (open === undefined) {
			throw new Error('no regular file');
		}
		const {endedFiles} = makeTailContext(t);
		const fingerprint = new Fingerprint();
		await fingerprint.advance(open, text.length);
		const source = endedFiles.adopt(open, {path, fingerprint, size: text.length, isNeeded: () => true});
		appendFileSync(path, 'more\n');
		const read = () => source.read(new Uint8Array(50), text.length - 50);
		t.is(await read(), 50, 'appended bytes change nothing');
		change(path);
		await t.throwsAsync(read(), {instanceOf: BytesGone});
	});
}

test('an ended file that was compressed is readable near the decoded offset, and farther on after approach()', async t => {
	const text = numberedLines(120_000).join('');
	const {directory, path} = temporaryLog(t, text);
	const {endedFiles, keptText} = makeTailContext(t, {idleTime: 8});
	t.teardown(() => keptText.close());
	const open = await OpenFile.open(path);
	if (open === undefined) {
		t.fail();
		return;
	}
	const fingerprint = new Fingerprint();
	await fingerprint.advance(open, text.length);
	const source = endedFiles.adopt(open, {
		path,
		names: [path],
		fingerprint,
		size: text.length,
		isNeeded: () => false,
	});
	await waitFor(() => openDescriptors(directory).length === 0);
	writeFileSync(`${path}.1.gz`, gzipSync(text, {level: 1}));
	unlinkSync(path);
	const bytes = Buffer.alloc(50);
	const read = async (position: number): Promise<string> =>
		bytes.toString('latin1', 0, await source.read(bytes, position));
	t.is(await read(1000), text.slice(1000, 1050));
	const far = text.length - 1000;
	t.is(await read(far), '', 'too far');
	let decoded = 0;
	while (decoded < far) {
		const further = (await source.approach?.(far)) ?? 0;
		t.true(further > decoded);
		decoded = further;
	}
	t.is(await read(far), text.slice(far, far + 50));
	t.is(await read(0), text.slice(0, 50));
});
