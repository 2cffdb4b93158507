import {execFileSync} from 'node:child_process';
import zlib, {gzipSync} from 'node:zlib';
import type {Compression} from '../../source/tail/archives/compression.js';
import {isInstalled} from './shell.js';

// The type definitions belong to Node 20, which has no zstd.
const {zstdCompressSync} = zlib as {
	readonly zstdCompressSync?: (data: Uint8Array, options: {params: Record<number, number>}) => Buffer;
};

/** `ZSTD_c_checksumFlag`, which the zstd program sets by default. */
const withChecksum = {params: {201: 1}};

/** Compressions that Node or an installed program supports. */
export const compressions: readonly Compression[] = (['gzip', 'zstd', 'bzip2', 'xz'] as const).filter(
	compression =>
		compression === 'gzip' ||
		(compression === 'zstd' && zstdCompressSync !== undefined) ||
		isInstalled(compression, '--version'),
);

/** File name extensions of the compressions. */
export const endings: Readonly<Record<Compression, string>> = {
	gzip: '.gz',
	zstd: '.zst',
	bzip2: '.bz2',
	xz: '.xz',
};

/**
 * Returns a complete archive of a string or bytes.
 * @param options - options of the compression program, if one is used; xz is slow by default
 */
export function compress(
	compression: Compression,
	text: string | Uint8Array,
	options: readonly string[] = compression === 'xz' ? ['-1'] : [],
): Buffer {
	const bytes = Buffer.from(text);
	if (compression === 'gzip') {
		return gzipSync(bytes);
	}
	return compression === 'zstd' && zstdCompressSync !== undefined && options.length === 0
		? zstdCompressSync(bytes, withChecksum)
		: execFileSync(compression, ['-c', ...options], {
				input: bytes,
				maxBuffer: 1 << 30,
				stdio: ['pipe', 'pipe', 'ignore'],
			});
}

/** Number of bytes at the beginning of an archive that identify its compression. */
export const magicSizes: Readonly<Record<Compression, number>> = {gzip: 2, zstd: 4, bzip2: 4, xz: 6};

/** Returns the archive with a wrong checksum. */
export function withWrongChecksum(compression: Compression, packed: Buffer): Buffer {
	const damaged = Buffer.from(packed);
	// After the checksum, gzip has the size of the text. xz has an index, and its footer contains the size of the index.
	const behind = {
		gzip: () => 4,
		zstd: () => 0,
		bzip2: () => 0,
		xz: () => 12 + (damaged.readUInt32LE(damaged.length - 8) + 1) * 4,
	}[compression]();
	const at = damaged.length - behind - 3;
	damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
	return damaged;
}
