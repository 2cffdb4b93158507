import {setImmediate as nextTurn} from 'node:timers/promises';
import type {LogFile} from '../../source/tail/log-file.js';

let archives = 0;

/** An archive in memory. Its compressed size equals the size of its text. */
export class MemoryArchive implements LogFile {
	readonly id = 1000 + archives++;
	readonly path: string;
	readonly startSize = 0;
	readonly continues = false;
	readonly isGone = false;
	readonly archive: NonNullable<LogFile['archive']>;
	size = 0;
	/** If false, reads return no bytes for now. */
	isReadable = true;
	/** Called before each read. */
	onRead: () => void = () => {};
	#text: Buffer;

	constructor(text: string, {path = 'access.log.gz', modified = 0, isNew = false} = {}) {
		this.path = path;
		this.#text = Buffer.from(text);
		const left = (): number => this.#text.length - this.size;
		const size = (): number => this.#text.length;
		this.archive = {
			modified,
			isNew,
			get size() {
				return size();
			},
			get left() {
				return left();
			},
			textIn: async size => size,
		};
	}

	/** Appends text. The caller must notify the reader. */
	append(text: string): void {
		this.#text = Buffer.concat([this.#text, Buffer.from(text)]);
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		this.onRead();
		await nextTurn();
		const end = this.isReadable ? Math.min(position + target.length, this.#text.length) : position;
		target.set(this.#text.subarray(position, end));
		this.size = Math.max(this.size, end);
		return end - position;
	}
}
