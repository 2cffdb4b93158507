import type {BigIntStats} from 'node:fs';
import {type Identity, identityOf} from '../files/identity.js';
import type {OpenFile} from '../files/open-file.js';

/** The file that was there at the start, and how much of it. */
type FirstFile = {readonly identity: Identity; readonly birth: bigint; readonly size: number};

/** How much of what is opened at a path is the past: of the file that was there at the start, what it held then. */
export class PastAtPath {
	#past: 'all' | 'none' | 'unknown' | FirstFile;

	/** @param past All there is in whatever file, nothing, or what is there at the first look. */
	constructor(past: 'all' | 'none' | 'unknown') {
		this.#past = past;
	}

	/** A look has found this, or nothing. The first one counts. */
	looked(stats: BigIntStats | undefined): void {
		if (this.#past === 'unknown') {
			this.#past =
				stats === undefined
					? 'none'
					: {identity: identityOf(stats), birth: stats.birthtimeNs, size: Number(stats.size)};
		}
	}

	/** Bytes of a file, now opened, that are the past; Infinity: all there are. */
	take({identity, birth}: Pick<OpenFile, 'identity' | 'birth'>): number {
		const past = this.#past;
		if (typeof past !== 'object') {
			return past === 'all' ? Number.POSITIVE_INFINITY : 0;
		}

		if (past.identity !== identity || past.birth !== birth) {
			return 0;
		}

		// Later another file may have that inode, and not every file system tells when it was made.
		this.#past = 'none';
		return past.size;
	}
}
