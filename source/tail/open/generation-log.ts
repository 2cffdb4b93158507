import {type ByteSource, BytesGone} from '../files/open-file.js';
import type {LogFile} from '../log-file.js';

/** The `LogFile` of a regular file. Never returns a byte beyond `size`, because it may belong to the next generation. */
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
	#isGone = false;

	/**
	 * @param init.onFailure Called after a read that failed (with the error, unless that is `BytesGone`) or returned fewer bytes
	 * than expected (with undefined). Resolves once the state of the file is known.
	 * @param init.onSuccess Called after a read that returned all expected bytes.
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
	get isGone(): boolean {
		return this.#isGone;
	}

	/** Number of bytes after `startSize` that no caller has read yet. */
	get unread(): number {
		return Math.max(0, this.#size - this.#readTo);
	}

	/** Sets the known number of bytes. */
	grow(size: number): void {
		this.#size = size;
	}

	/**
	 * Sets the source of the bytes; undefined if they are gone.
	 *
	 * @param identity Identity of the file with the bytes, if it is a different file.
	 */
	readFrom(source: ByteSource | undefined, identity = this.#identity): void {
		this.#identity = identity;
		this.#source = source;
		this.#isGone = source === undefined;
	}

	async approach(position: number): Promise<number> {
		try {
			return (await this.#source?.approach?.(position)) ?? position;
		} catch {
			// The next read reports the error.
			return position;
		}
	}

	/** Reads like `read`, but doesn't change `unread` and handles no failures. May reject. */
	async peek(target: Uint8Array, position: number): Promise<number> {
		const length = Math.min(target.length, this.#size - position);
		const count = length > 0 ? ((await this.#source?.read(target.subarray(0, length), position)) ?? 0) : 0;
		return this.#isGone ? 0 : count;
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const length = Math.min(target.length, this.#size - position);
		const source = this.#source;
		if (source === undefined || length <= 0) {
			return 0;
		}
		try {
			const count = await source.read(target.subarray(0, length), position);
			if (this.#isGone) {
				// Truncated during the read: these bytes may belong to the next generation.
				return 0;
			}
			this.#readTo = Math.max(this.#readTo, position + count);
			if (count === length) {
				this.#onSuccess();
				return count;
			}
			const reporting = this.#onFailure(undefined);
			if (count > 0) {
				return count;
			}
			// The file may have been truncated. Its bytes may now come from a copy.
			await reporting;
			return this.#source === source ? 0 : this.read(target, position);
		} catch (error) {
			if (this.#source !== source) {
				// The file has ended or has a new source since the read began, and the previous source was closed.
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
