import {carriageReturn, closeParenthesis, isDigit, isLetter, quote} from '../ascii.js';
import {allFormats, chosenReaders} from './chosen-readers.js';
import {type EntryRecord, noRequest, spanOf, unread} from './entry-record.js';
import type {FormatReader, Scan} from './format.js';
import {clfFamily, combined, common} from './formats/clf-family.js';
import {LikelyReaders} from './likely-readers.js';
import {HeaderInForce, type LogHeader, noHeader} from './log-header.js';
import type {UsualFormats} from './usual-formats.js';
import {colours, hasColour, isColoured} from './wrappers/colours-and-quotes.js';
import {jsonWrapper} from './wrappers/json-wrapper.js';
import {PrefixTaker} from './wrappers/prefixes.js';
import {InnerLine, type Unwrap, type Wrapper, type WrapperInfo} from './wrappers/wrapper.js';
import {lateWrappers} from './wrappers/wrappers.js';

/** So much is taken off a line: a container's output in its runtime's, with a time, in a system log, found by grep. */
const deepestWrapping = 12;

const usualFormats: UsualFormats = {
	combined: allFormats.indexOf(combined),
	common: allFormats.indexOf(common),
};

/**
 * Reads the lines of one file: takes off what other programs have put before and around them, and finds the format of
 * what is left. The reader of the last line that began with the same byte is tried first, then that of the line before.
 *
 * The rule: **what stands before a line never changes what is read behind it.** A line that begins with a known prefix
 * (see wrappers/prefixes.ts) is read as it is only by formats whose own lines begin so, such as with a time; no other
 * format may take a time, a level or a file name for its first column. Else the prefix is taken off, and the same is
 * done with what is left. Where no format reads what is left, what only its contents tell from other things is tried
 * (see wrappers/wrappers.ts): JSON around the line, colours in it, quotes around it, vague prefixes.
 *
 * The entry's own time counts; where it has none, that of the innermost prefix.
 */
export class LineReader {
	readonly #candidates: readonly FormatReader[];
	/** Opened when the first line is to be read by it: there are many, and a file needs one. */
	readonly #scans: Array<Scan | undefined>;
	readonly #beginnings: ReadonlyArray<Scan | undefined>;
	readonly #likely: LikelyReaders;
	/** The line that it looked at last. */
	readonly #looked = new InnerLine();
	/** Whether no reader could read the line before. */
	#wasUnread = false;
	/** The number of the first format of each reader. */
	readonly #firsts: readonly number[];
	#last = 0;
	/**
	 * For each byte, twice the number of the reader of the last line that began with it, and 1 more where a line that
	 * nobody reads came after that; -1: there was none. Programs that share a log take turns, and each begins its lines in its
	 * own way. Made when the reader changes: there may be a hundred thousand files.
	 */
	#lastOf: Int16Array | undefined;
	readonly #inForce = new HeaderInForce();
	/** The reader of lines that depend on the header. */
	readonly #headed: number;
	/** One for all files: what it remembers makes no difference. */
	static readonly #prefixes = new PrefixTaker();
	/** Of each reader, whether its lines may begin with what is a prefix elsewhere, once that was asked: for all files. */
	static readonly #arePrefixed = new WeakMap<FormatReader, boolean>();
	/** Opened when the first line may have them. */
	readonly #unwraps = new Map<Wrapper, Unwrap>();
	readonly #inner = new InnerLine();
	/** The outermost of the late wrappers that a line before had: it is tried before other formats are. */
	#lastLate: Wrapper | undefined;
	/** Whether something was taken off the entry before. */
	#isWrapped = false;
	/** The switch for developers: what WebAssembly gains, and whether it reads the same. */
	readonly #hasWebAssembly = process.env.REQSCOPE_NO_WASM !== '1';
	/** What was taken off the line so far: the first `#depth` of these. Setting the length of an array for each line takes time. */
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

