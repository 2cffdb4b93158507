import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {identifyArchive, isSameLog} from '../../../source/tail/open/known-archive.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent, type KnownLog} from '../../../source/tail/rotation/fingerprint-index.js';
import {compress, compressions} from '../../helpers/compressed.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {MemoryFile} from '../../helpers/memory-file.js';
import {memorySource} from '../../helpers/memory-source.js';

const [line = '', next = ''] = numberedLines(2);

type Known = {
	readonly path?: string;
	readonly head: string;
	readonly identity?: string;
	readonly fingerprint?: Fingerprint;
	/** The text that can still be read. */
	readonly text?: string;
};

/** Examines an archive by its first bytes; `known` is a log that was read before. */
function judge(
	t: ExecutionContext,
	head: string | Buffer,
	{
		content = head,
		known,
		isAll = false,
		isMissed = false,
		file = {},
	}: {
		readonly content?: string | Buffer;
		readonly known?: Known;
		readonly isAll?: boolean;
		readonly isMissed?: boolean;
		readonly file?: {readonly identity?: string; readonly continues?: boolean};
	} = {},
) {
	const context = makeTailContext(t);
	if (known !== undefined) {
		const {path = 'access.log', identity = '1:1'} = known;
		const beginning = {head: Buffer.from(known.head)};
		const fingerprint = known.fingerprint && {fingerprint: known.fingerprint};
		const first = async (length: number) => Buffer.from(known.text ?? '').subarray(0, length);
		const begun = {path, identity, beginning, isArchive: false, extent: new Extent(), first, ...fingerprint};
		context.fingerprintIndex.remember(begun);
	}
	const archive = Object.assign(new MemoryFile(gzipSync(content), {path: 'access.log.1.gz'}), file);
	const unseen = isMissed ? {archive: archive.path, log: 'access.log'} : undefined;
	return identifyArchive(
		context,
		{file: archive, compression: 'gzip', modified: 0, unseen},
		{head: Buffer.from(head), isAll, first: async length => Buffer.from(content).subarray(0, length)},
	);
}

test('fault 26: an archive without text is refused', async t => {
	t.deepEqual(await judge(t, gzipSync(line)), {
		outcome: {
			state: 'unreadable',
			problem: 'gzip-compressed, and in that gzip-compressed; read it with: zcat FILE | zcat - | reqscope -',
		},
	});
});

test('fault 27: an archive is undecided until it has a complete line or is complete', async t => {
	t.is(await judge(t, line.slice(0, 30)), 'undecided');
	t.is(await judge(t, line.slice(0, 30), {isAll: true}), 'read');
	t.is(await judge(t, line), 'read');
	t.is(await judge(t, ''), 'undecided');
	t.is(await judge(t, '', {isAll: true, known: {head: ''}}), 'read', 'an empty archive matches no log');
});

test('fault 27: an archive with the first line of a known log is that log', async t => {
	t.is(await judge(t, line + next, {known: {head: line.slice(0, 20)}}), 'read');
	t.like(await judge(t, line + next, {known: {head: line}}), {known: {path: 'access.log'}});
	t.like(await judge(t, line, {known: {head: line + next}}), {known: {path: 'access.log'}});
	t.is(await judge(t, line, {known: {head: next}}), 'read');
});

test('fault 7: an earlier generation of the same file is not another log, unless the file continues it', async t => {
	const known = {head: line, identity: '1:2'};
	t.is(await judge(t, line, {known, file: {identity: '1:2'}}), 'read');
	t.like(await judge(t, line, {known, file: {identity: '1:2', continues: true}}), {known: {identity: '1:2'}});
});

test('fault 20: half a line in a missed archive is not shown again', async t => {
	const half = line.slice(0, 23);
	for (const [head, expected] of [
		[line, {outcome: {state: 'ended'}}],
		[half.slice(0, 5), {outcome: {state: 'ended'}}],
		[next.replace(/^\S+/, '203.0.113.9'), 'read'],
	] as const) {
		t.deepEqual(await judge(t, half, {known: {head}, isAll: true, isMissed: true}), expected, head);
		t.is(
			await judge(t, half, {known: {head}, isAll: true}),
			'read',
			'an archive that was not missed is read',
		);
		t.is(await judge(t, half, {known: {head}, isMissed: true}), 'undecided');
	}
});

