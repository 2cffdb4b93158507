import test from 'ava';
import fc from 'fast-check';
import {Registry} from '../../../source/tail/open/registry.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent, FingerprintIndex, WrittenTimes} from '../../../source/tail/rotation/fingerprint-index.js';
import {memorySource} from '../../helpers/memory-source.js';

test('fault 47: the beginnings of the last 1000 logs are remembered', t => {
	const fingerprintIndex = new FingerprintIndex();
	const heads = Array.from({length: 1200}, (_, n) => Buffer.from(`log ${n}\n`));
	for (const [n, head] of heads.entries()) {
		fingerprintIndex.remember({
			path: `${n}.log`,
			identity: `1:${n}`,
			beginning: {head},
			isArchive: false,
			extent: new Extent(),
		});
	}
	const known = heads.map(head => fingerprintIndex.findAll(head, undefined)[0]?.path);
	t.is(
		known.findIndex(path => path !== undefined),
		200,
	);
	t.is(known.at(-1), '1199.log');
});

function lines(word: string, count = 100): string {
	return Array.from({length: count}, (_, n) => `${word} ${n} 9:03:07 a line of a log\n`).join('');
}

/** An index with one log. Its content is gone if it was truncated. */
async function indexOf(content: () => string, known = content(), truncatedAt?: number) {
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => known),
		known.length,
	);
	const index = new FingerprintIndex();
	let files = 1;
	index.remember({
		...{path: 'access.log', identity: '1:1', beginning: fingerprint, fingerprint, isArchive: false},
		extent: new Extent(),
		content: () => (truncatedAt === undefined ? memorySource(content) : undefined),
		truncatedAt: () => truncatedAt,
	});
	return (text: string, birth = 0, path = 'another name', identity = `1:${++files}`, isAskedFor = false) =>
		index.originalOf({
			...{path, identity, birth: BigInt(birth) * 1_000_000n, size: text.length, isAskedFor},
			source: memorySource(() => text),
			head: Buffer.from(text.slice(0, 1024)),
		});
}

test('fault 27: a file with any name is a copy if the log begins with all of its bytes', async t => {
	const log = lines('old', 30_000);
	const originalOf = await indexOf(() => log);
	t.is(await originalOf(log), 'access.log');
	t.is(await originalOf(log.slice(0, -1)), 'access.log', 'the log has grown since');
	t.is(await originalOf(log.slice(0, 30)), 'access.log');
	t.is(await originalOf(log.slice(0, 10)), undefined, 'less than a line');
	t.is(await originalOf(`${log}more\n`), undefined, 'another log that begins alike');
	t.is(await originalOf(log.replace('old 15000 ', 'new 15000 ')), undefined);
	t.is(await originalOf(log.replace('old 29999 ', 'new 29999 ')), undefined);
	t.is(await originalOf(log, 0, 'access.log'), undefined, 'the file replaces the log');
	t.is(await originalOf(log, 0, 'another name', undefined, true), undefined, 'the user wants it');
	t.is(await originalOf(log, 0, 'access.log.1', undefined, true), 'access.log');
	t.is(await originalOf(log, 0, 'another name', '1:1'), undefined, 'the file is the log');
});

test('fault 27: without times, a copy is recognised only by its name', async t => {
	const log = 'a line\n'.repeat(100);
	const originalOf = await indexOf(() => log);
	t.is(await originalOf(log), undefined);
	t.is(await originalOf(log, 0, 'access.log.1'), 'access.log');
});

test('fault 27: a log that grows is no longer the copy that it was', async t => {
	const log = lines('old', 5);
	const originalOf = await indexOf(() => log);
	t.is(await originalOf(lines('old', 2)), 'access.log');
	t.is(await originalOf(`${lines('old', 2)}another line\n`), undefined);
});

test('fault 27: a copy is recognised although its log was truncated a moment ago, and after that', async t => {
	const log = lines('old');
	for (const [content, truncatedAt] of [
		['', undefined],
		[lines('new', 300), undefined],
		['', 1000],
	] as const) {
		const originalOf = await indexOf(() => content, log, truncatedAt);
		t.is(await originalOf(log, 900), 'access.log');
		t.is(await originalOf(log.slice(0, 2000), 900), 'access.log', 'being made');
		t.is(await originalOf(`${log}written just before\n`, 900), 'access.log');
		t.is(await originalOf(log.replace('old 0 ', 'new 0 '), 900), undefined);
	}
	const originalOf = await indexOf(() => '', lines('old', 1), 1000);
	t.is(await originalOf(lines('old', 5), 900), 'access.log');
	t.is(await originalOf(lines('old', 5), 2000), undefined, 'a later log that begins alike');
});

test('fault 27: a log is a copy of a second log if and only if it is the beginning of that log', async t => {
	const text = fc
		.array(fc.constantFrom('9:03 a\n', '9:03 b\n', lines('c', 400)), {minLength: 1, maxLength: 4})
		.map(parts => parts.join(''));
	await fc.assert(
		fc.asyncProperty(text, text, async (log, file) => {
			const originalOf = await indexOf(() => log);
			t.is((await originalOf(file)) !== undefined, log.startsWith(file));
		}),
		{numRuns: 200},
	);
});

test('fault 47: the last 100 periods in which a log was written are remembered, under all its names', t => {
	const times = new WrittenTimes();
	for (let from = 0; from < 120; from++) {
		times.add(['/log', '/target'], {from, until: from + 1});
	}
	t.is(times.of('/log').length, 100);
	t.like(times.of('/target')[0], {from: 20, until: 21});
	t.deepEqual(times.of('/other'), []);
});

test('fault 6: a file written at the time of a known generation has only the content of that generation', t => {
	const registry = new Registry();
	registry.written.add(['/log'], {from: 1000, until: 2500});
	const wasWritten = (time: number, path = '/log') => registry.wasWrittenAt(path, BigInt(time) * 1_000_000n);
	t.true(wasWritten(2500));
	t.true(wasWritten(1500));
	t.false(wasWritten(2501));
	t.false(wasWritten(999));
	t.false(wasWritten(1500, '/other'));
});
