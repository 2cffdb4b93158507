import {
	appendFileSync,
	closeSync,
	linkSync,
	openSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {platform} from 'node:process';
import test, {type ExecutionContext} from 'ava';
import {isOnOwnDisk, isSettled, maxTimeOf, OpenFile, reopen} from '../../../source/tail/files/open-file.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory, temporaryLog} from '../../helpers/temporary-directory.js';

async function opened(t: ExecutionContext, path: string): Promise<OpenFile> {
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error(`${path} is no regular file`);
	}
	t.teardown(() => open.close());
	return open;
}

async function textAt(open: OpenFile, position: number, length: number): Promise<string> {
	const bytes = new Uint8Array(length);
	return Buffer.from(bytes.subarray(0, await open.read(bytes, position))).toString();
}

for (const [how, age] of [
	['just now', 0],
	['long ago', 3_600_000],
] as const) {
	test(`a file written ${how} is readable at any offset, to its end`, async t => {
		const path = join(temporaryDirectory(t), 'access.log');
		const line = 'a line that is not long\n';
		const text = line.repeat(100_000);
		writeFileSync(path, text);
		const time = new Date(Date.now() - age);
		utimesSync(path, time, time);
		const open = await opened(t, path);
		t.is((await open.stat()).size, BigInt(text.length));
		for (const position of [0, 1, 1000, 1024, 1_200_000, text.length - 100, text.length]) {
			t.is(await textAt(open, position, 50), text.slice(position, position + 50));
		}
		t.is(await textAt(open, text.length - 10, 50), text.slice(-10));
		appendFileSync(path, line);
		t.is((await open.stat()).size, BigInt(text.length + line.length));
		t.is(await textAt(open, text.length, 1000), line);
	});
}

test('on a local disk, repeated short reads are synchronous; other reads use the thread pool', async t => {
	const {path} = temporaryLog(t, 'a line\n'.repeat(100_000));
	const open = await opened(t, path);
	const isAtOnce = async (position: number, length: number): Promise<boolean> => {
		let isThere = false;
		const reading = textAt(open, position, length).then(() => {
			isThere = true;
		});
		for (let step = 0; step < 20; step++) {
			// Microtasks only: results of the thread pool need a turn of the event loop.
			await undefined;
		}
		const wasThere = isThere;
		await reading;
		return wasThere;
	};
	t.false(await isAtOnce(0, 1024));
	t.false(await isAtOnce(600_000, 256));
	for (let round = 0; round < 2; round++) {
		t.is(await isAtOnce(0, 1024), open.isNear);
		t.is(await isAtOnce(600_000, 256), open.isNear);
	}
	t.false(await isAtOnce(0, 1025), 'many');
	for (let index = 1; index <= 4; index++) {
		t.false(await isAtOnce(index, 10));
	}
	t.false(await isAtOnce(0, 1024), 'too long ago');
});

test('a closed file rejects reads, even after a stat', async t => {
	const {path} = temporaryLog(t, 'one\n');
	const open = await opened(t, path);
	await open.stat();
	await open.close();
	await t.throwsAsync(open.stat(), {code: 'EBADF'});
	await t.throwsAsync(textAt(open, 0, 4), {code: 'EBADF'});
});

test("a file outside of disks doesn't count as local", async t => {
	const descriptor = openSync(platform === 'linux' ? '/proc/self/status' : import.meta.filename, 'r');
	t.false(await isOnOwnDisk(descriptor));
	closeSync(descriptor);
	t.false(await isOnOwnDisk(-1));
});

test('fault 9: a change is settled once its timestamp tick has ended', t => {
	t.false(isSettled(1_000_005_000_000n, 1_000_010));
	t.true(isSettled(1_000_005_000_000n, 1_000_030));
});

test('fault 9: a timestamp in whole seconds is settled after more than two seconds', t => {
	t.false(isSettled(1_000_000_000_000n, 1_002_000));
	t.true(isSettled(1_000_000_000_000n, 1_002_600));
});

test('fault 6: a timestamp in whole seconds may stand for a moment almost one second later', t => {
	t.is(maxTimeOf(1_000_005_000_000n), 1_000_005);
	t.is(maxTimeOf(1_000_000_000_000n), 1_001_000);
});

function open(path: string): Promise<OpenFile | undefined> {
	return OpenFile.open(path);
}

test('fault 33: the same file is reopened by any of its names, and no other file', async t => {
	const {directory, path} = temporaryLog(t, 'one\n');
	const file = await open(path);
	if (file === undefined) {
		return t.fail();
	}
	t.teardown(() => file.close());
	linkSync(path, `${path}.hard`);
	symlinkSync(path, `${path}.soft`);
	for (const name of [path, `${path}.hard`, `${path}.soft`]) {
		const again = await reopen(open, name, file);
		t.is(again?.identity, file.identity);
		await again?.close();
	}
	renameSync(path, `${path}.1`);
	t.is(await reopen(open, path, file), undefined, 'nothing there');
	t.is(await reopen(open, join(path, 'x'), file), undefined);
	writeFileSync(path, 'one\n');
	t.is(await reopen(open, path, file), undefined, 'another file');
	unlinkSync(path);
	t.is(await reopen(open, directory, file), undefined, 'no file');
	if (process.platform === 'linux') {
		t.is(openDescriptors(directory).length, 1);
	}
});

test('fault 12: a file with the same inode but another creation time is a different file', async t => {
	const {path} = temporaryLog(t, 'one\n');
	const file = await open(path);
	t.teardown(() => file?.close());
	const {identity = '0:0', birth = 0n} = file ?? {};
	t.is(await reopen(open, path, {identity, birth: birth - 1n}), undefined);
});

test("fault 33: a disk fault doesn't mean that the file was replaced", async t => {
	const broken = () => Promise.reject(systemError('EIO'));
	await t.throwsAsync(reopen(broken, '/log', {identity: '1:1', birth: 0n}), {code: 'EIO'});
});
