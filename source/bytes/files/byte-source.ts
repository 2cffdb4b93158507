/** Where bytes are read from, by their offsets: an open file, or what stands in for it. */
export type ByteSource = {
	/**
	 * Resolves with the number of bytes read, at most `length`. May reject: with `BytesGone` if there is no use in
	 * trying again.
	 */
	read(target: Uint8Array, position: number, length: number): Promise<number>;
	/**
	 * Where it takes decoding all that stands before `position` to read there: decodes some of it. Resolves with how far
	 * that has come: from `position` on, a read there is quick. May reject as `read` does.
	 */
	approach?(position: number): Promise<number>;
};

/** There is nothing to read from any more: the file was deleted or truncated. */
export class BytesGone extends Error {}
