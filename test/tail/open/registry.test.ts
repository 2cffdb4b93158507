import {type BigIntStats, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import type {Identity} from '../../../source/tail/files/open-file.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {Registry} from '../../../source/tail/open/registry.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

function lines(word: string): string {
	return Array.from({length: 30}, (_, n) => `${word} ${n} a line of a log\n`).join('');
}

async function guardOf(content: string): Promise<Fingerprint> {
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => content),
		content.length,
	);
	return fingerprint;
}

/** The fields that the registry uses. */
function statsOf(ino: number, size: number, birth = 1): BigIntStats {
	return {dev: 1n, ino: BigInt(ino), size: BigInt(size), birthtimeNs: BigInt(birth)} as BigIntStats;
}

function identity(ino: number): Identity {
	return `1:${BigInt(ino)}`;
}

test('fault 12: an ended file is recognised by its inode and creation time, unless it is shorter', t => {
	const registry = new Registry();
	const fingerprint = new Fingerprint();
	const ended = {birth: 1n, size: 100, fingerprint};
	registry.remember(identity(7), ended);
	t.is(registry.whenEnded(statsOf(7, 100)), ended);
	t.is(registry.whenEnded(statsOf(7, 200)), ended);
	t.is(registry.whenEnded(statsOf(7, 99)), undefined, 'truncated');
	t.is(registry.whenEnded(statsOf(7, 100, 2)), undefined, 'another file');
	t.is(registry.whenEnded(statsOf(8, 100)), undefined);
	registry.remember(identity(7), {birth: 1n, size: 200, fingerprint});
	t.is(registry.whenEnded(statsOf(7, 200))?.size, 200, 'as it was last');
});

test('fault 47: the last 1000 ended files and the last 100 generations are remembered', async t => {
	const registry = new Registry();
	const fingerprint = new Fingerprint();
	for (let ino = 0; ino < 1200; ino++) {
		registry.remember(identity(ino), {birth: 1n, size: 0, fingerprint});
	}

	// This inode is reused.
	registry.remember(identity(200), {birth: 1n, size: 0, fingerprint});
	registry.remember(identity(1200), {birth: 1n, size: 0, fingerprint});
	const known = Array.from({length: 1201}, (_, ino) => registry.whenEnded(statsOf(ino, 0)) !== undefined);
	t.deepEqual([known.indexOf(true), known.filter(Boolean).length], [200, 1000]);
	t.false(known[201]);

	const contents = Array.from({length: 120}, (_, n) => lines(`life ${n}`));
	for (const content of contents) {
		registry.rememberGeneration({names: ['/logs/access.log'], fingerprint: await guardOf(content)});
	}

	const originals = await Promise.all(
		contents.map(content =>
			registry.originalOf(
				'/logs/access.log.1',
				memorySource(() => content),
				content.length,
			),
		),
	);
	t.is(
		originals.findIndex(original => original !== undefined),
		20,
	);
});

test('fault 27: a copy is recognised by its name, its directory and its first bytes', async t => {
	const registry = new Registry();
	const old = lines('old');
	registry.rememberGeneration({
		names: ['/logs/access.log', '/data/target.log'],
		fingerprint: await guardOf(old),
	});
	const originalOf = (path: string, content = old) =>
		registry.originalOf(
			path,
			memorySource(() => content),
			content.length,
		);
	t.is(await originalOf('/logs/access.log.1'), '/logs/access.log');
	t.is(await originalOf('/data/target.log-20261120'), '/logs/access.log');
	t.is(await originalOf('/logs/access.log.1', `${old}more\n`), '/logs/access.log');
	t.is(await originalOf('/other/access.log.1'), undefined, 'of another directory');
	t.is(await originalOf('/logs/other.log.1'), undefined, 'of another log');
	t.is(
		await originalOf('/logs/access.log.1', old.slice(0, -1)),
		'/logs/access.log',
		'the log has grown since',
	);
	t.is(await originalOf('/logs/access.log.1', lines('new')), undefined, 'something else');
});

test('fault 27: a copy of an open log may be incomplete', async t => {
	const context = makeTailContext(t);
	const path = join(temporaryDirectory(t), 'access.log');
	const old = lines('old');
	writeFileSync(path, old);
	writeFileSync(`${path}.1`, old.slice(0, 300));
	const file = await openTailedFile(context, path, () => 0, undefined);
	const copy = await openTailedFile(context, `${path}.1`, () => 0, undefined);
	file?.hold(t);
	await file?.poll();
	const half = memorySource(() => old.slice(0, 300));
	t.is(await context.registry.originalOf(`${path}.1`, half, 300, copy), path);
	t.is(await context.registry.originalOf(`${path}.1`, half, 300), path);
	t.is(await context.registry.originalOf(path, half, 300, file), undefined, 'no log is a copy of itself');
});

test("fault 18: a file is found by its identity until it is removed, and a removal doesn't affect its successor", async t => {
	const context = makeTailContext(t);
	const {registry} = context;
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, '');
	const file = await openTailedFile(context, path, () => 0, undefined);
	const again = await openTailedFile(context, path, () => 0, undefined);
	if (file === undefined) {
		return t.fail();
	}

	t.is(again, file, 'opened once');
	t.is(registry.find(file.identity), file);
	t.deepEqual([...registry.files], [file]);
	file.end();
	t.is(registry.find(file.identity), undefined);
	const next = await openTailedFile(context, path, () => 0, undefined);
	registry.remove(file);
	t.is(registry.find(file.identity), next);
});

test('fault 27: a log that grew after it was copied, and was then truncated, is recognised in the shorter copy', async t => {
	const text = Array.from({length: 60}, (_, n) => `line ${n} of the log\n`).join('');
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => `${text}written on\n`),
		text.length + 11,
	);
	const registry = new Registry();
	registry.rememberGeneration({names: ['/logs/access.log'], fingerprint});
	const originalOf = (content: string) =>
		registry.originalOf(
			'/logs/access.log.1',
			memorySource(() => content),
			content.length,
		);
	t.is(await originalOf(text), '/logs/access.log');
	t.is(await originalOf(text.replace('line 0', 'line x')), undefined);
});
