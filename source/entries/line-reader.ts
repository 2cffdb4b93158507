import {carriageReturn} from '../ascii.js';
import {setFlagsForLines} from '../process/engine-flags.js';
import {allFormats, chosenReaders} from './chosen-readers.js';
import {type EntryRecord, noRequest, spanOf, unread} from './entry-record.js';
import type {FormatReader, ScanLine} from './format.js';
import {clfFamily} from './formats/clf-family.js';
import {startsLikeDirective} from './formats/w3c-directives.js';
import {LikelyReaders} from './likely-readers.js';
import {HeaderInForce, type LogHeader, noHeader} from './log-header.js';
import {hasSkippedSeveral, isIdentified} from './unreadable.js';
import {colours, hasColour, isColoured} from './wrappers/colours-and-quotes.js';
import {jsonWrapper} from './wrappers/json-wrapper.js';
import {PrefixTaker, prefixEnds} from './wrappers/prefixes.js';
import {InnerLine, type Unwrap, type Wrapper, type WrapperInfo} from './wrappers/wrapper.js';
import {lateWrappers} from './wrappers/wrappers.js';

/**
 * Maximum number of layers removed from a line. Example: output of a container in the runtime's format, with a time, in a system
 * log, found by grep.
 */
const deepestWrapping = 12;

/**
 * Reads the lines of one file: removes the prefixes and wrappers of other programs, and detects the format of the rest. It first
 * tries the reader of the last line that started alike, or else the reader of the line before.
 *
 * The rule: **the text before a line never changes how the rest is read.** If a line starts with a known prefix (see
 * wrappers/prefixes.ts), only formats whose own lines start like that, such as with a time, read the whole line. No other format
 * may mistake a time, a level or a file name for its first column. If they can't read it, the prefix is removed and the rest is
 * treated the same way. If no format reads the rest, the late wrappers are tried, which are recognisable only by their content (see
 * wrappers/wrappers.ts): JSON around the line, colours in it, quotes around it, vague prefixes.
 *
 * The entry's own time counts. If it is missing, the time of the innermost prefix counts.
 */
export class LineReader {
	readonly #candidates: readonly FormatReader[];
	/** Scanners by reader. A scanner is opened for its first line: there are many readers, and a file needs few. */
	readonly #scans: Array<ScanLine | undefined>;
	readonly #beginnings: ReadonlyArray<ScanLine | undefined>;
	readonly #likely: LikelyReaders;
	/** The line that `#likely` scanned last. Only valid while a line is read, because `#likely` is shared by all files. */
	readonly #scanned = new InnerLine();
	/** True once a line has been read. */
	#hasRead = false;
	/** True if no reader could read the previous line that this reader was given. */
	#wasUnread = false;
	/** Number of the first format of each reader. */
	readonly #firsts: readonly number[];
	#last = 0;
	/**
	 * For each first byte of a line, twice the index of the reader to try first, plus 1 if the last such line was unreadable. It is
	 * the reader of the last such line that was readable, or of the line before the first one. Programs that share a log alternate,
	 * and most start their lines in different ways. Created when the reader changes after the first line: there may be 100,000 files.
	 */
	#lastOf: Map<number, number> | undefined;
	readonly #inForce = new HeaderInForce();
	/** Index of the reader whose lines depend on the header. */
	readonly #headed: number;
	/** Shared by all files: its state never changes a result. */
	static readonly #prefixes = new PrefixTaker();
	/**
	 * For each reader, whether its own lines can start with text that is a prefix in other formats. Computed on first use and
	 * shared by all files.
	 */
	static readonly #arePrefixed = new WeakMap<FormatReader, boolean>();
	/** Opened for the first line that could be wrapped. */
	readonly #unwraps = new Map<Wrapper, Unwrap>();
	readonly #inner = new InnerLine();
	/** The outermost late wrapper of an earlier line. It is tried before other formats. */
	#lastLate: Wrapper | undefined;
	/** Developer switch, to measure the gain of WebAssembly and to check that it reads the same. */
	readonly #hasWebAssembly = process.env.REQSCOPE_NO_WASM !== '1';
	/**
	 * The first `#depth` elements are the prefixes and wrappers removed from the line so far. Setting the length of an array for
	 * each line takes time.
	 */
	readonly #taken: WrapperInfo[] = [];
	#depth = 0;

