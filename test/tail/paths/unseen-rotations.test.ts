import {appendFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {OpenFile} from '../../../source/tail/files/open-file.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import type {TailedFile} from '../../../source/tail/open/registry.js';
import {PathChanges, UnseenRotations} from '../../../source/tail/paths/unseen-rotations.js';
import {Extent} from '../../../source/tail/rotation/fingerprint-index.js';
import {gapText, lockedText, unreadText, unseenText} from '../../../source/tail/rotation/rotation-chain.js';
import type {TailSettings} from '../../../source/tail/tail-settings.js';
import {longerThanTick} from '../../helpers/longer-than-tick.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

function setUp(t: ExecutionContext, settings: Partial<TailSettings> = {}) {
	const path = join(temporaryDirectory(t), 'access.log');
	const context = makeTailContext(t, settings);
	return {path, context, unseen: new UnseenRotations(context, path)};
}

test('fault 6: only files made since the last poll are read, oldest first', async t => {
	const {path, context, unseen} = setUp(t);
	writeFileSync(`${path}.3`, 'long ago\n');
	await longerThanTick();
	const since = Date.now();
	t.true(await unseen.polled(since, true), 'first poll: existing files are old');
	writeFileSync(`${path}.2`, 'second to last\n');
	await longerThanTick();
	writeFileSync(`${path}.1`, 'last\n');
	await longerThanTick();
	t.true(await unseen.polled(Date.now(), false));
	t.deepEqual(context.opened, [], 'nothing has changed at the path');
	t.true(await unseen.polled(Date.now(), true));
	t.deepEqual(context.opened, [], 'no file is newer than the last poll');

	const again = new UnseenRotations(context, path);
	await again.polled(since, true);
	await again.polled(Date.now(), true);
	t.deepEqual(
		context.opened.map(({path, size, startSize}) => [path, size, startSize]),
		[
			[path, 15, 0],
			[path, 5, 0],
		],
	);
	t.deepEqual(context.notices, [
		`rotated several times within a moment; the lines in between are read from ${path}.2, ${path}.1.`,
	]);
	await again.polled(Date.now(), true);
	t.is(context.opened.length, 2, 'once');
});

test("fault 6: open and ended files don't count as missed", async t => {
	const {path, context} = setUp(t);
	const since = Date.now();
	// Half a line is too little to recognise a copy.
	writeFileSync(path, 'half a line');
	const file = await openTailedFile(context, path, () => 0, undefined);
	file?.hold(t);
	await file?.poll();
	renameSync(path, `${path}.1`);
	for (const state of ['open', 'ended'] as const) {
		const unseen = new UnseenRotations(context, path);
		await unseen.polled(since, true);
		await unseen.polled(Date.now(), true);
		t.is(file?.state, state);
		t.is(context.opened.length, 1);
		file?.end();
	}
	t.deepEqual(context.notices, []);
});

test('fault 6: an empty copy that is still being written is not read when it gets content', async t => {
	const {path, context, unseen} = setUp(t);
	writeFileSync(path, 'a line that is read\n');
	const file = await openTailedFile(context, path, () => 0, undefined);
	file?.hold(t);
	await file?.poll();
	await unseen.polled(Date.now(), true);
	writeFileSync(`${path}.1`, '');
	await unseen.polled(Date.now(), true);
	const copy = [...context.registry.files].find(other => other !== file);
	t.is(copy?.state, 'open');
	appendFileSync(`${path}.1`, 'a line that is read\n');
	await copy?.poll();
	t.is(copy?.state, 'copy');
	t.deepEqual(context.notices, []);
	t.deepEqual(
		context.opened.map(({size}) => size),
		[20, 0],
	);
});

test('fault 6: a search during a rotation is repeated, and no file counts as seen until then', async t => {
	let isMoved = false;
	const {path, context, unseen} = setUp(t, {
		open(candidate) {
			if (!isMoved) {
				isMoved = true;
				renameSync(`${path}.1`, `${path}.2`);
			}
			return OpenFile.open(candidate);
		},
	});
	await unseen.polled(Date.now(), true);
	writeFileSync(`${path}.1`, 'missed\n');
	await longerThanTick();
	t.false(await unseen.polled(Date.now(), true));
	t.deepEqual(context.opened, []);
	t.true(await unseen.polled(Date.now(), false));
	t.is(context.opened.length, 1);
	t.regex(context.notices.join(), /\.2\.$/);
});

test("fault 6: rotated files of a link's previous target are found, too", async t => {
	const {path, context, unseen} = setUp(t);
	unseen.addNames([`${path}-target`]);
	await unseen.polled(Date.now(), true);
	writeFileSync(`${path}-target.1`, 'missed\n');
	await unseen.polled(Date.now(), true);
	t.is(context.opened.length, 1);
	writeFileSync(`${path}-target.2`, 'another log by now\n');
	await unseen.polled(Date.now(), true);
	t.is(context.opened.length, 1);
});

/** Writes a compressed file with the time of the log's last write, as compressors do. */
function archive(path: string, content: string | Uint8Array, modified = Date.now()): void {
	writeFileSync(path, content);
	utimesSync(path, modified / 1000, modified / 1000);
}

test('fault 6: only compressed files made and written since the last poll are read', async t => {
	const {path, context, unseen} = setUp(t);
	archive(`${path}.4.gz`, gzipSync('made before\n'));
	await longerThanTick();
	const began = Date.now();
	await unseen.polled(began, true);
	// A virtual machine that was paused gives files a time before the poll.
	await longerThanTick();
	archive(`${path}.3.gz`, gzipSync('written before\n'), began - 2000);
	archive(`${path}.2.gz`, gzipSync('missed\n'));
	writeFileSync(`${path}.1.gz`, 'being compressed');
	writeFileSync(`${path}.1`, '');
	t.true(await unseen.polled(Date.now(), true));
	const [file, ...others] = context.opened.filter(({archive}) => archive !== undefined);
	t.deepEqual(others, []);
	t.true(file?.archive?.isNew);
	t.is(file?.path, path);
	t.deepEqual(context.notices, [], 'the plain file is empty, the archive may still be a known log');
	const bytes = Buffer.alloc(100);
	t.is(bytes.toString('latin1', 0, await file?.read(bytes, 0)), 'missed\n');
	t.deepEqual(context.notices, [unseenText(`${path}.2.gz`)]);
});

test('fault 6: the last lines of the previous log are published first', async t => {
	const {path, context, unseen} = setUp(t);
	writeFileSync(path, 'one\n');
	const file = await openTailedFile(context, path, () => 0, undefined);
	file?.hold(t);
	await file?.poll();
	await unseen.polled(Date.now(), true);
	appendFileSync(path, 'late\n');
	renameSync(path, `${path}.2`);
	writeFileSync(`${path}.1`, 'missed\n');
	const sizes: unknown[] = [];
	const {opened} = context.events;
	context.events.opened = told => {
		sizes.push(file?.size, told.size);
		opened.call(context.events, told);
	};
	await unseen.polled(Date.now(), true);
	t.deepEqual(sizes, [9, 7]);
});

test('fault 6: a new log that is compressed at once is not read twice', async t => {
	const {path, context, unseen} = setUp(t);
	await unseen.polled(Date.now(), true);
	writeFileSync(path, 'compressed\n');
	const file = await openTailedFile(context, path, () => 0, undefined);
	file?.hold(t);
	if (file !== undefined) {
		file.isWithheld = true;
	}
	await file?.poll();
	t.deepEqual(context.opened, [], 'not published yet');
	archive(`${path}.1.gz`, gzipSync('compressed\n'));
	t.true(await unseen.polled(Date.now(), true));
	const [told] = context.opened;
	t.true(told?.archive?.isNew);
	t.is(await told?.read(Buffer.alloc(100), 0), 0);
	t.deepEqual(context.notices, []);
});

test('fault 27: a compressed copy of a log that was read is skipped without a notice', async t => {
	const {path, context, unseen} = setUp(t);
	await unseen.polled(Date.now(), true);
	const text = 'a line that was read\n';
	context.fingerprintIndex.remember({
		path,
		identity: '1:1',
		beginning: {head: Buffer.from(text)},
		isArchive: false,
		extent: new Extent(),
	});
	archive(`${path}.1.gz`, gzipSync(`${text}and one more\n`));
	await unseen.polled(Date.now(), true);
	const [file] = context.opened;
	t.is(await file?.read(Buffer.alloc(100), 0), 0);
	t.deepEqual(context.notices, []);
});

test('fault 6: a file in an unsupported format is reported unless it has the time of a known log', async t => {
	const {path, context, unseen} = setUp(t);
	await unseen.polled(Date.now() - 100, true);
	const now = Date.now();
	context.registry.written.add([path], {from: now - 10_000, until: now + 100});
	const lz4 = Buffer.from('04224d18644000', 'hex');
	archive(`${path}.3.lz4`, lz4, now + 100);
	archive(`${path}.2.lz4`, lz4, now + 123);
	archive(`${path}.1.lz4`, '');
	t.true(await unseen.polled(Date.now(), true));
	t.deepEqual(context.opened, []);
	t.deepEqual(context.notices, [
		unreadText(`${path}.2.lz4`, 'lz4-compressed; read it with: lz4cat FILE | reqscope -'),
	]);
});

test('fault 28: a missed file without read permission is reported', async t => {
	const {path, context, unseen} = setUp(t, {open: () => Promise.reject(systemError('EACCES'))});
	await unseen.polled(Date.now(), true);
	writeFileSync(`${path}.1`, 'missed\n');
	t.true(await unseen.polled(Date.now(), true));
	t.deepEqual(context.opened, []);
	t.deepEqual(context.notices, [lockedText(`${path}.1`, 'permission denied')]);
});

for (const name of ['access.log.1', 'access.log.1.gz']) {
	test(`fault 28: a missed file is reported if its head can’t be read: ${name}`, async t => {
		const {path, context, unseen} = setUp(t, {
			async open(candidate) {
				const file = await OpenFile.open(candidate);
				if (file !== undefined) {
					file.head = () => Promise.reject(systemError('EIO'));
				}
				return file;
			},
		});
		await unseen.polled(Date.now(), true);
		const missed = join(dirname(path), name);
		writeFileSync(missed, 'missed\n');
		t.true(await unseen.polled(Date.now(), true));
		t.deepEqual(context.opened, []);
		t.deepEqual(context.notices, [lockedText(missed, 'input/output error')]);
	});
}

test('fault 35: after a long time without a poll, one notice reports that files may be gone', async t => {
	const {path, context, unseen} = setUp(t);
	const from = Date.now();
	const replaced = {identity: '1:1' as const, until: from - 15_000, from: from + 60};
	await unseen.polled(from - 20_000, true);
	writeFileSync(`${path}.1`, 'missed\n');
	t.true(await unseen.polled(Date.now(), true, replaced));
	t.deepEqual(context.notices, [gapText(20_000, `${path}.1`)]);
	t.true(await unseen.polled(Date.now(), true));
	t.is(context.notices.length, 1);

	const often = new UnseenRotations(context, path);
	await often.polled(from - 1000, true);
	await often.polled(Date.now(), true, replaced);
	t.is(context.notices.length, 1, 'polled often enough');
});

test('fault 35: reports nothing without a sign of missing files', async t => {
	const {context, unseen} = setUp(t);
	const from = Date.now();
	await unseen.polled(from - 20_000, true);
	t.true(await unseen.polled(Date.now(), true, {identity: '1:1', until: from - 100, from}));
	t.deepEqual(context.notices, []);
});

for (const [kind, names] of [
	[
		'UUIDs',
		[
			'access-6f1ad0c2-9b3e-4c11-8a5d-0e7b64f2c9aa.log',
			'access-c0ffeeab-beef-4dad-abba-facade12dead.log',
			'access-00000000-0000-4000-8000-000000000000.log',
		],
	],
	['hexadecimal ids', ['access.log.9f86d081', 'access.log.deadbeef01', 'access.log.20261128']],
] as const) {
	test(`fault 6: missed files are found among siblings whose names differ in ${kind}`, async t => {
		const {path, context, unseen} = setUp(t);
		const [known, ...missed] = names.map(name => join(dirname(path), name));
		writeFileSync(path, 'a line that is read\n');
		const file = await openTailedFile(context, path, () => 0, undefined);
		file?.hold(t);
		await file?.poll();
		await unseen.polled(Date.now(), true);
		await longerThanTick();
		const from = Date.now();
		renameSync(path, known ?? '');
		for (const [number, other] of missed.entries()) {
			writeFileSync(other, `missed ${number}\n`);
			await longerThanTick();
		}
		writeFileSync(join(dirname(path), 'access-debug.log'), 'of another log\n');
		const identity = file?.identity ?? '1:1';
		t.true(await unseen.polled(Date.now(), true, {identity, until: from, from: Date.now()}));
		t.deepEqual(context.notices, [unseenText(missed.join(', '))]);
		t.is(context.opened.length, 3);
	});
}

/** A path with a log that was polled once, and the calls of the listener. */
async function openPath(
	t: ExecutionContext,
	{lookedAt = Date.now(), writtenAt = Date.now(), name = 'access.log'} = {},
) {
	const directory = temporaryDirectory(t);
	const path = join(directory, name);
	const context = makeTailContext(t);
	const open = async (of = path): Promise<TailedFile> => {
		const file = await openTailedFile(context, of, () => 0, undefined);
		if (file === undefined) {
			throw new Error('nothing was opened');
		}
		file.hold(t);
		await file.poll();
		return file;
	};
	const changes = new PathChanges(context, path);
	writeFileSync(path, 'one\n');
	utimesSync(path, writtenAt / 1000, writtenAt / 1000);
	const file = await open();
	changes.opened(file);
	await changes.polled(lookedAt, file, false);
	return {directory, path, context, open, changes, file};
}

/** Adds a rotated file that no poll has seen at the path. */
function missOne(path: string): void {
	writeFileSync(`${path}.1`, 'missed\n');
}

test('fault 6: no missed files are read while the path has the same file', async t => {
	const {path, context, changes, file} = await openPath(t);
	missOne(path);
	t.true(await changes.polled(Date.now(), file, false));
	t.is(context.opened.length, 1);
});

type Found = {readonly file: TailedFile | undefined; readonly isMissing?: boolean};

const changed: ReadonlyArray<
	readonly [what: string, change: (of: Awaited<ReturnType<typeof openPath>>) => Promise<Found>]
> = [
	[
		'another file',
		async ({path, open}) => {
			renameSync(path, `${path}.2`);
			writeFileSync(path, 'two\n');
			return {file: await open()};
		},
	],
	[
		'the same file, truncated',
		async ({path, file}) => {
			truncateSync(path);
			await file.poll();
			return {file};
		},
	],
	[
		'the same file, empty as it was, which was written to meanwhile',
		async ({path, file, changes}) => {
			rmSync(`${path}.1`);
			truncateSync(path);
			utimesSync(path, 1, 1);
			await file.poll();
			await changes.polled(Date.now(), file, false);
			writeFileSync(path, 'missed\n');
			missOne(path);
			truncateSync(path);
			await file.poll();
			return {file};
		},
	],
	[
		'the same file, which was empty',
		async ({path, file, changes}) => {
			rmSync(`${path}.1`);
			truncateSync(path);
			utimesSync(path, 1, 1);
			await file.poll();
			await changes.polled(Date.now(), file, false);
			missOne(path);
			writeFileSync(path, 'two\n');
			await file.poll();
			return {file};
		},
	],
	['the same file, and nothing at the path', async ({file}) => ({file, isMissing: true})],
	['nothing', async () => ({file: undefined})],
];

for (const [what, change] of changed) {
	test(`fault 6: missed files are read if the path has ${what}`, async t => {
		const opened = await openPath(t);
		missOne(opened.path);
		const {file, isMissing = false} = await change(opened);
		const known = opened.context.opened.length;
		t.true(await opened.changes.polled(Date.now(), file, isMissing));
		t.like(opened.context.opened[known], {size: 7});
	});
}

/** Replaces a file after 10 s without a poll. Another file may have existed in between. Returns the notices. */
async function replace(
	t: ExecutionContext,
	{name = 'access.log', isOpened = true, log}: {name?: string; isOpened?: boolean; log?: string} = {},
) {
	const before = Date.now() - 10_000;
	const {directory, path, context, open, changes} = await openPath(t, {
		lookedAt: before,
		writtenAt: before,
		name,
	});
	if (log !== undefined) {
		writeFileSync(join(directory, log), 'the log\n');
		await open(join(directory, log));
	}
	renameSync(path, join(directory, 'elsewhere'));
	writeFileSync(path, 'another\n');
	const file = await open();
	if (isOpened) {
		changes.opened(file);
	}
	await changes.polled(Date.now(), file, false);
	return context.notices.filter(notice => /^not checked for \d+ s and replaced/.test(notice));
}

test('fault 35: a replacement long after the last poll leads to a notice about missing lines', async t => {
	t.is((await replace(t)).length, 1);
	t.deepEqual(await replace(t, {isOpened: false}), [], 'a file that another path has seen');
	t.deepEqual(
		await replace(t, {name: 'access.log.1', log: 'access.log'}),
		[],
		'a rotated file is left to its log',
	);
});
