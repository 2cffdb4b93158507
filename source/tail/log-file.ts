/** A compressed file. */
export type Archive = {
	/** Time of the last write, in ms since 1970. Compressors copy it from the log. */
	readonly modified: number;
	/** Known number of compressed bytes. */
	readonly size: number;
	/** Number of compressed bytes that haven't been decoded yet. */
	readonly left: number;
	/** True if the text was written after the tail started: the log was rotated away unseen, then compressed. */
	readonly isNew: boolean;
	/** Decodes the first `compressedBytes` bytes and resolves with the number of bytes of text in them. */
	textIn(compressedBytes: number): Promise<number>;
};

/**
 * One generation of a log: from its creation or truncation until it is truncated, or replaced and no longer written to. A rotated
 * path has several generations in sequence. Each is a separate `LogFile`, so an offset refers to the same byte as long as the
 * object exists.
 */
export type LogFile = {
	/** Number of the file, from 0, by time of opening. */
	readonly id: number;
	/** Path as given on the command line, or as found by a pattern or in a directory. `-` for piped input. */
	readonly path: string;
	/**
	 * Device and inode of the file with its bytes, independent of its name; undefined for piped input and for the text of an
	 * archive. Changes if the generation was truncated and is now read from a copy, which isn't at `path`.
	 */
	readonly identity?: string | undefined;
	/**
	 * Size of the file when the tail started. Bytes before this offset are the backfill, bytes after it are live. 0 for piped input
	 * and for a file that appeared later.
	 */
	readonly startSize: number;
	/** True if standard input is a regular file: its whole content is backfill, although it is read like a pipe. */
	readonly isBackfill?: boolean;
	/**
	 * Set for a compressed file; all other members then refer to its decoded text. The text is backfill unless `archive.isNew`, but
	 * its size is unknown until it has been read: `startSize` is 0, `size` is the number of bytes read so far, and a read at `size`
	 * decodes more. A `grown` event means that there may be more to decode.
	 */
	readonly archive?: Archive;
	/** True if the bytes before `startSize` were already read, as part of a `LogFile` that has ended. */
	readonly continues: boolean;
	/** Known number of bytes. Grows until the file has ended. */
	readonly size: number;
	/** True once the bytes are permanently unreadable because the file was truncated or deleted. */
	readonly isGone: boolean;
	/**
	 * Reads bytes from `position` into `target`, up to its length. Doesn't read beyond `size`, except in an archive. Resolves with
	 * the number of bytes. 0 means that no bytes follow or that they can't be read: never again if `isGone` is true or if piped
	 * input no longer keeps them, otherwise because of an error that `states()` reports. Never rejects.
	 */
	read(target: Uint8Array, position: number): Promise<number>;
	/**
	 * Decodes some of the text before `position`, for about 10 ms, if a read at `position` requires that. Resolves with the offset
	 * that decoding has reached; once that is `position`, a read there is fast. If the offset is the same as before, the text can't
	 * be decoded. Never rejects.
	 */
	approach?(position: number): Promise<number>;
};

/** Reads until `target` is full or no more bytes can be read. Resolves with the number of bytes. */
export async function readFully(
	file: Pick<LogFile, 'read'>,
	target: Uint8Array,
	position: number,
): Promise<number> {
	let length = 0;
	while (length < target.length) {
		const read = await file.read(target.subarray(length), position + length);
		if (read === 0) {
			break;
		}
		length += read;
	}
	return length;
}

/** Reads at most `length` bytes from `position`. */
export async function bytesAt(
	source: Pick<LogFile, 'read'>,
	position: number,
	length: number,
): Promise<Uint8Array> {
	const bytes = new Uint8Array(length);
	return bytes.subarray(0, await readFully(source, bytes, position));
}
