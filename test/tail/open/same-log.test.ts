import test from 'ava';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {isSameLog} from '../../../source/tail/open/known-archive.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent, type KnownLog} from '../../../source/tail/rotation/fingerprint-index.js';
import {compress, compressions} from '../../helpers/compressed.js';
import {MemoryFile} from '../../helpers/memory-file.js';
import {memorySource} from '../../helpers/memory-source.js';

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
