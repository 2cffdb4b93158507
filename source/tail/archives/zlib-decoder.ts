import type {Transform} from 'node:stream';
import zlib from 'node:zlib';
import type {Compression, Decoder, DecodingFailure} from './compression.js';

/** A stream of node:zlib. */
type DecodingStream = Transform & {
	/** Number of compressed bytes that were consumed. */
	readonly bytesWritten: number;
};

/**
 * Number of bytes decoded at a time and ahead: larger pieces save round trips to zlib's thread pool, but a piece isn't larger
 * than a chunk of the reader.
 */
const pieceSize = 256 * 1024;
const options = {chunkSize: pieceSize, highWaterMark: pieceSize};

// Node has zstd since 22.15, but these are the type definitions of Node 20.
const {createZstdDecompress} = zlib as {
	readonly createZstdDecompress?: (options: zlib.ZlibOptions) => DecodingStream;
};

/** Opens a decoding stream. Returns undefined if this Node version doesn't support the compression. */
export function openStream(compression: Compression): DecodingStream | undefined {
	return compression === 'gzip'
		? zlib.createGunzip(options)
		: compression === 'zstd'
			? createZstdDecompress?.(options)
			: undefined;
}

/** Decodes the compressions that Node supports, in zlib's thread pool, at most one piece ahead. */
export class ZlibDecoder implements Decoder {
	readonly isExact = false;
	readonly #stream: DecodingStream;
	#isWriting = false;
	#written = 0;
	#hasEnded = false;
	#isClosed = false;
	#failure: DecodingFailure | undefined;
	#wake: () => void = () => {};

	constructor(stream: DecodingStream) {
		this.#stream = stream
			.on('readable', () => this.#wake())
			.on('end', () => {
				this.#hasEnded = true;
				this.#wake();
			})
			.on('error', error => {
				this.#failure = failureOf(error);
				this.#wake();
			})
			.on('close', () => {
				this.#isClosed = true;
				this.#wake();
			});
	}

	get hasEnded(): boolean {
		return this.#hasEnded;
	}

	get failure(): DecodingFailure | undefined {
		return this.#failure;
	}

	get taken(): number {
		return this.#stream.bytesWritten;
	}

	async next(): Promise<Uint8Array | undefined> {
		for (;;) {
			const piece: Uint8Array | null = this.#isClosed ? null : this.#stream.read();
			if (piece !== null) {
				return piece;
			}
			const isOver = this.#hasEnded || this.#failure !== undefined || this.#isClosed;
			if (isOver || !this.#isWriting) {
				return undefined;
			}
			await new Promise<void>(resolve => {
				this.#wake = resolve;
			});
		}
	}

	write(bytes: Uint8Array): void {
		this.#isWriting = true;
		this.#written += bytes.length;
		this.#stream.write(bytes, error => {
			if (error) {
				return;
			}
			this.#isWriting = false;
			// Unused input follows the end of the text. The `end` event is emitted later.
			this.#hasEnded ||= this.#stream.bytesWritten < this.#written;
			this.#wake();
		});
	}

	end(): void {
		this.#isWriting = true;
		this.#stream.end();
	}

	close(): void {
		this.#stream.destroy();
	}
}

function failureOf(error: Error): DecodingFailure {
	const code = 'code' in error ? error.code : undefined;
	if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
		return 'window';
	}
	if (code === 'ZSTD_error_dictionary_wrong') {
		return 'unsupported';
	}
	if (code === 'ZSTD_error_checksum_wrong' || /^incorrect (?:data|length) check$/.test(error.message)) {
		return 'checksum';
	}
	const isOther = code === 'ZSTD_error_prefix_unknown' || error.message === 'incorrect header check';
	return isOther ? 'other' : 'damaged';
}
