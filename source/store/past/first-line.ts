import {newline} from '../../ascii.js';
import {longestLine} from '../../lines/line-cutter.js';
import {skipNuls} from '../../lines/nuls.js';

/** Finds the first line of a stretch of a file that may begin within one, or within a hole of NULs. */
export class FirstLine {
	readonly #from: number;
	#hole = 0;

	/** @param from Offset of the first byte of the stretch. */
	constructor(from: number) {
		this.#from = from;
	}

	/** How many NULs the stretch begins with, as far as it was looked through; none are counted where the file begins. */
	get hole(): number {
		return this.#hole;
	}

	/**
	 * Where in a chunk the first line begins, or right behind it; undefined if none does. Chunks are given one after the
	 * other, up to the first line.
	 */
	find(chunk: Buffer, offset: number): number | undefined {
		if (this.#from === 0) {
			return 0;
		}
		if (this.#hole === offset - this.#from) {
			const holeEnd = skipNuls(chunk, 0, chunk.length);
			this.#hole += holeEnd;
			if (holeEnd === chunk.length) {
				return undefined;
			}
			if (this.#hole >= longestLine) {
				// No line has so many in its midst.
				return holeEnd;
			}
		}
		const lineEnd = chunk.indexOf(newline);
		return lineEnd === -1 ? undefined : lineEnd + 1;
	}
}
