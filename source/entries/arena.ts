/**
 * Bytes in one arena. Entries are looked up in batches, and a batch ends where the buffer changes: so large ones; and a
 * line has up to 64 KiB.
 */
const arenaSize = 1 << 20;

/** Shorter texts are copied byte by byte: calling `copy` takes as long as that. */
const shortText = 64;

/**
 * Room for texts that don't stand in a log as they are meant. What was written is never overwritten: full, it goes on
 * with a buffer of its own, and the old one lives as long as anything points to it.
 */
export class Arena {
	/** Where to write, from `used` on. */
	buffer: Buffer = Buffer.alloc(0);
	used = 0;

	/** Makes room for so many bytes in one buffer. */
	reserve(size: number): void {
		if (this.used + size > this.buffer.length) {
			this.buffer = Buffer.allocUnsafeSlow(Math.max(arenaSize, size));
			this.used = 0;
		}
	}

	/** Copies `bytes[start, end)`, for which there is room, and returns where they are now. */
	append(bytes: Buffer, start: number, end: number): number {
		const {buffer, used: place} = this;
		if (end - start < shortText) {
			for (let from = start, to = place; from < end; from++, to++) {
				buffer[to] = bytes[from] ?? 0;
			}
		} else {
			bytes.copy(buffer, place, start, end);
		}
		this.used += end - start;
		return place;
	}
}
