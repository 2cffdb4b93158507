import {bitsIn} from '../../index/row-bits.js';
import {segmentRows} from '../../index/row-numbers.js';

/** Number of 32-bit words for the rows of a segment. */
export const rowWords = segmentRows / 32;

/** The rows of a segment whose lines have been read for some purpose, as bits. */
export class ReadRows {
	/** A bit for each row whose line has been read. */
	readonly read = new Int32Array(rowWords);
	#lost: Int32Array | undefined;
	#count = 0;

	/** A bit for each row whose line can no longer be read; undefined if all lines can be read. */
	get lost(): Int32Array | undefined {
		return this.#lost;
	}

	/** Number of rows that have been read or can no longer be read. It increases with each change. */
	get count(): number {
		return this.#count;
	}

	/** Checks whether the line of a row has been read. */
	has(row: number): boolean {
		return (((this.read[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
	}

	/** Returns how many of the first `rows` rows have been read or can no longer be read. */
	countIn(rows: number): number {
		const words = rows >>> 5;
		let n = bitsIn(this.#knownOf(words) & ((1 << (rows & 31)) - 1));
		for (let word = 0; word < words; word++) {
			n += bitsIn(this.#knownOf(word));
		}
		return n;
	}

	/** Returns the rows whose lines haven't been read and aren't lost. */
	unread(rows: Uint16Array): Uint16Array {
		// Nearly always, none of them has been read.
		let index = 0;
		while (index < rows.length) {
			const row = rows[index] ?? 0;
			if (isWholeWord(rows, index) && this.#knownOf(row >>> 5) === 0) {
				index += 32;
			} else if (this.#isKnown(row)) {
				return rows.filter(other => !this.#isKnown(other));
			} else {
				index++;
			}
		}
		return rows;
	}

	/** Returns a bit for each row of a word whose line has been read or is lost. */
	#knownOf(word: number): number {
		return (this.read[word] ?? 0) | (this.#lost?.[word] ?? 0);
	}

	#isKnown(row: number): boolean {
		return ((this.#knownOf(row >>> 5) >>> (row & 31)) & 1) === 1;
	}

	/** Notes that the lines of rows have been read. None of them may be known already. */
	add(rows: Uint16Array): void {
		setBits(this.read, rows);
		this.#count += rows.length;
	}

	/** Sets the rows that have been read, and the rows whose lines can no longer be read, as bits. No rows may be set before. */
	protected setAll(read: Int32Array, lost: Int32Array | undefined): void {
		for (const [word, bits] of read.entries()) {
			this.read[word] = bits;
			this.#count += bitsIn(bits) + bitsIn(lost?.[word] ?? 0);
		}
		this.#lost = lost?.slice();
	}

	/** Notes that the lines of rows can no longer be read. None of them may be known already. */
	lose(rows: Uint16Array): void {
		this.#lost ??= new Int32Array(rowWords);
		setBits(this.#lost, rows);
		this.#count += rows.length;
	}
}

/** Sets the bits of rows. */
function setBits(bits: Int32Array, rows: Uint16Array): void {
	for (let index = 0; index < rows.length; ) {
		const row = rows[index] ?? 0;
		if (isWholeWord(rows, index)) {
			bits[row >>> 5] = -1;
			index += 32;
		} else {
			bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
			index++;
		}
	}
}

/** Checks that the rows from `index` on, which are ascending and distinct, begin with all rows of a word. */
function isWholeWord(rows: Uint16Array, index: number): boolean {
	const row = rows[index] ?? 0;
	return (row & 31) === 0 && rows[index + 31] === row + 31;
}
