import type {LogFile} from '../bytes/log-file.js';

/** What was read: `buffer[0, length)`, which stands at `offset` in the file. */
export type Chunk = {readonly buffer: Buffer; readonly length: number; readonly offset: number};

/** Reads a stretch of a file in chunks, the next one while the last is being worked on. */
export class ReadAhead {
	readonly #file: Pick<LogFile, 'read'>;
	readonly #end: number;
	readonly #buffers: [Buffer, Buffer];
	#position: number;
	#reading: Promise<Chunk> | undefined;

	/** The buffers are the caller's: so many stretches can share them, one after the other, but not in turns. */
	constructor(file: Pick<LogFile, 'read'>, start: number, end: number, buffers: [Buffer, Buffer]) {
		this.#file = file;
		this.#position = start;
		this.#end = end;
		this.#buffers = buffers;
	}

	/** The next chunk, valid until the next call; of length 0 at the end, or when the file can't be read. */
	async next(): Promise<Chunk> {
		const chunk = await (this.#reading ?? this.#read());
		this.#position += chunk.length;
		this.#reading = chunk.length > 0 && this.#position < this.#end ? this.#read() : undefined;
		return chunk;
	}

	/** Resolves when nothing is being read into the buffers any more. */
	async close(): Promise<void> {
		await this.#reading;
	}

	async #read(): Promise<Chunk> {
		const offset = this.#position;
		const [buffer] = this.#buffers;
		this.#buffers.reverse();
		const target = buffer.subarray(0, Math.min(buffer.length, this.#end - offset));
		return {buffer, length: target.length === 0 ? 0 : await this.#file.read(target, offset), offset};
	}
}
