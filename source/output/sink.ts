import {fstatSync, readSync, statSync} from 'node:fs';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {newline} from '../ascii.js';
import {errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';

/** The reader of the output has gone away: there is nothing to do any more, and nothing to say. */
export class OutputClosed extends Error {
	override readonly name = 'OutputClosed';
}

/** Bytes gathered before they are written. */
const fullAt = 1 << 16;

/** Bytes that UTF-8 takes at most for a character of a string. */
const widestCharacter = 3;

/**
 * Writes lines to a stream in large pieces, no faster than they are taken. Problems are told of by its name. Each call
 * has to wait for the one before.
 */
export class Sink {
	readonly #stream: NodeJS.WritableStream;
	readonly #name: string;
	/** What is gathered. Each piece is written from here: a buffer for each took up to a tenth more of the processor. */
	#gathered = Buffer.allocUnsafe(2 * fullAt);
	#size = 0;
	#error: Error | undefined;

	constructor(stream: NodeJS.WritableStream, name = 'the output') {
		this.#stream = stream;
		this.#name = name;
		stream.on('error', error => this.#failed(error));
	}

	/**
	 * Takes a line, without its line end.
	 * @throws OutputClosed when nobody reads any more, UserError when the stream fails otherwise
	 */
	async line(line: string | Uint8Array): Promise<void> {
		this.#makeRoom(typeof line === 'string' ? line.length * widestCharacter + 1 : line.length + 1);
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

	/** Writes what was gathered and resolves when the stream has taken it. */
	async flush(): Promise<void> {
		if (this.#error !== undefined) {
			throw this.#error;
		}
		if (this.#size === 0) {
			return;
		}
		const piece = this.#gathered.subarray(0, this.#size);
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
		// Node writes to files and pipes at once: without a turn of the event loop no signal is noticed until all is
		// printed.
		await nextTurn();
		if (this.#error !== undefined) {
			throw this.#error;
		}
	}

	/** Makes room for so many bytes behind what is gathered, as a line may be of any length. */
	#makeRoom(bytes: number): void {
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
 * The sink of stdout.
 * @throws UserError when stdout is closed: what is printed would be lost, and the status would say that it was printed
 */
export function stdoutSink(): Sink {
	if (isStdoutClosed()) {
		throw new UserError('stdout is closed, so nothing can be printed: leave out >&-, or write >/dev/null');
	}
	return new Sink(process.stdout);
}

/**
 * Whether stdout was closed, as by `>&-`. Node then opens the null device in its place, for reading too, so that no other
 * file becomes stdout. `>/dev/null` of a shell is only open for writing, and can't be read.
 */
function isStdoutClosed(): boolean {
	try {
		return fstatSync(1).rdev === statSync('/dev/null').rdev && readSync(1, Buffer.alloc(1)) === 0;
	} catch {
		return false;
	}
}
