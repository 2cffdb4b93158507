/** The supported compressions. */
export type Compression = 'gzip' | 'zstd' | 'bzip2' | 'xz';

/** Commands that write the text of a file to standard output. */
export const unpackCommands: Readonly<Record<Compression, string>> = {
	gzip: 'zcat',
	zstd: 'zstdcat',
	bzip2: 'bzcat',
	xz: 'xzcat',
};

/** The reason why decoding can't continue. */
export type DecodingFailure =
	/** The bytes are invalid. */
	| 'damaged'
	/** The bytes are valid, but the checksum of the text is wrong. */
	| 'checksum'
	/** The bytes don't have this format at all. */
	| 'other'
	/** Decoding needs more memory than the limit. */
	| 'window'
	/** A variant of the format that isn't supported, or the system permits no thread or no memory for the decoder. */
	| 'unsupported';

/** Decodes one compressed text on demand. It hardly decodes ahead, because the text may be a thousand times as long. */
export type Decoder = {
	/** True if the compressed text is complete, so it takes no more input. */
	readonly hasEnded: boolean;
	/** The reason why it can't continue: the input is damaged, or ended too early. */
	readonly failure: DecodingFailure | undefined;
	/** If false, pieces decoded just before a failure may be missing. */
	readonly isExact: boolean;
	/** Number of written bytes that belong to the compressed text, once it has ended. The rest is unused. */
	readonly taken: number;
	/** Resolves with the next piece. Undefined means that it needs more input, or has ended or failed. */
	next(): Promise<Uint8Array | undefined>;
	/**
	 * Takes input. Allowed once `next` has returned undefined. The caller must not change the bytes until `next` returns undefined
	 * again.
	 */
	write(bytes: Uint8Array): void;
	/** Marks the end of the input. `next` returns the remaining pieces, then `hasEnded` or `failure` is set. */
	end(): void;
	/** Frees the decoder. */
	close(): void;
};

/** Maximum number of bytes written to a decoder at a time. */
export const inputSize: number = 64 * 1024;
