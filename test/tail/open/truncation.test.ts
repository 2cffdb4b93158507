import {rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {type ByteSource, OpenFile} from '../../../source/tail/files/open-file.js';
import {endTruncated} from '../../../source/tail/open/generation.js';
import {GenerationLog} from '../../../source/tail/open/generation-log.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent} from '../../../source/tail/rotation/fingerprint-index.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const old = Array.from({length: 30}, (_, n) => `${n} a line of a log\n`).join('');

async function lifeOf(path: string, source: ByteSource) {
	const fingerprint = new Fingerprint();
	await fingerprint.advance(source, old.length);
	const generation = new GenerationLog({
		id: 0,
		path,
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: old.length,
		source,
		async onFailure() {},
		onSuccess() {},
	});
	return {generation, fingerprint};
}

test('fault 27: a copy is recognised as one during the search for it', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(`${path}.1`, old);
	const source = memorySource(() => old);
	const originals: Array<string | undefined> = [];
	const context = makeTailContext(t, {
		async open(candidate) {
			// Like a concurrent poll of its own path.
			originals.push(
				await context.fingerprintIndex.originalOf({
					...{path: candidate, identity: '1:2', birth: 0n, source, size: old.length, isAskedFor: false},
					head: Buffer.from(old),
				}),
			);
			return OpenFile.open(candidate);
		},
	});
	const {generation, fingerprint} = await lifeOf(path, source);
	context.fingerprintIndex.remember({
		...{path, identity: '1:1', beginning: fingerprint, fingerprint, isArchive: false, extent: new Extent()},
	});
	await endTruncated(context, generation, {told: generation, names: [path], fingerprint, size: 0});
	t.deepEqual(originals, [path]);
	t.is(await generation.read(Buffer.alloc(1000), 0), old.length, 'read from the copy');
	t.false(generation.gone);
});

test('fault 7: bytes written just before the truncation are read from a compressed copy, which is known from then on', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const late = 'written just before\n';
	writeFileSync(`${path}.1.gz`, gzipSync(`${old}${late}`));
	const context = makeTailContext(t);
	const {generation, fingerprint} = await lifeOf(
		path,
		memorySource(() => old),
	);
	await endTruncated(context, generation, {told: generation, names: [path], fingerprint, size: 0});
	const bytes = Buffer.alloc(1000);
	t.is(bytes.toString('latin1', 0, await generation.read(bytes, old.length)), late);
	const stats = statSync(`${path}.1.gz`, {bigint: true});
	t.like(context.registry.whenEnded(stats), {size: Number(stats.size), isArchive: true});
	t.true(
		context.notices
			.join()
			.includes(` ${late.length} bytes that were written just before are read from ${path}.1.gz.`),
	);
	rmSync(`${path}.1.gz`);
	t.is(await generation.read(bytes, 0), old.length + late.length, 'also when it is deleted');
});
