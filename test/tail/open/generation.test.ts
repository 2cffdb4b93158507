import {appendFileSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {type ByteSource, OpenFile} from '../../../source/tail/files/open-file.js';
import {endTruncated, examine, Generation, GenerationReader} from '../../../source/tail/open/generation.js';
import {GenerationLog} from '../../../source/tail/open/generation-log.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {RetriedFile} from '../../../source/tail/open/retried-file.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent} from '../../../source/tail/rotation/fingerprint-index.js';
import {compress} from '../../helpers/compressed.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory, temporaryLog} from '../../helpers/temporary-directory.js';

/** The generation of a file that is still empty, with functions that poll it and read the last opened log. */
async function openLife(t: ExecutionContext, backfillSize = 0) {
	const {path} = temporaryLog(t);
	const context = makeTailContext(t);
	const [file, open] = await Promise.all([
		openTailedFile(context, path, () => 0, undefined),
		context.settings.open(path),
	]);
	if (file === undefined || open === undefined) {
		throw new Error('nothing was opened');
	}
	const retried = new RetriedFile(context, path, open);
	t.teardown(() => retried.close());
	const source = {open: retried, poll: async () => {}};
	const generation = new Generation(context, source, {file, began: 0, start: {size: backfillSize}});
	/** Like a poll of the file. */
	const poll = async (): Promise<boolean> => {
		const size = Number((await retried.stat()).size);
		const goesOn = await generation.goesOn(size);
		if (goesOn) {
			t.is(await generation.examine(size), undefined);
			generation.reach(size);
		}
		return goesOn;
	};
	const read = async (): Promise<string> => {
		const bytes = Buffer.alloc(100);
		return bytes.toString('latin1', 0, await context.opened.at(-1)?.read(bytes, 0));
	};
	return {path, context, generation, poll, read};
}

test('a log is empty until its first bytes show that it is text', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	t.false(generation.isReported);
	for (const [bytes, size] of [
		['', 0],
		['P', 0],
		['OST it\n', 8],
	] as const) {
		appendFileSync(path, bytes);
		t.true(await poll());
		t.is(generation.size, size);
	}
	t.is(context.opened.length, 1);
	t.like(context.opened[0], {size: 8, startSize: 0, continues: false});
	t.is(await read(), 'POST it\n');
});

test('fault 26: an empty file that turns out to be compressed is reported as a new log', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	await poll();
	appendFileSync(path, compress('gzip', 'packed\n'));
	await poll();
	t.true(generation.isArchive);
	t.is(context.opened.length, 2);
	t.is(await read(), 'packed\n');
});

test('fault 7: after a truncation, a generation without known bytes starts again, any other ends', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	appendFileSync(path, 'P');
	await poll();
	truncateSync(path);
	t.false(await poll());
	generation.startOver();
	appendFileSync(path, 'one\n');
	t.true(await poll());
	t.is(await read(), 'one\n');
	writeFileSync(path, 'two\n');
	t.false(await poll());
	await generation.endTruncated(4);
	t.is(await read(), '');
	t.true(context.opened[0]?.isGone);
	t.is(context.opened.length, 1);
});

test('the content at the start is the backfill', async t => {
	const {path, context, poll} = await openLife(t, 4);
	appendFileSync(path, 'past\nnew\n');
	await poll();
	t.like(context.opened[0], {startSize: 4, size: 9});
});

const old = Array.from({length: 30}, (_, n) => `${n} 9:03:07 a line of a log\n`).join('');

test('a file is classified by its first bytes, or as a copy of another log', async t => {
	const context = makeTailContext(t);
	const {path} = temporaryLog(t, old);
	const file = await openTailedFile(context, path, () => 0, undefined);
	if (file === undefined) {
		return t.fail();
	}
	file.hold(t);
	await file.poll();
	const verdict = (
		of: string,
		content: string | Buffer,
		{identity = '1:1', isOwn = false}: {readonly identity?: string; readonly isOwn?: boolean} = {},
	) =>
		examine(
			context.fingerprintIndex,
			{
				...{path: of, identity, birth: 0n, size: content.length, isAskedFor: false},
				source: memorySource(() => content),
				head: Buffer.from(content).subarray(0, 1024),
			},
			isOwn,
		);
	t.is(await verdict(`${path}.1`, old, {identity: file.identity}), 'text', 'no log is a copy of itself');
	t.is(await verdict(`${path}.1`, 'another\n'), 'text');
	t.is(await verdict(`${path}.1`, Buffer.from([0xfd])), 'undecided');
	t.deepEqual(await verdict(`${path}.1`, Buffer.from([0x7f, 0x45, 0x4c, 0x46])), {
		state: 'foreign',
		problem: 'a program, not text',
	});
	file.end();
	t.deepEqual(await verdict(`${path}.1`, old), {state: 'copy', problem: `a copy of ${path}`});
	t.is(await verdict(`${path}.1`, old, {isOwn: true}), 'text', 'a file that was read before is not a copy');
	t.deepEqual(await verdict(`${path}.another name`, old), {state: 'copy', problem: `a copy of ${path}`});
	t.is(await verdict(path, old), 'text', 'it replaces the log at its path');
});

