/** A file that is compressed. */
export type Archive = {
	/** When it was written last, milliseconds since 1970. Compressing keeps that of the log. */
	readonly modified: number;
	/** Compressed bytes known to be there now. */
	readonly size: number;
	/** Compressed bytes that haven't been decoded yet. */
	readonly left: number;
	/** True when its text was written since the watching began: a log that was rotated away unseen, and compressed. */
	readonly isNew: boolean;
	/** Resolves with how many bytes of text are in so many of its compressed bytes, which are decoded for it. */
	textIn(compressedBytes: number): Promise<number>;
};

/**
 * One generation of a log: from being opened to being truncated, or replaced and no longer written to. A path that
 * is rotated has several generations, one after the other, and each is a `LogFile` of its own, so that an offset
 * means the same byte as long as the object exists.
 */
export type LogFile = {
	/** 0, 1, 2 … in the order of opening. */
	readonly id: number;
	/** The path as given on the command line (or found by a glob or in a directory); `-` for piped input. */
	readonly path: string;
	/**
	 * Which file its bytes are in, by device and inode; undefined for piped input. By any other name it is the same file.
	 * Another one once it was truncated and goes on in its copy, which isn't at `path`.
	 */
	readonly identity?: string | undefined;
	/**
	 * Bytes that were there when the watching began. What stands before this offset is the past, what comes
	 * after it is live. 0 for a file that appeared later, and for piped input.
	 */
	readonly startSize: number;
	/** True for standard input that is a file: all of it was written before, though it comes like what is piped. */
	readonly isBackfill?: boolean;
	/**
	 * Set for a compressed file, whose text all the others are about. All of it is the past, unless it `isNew`, although
	 * it is only known once it has been read: `startSize` is 0, `size` is as much as was read, and a read at `size`
	 * decodes more.
	 * That it has grown says that there may be more to decode.
	 */
	readonly archive?: Archive;
	/** True when what stands before `startSize` was read before, as that of a `LogFile` that has ended. */
	readonly continues: boolean;
	/** Bytes known to be there now. Grows until the file has ended. */
	readonly size: number;
	/** True once its bytes can't be read any more, and never will: it was truncated or deleted. */
	readonly gone: boolean;
	/**
	 * Reads bytes from `position` on into `target`, as many as there are and fit, but none beyond `size`, unless it is
	 * an archive. Resolves with their number: 0 when there are none, or when they can't be read: not any more, if it
	 * is `gone`, or not now, because of an error (then `states()` says which). Never rejects.
	 */
	read(target: Uint8Array, position: number): Promise<number>;
	/**
	 * Where it takes decoding all that stands before `position` to read there: decodes some of it, for some ten
	 * milliseconds. Resolves with how far that has come: from `position` on, a read there is quick. When it comes no
	 * further than before, it can't be decoded. Never rejects.
	 */
	approach?(position: number): Promise<number>;
};

/** Reads until `target` is full or nothing more can be read. Resolves with the number of bytes. */
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
