import {tailLength} from '../checkpoints/checkpoint.js';

/** The bytes of a log that are being cut, and where they stand there. */
export class CutBytes {
	#bytes: Buffer = Buffer.alloc(0);
	/** Of the first of them in the log. */
	#offset: number;
	/** What stands before them, up to `tailLength`. */
	#tail: Buffer;

	/**
	 * @param offset Where the first bytes will stand.
	 * @param tail What stands before that.
	 */
	constructor(offset: number, tail: Buffer) {
		this.#offset = offset;
		this.#tail = tail;
	}

	/** Offset behind them. */
	get end(): number {
		return this.#offset + this.#bytes.length;
	}

	/** Goes on to those that follow. */
	next(bytes: Buffer): void {
		this.#tail = joinedTail(this.#tail, this.#bytes);
		this.#offset = this.end;
		this.#bytes = bytes;
	}

	/** Gives those back that stand at an offset and behind it. */
	goBack(offset: number): void {
		this.#bytes = this.#bytes.subarray(0, offset - this.#offset);
	}

	/** Those of them between two offsets. */
	between(start: number, end: number): Buffer {
		return this.#bytes.subarray(Math.max(0, start - this.#offset), end - this.#offset);
	}

	/** What stands before an offset that is one of theirs, or behind them: up to `tailLength`. */
	tailAt(offset: number): Buffer {
		return joinedTail(this.#tail, this.between(this.#offset, offset));
	}
}

/**
 * The last bytes of two pieces that follow each other: a copy, so that the pieces needn't be kept for it. It doesn't stand
 * in the pool that Node's small buffers share: all of that is kept as long as one of them is, 64 KiB on Node 24.
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