test('fault 6: more than the beginning of a missed archive is compared', async t => {
	const text = numberedLines(40).join('');
	const head = text.slice(0, 1024);
	for (const [held, expected] of [
		[text, 'same'],
		[`${text}another end\n`, 'another'],
	] as const) {
		const fingerprint = new Fingerprint();
		await fingerprint.advance(
			memorySource(() => held),
			held.length,
		);
		const known = {head, fingerprint};
		const verdict = await judge(t, head, {content: text, known, isMissed: true});
		t.is(verdict === 'read' ? 'another' : 'same', expected);
		t.like(
			await judge(t, head, {content: text, known}),
			{known: {fingerprint}},
			'an archive that was not missed is the same',
		);
	}
});

test('fault 27: logs with the same beginning are different if their next readable bytes differ', async t => {
	const begin = numberedLines(40).join('');
	const head = begin.slice(0, 1024);
	const content = `${begin}one`;
	const judged = async (goesOn: string | undefined) =>
		judge(t, head, {content, known: {head, ...(goesOn !== undefined && {text: begin + goesOn})}});
	t.is(await judged('two'), 'read');
	for (const same of ['', 'one', 'one and more', undefined]) {
		t.like(await judged(same), {known: {path: 'access.log'}}, same);
	}
});

const beginning = 'every log begins with this line\n'.repeat(50);
const one = `${beginning}${'the first of them\n'.repeat(20)}`;
const two = `${beginning}${'the other of them\n'.repeat(20)}`;
const kept = new KeptText(1024 * 1024);

async function log(text: string): Promise<KnownLog> {
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => text),
		text.length,
	);
	return {
		path: 'access.log',
		identity: '1:1',
		beginning: fingerprint,
		fingerprint,
		isArchive: false,
		extent: new Extent(),
	};
}

function archive(modified: number): KnownLog {
	return {
		path: 'access.log.1.gz',
		identity: '1:2',
		beginning: {head: Buffer.from(beginning)},
		modified: () => modified,
		isArchive: true,
		extent: new Extent(),
	};
}

for (const compression of compressions) {
	const pack = (text: string): Buffer => compress(compression, text);
	const isSame = (bytes: Buffer, logs: readonly KnownLog[], wasWritten = false): Promise<boolean> =>
		isSameLog({file: new MemoryFile(bytes), compression, modified: 7, wasWritten}, logs, kept);

	test(`fault 27: a missed archive that only has the beginning of another log is a different log, even at the same size (${compression})`, async t => {
		t.false(await isSame(pack(one), [await log(two)]));
		t.false(await isSame(pack(one), [await log(two), archive(6)]));
		t.false(await isSame(pack(beginning), [await log(two)]));
		t.false(await isSame(pack(`${one}more\n`), [await log(two)], true));
	});
	test(`fault 27: an archive of a log that was read is the same log (${compression})`, async t => {
		t.true(await isSame(pack(one), [await log(two), await log(one)]));
		t.true(await isSame(pack(`${one}more\n`), [await log(one)]), 'written on before it was compressed');
		t.true(await isSame(pack(one), [await log(`${one}more\n`)], true), 'written on after that');
		t.true(await isSame(pack(one), [archive(7)]));
		t.true(await isSame(pack(one).subarray(0, -9), [await log(two)]), 'undecidable');
	});
}

test("fault 27: an archive with the time and the size of a log isn't decoded", async t => {
	const file = new MemoryFile(compress('gzip', one));
	const like = {file, compression: 'gzip', modified: 7, wasWritten: true} as const;
	t.true(await isSameLog(like, [await log(one)], kept));
	t.deepEqual(file.reads, [[file.size - 4, 4]]);
});
