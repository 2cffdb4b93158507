import {setImmediate as nextTurn} from 'node:timers/promises';
import type {LogFile} from '../../source/tail/log-file.js';

let files = 0;

/** A log file in memory that can simulate slow, short and failing reads. */
export class MemoryFile implements LogFile {
	readonly id = files++;
	readonly path: string;
	readonly startSize: number;
	/** Position and returned length of each read, in call order. */
	readonly reads: Array<readonly [position: number, length: number]> = [];
	/** Maximum number of bytes that one read returns. */
	readonly maxRead: number;
	/** If false, a read completes without yielding to the event loop. */
	readonly isSlow: boolean;
	/** Called before each read. */
	onRead: (position: number) => void = () => {};
	/** Called before each read of `size`. */
	onSize: () => void = () => {};
	/** If false, reads return no bytes for now. */
	isReadable = true;
	/** True if the file will never be readable again. */
	isGone = false;
	readonly continues = false;
	#bytes: Buffer;

	/** Creates a file. The first `startSize` bytes of `content` are its backfill, by default all bytes. */
	constructor(
		content: string | Buffer,
		{
			path = 'access.log',
			startSize = Number.POSITIVE_INFINITY,
			maxRead = Number.POSITIVE_INFINITY,
			isSlow = true,
		} = {},
	) {
		this.#bytes = Buffer.from(content);
		this.path = path;
		this.startSize = Math.min(startSize, this.#bytes.length);
		this.maxRead = maxRead;
		this.isSlow = isSlow;
	}

	get size(): number {
		this.onSize();
		return this.#bytes.length;
	}

	/** Appends content. The caller must notify the reader. */
	append(content: string | Buffer): void {
		this.#bytes = Buffer.concat([this.#bytes, Buffer.from(content)]);
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		this.onRead(position);
		if (this.isSlow) {
			// A real file also delivers its bytes in a later turn.
			await nextTurn();
		}
		const end = Math.min(position + target.length, this.#bytes.length, position + this.maxRead);
		const length = this.isReadable ? Math.max(0, end - position) : 0;
		target.set(this.#bytes.subarray(position, position + length));
		this.reads.push([position, length]);
		return length;
	}
}
