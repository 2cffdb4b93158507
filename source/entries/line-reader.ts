import {carriageReturn} from '../ascii.js';
import {allFormats, chosenReaders} from './chosen-readers.js';
import {type EntryRecord, noRequest, unread} from './entry-record.js';
import type {FormatReader, Scan} from './format.js';
import {clfFamily, combined, common} from './formats/clf-family.js';
import {HeaderInForce, type LogHeader, noHeader} from './log-header.js';
import {ReadersByFirstByte} from './readers-by-first-byte.js';
import type {UsualFormats} from './usual-formats.js';
import {InnerLine, type Unwrap, type Wrapper} from './wrappers/wrapper.js';
import {wrappers} from './wrappers.js';

/** A line in a wrapper in a wrapper in a wrapper: a container's output in its runtime's, in a system log, in a file. */
const deepestWrapping = 3;

const usualFormats: UsualFormats = {
	combined: allFormats.indexOf(combined),
	common: allFormats.indexOf(common),
};

/** Reads the lines of one file, each with what fits: the reader of the line before is tried first. */
export class LineReader {
	readonly #candidates: readonly FormatReader[];
	/** Opened when the first line is to be read by it: there are many, and a file needs one. */
	readonly #scans: Array<Scan | undefined>;
	readonly #beginnings: ReadonlyArray<Scan | undefined>;
	readonly #byFirstByte: ReadersByFirstByte;
	/** The number of the first format of each reader. */
	readonly #firsts: readonly number[];
	#last = 0;
	readonly #inForce = new HeaderInForce();
	/** The reader of lines that depend on the header. */
	readonly #headed: number;
	readonly #wrappers: readonly Wrapper[];
	/** Opened when the first line isn't read as it is. */
	#unwraps: readonly Unwrap[] | undefined;
	readonly #inner = new InnerLine();
	/** The outermost wrapper of the line before, tried before the readers; undefined: it had none. */
	#wrapper: Unwrap | undefined;

	constructor(
		candidates: readonly FormatReader[] = chosenReaders(),
		wrapperCandidates: readonly Wrapper[] = wrappers,
	) {
		this.#candidates = candidates;
		this.#scans = candidates.map(() => undefined);
		this.#byFirstByte = ReadersByFirstByte.of(candidates);
		this.#headed = candidates.findIndex(({isHeaded}) => isHeaded === true);
		this.#beginnings = candidates.map(reader => reader.openBeginning?.());
		this.#firsts = candidates.map(({formats: [first]}) =>
			first === undefined ? -1 : allFormats.indexOf(first),
		);
		this.#wrappers = wrapperCandidates;
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
	 * The formats that the next line has if it is of the usual kind, see `Kernel.scan`; undefined while lines are read in
	 * another way. Reading such a line elsewhere changes nothing here.
	 */
	get usual(): UsualFormats | undefined {
		const isUsual =
			this.#wrapper === undefined && this.header === noHeader && this.#candidates[this.#last] === clfFamily;
		return isUsual ? usualFormats : undefined;
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in the table, or `noRequest`,
	 * or `unread` when no format reads it. The record's `source` may be set, by a reader or by what the line was wrapped in.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const wrapper = this.#wrapper;
		if (wrapper !== undefined) {
			const number = this.#readWrapped(wrapper, bytes, start, lineEnd, record);
			if (number !== unread) {
				return number;
			}
		}
		const plain = this.#readPlain(bytes, start, lineEnd, record);
		if (plain !== unread) {
			this.#wrapper = undefined;
			return plain;
		}
		for (const unwrap of this.#openWrappers()) {
			const number = unwrap === wrapper ? unread : this.#readWrapped(unwrap, bytes, start, lineEnd, record);
			if (number !== unread) {
				this.#wrapper = unwrap;
				return number;
			}
		}
		return unread;
	}

	/**
	 * The same for a line that was cut within its request, and that no format reads as it is: what stands before the cut.
	 * Formats that begin alike can't be told apart then: it is said to be of the first.
	 */
	readBeginning(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		for (const [index, scan] of this.#beginnings.entries()) {
			record.clear();
			const number = scan?.(bytes, start, end, record) ?? unread;
			if (number >= 0) {
				return number + (this.#firsts[index] ?? 0);
			}
		}
		return unread;
	}

	/** Reads what is inside of a line in a certain wrapper, and in further ones inside of that. */
	#readWrapped(unwrap: Unwrap, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const inner = this.#inner;
		inner.set(bytes, start, end);
		if (!unwrap(bytes, start, end, inner)) {
			return unread;
		}
		for (let depth = 1; ; depth++) {
			if (inner.end <= inner.start) {
				// An empty line, as far as the program inside is concerned.
				record.clear();
				return noRequest;
			}
			const number = this.#readPlain(inner.bytes, inner.start, inner.end, record);
			if (number !== unread) {
				this.#takeFrom(inner, bytes, record);
				return number;
			}
			if (depth === deepestWrapping || !this.#unwrapFurther(inner)) {
				return unread;
			}
		}
	}

	#unwrapFurther(inner: InnerLine): boolean {
		const {bytes, start, end, time, zone} = inner;
		for (const unwrap of this.#openWrappers()) {
			if (unwrap(bytes, start, end, inner)) {
				if (Number.isNaN(inner.time)) {
					inner.time = time;
					inner.zone = zone;
				}
				return true;
			}
		}
		return false;
	}

	#takeFrom(inner: InnerLine, bytes: Buffer, record: EntryRecord): void {
		if (record.source === undefined && inner.bytes !== bytes) {
			record.source = inner.bytes;
		}
		if (Number.isNaN(record.time)) {
			record.time = inner.time;
			record.zone = inner.zone;
		}
	}

	#readPlain(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const last = this.#try(this.#last, bytes, start, end, record);
		if (last !== unread) {
			return last;
		}
		for (const index of this.#byFirstByte.indexes(bytes[start] ?? 0)) {
			const number = index === this.#last ? unread : this.#try(index, bytes, start, end, record);
			if (number !== unread) {
				this.#last = index;
				return number;
			}
		}
		return unread;
	}

	#openWrappers(): readonly Unwrap[] {
		this.#unwraps ??= this.#wrappers.map(wrapper => wrapper.open());
		return this.#unwraps;
	}

	#open(index: number): Scan {
		const scan = this.#candidates[index]?.open(this.#inForce) ?? (() => unread);
		this.#scans[index] = scan;
		return scan;
	}

	#try(index: number, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		record.clear();
		const number = (this.#scans[index] ?? this.#open(index))(bytes, start, end, record);
		return number >= 0 ? number + (this.#firsts[index] ?? 0) : number;
	}
}
