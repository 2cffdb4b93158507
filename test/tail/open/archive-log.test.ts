// Runs alone: it measures the memory of the process.
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import test from 'ava';
import {type Compression, unpackCommands} from '../../../source/tail/archives/compression.js';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {EventQueue} from '../../../source/tail/event-queue.js';
import {ArchiveLog} from '../../../source/tail/open/archive-log.js';
import {Registry} from '../../../source/tail/open/registry.js';
import {EndedFiles} from '../../../source/tail/rotation/ended-files.js';
import {Extent, FingerprintIndex} from '../../../source/tail/rotation/fingerprint-index.js';
import {unseenText} from '../../../source/tail/rotation/rotation-chain.js';
import {defaultSettings} from '../../../source/tail/tail-settings.js';
import {compress, compressions, magicSizes, withWrongChecksum} from '../../helpers/compressed.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {MemoryFile} from '../../helpers/memory-file.js';
import {waitFor} from '../../helpers/wait-for.js';

const mebibyte = 1024 * 1024;

/** A tail without files. Records the calls of its listener. */
function openStage(keepPiped = 64 * mebibyte, unfinishedTime = 50) {
	const told: string[] = [];
	const events = new EventQueue({
		opened() {},
		grown() {},
		ended: ({path}) => told.push(`${path} ended`),
		notice: ({path, text}) => told.push(`${path}: ${text}`),
		changed() {},
	});
	const keptText = new KeptText(keepPiped);
	const context = {
		isFollowing: true,
		settings: {...defaultSettings, keepPiped, unfinishedTime},
		events,
		registry: new Registry(),
		endedFiles: new EndedFiles(defaultSettings, keptText),
		fingerprintIndex: new FingerprintIndex(),
		keptText,
	};
	return {context, told};
}

function openCompressed(
	compression: Compression,
	{context}: ReturnType<typeof openStage>,
	bytes: Buffer,
	{path = 'access.log.gz', modified = 0, maxRead = Number.POSITIVE_INFINITY} = {},
) {
	const file = new MemoryFile(bytes, {path, maxRead});
	return {file, log: new ArchiveLog(context, file, compression, () => modified)};
}

/** Reads like the ingestion: forwards, until no more text follows. */
async function readOn(log: ArchiveLog, chunk = 100_000): Promise<string> {
	const buffer = Buffer.alloc(chunk);
	let text = '';
	for (;;) {
		const length = await log.read(buffer, log.size);
		if (length === 0) {
			return text;
		}
		text += buffer.toString('latin1', 0, length);
	}
}

