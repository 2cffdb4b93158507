import type {EntryRecord} from './entry-record.js';
import type {Format, Scan} from './format.js';
import {formats} from './formats.js';

const carriageReturn = 13;

/** Reads the lines of one file, each with the format that fits: the one that read the line before is tried first. */
export class LineReader {
	readonly #scans: readonly Scan[];
	readonly #beginnings: ReadonlyArray<Scan | undefined>;
	#last = 0;

	constructor(candidates: readonly Format[] = formats) {
		this.#scans = candidates.map(format => format.open());
		this.#beginnings = candidates.map(format => format.openBeginning?.());
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

	/**
	 * The same for a line that was cut within its request, and that no format reads as it is: what stands before the cut.
	 * Formats that begin alike are only told apart by the line before.
	 */
	readBeginning(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const order = [this.#last, ...this.#beginnings.keys()];
		const found = order.find(index => {
			record.clear();
			return this.#beginnings[index]?.(bytes, start, end, record);
		});
		return found ?? -1;
	}

	#try(index: number, bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		record.clear();
		return this.#scans[index]?.(bytes, start, end, record) ?? false;
	}
}
