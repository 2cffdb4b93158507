import zlib, {gzipSync} from 'node:zlib';
import type {Compression} from '../../source/bytes/archives/compression.js';
import {canDecode} from '../../source/bytes/archives/compression.js';

// The type definitions are those of Node 20, which has no zstd.
const {zstdCompressSync} = zlib as {readonly zstdCompressSync?: (data: Uint8Array) => Buffer};

/** The compressions that this Node has. */
export const compressions: readonly Compression[] = (['gzip', 'zstd'] as const).filter(canDecode);

/** A complete compressed text. */
export const compress = (compression: Compression, text: string | Uint8Array): Buffer => {
	const bytes = Buffer.from(text);
	return compression === 'gzip' ? gzipSync(bytes) : (zstdCompressSync?.(bytes) ?? Buffer.alloc(0));
};
