import {constants, deflateRawSync} from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import {ArchiveReader} from '../../../source/bytes/archives/archive-reader.js';
import type {Compression} from '../../../source/bytes/archives/compression.js';
import {compress, compressions} from '../../helpers/compressed.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {MemoryFile} from '../../helpers/memory-file.js';
import {runs} from '../../helpers/runs.js';

const text = numberedLines(3000).join('');

/** Reads until there is nothing more for now. */
const readAll = async (reader: ArchiveReader): Promise<string> => {
	const pieces: Buffer[] = [];
	for (;;) {
		const piece = await reader.next();
		if (piece === undefined) {
			return Buffer.concat(pieces).toString('latin1');
		}

		pieces.push(Buffer.from(piece));
	}
};

const decode = async (bytes: Buffer, compression: Compression = 'gzip') => {
	const reader = new ArchiveReader(new MemoryFile(bytes), compression);
	const decoded = await readAll(reader);
	const isComplete = reader.damage === undefined && (await reader.isComplete());
	return {decoded, isComplete, damage: reader.damage, position: reader.position};
};

for (const compression of compressions) {
	test(`fault 26: ${compression}, in one text and in several`, async t => {
		const one = compress(compression, text);
		t.deepEqual(await decode(one, compression), {
			decoded: text,
			isComplete: true,
			damage: undefined,
			position: one.length,
		});
		const three = Buffer.concat([one, compress(compression, ''), compress(compression, 'more\n')]);
		t.like(await decode(three, compression), {decoded: `${text}more\n`, isComplete: true});
	});

	test(`fault 26: ${compression} that ends in the middle, at any byte`, async t => {
		const whole = compress(compression, text);
		const ends = [5, 20, 1000, whole.length - 9, whole.length - 1];
		for (const end of ends) {
			const {decoded, isComplete, damage} = await decode(whole.subarray(0, end), compression);
			t.is(damage, undefined, `${end}`);
			t.false(isComplete, `${end}`);
			t.true(text.startsWith(decoded), `${end}`);
			t.true(compression === 'zstd' || decoded.length > end - 30, `${end}`);
		}
	});

	test(`fault 26: ${compression} goes on as it grows, also after it was found to end in the middle`, async t => {
		const whole = Buffer.concat([compress(compression, text), compress(compression, 'more\n')]);
		const file = new MemoryFile(whole.subarray(0, 1000));
		const reader = new ArchiveReader(file, compression);
		let decoded = await readAll(reader);
		t.false(await reader.isComplete());
		t.is(await readAll(reader), '');
		t.false(await reader.isComplete());
		for (let at = 1000; at < whole.length; at += 4000) {
			file.append(whole.subarray(at, at + 4000));
			decoded += await readAll(reader);
		}

		t.is(decoded, `${text}more\n`);
		t.true(await reader.isComplete());
		file.append(compress(compression, 'last\n'));
		t.is(await readAll(reader), 'last\n');
		t.true(await reader.isComplete());
	});
}

test('fault 26: any texts, any growth', async t => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...compressions),
			fc.array(fc.integer({min: 0, max: 500_000}), {minLength: 1, maxLength: 4}),
			fc.array(fc.integer({min: 1, max: 100_000}), {minLength: 1, maxLength: 4}),
			async (compression, lengths, sizes) => {
				const texts = lengths.map((length, index) =>
					text
						.slice(index * 100)
						.repeat(3)
						.slice(0, length),
				);
				const bytes = Buffer.concat(texts.map(part => compress(compression, part)));
				const file = new MemoryFile('', {largestRead: sizes[0] ?? 1});
				const reader = new ArchiveReader(file, compression);
				let decoded = '';
				for (let at = 0, index = 0; at < bytes.length; index++) {
					const size = sizes[index % sizes.length] ?? 1;
					file.append(bytes.subarray(at, at + size));
					at += size;
					decoded += await readAll(reader);
				}

				t.true(decoded === texts.join(''));
				t.true(await reader.isComplete());
				t.is(reader.position, bytes.length);
			},
		),
		runs(40),
	);
});

test('fault 26: of a damaged gzip everything before the damage is decoded, to the last byte', async t => {
	const header = Buffer.from('1f8b0800000000000003', 'hex');
	for (const length of [1, 1000, 100_000, 300_000]) {
		const part = text.slice(0, length);
		const blocks = deflateRawSync(part, {finishFlush: constants.Z_FULL_FLUSH});
		// There is no block of type 3.
		const damaged = Buffer.concat([header, blocks, Buffer.alloc(70_000, 0xff)]);
		const {decoded, damage} = await decode(damaged);
		t.is(damage, 'damaged');
		t.is(decoded, part);
	}
});

test('fault 26: a wrong checksum is no reason to throw away what was decoded', async t => {
	const bytes = compress('gzip', text);
	bytes.writeUInt8(bytes.readUInt8(bytes.length - 6) ^ 1, bytes.length - 6);
	t.like(await decode(bytes), {decoded: text, damage: 'checksum'});
});

test('fault 26: what stands behind the end is left out, zeros without a word', async t => {
	const bytes = compress('gzip', text);
	t.like(await decode(Buffer.concat([bytes, Buffer.alloc(100_000)])), {decoded: text, isComplete: true});
	t.like(await decode(Buffer.concat([bytes, Buffer.from('not compressed')])), {
		decoded: text,
		damage: 'trailing',
	});
});

test('fault 26: what only begins like gzip is damaged from the start', async t => {
	t.like(await decode(Buffer.from([0x1f, 0x8b, 0xff, 0, 0, 0, 1, 2, 3])), {decoded: '', damage: 'damaged'});
});

test('fault 26: asked in the middle whether it is complete, it loses nothing', async t => {
	const long = text.repeat(20);
	const reader = new ArchiveReader(new MemoryFile(compress('gzip', long)), 'gzip');
	let decoded = '';
	for (;;) {
		const piece = await reader.next();
		if (piece === undefined) {
			break;
		}

		decoded += Buffer.from(piece).toString('latin1');
		t.true(await reader.isComplete());
	}

	t.true(decoded === long);
});

test('closing ends the reading', async t => {
	const reader = new ArchiveReader(new MemoryFile(compress('gzip', text)), 'gzip');
	const next = reader.next();
	reader.close();
	t.is(await next, undefined);
	t.is(await reader.next(), undefined);
});
