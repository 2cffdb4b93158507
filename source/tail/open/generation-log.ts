import {type ByteSource, BytesGone} from '../files/open-file.js';
import type {LogFile} from '../log-file.js';

/** The `LogFile` of a regular file. Never hands out a byte beyond `size`: that may belong to the next generation. */
export class GenerationLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize: number;
	readonly continues: boolean;
	readonly #onFailure: (error: unknown) => Promise<void>;
	readonly #onSuccess: () => void;
	#identity: string;
	#source: ByteSource | undefined;
	#size: number;
	#readTo: number;
	#gone = false;

	/**
	 * @param init.onFailure Told of a read that failed (an error) or gave less than there should be (undefined). Resolves
	 *   once it is known what has become of the file.
	 * @param init.onSuccess Told of every other read.
	 */
	constructor(init: {
		readonly id: number;
		readonly path: string;
		readonly startSize: number;
		readonly continues: boolean;
		readonly identity: string;
		readonly size: number;
		readonly source: ByteSource;
		readonly onFailure: (error: unknown) => Promise<void>;
		readonly onSuccess: () => void;
	}) {
		this.id = init.id;
		this.path = init.path;
		this.startSize = init.startSize;
		this.continues = init.continues;
		this.#identity = init.identity;
		this.#size = init.size;
		this.#readTo = init.startSize;
		this.#source = init.source;
		this.#onFailure = init.onFailure;
		this.#onSuccess = init.onSuccess;
	}

	get identity(): string {
		return this.#identity;
	}

	get size(): number {
		return this.#size;
	}

	/** See `LogFile`. */
	get gone(): boolean {
		return this.#gone;
	}

	/** How many of the bytes after `startSize` nobody has asked for yet. */
	get unread(): number {
		return Math.max(0, this.#size - this.#readTo);
	}

	/** So many bytes are known to be in it now. */
	grow(size: number): void {
		this.#size = size;
	}

	/**
	 * From now on the bytes come from there; undefined: they are gone.
	 *
	 * @param identity Of the file that they come from, if that is another one.
	 */
	readFrom(source: ByteSource | undefined, identity = this.#identity): void {
		this.#identity = identity;
		this.#source = source;
		this.#gone = source === undefined;
	}

	async approach(position: number): Promise<number> {
		try {
			return (await this.#source?.approach?.(position)) ?? position;
		} catch {
			// The read that comes next finds out what is the matter.
			return position;
		}
	}

	/** Its first bytes, at most so many; none when they can't be read. That isn't the reading that `unread` is about. */
	async first(length: number): Promise<Uint8Array> {
		const bytes = new Uint8Array(Math.min(length, this.#size));
		try {
			const count = (await this.#source?.read(bytes, 0)) ?? 0;
			return bytes.subarray(0, this.#gone ? 0 : count);
		} catch {
			return new Uint8Array();
		}
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const length = Math.min(target.length, this.#size - position);
		const source = this.#source;
		if (source === undefined || length <= 0) {
			return 0;
		}

		try {
			const count = await source.read(target.subarray(0, length), position);
			if (this.#gone) {
				// Truncated meanwhile: these may be the next generation's bytes.
				return 0;
			}

			this.#readTo = Math.max(this.#readTo, position + count);
			if (count === length) {
				this.#onSuccess();
				return count;
			}

			const told = this.#onFailure(undefined);
			if (count > 0) {
				return count;
			}

			// It may have been truncated, and its bytes may be found in a copy.
			await told;
			return this.#source === source ? 0 : this.read(target, position);
		} catch (error) {
			if (this.#source !== source) {
				// It has ended meanwhile, or come to be elsewhere, and what it was read from was closed.
				return this.read(target, position);
			}

			if (error instanceof BytesGone) {
				this.readFrom(undefined);
			} else {
				void this.#onFailure(error);
			}

			return 0;
		}
	}
}
