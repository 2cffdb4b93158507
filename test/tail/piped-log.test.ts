import {
	appendFileSync,
	closeSync,
	mkdirSync,
	openSync,
	renameSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';
import type {TailSettings} from '../../source/tail/tail-settings.js';
import {collect} from '../helpers/collect.js';
import {shortTimes} from '../helpers/each-way.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const mebibyte = 1024 * 1024;

test('piped input is read as it arrives, to its end', async t => {
	const stdin = new PassThrough();
	const collected = collect(t, ['-'], {settings: {stdin: () => stdin}});
	await collected.followed.started;
	t.like(collected.files[0]?.file, {id: 0, path: '-', startSize: 0, size: 0});
	t.deepEqual(collected.followed.states(), [{path: '-', state: 'following'}]);
	stdin.write('one\n');
	await collected.until('one\n');
	stdin.write('two\n');
	await collected.until('one\ntwo\n');
	stdin.end('three');
	await collected.untilEnded(0);
	t.is(collected.text(), 'one\ntwo\nthree');
	t.deepEqual(collected.followed.states(), [{path: '-', state: 'ended', isOver: true}]);
	const bytes = Buffer.alloc(3);
	t.is(await collected.files[0]?.file.read(bytes, 4), 3, 'readable again');
	t.is(bytes.toString(), 'two');
});

test('piped input is read to its end without follow, too', async t => {
	const collected = collect(t, ['-'], {
		follow: false,
		settings: {stdin: () => Readable.from([Buffer.from('one\n')])},
	});
	await collected.untilEnded(0);
	t.is(collected.text(), 'one\n');
});

/** Pipes in blocks of 64 KiB, without a reader. */
async function pipeIn(t: ExecutionContext, count: number, settings: Partial<TailSettings>) {
	let sent = 0;
	const stdin = new Readable({
		read() {
			this.push(sent < count ? Buffer.alloc(65_536, 97 + (sent % 26)) : null);
			sent++;
		},
	});
	const opened: LogFile[] = [];
	const listener = {
		opened: (file: LogFile) => opened.push(file),
		grown() {},
		ended() {},
		notice() {},
		changed() {},
	};
	const followed = tail({paths: ['-'], follow: true, poll: false}, listener, {
		stdin: () => stdin,
		...settings,
	});
	t.teardown(() => followed.close());
	await followed.started;
	await waitFor(() => opened.length === 1);
	const [file] = opened;
	if (file === undefined) {
		throw new Error('not opened');
	}
	return {file, followed};
}

test('piped input is read ahead up to the limit, and the oldest read bytes are dropped', async t => {
	const {file, followed} = await pipeIn(t, 160, {pipedAhead: mebibyte, keepPiped: 2 * mebibyte});
	await waitFor(() => file.size >= mebibyte);
	for (let turn = 0; turn < 20; turn++) {
		await setImmediate();
	}
	t.is(file.size, mebibyte, 'paused');
	const buffer = Buffer.alloc(100_000);
	let position = 0;
	for (;;) {
		const count = await file.read(buffer, position);
		if (count === 0) {
			if (followed.states()[0]?.state === 'ended' && position === file.size) {
				break;
			}
			await setImmediate();
			continue;
		}
		for (const at of [0, count - 1]) {
			t.is(buffer[at], 97 + (Math.floor((position + at) / 65_536) % 26), `byte ${position + at}`);
		}
		position += count;
		t.true(file.size - position <= mebibyte + 65_536);
	}
	t.is(position, 10 * mebibyte);
	t.is(await file.read(buffer, 0), 0, 'dropped');
	t.is(await file.read(buffer, 9 * mebibyte), buffer.length, 'kept');
});

test('keeps all piped input if the limits are infinite', async t => {
	const {file, followed} = await pipeIn(t, 100, {
		pipedAhead: Number.POSITIVE_INFINITY,
		keepPiped: Number.POSITIVE_INFINITY,
	});
	await waitFor(() => followed.states()[0]?.state === 'ended');
	const buffer = Buffer.alloc(100 * 65_536);
	t.is(await file.read(buffer, 0), buffer.length);
	t.is(await file.read(buffer, 0), buffer.length);
	t.is(buffer.at(-1), 97 + (99 % 26));
});

test('fault 26: compressed piped input is refused with a message that names its format', async t => {
	const stdin = new PassThrough();
	const collected = collect(t, ['-'], {settings: {stdin: () => stdin}});
	stdin.write(gzipSync('text'));
	await collected.untilEnded(0);
	t.is(collected.text(), '');
	t.like(collected.followed.states(), [{path: '-', state: 'unreadable'}]);
	t.regex(collected.followed.states()[0]?.problem ?? '', /^gzip-compressed; /);
	t.true(stdin.destroyed);
});

test('an error ends the input and is reported', async t => {
	const stdin = new PassThrough();
	const collected = collect(t, ['-'], {settings: {stdin: () => stdin}});
	stdin.write('one\n');
	await collected.until('one\n');
	stdin.destroy(Object.assign(new Error('EIO: i/o error, read'), {code: 'EIO', errno: -5}));
	await collected.untilEnded(0);
	t.deepEqual(collected.followed.states(), [
		{path: '-', state: 'unreadable', problem: 'input/output error', isOver: true},
	]);
});

test('close() stops reading', async t => {
	const stdin = new PassThrough();
	const collected = collect(t, ['-'], {settings: {stdin: () => stdin}});
	await collected.followed.started;
	await collected.followed.close();
	t.true(stdin.destroyed);
});

const testOnUnix = process.platform === 'win32' ? test.skip : test;

testOnUnix('fault 44: a named pipe is read like piped input and continues with its next writer', async t => {
	const directory = temporaryDirectory(t);
	mkdirSync(join(directory, 'sub'));
	const path = join(directory, 'sub', 'pipe');
	await makeNamedPipe(path);
	const collected = collect(t, [path], {settings: {retryInterval: 20}});
	await collected.followed.started;
	t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
	let writer = openSync(path, 'w');
	writeSync(writer, 'one\n');
	await collected.until('one\n');
	writeSync(writer, 'two');
	closeSync(writer);
	await collected.until('one\ntwo\n');
	t.like(collected.followed.states(), [{path, state: 'following'}]);
	t.regex(collected.followed.states()[0]?.problem ?? '', /waiting for the next one/);
	for (const line of ['three\n', '', 'four\n']) {
		writer = openSync(path, 'w');
		writeSync(writer, line);
		closeSync(writer);
		await waitFor(() => collected.text().endsWith(line));
	}
	t.is(collected.text(), 'one\ntwo\nthree\nfour\n');
	t.is(collected.files.length, 1);
	unlinkSync(path);
	await collected.followed.close();
	if (process.platform === 'linux') {
		await waitFor(() => openDescriptors(directory).length === 0);
	}
});

for (const [what, follow] of [
	['without follow', false],
	['that is removed while it is open', true],
] as const) {
	testOnUnix(`fault 44: a named pipe ${what} ends with its first writer`, async t => {
		const path = join(temporaryDirectory(t), 'pipe');
		await makeNamedPipe(path);
		const collected = collect(t, [path], {follow});
		await waitFor(() => collected.followed.states()[0]?.state === 'following');
		const writer = openSync(path, 'w');
		unlinkSync(path);
		writeSync(writer, 'one\n');
		closeSync(writer);
		await collected.untilEnded(0);
		t.is(collected.text(), 'one\n');
		t.deepEqual(collected.followed.states(), [{path, state: 'ended', isOver: true}]);
	});
}

for (const isEnded of [false, true]) {
	const when = isEnded ? 'has ended' : 'still has a writer';
	testOnUnix(`a log that replaces a named pipe is read if the pipe ${when}`, async t => {
		const path = join(temporaryDirectory(t), 'access.log');
		await makeNamedPipe(path);
		const {retryInterval} = shortTimes;
		const collected = collect(t, [path], {settings: {retryInterval, pollInterval: 20, scanInterval: 20}});
		await collected.followed.started;
		const writer = openSync(path, 'w');
		t.teardown(() => !isEnded && closeSync(writer));
		writeSync(writer, 'one\n');
		await collected.until('one\n');
		if (isEnded) {
			unlinkSync(path);
			closeSync(writer);
			await collected.untilEnded(0);
		}
		writeFileSync(`${path}.new`, 'two\n');
		renameSync(`${path}.new`, path);
		await collected.until('one\ntwo\n');
		appendFileSync(path, 'three\n');
		await collected.until('one\ntwo\nthree\n');
		t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
	});
}
