import {fstatSync, readSync, statSync} from 'node:fs';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {newline} from '../ascii.js';
import {errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';

/** The reader of the output has closed it. The program ends without a message. */
export class OutputClosed extends Error {
	override readonly name = 'OutputClosed';
}

/** Bytes to collect before a write. */
const fullAt = 1 << 16;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const maxCharacterSize = 3;

/**
 * Writes lines to a stream in large pieces, with backpressure. Error messages contain its name. Each call must wait for the
 * previous one.
 */
export class Sink {
	readonly #stream: NodeJS.WritableStream;
	readonly #name: string;
	/** Collected output. All pieces are written from this buffer: a new buffer for each took up to 10 % more CPU time. */
	#gathered = Buffer.allocUnsafe(2 * fullAt);
	#size = 0;
	#error: Error | undefined;

	constructor(stream: NodeJS.WritableStream, name = 'the output') {
		this.#stream = stream;
		this.#name = name;
		stream.on('error', error => this.#failed(error));
	}

	/**
	 * Adds a line, without its line end.
	 * @throws OutputClosed if the reader has closed the output, UserError for any other error
	 */
	async line(line: string | Uint8Array): Promise<void> {
		this.#grow(typeof line === 'string' ? line.length * maxCharacterSize + 1 : line.length + 1);
		if (typeof line === 'string') {
			this.#size += this.#gathered.write(line, this.#size);
		} else {
			this.#gathered.set(line, this.#size);
			this.#size += line.length;
		}
		this.#gathered[this.#size++] = newline;
		if (this.#size >= fullAt) {
			await this.flush();
		}
	}

	/** Writes the collected output. Resolves when the stream has accepted it. */
	async flush(): Promise<void> {
		if (this.#error !== undefined) {
			throw this.#error;
		}
		if (this.#size === 0) {
			return;
		}
		const gathered = this.#gathered.subarray(0, this.#size);
		this.#size = 0;
		await new Promise<void>(resolve => {
			const taken = (error?: Error | null): void => {
				if (error) {
					this.#failed(error);
				}
				resolve();
			};
			try {
				this.#stream.write(gathered, taken);
			} catch (error) {
				// Node writes to files synchronously, and errors are thrown.
				taken(error instanceof Error ? error : new Error(String(error)));
			}
		});
		// Node writes to files and pipes synchronously. Without a turn of the event loop, signals would be handled only after all
		// output.
		await nextTurn();
		if (this.#error !== undefined) {
			throw this.#error;
		}
	}

	/** Grows the buffer for another `bytes`, because a line may be of any length. */
	#grow(bytes: number): void {
		const needed = this.#size + bytes;
		if (needed > this.#gathered.length) {
			const larger = Buffer.allocUnsafe(needed);
			this.#gathered.copy(larger, 0, 0, this.#size);
			this.#gathered = larger;
		}
	}

	#failed(error: NodeJS.ErrnoException): void {
		this.#error ??=
			error.code === 'EPIPE'
				? new OutputClosed('the output was closed', {cause: error})
				: new UserError(`${this.#name} can't be written: ${errnoWords(error)}`, {cause: error});
	}
}

/**
 * Returns the sink of stdout.
 * @throws UserError if stdout is closed: output would be lost, although the exit status reports success
 */
export function stdoutSink(): Sink {
	if (isStdoutClosed()) {
		throw new UserError('stdout is closed: remove >&-, or write >/dev/null');
	}
	return new Sink(process.stdout);
}

/**
 * Checks whether stdout was closed, as by `>&-`. Node then opens the null device for it, for reading and writing, so that no
 * other file becomes stdout. A shell opens `>/dev/null` for writing only, so that it can't be read.
 */
function isStdoutClosed(): boolean {
	try {
		return fstatSync(1).rdev === statSync('/dev/null').rdev && readSync(1, Buffer.alloc(1)) === 0;
	} catch {
		return false;
	}
}