const text = numberedLines(30_000).join('');
for (const compression of compressions) {
	const pack = (content: string | Uint8Array): Buffer => compress(compression, content);
	const openLog = (
		opened: ReturnType<typeof openStage>,
		bytes: Buffer,
		options: Parameters<typeof openCompressed>[3] = {},
	) => openCompressed(compression, opened, bytes, options);
	const packed = pack(text);
	const unpack = unpackCommands[compression];
	const half = Math.floor(packed.length / 2);
	/** The same text in a different compressed form. */
	const packedTwice = Buffer.concat([pack(text.slice(0, 5000)), pack(text.slice(5000))]);

	test(`fault 26: the text is decoded piece by piece, on demand (${compression})`, async t => {
		const {log, file} = openLog(openStage(), packed);
		t.is(log.size, 0);
		t.like(log.archive, {size: packed.length, left: packed.length, modified: 0});
		const buffer = Buffer.alloc(10);
		t.is(await log.read(buffer, 100), 0, 'not known yet');
		t.is(await log.read(buffer, 0), 10);
		t.is(buffer.toString(), text.slice(0, 10));
		t.is(log.size, 10);
		t.true(log.archive.left > 0);
		const {length} = file.reads;
		t.is(await log.read(buffer, 5), 5, 'no more than is known');
		t.is(file.reads.length, length);
		t.is(await readOn(log), text.slice(10));
		t.is(log.size, text.length);
		t.is(log.archive.left, 0);
	});
	test.serial(`fault 26: the kept text of many archives has one limit (${compression})`, async t => {
		const opened = openStage(4 * mebibyte);
		const logs = Array.from({length: 12}, (_, index) => {
			const other = Buffer.concat([pack(`${index}\n`), packed]);
			return openLog(opened, other, {path: `${index}.gz`}).log;
		});
		setFlagsFromString('--expose-gc');
		const collectGarbage: () => void = runInNewContext('gc');
		const before = process.memoryUsage().arrayBuffers;
		for (const log of logs) {
			await readOn(log);
		}
		const held = (): number => {
			collectGarbage();
			return process.memoryUsage().arrayBuffers - before;
		};
		// Memory of native code is freed a moment later.
		await waitFor(
			() => held() < 8 * mebibyte,
			() => `${held()} bytes`,
		);
		const buffer = Buffer.alloc(1000);
		for (const [index, log] of logs.entries()) {
			t.is(await log.read(buffer, 1_000_000), 1000);
			t.true(buffer.toString('latin1') === `${index}\n${text}`.slice(1_000_000, 1_001_000), `${index}`);
		}
	});
	test.serial(
		`fault 26: a decompression bomb exhausts neither memory nor event loop (${compression})`,
		async t => {
			const part = pack(Buffer.alloc(16 * mebibyte, 'x'));
			const bomb = Buffer.concat(Array.from({length: 16}, () => part));
			const {log} = openLog(openStage(), bomb);
			const buffer = Buffer.alloc(256 * 1024);
			await log.read(buffer, 0);
			const before = process.memoryUsage.rss();
			let max = 0;
			let longest = 0;
			let last = process.cpuUsage();
			// In CPU time, because the machine may be busy.
			const timer = setInterval(() => {
				const {user, system} = process.cpuUsage(last);
				longest = Math.max(longest, (user + system) / 1000);
				last = process.cpuUsage();
				max = Math.max(max, process.memoryUsage.rss() - before);
			}, 1);
			while ((await log.read(buffer, log.size)) > 0) {}
			clearInterval(timer);
			t.is(log.size, 256 * mebibyte);
			t.true(max < 150 * mebibyte, `${max}`);
			t.true(longest < 500, `${longest} ms`);
		},
	);

	test(`fault 26: an incomplete archive is read as far as possible and reported (${compression})`, async t => {
		const opened = openStage();
		const {log} = openLog(opened, packed.subarray(0, half));
		log.complete();
		const decoded = await readOn(log);
		t.true(decoded.length > 100_000 && text.startsWith(decoded));
		const problem = `ends in the middle, after ${decoded.length} bytes of text: the rest is missing.`;
		t.deepEqual(log.outcome, {state: 'ended', problem});
		await waitFor(() => opened.told.length > 0);
		t.deepEqual(opened.told, [`access.log.gz: ${problem}`, 'access.log.gz ended']);
	});
	test.serial(
		`fault 26: a growing archive is reported as incomplete only after a while (${compression})`,
		async t => {
			const opened = openStage(mebibyte, 1500);
			// A write time in the future starts the waiting time when the reader reaches the end, however long reading takes.
			const {log, file} = openLog(opened, packed.subarray(0, half), {modified: Date.now() + 60_000});
			let decoded = await readOn(log);
			t.deepEqual(opened.told, []);
			t.is(log.archive.left, 0);
			await waitFor(() => opened.told.length > 0);
			t.deepEqual(opened.told, [
				`access.log.gz: ends in the middle, after ${decoded.length} bytes of text: the rest is missing. Anything added later will be read.`,
			]);
			t.is(log.outcome, undefined);
			file.append(packed.subarray(half));
			decoded += await readOn(log);
			t.true(decoded === text);
			log.complete();
			t.is(await readOn(log), '');
			t.is(log.outcome, undefined);
			t.is(opened.told.length, 1);
		},
	);

	test(`fault 26: the text of a damaged archive is read, and the damage is reported once (${compression})`, async t => {
		const opened = openStage();
		const damaged = withWrongChecksum(compression, packed);
		const {log} = openLog(opened, damaged);
		t.true((await readOn(log)) === text);
		t.like(log.outcome, {state: 'ended'});
		t.regex(log.outcome?.problem ?? '', /^damaged: the checksum of its \d+ bytes of text is wrong/);
		await waitFor(() => opened.told.length === 2);
		const buffer = Buffer.alloc(100);
		t.is(await log.read(buffer, 1000), 100, 'and can be read back');
	});
	test(`fault 33: a temporarily unreadable archive is read later, a deleted one is given up (${compression})`, async t => {
		const opened = openStage();
		const {log, file} = openLog(opened, packed, {maxRead: 5000});
		const buffer = Buffer.alloc(100_000);
		await log.read(buffer, 0);
		log.complete();
		file.isReadable = false;
		const decoded = 100_000 + (await readOn(log)).length;
		t.true(log.archive.left > 0);
		t.is(log.outcome, undefined);
		file.isReadable = true;
		t.true((await log.read(buffer, decoded)) > 0);
		file.isReadable = false;
		file.isGone = true;
		await readOn(log);
		t.regex(
			log.outcome?.problem ?? '',
			/^\d+ of its bytes can no longer be read, so their lines are missing\.$/,
		);
		t.is(log.archive.left, 0);
		t.true(log.isGone);
	});
	test(`fault 26: archives that can't be decoded, or don't contain text, are refused (${compression})`, async t => {
		const opened = openStage();
		const {log: damaged} = openLog(
			opened,
			Buffer.concat([packed.subarray(0, magicSizes[compression]), Buffer.alloc(50, 0xff)]),
		);
		t.is(await readOn(damaged), '');
		t.deepEqual(damaged.outcome, {
			state: 'unreadable',
			problem: `${compression}-compressed, but damaged from the start`,
		});
		const {log: twice} = openLog(opened, pack(packed));
		t.is(await readOn(twice), '');
		t.deepEqual(twice.outcome, {
			state: 'unreadable',
			problem: `${compression}-compressed, and in that ${compression}-compressed; read it with: ${unpack} FILE | ${unpack} - | reqscope -`,
		});
		const {log: wide} = openLog(opened, pack(Buffer.from(text, 'utf16le')));
		t.is(await readOn(wide), '');
		t.regex(wide.outcome?.problem ?? '', /UTF-16.*cat FILE \| iconv -f UTF-16LE -t UTF-8 - \| reqscope -$/);
	});
	test(`fault 27: an archive that starts with the same bytes as a log that was read is skipped (${compression})`, async t => {
		const opened = openStage();
		const {fingerprintIndex} = opened.context;
		const beginning = {head: Buffer.from(text.slice(0, 1024))};
		fingerprintIndex.remember({
			path: 'access.log',
			identity: '1:1',
			beginning,
			isArchive: false,
			extent: new Extent(),
		});
		const {log} = openLog(opened, packed);
		t.is(await readOn(log), '');
		t.deepEqual(log.outcome, {state: 'ended'});
		t.is(await log.read(Buffer.alloc(10), 0), 0);
		await waitFor(() => opened.told.length > 0);
		t.deepEqual(opened.told, ['access.log.gz ended'], 'without a notice');

		const {log: other} = openLog(opened, pack(`first\n${text}`), {path: 'other.gz'});
		t.is(await readOn(other), `first\n${text}`);
		const {log: copy} = openLog(opened, Buffer.concat([pack('first\n'), packed]), {path: 'copy.gz'});
		t.is(await readOn(copy), '', 'also when the other one is an archive, too');
	});
	test(`an archive is examined only once its first line is complete (${compression})`, async t => {
		const [line = '', next = ''] = numberedLines(2);
		const opened = openStage();
		const {fingerprintIndex} = opened.context;
		fingerprintIndex.remember({
			path: 'one',
			identity: '1:1',
			beginning: {head: Buffer.from(line + next)},
			isArchive: false,
			extent: new Extent(),
		});
		const {log, file} = openLog(opened, pack(line.slice(0, 30)), {modified: Date.now()});
		t.is(await readOn(log), '');
		t.is(log.outcome, undefined);
		file.append(pack(line.slice(30)));
		t.is(await readOn(log), '');
		t.deepEqual(log.outcome, {state: 'ended'});
	});
	test(`fault 27: before an archive is treated as new, its log is polled, which may make it known (${compression})`, async t => {
		const open = openStage();
		const {context, told} = open;
		const polls: string[] = [];
		context.registry.poll = async path => {
			polls.push(path);
			context.fingerprintIndex.remember({
				path,
				identity: '1:1',
				beginning: {head: Buffer.from(text.slice(0, 1024))},
				isArchive: false,
				extent: new Extent(),
			});
		};
		const file = new MemoryFile(packed, {path: 'access.log.1.gz'});
		const unseen = {archive: file.path, log: 'access.log'};
		const log = new ArchiveLog(context, file, compression, () => 0, unseen);
		t.true(log.archive.isNew);
		t.is(await readOn(log), '');
		t.deepEqual(polls, ['access.log']);
		t.deepEqual(told, ['access.log.1.gz ended']);
	});
	test(`fault 6: a missed archive is reported only if it has content (${compression})`, async t => {
		for (const [content, notices] of [
			['', []],
			['a line\n', [`access.log: ${unseenText('access.log.1.gz')}`]],
		] as const) {
			const {context, told} = openStage();
			const file = new MemoryFile(pack(content), {path: 'access.log.1.gz'});
			const unseen = {archive: file.path, log: 'access.log'};
			const log = new ArchiveLog(context, file, compression, () => 0, unseen);
			log.complete();
			t.is(await readOn(log), content);
			t.deepEqual(told, notices);
		}
	});

	/** Reads two archives in sequence, and returns the notices about the second one. */
	const readBoth = async (one: Buffer, two: Buffer): Promise<readonly string[]> => {
		const opened = openStage();
		for (const [path, bytes] of [
			['one.gz', one],
			['two.gz', two],
		] as const) {
			const {log} = openLog(opened, bytes, {path});
			log.complete();
			await readOn(log);
		}
		await waitFor(() => opened.told.includes('two.gz ended'));
		return opened.told.filter(line => line.startsWith('two.gz: '));
	};
	test(`fault 27: a skipped archive with the beginning of a damaged or incomplete one is reported (${compression})`, async t => {
		const damaged = Buffer.from(packed);
		damaged.fill(0xff, half, half + 100);
		for (const broken of [damaged, packed.subarray(0, half)]) {
			const said = await readBoth(broken, packed);
			t.is(said.length, 1);
			t.regex(
				said[0] ?? '',
				/starts with the same bytes as one\.gz, .* although only \d+ bytes of text of one\.gz could be read\./,
			);
		}
	});
	test(`fault 27: a skipped archive with the beginning of another log, but other content, is reported (${compression})`, async t => {
		const more = `${text}more\n`;
		t.deepEqual(await readBoth(packed, pack(more)), [
			`two.gz: starts with the same bytes as one.gz, so it is treated as the same log and not read, although it has ${more.length} bytes of text and not ${text.length}. To read it, pass it alone.`,
		]);
		t.is((await readBoth(pack(more), packed)).length, 1);
	});
	test(`fault 27: a second archive of the same log is skipped without a notice (${compression})`, async t => {
		t.deepEqual(await readBoth(packed, packedTwice), []);
		t.deepEqual(await readBoth(packedTwice, packed), []);
	});
	test(`fault 27: archives are compared once the other log has ended and they are written (${compression})`, async t => {
		const opened = openStage(mebibyte, 600_000);
		const extent = new Extent();
		const beginning = {head: Buffer.from(text.slice(0, 1024))};
		const known = {path: 'access.log', identity: '1:1', beginning, isArchive: false, extent};
		opened.context.fingerprintIndex.remember(known);
		const same = openLog(opened, packed, {path: 'same.gz', modified: Date.now()});
		const written = openLog(opened, packed.subarray(0, half), {path: 'written.gz', modified: Date.now()});
		const other = openLog(opened, pack(`${text}more\n`), {path: 'other.gz'});
		for (const {log} of [same, written, other]) {
			t.is(await readOn(log), '');
			t.deepEqual(log.outcome, {state: 'ended'});
		}
		const before = Math.min(same.file.reads.length, written.file.reads.length);
		extent.settle({size: text.length, isWhole: true});
		await waitFor(() =>
			opened.told.some(line => line.startsWith('other.gz: starts with the same bytes as access.log')),
		);
		written.file.append(packed.subarray(half));
		written.log.complete();
		same.log.complete();
		await waitFor(() =>
			[written, same].every(({file}) =>
				file.reads.slice(before).some(([at, length]) => at + length === packed.length),
			),
		);
		await new Promise(resolve => setImmediate(resolve));
		t.deepEqual(
			opened.told.filter(line => line.includes('starts with')).map(line => line.split(':')[0]),
			['other.gz'],
		);
	});
}
