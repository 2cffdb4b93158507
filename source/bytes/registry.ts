import type {BigIntStats} from 'node:fs';
import {type Identity, identityOf} from './identity.js';
import type {LiveFile} from './live-file.js';

type Past = {readonly birth: bigint; readonly size: number};

/** As many ended files are remembered: more than a directory keeps of rotated ones. */
const rememberedFiles = 1000;

/** Every open file by its identity, so that a file with several names is read once. */
export class Registry {
	readonly #files = new Map<Identity, LiveFile>();
	readonly #past = new Map<Identity, Past>();

	get files(): Iterable<LiveFile> {
		return this.#files.values();
	}

	find(identity: Identity): LiveFile | undefined {
		return this.#files.get(identity);
	}

	add(file: LiveFile): void {
		this.#files.set(file.identity, file);
	}

	remove(file: LiveFile): void {
		if (this.#files.get(file.identity) === file) {
			this.#files.delete(file.identity);
		}
	}

	/** Remembers a file that has ended but is still somewhere on the disk. */
	remember(identity: Identity, past: Past): void {
		this.#past.delete(identity);
		this.#past.set(identity, past);
		for (const oldest of this.#past.keys()) {
			if (this.#past.size <= rememberedFiles) {
				break;
			}

			this.#past.delete(oldest);
		}
	}

	/** The size at which the file ended, when it is one that has been read before. */
	sizeWhenEnded(stats: BigIntStats): number | undefined {
		// Where the file system keeps no time of birth, another file with the inode used again would look the same.
		const past = stats.birthtimeNs === 0n ? undefined : this.#past.get(identityOf(stats));
		return past?.birth === stats.birthtimeNs ? past.size : undefined;
	}
}
