import type {EntryRecord} from './entry-record.js';
import type {Format, Scan} from './format.js';
import {formats} from './formats.js';

const carriageReturn = 13;

/** Reads the lines of one file, each with the format that fits: the one that read the line before is tried first. */
export class LineReader {
	readonly #scans: readonly Scan[];
	#last = 0;

	constructor(candidates: readonly Format[] = formats) {
		this.#scans = candidates.map(format => format.open());
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in the table, or -1 when
	 * no format reads it.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		if (this.#try(this.#last, bytes, start, lineEnd, record)) {
			return this.#last;
		}
		for (let index = 0; index < this.#scans.length; index++) {
			if (index !== this.#last && this.#try(index, bytes, start, lineEnd, record)) {
				this.#last = index;
				return index;
			}
		}
		return -1;
	}

	#try(index: number, bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		record.clear();
		return this.#scans[index]?.(bytes, start, end, record) ?? false;
	}
}
