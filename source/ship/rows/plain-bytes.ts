import {isAscii} from 'node:buffer';

/** So many bytes are looked at together: with all at once, one byte somewhere would have every line looked at. */
const blockSize = 1 << 12;

/**
 * Finds out which texts mean what they are: ASCII without the byte that escapes begin with. Of bytes in which many texts
 * are, and which stay as they are, whole blocks are looked at first: that goes many bytes at a time.
 */
export class PlainBytes {
	#bytes: Buffer = Buffer.alloc(0);
	#escape = -1;
	/** Of each block: 0 when it isn't known yet, 1 when all of it is plain, 2 when not. */
	#blocks = new Uint8Array(0);

	/** @param escapeByte The byte that escapes begin with; 255 where there are none. */
	isPlain(bytes: Buffer, escapeByte: number, start: number, end: number): boolean {
		if (bytes !== this.#bytes || escapeByte !== this.#escape) {
			this.#bytes = bytes;
			this.#escape = escapeByte;
			this.#blocks = new Uint8Array(Math.ceil(bytes.length / blockSize));
		}
		for (let block = Math.floor(start / blockSize); block * blockSize < end; block++) {
			if (!this.#isPlainBlock(block)) {
				return isPlainText(bytes, escapeByte, start, end);
			}
		}
		return true;
	}

	#isPlainBlock(block: number): boolean {
		if (this.#blocks[block] === 0) {
			const bytes = this.#bytes.subarray(block * blockSize, (block + 1) * blockSize);
			this.#blocks[block] = isAscii(bytes) && !bytes.includes(this.#escape) ? 1 : 2;
		}
		return this.#blocks[block] === 1;
	}
}

/** The same for a text alone. */
export const isPlainText = (bytes: Buffer, escapeByte: number, start: number, end: number): boolean => {
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte > 127 || byte === escapeByte) {
			return false;
		}
	}
	return true;
};
