import {type Compression, type DecodingStream, decodingStream} from './compression.js';

/**
 * Decodes compressed bytes when it is asked to, never ahead by more than a piece: what is decoded may be a thousand
 * times as much. The work is done in another thread.
 */
export class Decoder {
	readonly #stream: DecodingStream;
	#isWriting = false;
	#written = 0;
	#hasEnded = false;
	#isClosed = false;
	#failure: Error | undefined;
	#wake: () => void = () => {};

	constructor(compression: Compression) {
		this.#stream = decodingStream(compression)
			.on('readable', () => this.#wake())
			.on('end', () => {
				this.#hasEnded = true;
				this.#wake();
			})
			.on('error', error => {
				this.#failure = error;
				this.#wake();
			})
			.on('close', () => {
				this.#isClosed = true;
				this.#wake();
			});
	}

	/** True when the compressed text is complete: it takes no more. */
	get hasEnded(): boolean {
		return this.#hasEnded;
	}

	/** Why it can't go on: what was written is damaged, or is to end in the middle. */
	get failure(): Error | undefined {
		return this.#failure;
	}

	/** How many of the bytes written belong to the compressed text; the others are left over. */
	get taken(): number {
		return this.#stream.bytesWritten;
	}

	/**
	 * What was decoded next; undefined when there is no more: then it needs more to be written, unless it has ended
	 * or failed. After a failure pieces decoded just before may be missing.
	 */
	async next(): Promise<Uint8Array | undefined> {
		for (;;) {
			const piece: Uint8Array | null = this.#isClosed ? null : this.#stream.read();
			if (piece !== null) {
				return piece;
			}

			const isOver = this.#hasEnded || this.#failure !== undefined || this.#isClosed;
			if (isOver || !this.#isWriting) {
				return undefined;
			}

			await new Promise<void>(resolve => {
				this.#wake = resolve;
			});
		}
	}

	/** Takes bytes, once `next` has given all. They must stay as they are until it has given all again. */
	write(bytes: Uint8Array): void {
		this.#isWriting = true;
		this.#written += bytes.length;
		this.#stream.write(bytes, error => {
			if (error) {
				return;
			}

			this.#isWriting = false;
			// What is left over stands behind the end. The event of that comes later.
			this.#hasEnded ||= this.#stream.bytesWritten < this.#written;
			this.#wake();
		});
	}

	/** No more will be written. What comes of it, `next` tells, then `hasEnded` or `failure`. */
	end(): void {
		this.#isWriting = true;
		this.#stream.end();
	}

	close(): void {
		this.#stream.destroy();
	}
}
