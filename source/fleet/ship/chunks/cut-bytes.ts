import {tailLength} from '../checkpoints/checkpoint.js';

/** The bytes of a log that are being split, and their offset. */
export class CutBytes {
	#bytes: Buffer = Buffer.alloc(0);
	/** Offset of the first byte in the log. */
	#offset: number;
	/** The bytes before the offset, up to `tailLength`. */
	#tail: Buffer;

	/**
	 * @param offset - offset of the first bytes that will be passed
	 * @param tail - the bytes before that offset
	 */
	constructor(offset: number, tail: Buffer) {
		this.#offset = offset;
		this.#tail = tail;
	}

	/** Offset after the last byte. */
	get end(): number {
		return this.#offset + this.#bytes.length;
	}

	/** Replaces the bytes with the following ones. */
	next(bytes: Buffer): void {
		this.#tail = joinedTail(this.#tail, this.#bytes);
		this.#offset = this.end;
		this.#bytes = bytes;
	}

	/** Drops the bytes from an offset on. */
	goBack(offset: number): void {
		this.#bytes = this.#bytes.subarray(0, offset - this.#offset);
	}

	/** Returns the bytes between two offsets. */
	between(start: number, end: number): Buffer {
		return this.#bytes.subarray(Math.max(0, start - this.#offset), end - this.#offset);
	}

	/** Returns up to `tailLength` bytes before an offset. The offset must be in the current bytes or at their end. */
	tailAt(offset: number): Buffer {
		return joinedTail(this.#tail, this.between(this.#offset, offset));
	}
}

/**
 * Returns the last bytes of two consecutive pieces. They are copied, so that the pieces can be freed. The copy isn't in the pool
 * of Node's small buffers: one buffer there retains the whole pool, 64 KiB on Node 24.
 */
function joinedTail(before: Buffer, after: Buffer): Buffer {
	if (after.length === 0) {
		return before;
	}
	const joined = after.length >= tailLength ? after : Buffer.concat([before, after]);
	const tail = joined.subarray(-tailLength);
	const kept = Buffer.allocUnsafeSlow(tail.length);
	kept.set(tail);
	return kept;
}
