import {setImmediate as nextTurn} from 'node:timers/promises';
import type {LogFile} from '../../source/tail/log-file.js';

let files = 0;

/** A log in memory, that can be made to behave badly. */
export class MemoryFile implements LogFile {
	readonly id = files++;
	readonly path: string;
	readonly startSize: number;
	/** Where the reads began, and how many bytes they gave, in their order. */
	readonly reads: Array<readonly [position: number, length: number]> = [];
	/** The most bytes that one read gives. */
	readonly largestRead: number;
	/** False: a read has its bytes at once, and the event loop no turn. */
	readonly isSlow: boolean;
	/** Called before each read. */
	onRead: (position: number) => void = () => {};
	/** Called when somebody asks for the size. */
	onSize: () => void = () => {};
	/** False: nothing can be read just now. */
	isReadable = true;
	/** True: and never will be. */
	gone = false;
	readonly continues = false;
	#bytes: Buffer;

	/** `startSize` of the content is the past; all of it unless said otherwise. */
	constructor(
		content: string | Buffer,
		{
			path = 'access.log',
			startSize = Number.POSITIVE_INFINITY,
			largestRead = Number.POSITIVE_INFINITY,
			isSlow = true,
		} = {},
	) {
		this.#bytes = Buffer.from(content);
		this.path = path;
		this.startSize = Math.min(startSize, this.#bytes.length);
		this.largestRead = largestRead;
		this.isSlow = isSlow;
	}

	get size(): number {
		this.onSize();
		return this.#bytes.length;
	}

	/** Adds to its end. Whoever reads it must be told. */
	append(content: string | Buffer): void {
		this.#bytes = Buffer.concat([this.#bytes, Buffer.from(content)]);
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		this.onRead(position);
		if (this.isSlow) {
			// As with a real file, the bytes come later.
			await nextTurn();
		}
		const end = Math.min(position + target.length, this.#bytes.length, position + this.largestRead);
		const length = this.isReadable ? Math.max(0, end - position) : 0;
		target.set(this.#bytes.subarray(position, position + length));
		this.reads.push([position, length]);
		return length;
	}
}
