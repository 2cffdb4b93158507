import {errnoWords} from '../bytes/files/errno-words.js';
import {Failure} from '../failure.js';

/** The reader of the output has gone away: there is nothing to do any more, and nothing to say. */
export class OutputClosed extends Error {
	override readonly name = 'OutputClosed';
}

/** Characters gathered before they are written. */
const fullAt = 1 << 16;

/** Writes lines to a stream in large pieces, no faster than they are taken. Problems are told of by its name. */
export class Sink {
	readonly #stream: NodeJS.WritableStream;
	readonly #name: string;
	#gathered: Array<string | Uint8Array> = [];
	#size = 0;
	#error: Error | undefined;

	constructor(stream: NodeJS.WritableStream, name = 'the output') {
		this.#stream = stream;
		this.#name = name;
		stream.on('error', error => this.#failed(error));
	}

	/**
	 * Takes a line, without its line end.
	 * @throws OutputClosed when nobody reads any more, Failure when the stream fails otherwise
	 */
	async line(line: string | Uint8Array): Promise<void> {
		this.#gathered.push(line, '\n');
		this.#size += line.length + 1;
		if (this.#size >= fullAt) {
			await this.flush();
		}
	}

	/** Writes what was gathered and resolves when the stream has taken it. */
	async flush(): Promise<void> {
		if (this.#error !== undefined) {
			throw this.#error;
		}
		if (this.#size === 0) {
			return;
		}
		const piece = Buffer.concat(
			this.#gathered.map(part => (typeof part === 'string' ? Buffer.from(part) : part)),
		);
		this.#gathered = [];
		this.#size = 0;
		await new Promise<void>(resolve => {
			const taken = (error?: Error | null): void => {
				if (error) {
					this.#failed(error);
				}
				resolve();
			};
			try {
				this.#stream.write(piece, taken);
			} catch (error) {
				// Node writes to files at once, and what fails then is thrown.
				taken(error instanceof Error ? error : new Error(String(error)));
			}
		});
		if (this.#error !== undefined) {
			throw this.#error;
		}
	}

	#failed(error: NodeJS.ErrnoException): void {
		this.#error ??=
			error.code === 'EPIPE'
				? new OutputClosed('the output was closed', {cause: error})
				: new Failure(`${this.#name} can't be written: ${errnoWords(error)}`, {cause: error});
	}
}
