import type {Transform} from 'node:stream';
import zlib from 'node:zlib';

/** The compressions that are read. */
export type Compression = 'gzip' | 'zstd';

/** A stream of node:zlib. */
export type DecodingStream = Transform & {
	/** Compressed bytes taken in and not left over. */
	readonly bytesWritten: number;
};

/** Decoded at a time, and ahead: more per trip to the thread that decodes, and no more than a chunk of reading. */
const pieceSize = 256 * 1024;

// Node has zstd since 22.15. The type definitions are those of Node 20.
const {createZstdDecompress} = zlib as {
	readonly createZstdDecompress?: (options: zlib.ZlibOptions) => DecodingStream;
};

/** True when this Node can decode it. */
export function canDecode(compression: Compression): boolean {
	return compression === 'gzip' || createZstdDecompress !== undefined;
}

/** A stream that decodes. @throws TypeError when this Node can't */
export function decodingStream(compression: Compression): DecodingStream {
	const options = {chunkSize: pieceSize, highWaterMark: pieceSize};
	if (compression === 'gzip') {
		return zlib.createGunzip(options);
	}

	if (createZstdDecompress === undefined) {
		throw new TypeError('this Node has no zstd');
	}

	return createZstdDecompress(options);
}
