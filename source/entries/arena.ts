/**
 * Bytes per arena buffer. Entries are looked up in batches, and a batch ends when the buffer changes, so buffers are large. A
 * line has up to 64 KiB.
 */
const arenaSize = 1 << 20;

/** Shorter strings are copied byte by byte, because a call of `copy` takes as long as that. */
const shortText = 64;

/**
 * Storage for strings that differ from the bytes in the log, such as decoded ones. Written bytes are never overwritten: a full
 * arena continues with a new buffer, and the old buffer lives as long as anything refers to it.
 */
export class Arena {
	/** Current buffer. Its free space starts at `used`. */
	buffer: Buffer = Buffer.alloc(0);
	used = 0;

	/** Ensures that the current buffer has `size` contiguous free bytes. */
	reserve(size: number): void {
		if (this.used + size > this.buffer.length) {
			this.buffer = Buffer.allocUnsafeSlow(Math.max(arenaSize, size));
			this.used = 0;
		}
	}

	/** Copies `bytes[start, end)` and returns its offset in `buffer`. The caller has reserved the space. */
	append(bytes: Buffer, start: number, end: number): number {
		const {buffer, used: offset} = this;
		if (end - start < shortText) {
			for (let from = start, to = offset; from < end; from++, to++) {
				buffer[to] = bytes[from] ?? 0;
			}
		} else {
			bytes.copy(buffer, offset, start, end);
		}
		this.used += end - start;
		return offset;
	}
	/** Writes a text with one character per byte, and returns its offset in `buffer`. */
	appendText(text: string): number {
		this.reserve(text.length);
		const offset = this.used;
		this.used += this.buffer.write(text, offset, 'latin1');
		return offset;
	}
}
