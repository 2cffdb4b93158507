import {randomBytes} from 'node:crypto';
import {constants, deflateRawSync} from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import {ArchiveReader} from '../../../source/tail/archives/archive-reader.js';
import type {Compression} from '../../../source/tail/archives/compression.js';
import {ThreadDecoder} from '../../../source/tail/archives/thread-decoder.js';
import {compress, compressions, magicSizes, withWrongChecksum} from '../../helpers/compressed.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {MemoryFile} from '../../helpers/memory-file.js';
import {testWith} from '../../helpers/shell.js';

const text = numberedLines(3000).join('');

/** Reads until no more text follows at the moment. */
async function readAll(reader: ArchiveReader): Promise<string> {
	const pieces: Buffer[] = [];
	for (;;) {
		const piece = await reader.next();
		if (piece === undefined) {
			return Buffer.concat(pieces).toString('latin1');
		}
		pieces.push(Buffer.from(piece));
	}
}

async function decode(bytes: Buffer, compression: Compression = 'gzip') {
	const reader = new ArchiveReader(new MemoryFile(bytes), compression);
	const decoded = await readAll(reader);
	const isComplete = reader.damage === undefined && (await reader.isComplete());
	return {decoded, isComplete, damage: reader.damage, position: reader.position};
}

for (const compression of compressions) {
	test(`fault 26: ${compression} of one or several compressed parts is decoded`, async t => {
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
	test(`fault 26: ${compression} that is cut at any byte is incomplete, not damaged`, async t => {
		const whole = compress(compression, text);
		const ends = [5, 20, 1000, whole.length - 9, whole.length - 1];
		for (const end of ends) {
			const {decoded, isComplete, damage} = await decode(whole.subarray(0, end), compression);
			t.is(damage, undefined, `${end}`);
			t.false(isComplete, `${end}`);
			t.true(text.startsWith(decoded), `${end}`);
			// zstd and bzip2 decode only whole blocks.
			t.true(/zstd|bzip2/.test(compression) || decoded.length > end - 100, `${end}`);
		}
	});
	test(`fault 26: reading ${compression} continues as the file grows, even after it was found to be incomplete`, async t => {
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

test('fault 26: any content is decoded, however the file grows', async t => {
	await forAllAsync(
		40,
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
			const file = new MemoryFile('', {maxRead: sizes[0] ?? 1});
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
	);
});

test('fault 26: a damaged gzip file is decoded up to the last byte before the damage', async t => {
	const header = Buffer.from('1f8b0800000000000003', 'hex');
	for (const length of [1, 1000, 100_000, 300_000]) {
		const part = text.slice(0, length);
		const blocks = deflateRawSync(part, {finishFlush: constants.Z_FULL_FLUSH});
		// Block type 3 doesn't exist.
		const damaged = Buffer.concat([header, blocks, Buffer.alloc(70_000, 0xff)]);
		const {decoded, damage} = await decode(damaged);
		t.is(damage, 'damaged');
		t.is(decoded, part);
	}
});

test('fault 26: bzip2 whose code lengths rise and fall without end is damaged', async t => {
	// A block with the bytes 0, two codes and one selector. The first length is 5; `1011` is one more, then one less.
	const block = [
		'314159265359'.replaceAll(/./g, digit => Number.parseInt(digit, 16).toString(2).padStart(4, '0')),
		'0'.repeat(32 + 1 + 24),
		`1${'0'.repeat(15)}`.repeat(2),
		'010',
		'000000000000001',
		'0',
		'00101',
	].join('');
	const bits = block + '1011'.repeat(200_000);
	const bytes = bits.match(/.{8}/g)?.map(byte => Number.parseInt(byte, 2)) ?? [];
	const bzip2 = Buffer.concat([Buffer.from('BZh9'), Buffer.from(bytes)]);
	t.like(await decode(bzip2, 'bzip2'), {decoded: '', damage: 'damaged'});
});

for (const compression of compressions) {
	const packed = compress(compression, text);

	test(`fault 26: decoded text is kept in spite of a wrong checksum (${compression})`, async t => {
		t.like(await decode(withWrongChecksum(compression, packed), compression), {
			decoded: text,
			damage: 'checksum',
		});
	});
	test(`fault 26: bytes after the end are skipped; zeros are not reported as trailing data (${compression})`, async t => {
		const zeros = Buffer.alloc(100_000);
		t.like(await decode(Buffer.concat([packed, zeros]), compression), {decoded: text, isComplete: true});
		t.like(await decode(Buffer.concat([packed, Buffer.from('not compressed')]), compression), {
			decoded: text,
			damage: 'trailing',
		});
		const more = compress(compression, 'more\n');
		t.like(await decode(Buffer.concat([packed, zeros.subarray(0, 8), more]), compression), {
			decoded: `${text}more\n`,
			isComplete: true,
		});
	});
	test(`fault 26: a file that has only the magic bytes of an archive is damaged from the start (${compression})`, async t => {
		const bytes = Buffer.concat([packed.subarray(0, magicSizes[compression]), Buffer.alloc(50, 0xff)]);
		t.like(await decode(bytes, compression), {decoded: '', damage: 'damaged'});
	});
	test(`fault 26: an archive with one wrong byte is never treated as complete (${compression})`, async t => {
		const short = text.slice(0, 20_000);
		const bytes = Buffer.concat([compress(compression, short), compress(compression, short)]);
		// The gzip header, with a time for example, has no checksum.
		const first = compression === 'gzip' ? 10 : 0;
		await forAllAsync(
			100,
			fc.integer({min: first, max: bytes.length / 2 - 1}),
			fc.integer({min: 1, max: 255}),
			async (at, change) => {
				const changed = Buffer.from(bytes);
				changed.writeUInt8(changed.readUInt8(at) ^ change, at);
				const {decoded, damage, isComplete} = await decode(changed, compression);
				// The wrong byte may not matter, for example in the memory size that zstd requests.
				t.true(damage !== undefined || !isComplete || decoded === short + short, `${at} ${change}`);
				// bzip2 verifies the checksum of a block before it returns the text.
				t.true(compression !== 'bzip2' || (short + short).startsWith(decoded), `${at} ${change}`);
			},
		);
	});
	test(`fault 26: isComplete() in the middle of an archive loses no text (${compression})`, async t => {
		const long = text.repeat(20);
		const reader = new ArchiveReader(new MemoryFile(compress(compression, long)), compression);
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
	test(`close() ends reading (${compression})`, async t => {
		const reader = new ArchiveReader(new MemoryFile(packed), compression);
		const next = reader.next();
		reader.close();
		t.is(await next, undefined);
		t.is(await reader.next(), undefined);
	});
}

/** Command-line options that change the format of the output. */
const variants: Readonly<Record<Exclude<Compression, 'gzip'>, readonly string[]>> = {
	bzip2: ['-1', '-9'],
	xz: [
		...['-0', '-9e', '-Cnone', '-Ccrc32', '-Csha256', '--block-size=300000', '-T2 --block-size=300000'],
		...['--lzma2=dict=64KiB', '--lzma2=dict=96KiB,lc=0,lp=4,pb=0', '--lzma2=dict=4KiB,lc=1,lp=2,pb=4'],
	],
	zstd: ['-1', '-19', '--no-check', '--long=27', '--ultra -22'],
};

/** Inputs that compress well, badly, or by repetition: with runs of every length, and with distant matches. */
const texts: readonly Buffer[] = [
	Buffer.from(text.repeat(4)),
	randomBytes(400_000),
	Buffer.concat([randomBytes(70_000), Buffer.from(text), randomBytes(1000), Buffer.from(text)]),
	Buffer.from(Array.from({length: 1200}, (_, n) => String.fromCharCode(97 + (n % 3)).repeat(n)).join('')),
	Buffer.from(Uint8Array.from({length: 70_000}, (_, n) => (n ** 3) >> 7)),
];

for (const [compression, sets] of Object.entries(variants) as Array<[Compression, readonly string[]]>) {
	testWith(compression, `fault 26: ${compression} files made with any options are decoded`, async t => {
		for (const options of sets) {
			for (const [index, bytes] of texts.entries()) {
				const packed = compress(compression, bytes, options.split(' '));
				const {decoded, isComplete, damage} = await decode(packed, compression);
				t.true(decoded === bytes.toString('latin1'), `${options}, text ${index}`);
				t.true(isComplete, `${options}, text ${index}: ${damage}`);
			}
		}
	});
}

testWith('xz', 'fault 26: xz with a large dictionary, or with other filters, is refused', async t => {
	for (const [options, damage] of [
		['--lzma2=preset=0,dict=192MiB', 'window'],
		['--x86 --lzma2=preset=0', 'unsupported'],
		['--delta --lzma2=preset=0', 'unsupported'],
	] as const) {
		t.like(await decode(compress('xz', text, options.split(' ')), 'xz'), {decoded: '', damage}, options);
	}
});

test('fault 26: zstd with a large window, or a dictionary, is refused', async t => {
	t.like(await decode(Buffer.from('28b52ffd0090010000', 'hex'), 'zstd'), {decoded: '', damage: 'window'});
	t.like(await decode(Buffer.from('28b52ffd210705010000', 'hex'), 'zstd'), {
		decoded: '',
		damage: 'unsupported',
	});
});

test('fault 26: Node and the decoding thread decode zstd to the same text', async t => {
	// The skippable frame has three bytes. The frame with the text isn't compressed.
	const frames = Buffer.from('502a4d1803000000aabbcc28b52ffd2006310000', 'hex');
	const bytes = Buffer.concat([frames, Buffer.from('line 1')]);
	t.like(await decode(bytes, 'zstd'), {decoded: 'line 1', isComplete: true});
	const decoder = new ThreadDecoder('zstd');
	decoder.write(bytes.subarray(11));
	t.is(Buffer.from((await decoder.next()) ?? []).toString(), 'line 1');
	t.is(await decoder.next(), undefined);
	t.true(decoder.hasEnded);
	t.is(decoder.taken, bytes.length - 11);
	decoder.close();
});

test('fault 26: archives of other programs are read without these programs', async t => {
	for (const [compression, packed] of [
		['bzip2', 'QlpoOTFBWSZTWWO7qGoAAAVRgAAQQAAj5ZQAIAAxANAAlTExGDj9uFQZ4SaEsMMIDClGJpp0XckU4UJBju6hqA=='],
		[
			'xz',
			'/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AAnACBdADCICYbUH0W4I4/1N3mRfkPobhqXa9eo9JLdutbkIUhAAGc07pw7315UAAE8KC5kwGYftvN9AQAAAAAEWVo=',
		],
	] as const) {
		t.like(await decode(Buffer.from(packed, 'base64'), compression), {
			decoded: 'a line of a log\nanother line of the log\n',
			isComplete: true,
		});
	}
});