test("fault 33: a file that can't be read isn't classified", async t => {
	const {fingerprintIndex} = makeTailContext(t);
	const head = Buffer.from('a line\n');
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => head),
		head.length,
	);
	const extent = new Extent();
	const beginning = fingerprint;
	fingerprintIndex.remember({
		...{path: '/log', identity: '1:1', isArchive: false},
		...{beginning, fingerprint, extent},
	});
	const source = {read: () => Promise.reject(new Error('broken'))};
	const file = {
		path: '/log.1',
		identity: '1:2',
		birth: 0n,
		source,
		size: head.length,
		head,
		isAskedFor: false,
	};
	await t.throwsAsync(examine(fingerprintIndex, file), {message: 'broken'});
});

const former = Array.from({length: 30}, (_, n) => `${n} a line of a log\n`).join('');

async function lifeOf(path: string, source: ByteSource) {
	const fingerprint = new Fingerprint();
	await fingerprint.advance(source, former.length);
	const generation = new GenerationLog({
		id: 0,
		path,
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: former.length,
		source,
		async onFailure() {},
		onSuccess() {},
	});
	return {generation, fingerprint};
}

test('fault 27: a copy is recognised as one during the search for it', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(`${path}.1`, former);
	const source = memorySource(() => former);
	const originals: Array<string | undefined> = [];
	const context = makeTailContext(t, {
		async open(candidate) {
			// Simulates a concurrent poll of its own path.
			originals.push(
				await context.fingerprintIndex.originalOf({
					...{path: candidate, identity: '1:2', birth: 0n, source, size: former.length, isAskedFor: false},
					head: Buffer.from(former),
				}),
			);
			return OpenFile.open(candidate);
		},
	});
	const {generation, fingerprint} = await lifeOf(path, source);
	context.fingerprintIndex.remember({
		...{path, identity: '1:1', beginning: fingerprint, fingerprint, isArchive: false, extent: new Extent()},
	});
	await endTruncated(context, generation, {reported: generation, names: [path], fingerprint, size: 0});
	t.deepEqual(originals, [path]);
	t.is(await generation.read(Buffer.alloc(1000), 0), former.length, 'read from the copy');
	t.false(generation.isGone);
});

test('fault 7: bytes written just before the truncation are read from a compressed copy, which is known from then on', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const late = 'written just before\n';
	writeFileSync(`${path}.1.gz`, gzipSync(`${former}${late}`));
	const context = makeTailContext(t);
	const {generation, fingerprint} = await lifeOf(
		path,
		memorySource(() => former),
	);
	await endTruncated(context, generation, {reported: generation, names: [path], fingerprint, size: 0});
	const bytes = Buffer.alloc(1000);
	t.is(bytes.toString('latin1', 0, await generation.read(bytes, former.length)), late);
	const stats = statSync(`${path}.1.gz`, {bigint: true});
	t.like(context.registry.whenEnded(stats), {size: Number(stats.size), isArchive: true});
	t.true(
		context.notices
			.join()
			.includes(` ${late.length} bytes that were written just before are read from ${path}.1.gz.`),
	);
	rmSync(`${path}.1.gz`);
	t.is(await generation.read(bytes, 0), former.length + late.length, 'also when it is deleted');
});

const earlier = 'a line of a log\n';

/** Longer than the head of a fingerprint. */
const longer = earlier.repeat(200);

/** The reader of a generation whose file may have other content by now, and the calls that it makes. */
async function openReading(was = earlier) {
	const told: string[] = [];
	const content = {now: was};
	const source = memorySource(() => content.now);
	const open = {
		isPausing: false,
		read: source.read,
		async failed() {
			told.push('is tried again');
		},
	};
	const fingerprint = new Fingerprint();
	await fingerprint.advance(source, was.length);
	const endedFault = {failed: () => told.push('fault'), succeeded: () => told.push('no fault')};
	const poll = async () => {
		told.push('look');
	};
	const reading = new GenerationReader({open, endedFault, poll}, fingerprint);
	const read = async (): Promise<string> => {
		const bytes = Buffer.alloc(98);
		return bytes.toString('latin1', 0, await reading.read(bytes, 2));
	};
	return {reading, read, open, content, told};
}

test('fault 8: bytes of another generation are never returned, before or after it is detected', async t => {
	const {reading, read, content} = await openReading();
	t.is(await read(), earlier.slice(2));
	content.now = 'the line of another life\n';
	t.is(await read(), '');
	content.now = earlier;
	reading.end();
	t.is(await read(), earlier.slice(2), 'readable after its end');
	reading.truncated();
	t.is(await read(), '', 'the same beginning may be another generation');
});

test('fault 8: bytes of another generation with the same first lines are never returned', async t => {
	const {read, content} = await openReading(longer);
	t.is(await read(), longer.slice(2, 100));
	content.now = longer.slice(0, 1500).padEnd(longer.length + 10, 'x');
	t.is(await read(), '');
});

test('fault 33: no bytes are read between two attempts', async t => {
	const {read, open} = await openReading();
	open.isPausing = true;
	t.is(await read(), '');
});

test('fault 33: an open file is retried, an ended file reports the fault to its readers', async t => {
	const {reading, told} = await openReading();
	await reading.failed(systemError('EIO'));
	reading.succeeded();
	t.deepEqual(told, ['is tried again']);
	reading.end();
	await reading.failed(systemError('EIO'));
	reading.succeeded();
	t.deepEqual(told, ['is tried again', 'fault', 'no fault']);
});

test('fault 7: missing bytes lead to a poll of the file', async t => {
	const {reading, told} = await openReading();
	await reading.failed(undefined);
	t.deepEqual(told, ['look']);
});
