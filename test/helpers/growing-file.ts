import {setImmediate as nextTurn} from 'node:timers/promises';
import type {LogFile} from '../../source/tail/log-file.js';

/** A log of any size that needs little memory, because it repeats one block of lines. */
export class GrowingFile implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly continues = false;
	readonly isGone = false;
	size = 0;
	/** Total number of bytes read, and size of the largest read buffer. */
	bytesRead = 0;
	maxRead = 0;
	/** Called before each read. */
	onRead: () => void = () => {};
	readonly #block: Buffer;

	constructor(block: string, {id = 0, path = 'growing.log'} = {}) {
		this.#block = Buffer.from(block);
		this.id = id;
		this.path = path;
	}

	/** Size of the block in bytes. */
	get blockSize(): number {
		return this.#block.length;
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		this.onRead();
		await nextTurn();
		const length = Math.min(target.length, this.size - position);
		for (let filled = 0; filled < length; ) {
			const from = (position + filled) % this.#block.length;
			const part = this.#block.subarray(from, from + length - filled);
			target.set(part, filled);
			filled += part.length;
		}
		this.bytesRead += length;
		this.maxRead = Math.max(this.maxRead, target.length);
		return length;
	}
}
