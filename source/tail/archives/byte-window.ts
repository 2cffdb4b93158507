/** Small writes make small chunks: copied together into blocks, they cost no more than their bytes. */
const blockSize = 256 * 1024;

/** A stretch of a stream of bytes that is kept in memory: it grows at its end and lets go of its beginning. */
export class ByteWindow {
	readonly #blocks: Uint8Array[] = [];
	/** Number of the first block that is kept. */
	#firstBlock = 0;
	#start = 0;
	#end = 0;
	/** A block let go, to be used again: getting memory costs more than copying into it. */
	#spare: Uint8Array | undefined;

	/** Offset in the stream of the first byte that is kept. */
	get start(): number {
		return this.#start;
	}

	/** Offset in the stream of the byte that comes next. */
	get end(): number {
		return this.#end;
	}

	/** Bytes of memory that it takes. */
	get memory(): number {
		return (this.#blocks.length + (this.#spare === undefined ? 0 : 1)) * blockSize;
	}

	append(chunk: Uint8Array): void {
		for (let taken = 0; taken < chunk.length; ) {
			const offset = this.#end % blockSize;
			if (this.#blocks.length === 0) {
				this.#firstBlock = Math.floor(this.#end / blockSize);
			}

			if (offset === 0 || this.#blocks.length === 0) {
				this.#blocks.push(this.#spare ?? new Uint8Array(blockSize));
				this.#spare = undefined;
			}

			const part = chunk.subarray(taken, taken + blockSize - offset);
			this.#blocks.at(-1)?.set(part, offset);
			taken += part.length;
			this.#end += part.length;
		}
	}

	/** Copies what is kept from `position` on into `target`, as much as fits. Returns the number of bytes. */
	read(target: Uint8Array, position: number): number {
		if (position < this.#start) {
			return 0;
		}

		const end = Math.min(position + target.length, this.#end);
		let at = position;
		while (at < end) {
			const offset = at % blockSize;
			const block = this.#blocks[Math.floor(at / blockSize) - this.#firstBlock];
			if (block === undefined) {
				break;
			}

			const length = Math.min(blockSize - offset, end - at);
			target.set(block.subarray(offset, offset + length), at - position);
			at += length;
		}

		return Math.max(0, at - position);
	}

	/** Lets go of the oldest block if all of it stands before `position`. False when it doesn't. */
	drop(position: number): boolean {
		const next = Math.min((this.#firstBlock + 1) * blockSize, this.#end);
		if (this.#blocks.length === 0 || next > position) {
			return false;
		}

		this.#spare = this.#blocks.shift();
		this.#firstBlock++;
		this.#start = next;
		return true;
	}

	/** Lets go of everything. */
	clear(): void {
		this.#blocks.length = 0;
		this.#spare = undefined;
		this.#start = this.#end;
	}
}
