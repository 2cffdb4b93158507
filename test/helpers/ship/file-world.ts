import type {LogFile} from '../../../source/tail/log-file.js';

let inodes = 0;

/** A file on a simulated disk. */
export class WorldFile {
	readonly identity = `1:${++inodes}`;
	path: string;
	bytes = Buffer.alloc(0);

	constructor(path: string) {
		this.path = path;
	}

	append(text: string): void {
		this.bytes = Buffer.concat([this.bytes, Buffer.from(text)]);
	}
}

/** The file as seen through an open descriptor. */
export class OpenWorldFile implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly identity: string;
	readonly startSize = 0;
	readonly continues = false;
	isGone = false;
	readonly file: WorldFile;
	readonly #gate: () => Promise<void>;

	/** @param gate Awaited before each read. */
	constructor(id: number, file: WorldFile, gate: () => Promise<void>) {
		this.id = id;
		this.file = file;
		this.path = file.path;
		this.identity = file.identity;
		this.#gate = gate;
	}

	get size(): number {
		return this.file.bytes.length;
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		await this.#gate();
		if (this.isGone) {
			return 0;
		}
		const end = Math.min(position + target.length, this.size);
		target.set(this.file.bytes.subarray(position, end));
		return Math.max(0, end - position);
	}
}