	constructor(candidates: readonly FormatReader[] = chosenReaders()) {
		this.#candidates = candidates;
		this.#scans = candidates.map(() => undefined);
		this.#likely = LikelyReaders.of(candidates);
		this.#headed = candidates.findIndex(({isHeaded}) => isHeaded === true);
		this.#beginnings = candidates.map(reader => reader.openBeginning?.());
		this.#firsts = candidates.map(({formats: [first]}) =>
			first === undefined ? -1 : allFormats.indexOf(first),
		);
	}

	/** Prefixes and wrappers removed from the line that was read last, outermost first. */
	get taken(): readonly WrapperInfo[] {
		return this.#taken.slice(0, this.#depth);
	}

	/** The header that the lines so far contained. Set it before reading continues at another offset of the file. */
	get header(): LogHeader {
		return this.#inForce.current;
	}

	set header(header: LogHeader) {
		if (header !== this.#inForce.current) {
			this.#inForce.current = header;
			this.#last = header === noHeader || this.#headed === -1 ? this.#last : this.#headed;
		}
	}

	/** True if the meaning of the next lines could depend on earlier lines. */
	get isHeaded(): boolean {
		return this.#last === this.#headed || this.header !== noHeader;
	}

	/**
	 * True if WebAssembly may read the next line along a layout, see `Layouts`. That leaves the state of this reader unchanged. With a
	 * header, false if lines of other formats are between its lines.
	 */
	get allowsLayouts(): boolean {
		const isOfHeader = this.#last === this.#headed && this.#lastOf === undefined;
		return this.#hasWebAssembly && (this.header === noHeader || isOfHeader);
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in `allFormats`, or `noRequest`, or
	 * `unread` if no format reads it. A reader or a wrapper may set the record's `source`.
	 *
	 * @param rest Receives the line without its prefixes and wrappers.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord, rest?: InnerLine): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const inner = this.#inner;
		inner.set(bytes, start, lineEnd);
		const before = this.#last;
		const first = bytes[start] ?? 0;
		const remembered = this.#lastOf?.get(first) ?? -1;
		const wasUnread = remembered === -1 ? this.#wasUnread : (remembered & 1) === 1;
		this.#last = remembered === -1 ? before : remembered >> 1;
		let number: number = unread;
		// Noise often spans many lines: after an unreadable line, check the needs before trying to read.
		const isHopeless = wasUnread && this.#isHopeless(record);
		const isTried = !wasUnread || (!isHopeless && this.#likely.has(this.#last));
		if (isTried) {
			number = this.#readAsBefore(record);
		}
		if (number === unread) {
			const failed = isTried && this.#depth === 0 ? this.#last : -1;
			this.#last = before;
			inner.set(bytes, start, lineEnd);
			this.#depth = 0;
			number = isHopeless || this.#isHopeless(record) ? unread : this.#search(record, failed);
		}
		if (number === unread) {
			inner.set(bytes, start, lineEnd);
			this.#depth = 0;
			number = this.#searchTolerantly(record);
		}
		if (number === unread && this.#headed !== -1 && startsLikeDirective(bytes, start, lineEnd)) {
			number = noRequest;
		}
		if (
			number >= 0 &&
			record.spans[spanOf.method + 1] === 0 &&
			hasColour(inner.bytes, inner.start, inner.end)
		) {
			// Only the request is coloured: read the line again without colours.
			number = this.#readWithoutColours(record, number);
		}
		if (number !== unread) {
			if (!this.#hasRead) {
				this.#hasRead = true;
				if (this.#candidates[this.#last] !== clfFamily) {
					setFlagsForLines('other');
				}
			} else if (this.#last !== before && this.#lastOf === undefined) {
				this.#lastOf = new Map();
				setFlagsForLines('mixed');
			}
			this.#takeFrom(bytes, record);
		}
		if (this.#lastOf !== undefined) {
			const reader = number === unread && remembered !== -1 ? remembered >> 1 : this.#last;
			const result = reader * 2 + (number === unread ? 1 : 0);
			if (result !== remembered) {
				this.#lastOf.set(first, result);
			}
		}
		this.#wasUnread = number === unread;
		rest?.copyFrom(inner);
		inner.release();
		this.#scanned.release();
		return number;
	}

	/**
	 * Like `read`, for a line that was cut within its request and that no format reads: reads the part before the cut. Formats that
	 * start alike can't be distinguished then, so the result is the first of them.
	 */
	readBeginning(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const inner = this.#inner;
		inner.set(bytes, start, end);
		this.#depth = 0;
		while (this.#takePrefix() || this.#unwrap(jsonWrapper)) {}
		for (const [index, scan] of this.#beginnings.entries()) {
			record.clear();
			const number = scan?.(inner.bytes, inner.start, inner.end, record) ?? unread;
			if (number >= 0) {
				this.#takeFrom(bytes, record);
				inner.release();
				return number + (this.#firsts[index] ?? 0);
			}
		}
		inner.release();
		return unread;
	}

	/** Reads the line in the same way as the previous one. */
	#readAsBefore(record: EntryRecord): number {
		const inner = this.#inner;
		this.#depth = 0;
		for (;;) {
			const mayHavePrefix = LineReader.#prefixes.mayTake(inner);
			const isOwn = mayHavePrefix && this.#beginsWithPrefix(this.#last) && !isColoured(this.#inner);
			let number = isOwn ? this.#try(this.#last, record) : unread;
			if (number === unread && mayHavePrefix && this.#takePrefix()) {
				if (inner.end > inner.start) {
					continue;
				}
				// The program inside wrote an empty line.
				record.clear();
				return noRequest;
			}
			number = isOwn ? number : this.#try(this.#last, record);
			if (number !== unread || this.#lastLate === undefined || !this.#unwrap(this.#lastLate)) {
				return number;
			}
		}
	}

	/**
	 * Finds a reader for the line, regardless of earlier lines. If none reads it, a part of the line may have been removed.
	 * `failed`: index of a reader that is known not to read it.
	 */
	#search(record: EntryRecord, failed = -1): number {
		const inner = this.#inner;
		const depth = this.#depth;
		const outer = new InnerLine();
		outer.copyFrom(inner);
		if (isColoured(this.#inner)) {
			return this.#unwrap(colours) ? this.#searchRest(record) : unread;
		}
		if (this.#takePrefix()) {
			const rest = new InnerLine();
			rest.copyFrom(inner);
			inner.copyFrom(outer);
			const taken = this.#taken[--this.#depth];
			const own = this.#readBy(index => this.#beginsWithPrefix(index), record);
			if (own !== unread || taken === undefined) {
				return own;
			}
			inner.copyFrom(rest);
			this.#taken[this.#depth++] = taken;
			return this.#searchRest(record);
		}
		const number = this.#readBy(index => index !== failed, record);
		// Without the text before it, noise rarely meets a need.
		if (number !== unread || this.#isHopeless(record, inner.start)) {
			return number;
		}
		for (const wrapper of lateWrappers) {
			if (this.#unwrap(wrapper)) {
				const found = this.#searchRest(record);
				if (found !== unread) {
					this.#lastLate = wrapper;
					return found;
				}
				this.#depth = depth;
				inner.copyFrom(outer);
			}
		}
		return unread;
	}

	/** Like `#search`, for a line that no format reads exactly: see unreadable.ts. */
	#searchTolerantly(record: EntryRecord): number {
		this.#scanLikely(record);
		const {bytes, start, end} = this.#inner;
		const isHeaded = this.header !== noHeader;
		if (!isHeaded && !this.#likely.mayBeRequest) {
			return unread;
		}
		record.isTolerant = true;
		this.#likely.isTolerant = true;
		const mayBeRequest = this.#likely.findShapes(bytes, start, end) || isHeaded;
		const isHopeless = !mayBeRequest || (!this.#likely.hasAny() && !this.#likely.mayHide);
		const number = isHopeless ? unread : this.#search(record);
		record.isTolerant = false;
		this.#likely.isTolerant = false;
		return number;
	}

	/** Like `#search`, for the rest of a line after a prefix or wrapper. If it is empty, the program inside wrote an empty line. */
	#searchRest(record: EntryRecord): number {
		if (this.#inner.end > this.#inner.start) {
			return this.#search(record);
		}
		record.clear();
		return noRequest;
	}

	/** Reads a partly coloured line again, without the colours. `number`: the result with colours. */
	#readWithoutColours(record: EntryRecord, number: number): number {
		const inner = this.#inner;
		const coloured = new InnerLine();
		coloured.copyFrom(inner);
		const depth = this.#depth;
		const last = this.#last;
		const found = this.#unwrap(colours) ? this.#search(record) : unread;
		if (found >= 0) {
			return found;
		}
		inner.copyFrom(coloured);
		this.#depth = depth;
		this.#last = last;
		this.#try(last, record);
		return number;
	}

	/** Removes one prefix from the line, or colours that start it or hide its prefix. Returns false if there is neither. */
	#takePrefix(): boolean {
		if (this.#depth === deepestWrapping) {
			return false;
		}
		if (isColoured(this.#inner)) {
			return this.#unwrap(colours);
		}
		const inner = this.#inner;
		const {start, time, zone} = inner;
		const prefix = LineReader.#prefixes.take(inner);
		if (prefix === undefined) {
			return false;
		}
		if (inner.end > inner.start && isColoured(this.#inner)) {
			// The colour may be in the middle of a longer prefix.
			inner.start = start;
			inner.time = time;
			inner.zone = zone;
			return this.#unwrap(colours);
		}
		this.#taken[this.#depth++] = prefix;
		return true;
	}

	#unwrap(wrapper: Wrapper): boolean {
		if (this.#depth === deepestWrapping) {
			return false;
		}
		let unwrap = this.#unwraps.get(wrapper);
		if (unwrap === undefined) {
			unwrap = wrapper.open();
			this.#unwraps.set(wrapper, unwrap);
		}
		const isTaken = unwrap(this.#inner);
		if (isTaken) {
			this.#taken[this.#depth++] = wrapper;
		}
		return isTaken;
	}

	/**
	 * Checks that lines of a reader can start with text that is a prefix in other formats. A user's pattern always can, because it
	 * describes the whole line.
	 */
	#beginsWithPrefix(index: number): boolean {
		const reader = this.#candidates[index];
		if (reader === undefined) {
			return false;
		}
		let isPrefixed = LineReader.#arePrefixed.get(reader);
		if (isPrefixed === undefined) {
			isPrefixed = reader.formats.some(({example}) => {
				const line = new InnerLine();
				line.set(Buffer.from(example), 0, Buffer.byteLength(example));
				return example === '' || LineReader.#prefixes.take(line) !== undefined;
			});
			LineReader.#arePrefixed.set(reader, isPrefixed);
		}
		return isPrefixed;
	}

	#takeFrom(bytes: Buffer, record: EntryRecord): void {
		const inner = this.#inner;
		if (record.source === undefined && inner.bytes !== bytes) {
			record.source = inner.bytes;
		}
		if (Number.isNaN(record.time)) {
			record.time = inner.time;
			record.zone = inner.zone;
		}
	}

	#readBy(isWanted: (index: number) => boolean, record: EntryRecord): number {
		this.#scanLikely(record);
		const first = this.#inner.bytes[this.#inner.start] ?? 0;
		/** The first reader that skips several parts. */
		let several = -1;
		const shaped = record.isTolerant ? this.#likely.shaped(first) : undefined;
		const count = shaped === undefined ? this.#candidates.length : shaped.length;
		for (let at = 0; at < count; at++) {
			const index = shaped === undefined ? at : (shaped[at] ?? 0);
			const isTried =
				shaped === undefined
					? this.#likely.mayBegin(index, first) && isWanted(index) && this.#likely.has(index)
					: isWanted(index);
			const number = isTried ? this.#try(index, record) : unread;
			if (number !== unread && !hasSkippedSeveral(record)) {
				this.#last = index;
				return number;
			}
			several = number === unread || several !== -1 ? several : index;
		}
		if (several !== -1) {
			this.#last = several;
			return this.#try(several, record);
		}
		return unread;
	}

	/**
	 * Determines the likely readers of the line, unless it is a part of the line that was scanned last, which must start at `minStart`
	 * or later.
	 */
	#scanLikely({isExplained}: EntryRecord, minStart = 0): void {
		const {bytes, start, end} = this.#inner;
		const scanned = this.#scanned;
		if (
			scanned.bytes === bytes &&
			scanned.start >= minStart &&
			scanned.start <= start &&
			scanned.end >= end
		) {
			return;
		}
		scanned.copyFrom(this.#inner);
		if (isExplained) {
			// The readers that can't read it must report where they stop, too.
			this.#likely.setAll();
		} else {
			this.#likely.scan(bytes, start, end, this.header === noHeader ? -1 : this.#headed);
		}
	}

	/**
	 * Checks that no reader can read the line, not even after prefixes and wrappers are removed. If no prefix ends with the last byte
	 * of the line, removing prefixes leaves some text, so the line isn't the empty line of a program.
	 */
	#isHopeless(record: EntryRecord, minStart = 0): boolean {
		this.#scanLikely(record, minStart);
		const {bytes, end} = this.#inner;
		return !this.#likely.hasAny() && !this.#likely.mayHide && !prefixEnds.includes(bytes[end - 1] ?? 0);
	}

	#open(index: number): ScanLine {
		const scan = this.#candidates[index]?.open(this.#inForce) ?? (() => unread);
		this.#scans[index] = scan;
		return scan;
	}

	#try(index: number, record: EntryRecord): number {
		const {bytes, start, end} = this.#inner;
		record.clear();
		if (!this.#likely.mayBegin(index, bytes[start] ?? 0)) {
			return unread;
		}
		const number = (this.#scans[index] ?? this.#open(index))(bytes, start, end, record);
		if (record.isTolerant && !(number >= 0 && isIdentified(bytes, record, this.#candidates.length === 1))) {
			return unread;
		}
		return number >= 0 ? number + (this.#firsts[index] ?? 0) : number;
	}
}
