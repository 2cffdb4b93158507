/** The compressions that are read. */
export type Compression = 'gzip' | 'zstd' | 'bzip2' | 'xz';

/** The command that gives the text of a file to standard output. */
export const unpackCommands: Readonly<Record<Compression, string>> = {
	gzip: 'zcat',
	zstd: 'zstdcat',
	bzip2: 'bzcat',
	xz: 'xzcat',
};

/** Why a compressed text can't be decoded on. */
export type DecodingFailure =
	/** Its bytes make no sense. */
	| 'damaged'
	/** They do, but what comes of them isn't what was compressed. */
	| 'checksum'
	/** It isn't compressed in that way at all. */
	| 'other'
	/** It takes more memory to decode than is given away. */
	| 'window'
	/** It is a kind that isn't decoded here. */
	| 'unsupported';

/** Decodes one compressed text when it is asked to, hardly ahead: what is decoded may be a thousand times as much. */
export type Decoder = {
	/** True when the compressed text is complete: it takes no more. */
	readonly hasEnded: boolean;
	/** Why it can't go on: what was written is damaged, or is to end in the middle. */
	readonly failure: DecodingFailure | undefined;
	/** False: after a failure, pieces decoded just before may be missing. */
	readonly isExact: boolean;
	/** How many of the bytes written belong to the compressed text, once it has ended; the others are left over. */
	readonly taken: number;
	/**
	 * What was decoded next; undefined when there is no more: then it needs more to be written, unless it has ended
	 * or failed.
	 */
	next(): Promise<Uint8Array | undefined>;
	/** Takes bytes, once `next` has given all. They must stay as they are until it has given all again. */
	write(bytes: Uint8Array): void;
	/** No more will be written. What comes of it, `next` tells, then `hasEnded` or `failure`. */
	end(): void;
	/** It isn't needed any more. */
	close(): void;
};

/** The most bytes that are written to a decoder at a time. */
export const inputSize: number = 64 * 1024;
