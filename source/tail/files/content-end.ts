import {bytesAt} from '../log-file.js';
import {headSize, sniff} from './magic-bytes.js';
import type {ByteSource} from './open-file.js';

/** Bytes per read while searching. */
const stepSize = 1 << 20;

/** Bytes per read of appended bytes: since the last call, mostly a few lines were appended. */
const writtenSize = 1 << 16;

/**
 * Finds the end of the content of a file. NULs at the end are not content: a writer that allocates its file in advance writes over
 * them, and may cut them off when it closes the file. NULs between lines are a hole, which the reader skips.
 */
export class ContentEnd {
	/** Result of the last call, and size of the file at that time. */
	#end = 0;
	#size = 0;
	#isText = false;

	/**
	 * Returns the end of the content. Returns `size` for a compressed or binary file, whose last bytes may be NULs.
	 *
	 * @param size Size of the file.
	 * @throws If the file can't be read.
	 */
	async find(source: ByteSource, size: number): Promise<number> {
		const [last] = size === 0 ? [] : await bytesAt(source, size - 1, 1);
		this.#end = last === 0 && (await this.#hasText(source)) ? await this.#beforeNuls(source, size) : size;
		this.#size = size;
		return this.#end;
	}

	async #hasText(source: ByteSource): Promise<boolean> {
		this.#isText ||= typeof sniff(await bytesAt(source, 0, headSize)) === 'string';
		return this.#isText;
	}

	async #beforeNuls(source: ByteSource, size: number): Promise<number> {
		const known = this.#end;
		if (known < this.#size && this.#size <= size) {
			// Searching all NULs after each write would take too long. Writers begin with the first one.
			const written = await endAfter(source, known, size);
			if (written > known) {
				return Math.max(written, await endBefore(source, size, this.#size));
			}
		}
		return endBefore(source, size, 0);
	}
}

/** Returns the end of the bytes other than NUL that begin at `from`. */
async function endAfter(source: ByteSource, from: number, size: number): Promise<number> {
	for (let end = from; ; ) {
		const bytes = await bytesAt(source, end, Math.min(writtenSize, size - end));
		const count = lengthWithoutNuls(bytes);
		end += count;
		if (count === 0 || count < bytes.length) {
			return end;
		}
	}
}

/** Returns the end of the last byte other than NUL in `[from, size)`; 0 if all bytes are NUL. */
async function endBefore(source: ByteSource, size: number, from: number): Promise<number> {
	for (let end = size; end > from; ) {
		const start = Math.max(from, end - stepSize);
		const count = lengthWithoutNuls(await bytesAt(source, start, end - start));
		if (count > 0) {
			return start + count;
		}
		end = start;
	}
	return 0;
}

const nuls = Buffer.alloc(4096);

/** Returns the number of bytes without the NULs at the end. */
function lengthWithoutNuls(bytes: Uint8Array): number {
	let length = bytes.length;
	while (length >= nuls.length && nuls.compare(bytes, length - nuls.length, length) === 0) {
		length -= nuls.length;
	}
	while (length > 0 && bytes[length - 1] === 0) {
		length--;
	}
	return length;
}
