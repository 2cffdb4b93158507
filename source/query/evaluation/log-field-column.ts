import {hash, newline} from '../../ascii.js';
import {LogFieldReader} from '../../entries/log-fields/log-field-reader.js';
import {printedValue} from '../../entries/log-fields/log-value.js';
import type {StoredValues} from '../../index/column.js';
import {Dictionary, noText} from '../../index/dictionary.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import type {LineBlock} from './line-block.js';
import type {LineFact} from './line-fact.js';
import {type IdRuns, PackedIds} from './packed-ids.js';
import {ReadRows} from './read-rows.js';

/** The values of a log field in a segment, as ids of strings in a dictionary. */
class ValueRows extends ReadRows {
	readonly dictionary: Dictionary;
	/** Ids by row, while rows are missing: `noText` for a row without a value and for a row that hasn't been read. */
	#open: Uint32Array<ArrayBuffer> | undefined;
	#packed: PackedIds | undefined;

	constructor(dictionary: Dictionary) {
		super();
		this.dictionary = dictionary;
	}

	/** Bytes of memory. */
	get memory(): number {
		return 2 * this.read.byteLength + (this.#open?.byteLength ?? this.#packed?.memory ?? 0);
	}

	/** Sets the ids of rows. */
	set(rows: Uint16Array, ids: Uint32Array): void {
		if (rows.length > 0) {
			this.#open ??= new Uint32Array(segmentRows);
		}
		for (let index = 0; index < rows.length && this.#open !== undefined; index++) {
			this.#open[rows[index] ?? 0] = ids[index] ?? noText;
		}
		this.add(rows);
	}

	/** Packs the ids. All rows of the segment must have been read or be lost, and none may be added. */
	pack(rows: number): void {
		if (this.#open !== undefined) {
			this.#packed = new PackedIds(this.#open.subarray(0, rows));
			this.#open = undefined;
		}
	}

	/** Returns the id of a row. */
	get(row: number): number {
		return this.#open?.[row] ?? this.#packed?.get(row) ?? noText;
	}

	/** The ids as runs if they are packed in this form. */
	get runs(): IdRuns | undefined {
		return this.#open === undefined ? this.#packed?.runs : undefined;
	}

	/** Returns the ids, for loops over many rows. Valid until the next call for any segment. */
	stored(): StoredValues {
		return this.#open === undefined && this.#packed !== undefined
			? this.#packed.stored()
			: {values: this.#open, base: 0, unit: 1, nan: Number.NaN};
	}
}

/** Bytes for the values of a block; longer ones are interned in several steps. */
const valuesSize = 1 << 20;

/**
 * The values of a log field: for each entry the id of a string in a dictionary, like the columns of the index. A value is in its
 * stored form, see `log-value.ts`. Each epoch of the index has its own dictionary, which is released with it.
 */
export class LogFieldColumn implements LineFact {
	readonly needsHeader = true;
	readonly isSlow = true;
	readonly #reader: LogFieldReader;
	readonly #rows = new Map<Segment, ValueRows>();
	/** By the dictionaries of the epoch. */
	readonly #dictionaries = new Map<readonly Dictionary[], Dictionary>();
	#values = Buffer.alloc(0);
	#linesRead = 0;
	/** The block that was read last, and the end of its last line. */
	#block: LineBlock | undefined;
	#readTo = 0;

	/**
	 * @param name in lower case, without the @
	 * @param choice the format of the lines if the user chose one: see `chosenReaders`
	 */
	constructor(name: string, choice?: string) {
		this.#reader = new LogFieldReader(name, choice);
	}

	/** Bytes of memory, with the strings. */
	get memory(): number {
		let bytes = 0;
		for (const rows of this.#rows.values()) {
			bytes += rows.memory;
		}
		for (const {kernel} of this.#dictionaries.values()) {
			bytes += kernel.used;
		}
		return bytes;
	}

	/** True if at least one entry has a value. */
	get hasValues(): boolean {
		return [...this.#dictionaries.values()].some(({size}) => size > 0);
	}

	/** Number of lines that have been read, also for entries that are gone. */
	get linesRead(): number {
		return this.#linesRead;
	}

	rowsOf(segment: Segment): ValueRows {
		let rows = this.#rows.get(segment);
		if (rows === undefined) {
			rows = new ValueRows(this.#dictionaryOf(segment));
			this.#rows.set(segment, rows);
		}
		return rows;
	}

	take(block: LineBlock, given: Uint16Array): void {
		const {segment, buffer, joined} = block;
		const known = this.rowsOf(segment);
		const rows = known.unread(given);
		this.#linesRead += rows.length;
		const starts = new Uint32Array(rows.length);
		const ends = new Uint32Array(rows.length);
		const ids = new Uint32Array(rows.length);
		const reader = this.#reader;
		if (block !== this.#block) {
			reader.header = block.header;
			this.#block = block;
			this.#readTo = 0;
		}
		let length = 0;
		let first = 0;
		for (let index = 0; index < rows.length; index++) {
			const row = rows[index] ?? 0;
			const line = joined.get(row);
			const start = line === undefined ? block.startOf(row) : 0;
			const end = line === undefined ? block.endOf(start) : line.length;
			if (line === undefined) {
				this.#readHeaders(block, this.#readTo, start);
				this.#readTo = end;
			}
			if (!reader.read(line ?? buffer, start, end, segment.format.get(row))) {
				starts[index] = length;
				ends[index] = length;
				continue;
			}
			const {bytes, start: valueStart, end: valueEnd} = reader.value;
			const size = valueEnd - valueStart;
			if (length + size > this.#values.length) {
				this.#intern(known, {starts, ends}, first, index, ids);
				first = index;
				length = 0;
				this.#values =
					size > this.#values.length ? Buffer.allocUnsafe(Math.max(size, valuesSize)) : this.#values;
			}
			starts[index] = length;
			for (let at = valueStart; at < valueEnd; at++) {
				this.#values[length++] = bytes[at] ?? 0;
			}
			ends[index] = length;
		}
		this.#intern(known, {starts, ends}, first, rows.length, ids);
		known.set(rows, ids);
		this.#pack(segment, known);
	}

	/** Returns the printed value of an entry: null if it has no value, undefined if its line hasn't been read. */
	valueAt(segment: Segment, row: number): string | null | undefined {
		const rows = this.rowsOf(segment);
		if (!rows.has(row)) {
			return undefined;
		}
		const id = rows.get(row);
		return id === noText ? null : printedValue(rows.dictionary.bytes(id).toString());
	}

	/** Packs the ids of sealed segments, and forgets segments that are gone. `segments` are all existing segments. */
	tidy(segments: ReadonlySet<Segment>): void {
		for (const [segment, rows] of this.#rows) {
			if (!segments.has(segment)) {
				this.#rows.delete(segment);
			} else {
				this.#pack(segment, rows);
			}
		}
		for (const [epoch, dictionary] of this.#dictionaries) {
			if (epoch[0]?.isReleased === true) {
				this.#dictionaries.delete(epoch);
				dictionary.release();
			}
		}
	}

	#pack(segment: Segment, rows: ValueRows): void {
		if (segment.sealed && rows.count === segment.rows) {
			rows.pack(segment.rows);
		}
	}

	/** Frees the memory. The column must not be used afterwards. */
	release(): void {
		for (const dictionary of this.#dictionaries.values()) {
			dictionary.release();
		}
		this.#dictionaries.clear();
		this.#rows.clear();
	}

	/** Reads the header lines in a part of a block, which may contain other lines. */
	#readHeaders({buffer}: LineBlock, from: number, to: number): void {
		for (let lineEnd = buffer.indexOf(newline, from); lineEnd !== -1 && lineEnd + 1 < to; ) {
			const start = lineEnd + 1;
			lineEnd = buffer.indexOf(newline, start);
			if (buffer[start] === hash && lineEnd !== -1) {
				this.#reader.read(buffer, start, lineEnd, 0);
			}
		}
	}

	#intern(
		{dictionary}: ValueRows,
		spans: {readonly starts: Uint32Array; readonly ends: Uint32Array},
		first: number,
		end: number,
		ids: Uint32Array,
	): void {
		if (end > first) {
			dictionary.internAll(this.#values, spans, first, end - first, ids.subarray(first, end));
		}
	}

	#dictionaryOf({dictionaries}: Segment): Dictionary {
		let dictionary = this.#dictionaries.get(dictionaries);
		if (dictionary === undefined) {
			dictionary = new Dictionary();
			this.#dictionaries.set(dictionaries, dictionary);
		}
		return dictionary;
	}
}
