import {type EntryRecord, unread} from './entry-record.js';
import type {FormatReader, Scan} from './format.js';
import {readers} from './formats.js';
import {HeaderInForce, type LogHeader, noHeader} from './log-header.js';

const carriageReturn = 13;

/** Reads the lines of one file, each with what fits: the reader of the line before is tried first. */
export class LineReader {
	readonly #scans: readonly Scan[];
	/** The number of the first format of each reader. */
	readonly #firsts: readonly number[];
	#last = 0;
	readonly #inForce = new HeaderInForce();
	/** The reader of lines that depend on the header. */
	readonly #headed: number;

	constructor(candidates: readonly FormatReader[] = readers) {
		this.#scans = candidates.map(reader => reader.open(this.#inForce));
		this.#headed = candidates.findIndex(({isHeaded}) => isHeaded === true);
		let first = 0;
		this.#firsts = candidates.map(({formats}) => {
			first += formats.length;
			return first - formats.length;
		});
	}

	/** What the lines so far have said of those after them. To be replaced when reading goes on elsewhere in the file. */
	get header(): LogHeader {
		return this.#inForce.current;
	}

	set header(header: LogHeader) {
		if (header !== this.#inForce.current) {
			this.#inForce.current = header;
			this.#last = header === noHeader || this.#headed === -1 ? this.#last : this.#headed;
		}
	}

	/** Whether how the next lines are to be read may depend on lines before them. */
	get isHeaded(): boolean {
		return this.#last === this.#headed || this.header !== noHeader;
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in the table, or `noRequest`,
	 * or `unread` when no format reads it.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const last = this.#try(this.#last, bytes, start, lineEnd, record);
		if (last !== unread) {
			return last;
		}
		for (let index = 0; index < this.#scans.length; index++) {
			const number = index === this.#last ? unread : this.#try(index, bytes, start, lineEnd, record);
			if (number !== unread) {
				this.#last = index;
				return number;
			}
		}
		return unread;
	}

	#try(index: number, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		record.clear();
		const number = this.#scans[index]?.(bytes, start, end, record) ?? unread;
		return number >= 0 ? number + (this.#firsts[index] ?? 0) : number;
	}
}