	/** What was taken off the line that was read last, the outermost first. */
	get taken(): readonly WrapperInfo[] {
		return this.#taken.slice(0, this.#depth);
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
	 * The formats that the next line has if WebAssembly may read it, see `Kernel.scan`; undefined while lines are read in
	 * another way. Reading such a line elsewhere changes nothing here.
	 */
	get usual(): UsualFormats | undefined {
		const isUsual =
			this.#hasWebAssembly &&
			!this.#isWrapped &&
			this.header === noHeader &&
			this.#candidates[this.#last] === clfFamily;
		return isUsual ? usualFormats : undefined;
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in the table, or `noRequest`,
	 * or `unread` when no format reads it. The record's `source` may be set, by a reader or by what the line was wrapped in.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const inner = this.#inner;
		inner.set(bytes, start, lineEnd);
		const first = bytes[start] ?? 0;
		const before = this.#last;
		const remembered = this.#lastOf?.[first] ?? -1;
		const lastOf = remembered >> 1;
		const wasUnread = remembered === -1 ? this.#wasUnread : (remembered & 1) === 1;
		let number: number = unread;
		// Noise comes in many lines: after some, the line is looked at before it is read.
		let isHopeless = wasUnread && this.#isHopeless(record);
		if (!isHopeless && lastOf !== -1) {
			this.#last = lastOf;
			number = this.#readAsBefore(record);
		}
		if (number === unread && !isHopeless && lastOf !== before) {
			this.#last = before;
			inner.set(bytes, start, lineEnd);
			isHopeless = lastOf !== -1 && this.#isHopeless(record);
			const isTried = !isHopeless && (!wasUnread || this.#likely.has(before));
			number = isTried ? this.#readAsBefore(record) : unread;
		}
		if (number === unread) {
			const failed = this.#depth === 0 ? this.#last : -1;
			this.#last = before;
			inner.set(bytes, start, lineEnd);
			this.#depth = 0;
			number = isHopeless || this.#isHopeless(record) ? unread : this.#search(record, failed);
		}
		if (
			number >= 0 &&
			record.spans[spanOf.method + 1] === 0 &&
			hasColour(inner.bytes, inner.start, inner.end)
		) {
			// Only the request is coloured: the line is read without it.
			number = this.#readWithoutColours(record, number);
		}
		if (number !== unread) {
			if (this.#last !== before) {
				this.#lastOf ??= new Int16Array(256).fill(-1);
			}
			this.#isWrapped = this.#depth > 0;
			this.#takeFrom(bytes, record);
		}
		if (this.#lastOf !== undefined) {
			this.#lastOf[first] = number === unread ? remembered | 1 : this.#last * 2;
		}
		this.#wasUnread = number === unread;
		inner.release();
		this.#looked.release();
		return number;
	}

	/**
	 * The same for a line that was cut within its request, and that no format reads as it is: what stands before the cut.
	 * Formats that begin alike can't be told apart then: it is said to be of the first.
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

	/** Reads the line as the one before was read. */
	#readAsBefore(record: EntryRecord): number {
		const inner = this.#inner;
		this.#depth = 0;
		for (;;) {
			const mayHavePrefix = LineReader.#prefixes.mayTake(inner);
			const isOwn = mayHavePrefix && this.#beginsWithPrefix(this.#last) && !this.#isColoured();
			let number = isOwn ? this.#try(this.#last, record) : unread;
			if (number === unread && mayHavePrefix && this.#takePrefix()) {
				if (inner.end > inner.start) {
					continue;
				}
				// An empty line, as far as the program inside is concerned.
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
	 * Finds what reads the line, whatever was read before. Where nothing does, the line is as it was. `failed`: a reader that
	 * doesn't read it.
	 */
	#search(record: EntryRecord, failed = -1): number {
		const inner = this.#inner;
		const depth = this.#depth;
		const outer = new InnerLine();
		outer.copyFrom(inner);
		if (this.#isColoured()) {
			return this.#unwrap(colours) ? this.#search(record) : unread;
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
			if (inner.end > inner.start) {
				return this.#search(record);
			}
			record.clear();
			return noRequest;
		}
		const number = this.#readBy(index => index !== failed, record);
		if (number !== unread) {
			return number;
		}
		for (const wrapper of lateWrappers) {
			if (this.#unwrap(wrapper)) {
				const found = inner.end > inner.start ? this.#search(record) : noRequest;
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

	/** Reads a line of which a part is coloured again, without the colours. `number`: what it is with them. */
	#readWithoutColours(record: EntryRecord, number: number): number {
		const inner = this.#inner;
		const coloured = new InnerLine();
		coloured.copyFrom(inner);
		const depth = this.#depth;
		const found = this.#unwrap(colours) ? this.#search(record) : unread;
		if (found >= 0) {
			return found;
		}
		inner.copyFrom(coloured);
		this.#depth = depth;
		this.#try(this.#last, record);
		return number;
	}

	#isColoured(): boolean {
		const {bytes, start, end} = this.#inner;
		return isColoured(bytes, start, end);
	}

	/** Takes one prefix off the line, if it has one. */
	#takePrefix(): boolean {
		if (this.#depth === deepestWrapping) {
			return false;
		}
		if (this.#isColoured()) {
			return this.#unwrap(colours);
		}
		const prefix = LineReader.#prefixes.take(this.#inner);
		if (prefix !== undefined) {
			this.#taken[this.#depth++] = prefix;
		}
		return prefix !== undefined;
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

	/** Whether lines of a reader may begin with what is a prefix elsewhere. A pattern that a user gives says itself what is. */
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
		this.#look(record);
		const first = this.#inner.bytes[this.#inner.start] ?? 0;
		for (let index = 0; index < this.#candidates.length; index++) {
			const isTried = this.#likely.mayBegin(index, first) && isWanted(index) && this.#likely.has(index);
			const number = isTried ? this.#try(index, record) : unread;
			if (number !== unread) {
				this.#last = index;
				return number;
			}
		}
		return unread;
	}

	/** Finds the likely readers of the line, unless it is a part of the one that was looked at last. */
	#look({isExplained}: EntryRecord): void {
		const {bytes, start, end} = this.#inner;
		const looked = this.#looked;
		if (looked.bytes === bytes && looked.start <= start && looked.end >= end) {
			return;
		}
		looked.copyFrom(this.#inner);
		if (isExplained) {
			// Also those that can't read it are to say where they stop.
			this.#likely.setAll();
		} else {
			this.#likely.look(bytes, start, end, this.header === noHeader ? -1 : this.#headed);
		}
	}

	/**
	 * Whether nothing reads the line, whatever is taken off. What is taken off ends with a sign or a space, so that behind
	 * it there is a rest, which is not the empty line of a program.
	 */
	#isHopeless(record: EntryRecord): boolean {
		this.#look(record);
		const {bytes, end} = this.#inner;
		const last = bytes[end - 1] ?? 0;
		return (
			!this.#likely.hasAny() &&
			!this.#likely.mayHide &&
			(isLetter(last) || isDigit(last) || last === quote || last === closeParenthesis)
		);
	}

	#open(index: number): Scan {
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
		return number >= 0 ? number + (this.#firsts[index] ?? 0) : number;
	}
}
