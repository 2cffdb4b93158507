import {appendFileSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {BytesGone} from '../../source/bytes/byte-source.js';
import {ContentGuard} from '../../source/bytes/content-guard.js';
import {follow} from '../../source/bytes/follow.js';
import type {LogFile} from '../../source/bytes/log-file.js';
import {OpenFile} from '../../source/bytes/open-file.js';
import {makeStage} from '../helpers/make-stage.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

test('fault 11: a deleted file that has not been read to its end stays open, as many as there are, until it has', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	const files: LogFile[] = [];
	const ended = new Set<LogFile>();
	const settings = {holdTime: 20, idleTime: 20, openEnded: 1, pollInterval: 10};
	const followed = follow(
		{paths: [path], follow: true, poll: true},
		{
			opened: file => files.push(file),
			grown() {},
			ended: file => ended.add(file),
			notice() {},
			changed() {},
		},
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

test('a descriptor that is idle for long is not closed while a slow read goes on', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeFileSync(path, 'a line\n');
	let goOn = (): void => {};
	const slow = new Promise<void>(resolve => {
		goOn = resolve;
	});
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error('no regular file');
	}

	const {endedFiles} = makeStage(t, {idleTime: 8});
	const guard = new ContentGuard();
	await guard.advance(open, 7);
	const read = open.read.bind(open);
	open.read = async (...args) => {
		const count = await read(...args);
		await slow;
		return count;
	};
	const source = endedFiles.adopt(open, {path, guard, size: 7, isNeeded: () => false});
	const reading = source.read(new Uint8Array(7), 0, 7);
	const since = performance.now();
	await waitFor(() => performance.now() > since + 40);
	goOn();
	t.is(await reading, 7);
	await waitFor(() => openDescriptors(directory).length === 0);
});

test('fault 12: what has the same inode, made at the same time, but another end, is not opened again', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	// Longer than what is remembered of a beginning: only the end tells.
	const beginning = 'a line of both\n'.repeat(100);
	const old = `${beginning}${'of the old one\n'.repeat(20)}`;
	writeFileSync(path, old);
	const open = await OpenFile.open(path);
	if (open === undefined) {
		throw new Error('no regular file');
	}

	const {endedFiles} = makeStage(t, {idleTime: 8});
	const guard = new ContentGuard();
	await guard.advance(open, old.length);
	const source = endedFiles.adopt(open, {path, guard, size: old.length, isNeeded: () => false});
	const closed = () => waitFor(() => openDescriptors(path).length === 0);
	await closed();
	t.is(await source.read(new Uint8Array(10), 0, 10), 10, 'opened again');
	await closed();
	writeFileSync(path, `${beginning}${'of the new one\n'.repeat(20)}`);
	await t.throwsAsync(source.read(new Uint8Array(10), 0, 10), {instanceOf: BytesGone});
});
