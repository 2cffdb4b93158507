import {carriageReturn, openBrace} from '../ascii.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {type ClientChoice, ClientChooser} from '../entries/client-choice.js';
import {EntryRecord, noRequest, spanOf, unread} from '../entries/entry-record.js';
import {Layouts, type LearnedLayouts} from '../entries/layouts.js';
import {LineReader} from '../entries/line-reader.js';
import type {LogHeader} from '../entries/log-header.js';
import {InnerLine} from '../entries/wrappers/wrapper.js';
import type {EntrySink} from '../index/entry-sink.js';
import {lostEnd, maxLineLength} from '../lines/line-splitter.js';
import type {OffsetSink} from './unrecognised-lines.js';

/** Destination of lines: entries, and the offsets of unrecognised lines. */
export type LineTarget = {
	readonly entries: EntrySink;
	readonly unrecognised: OffsetSink;
	/** Determines which lines without a time get the time of reading. If missing, no line does. */
	readonly reading?: TimeOfReading | undefined;
};

/**
 * Time of reading, for lines that have no time. It is close to the time of the request only if lines are read while they are
 * written.
 */
export type TimeOfReading = {
	/**
	 * Size of the file when it was found. Earlier lines get no time of reading. Infinite for an archive until its backfill has been
	 * read.
	 */
	from: number;
	/** Returns the time in ms since 1970. */
	readonly now: () => number;
};

/** A line that was cut because it was too long. */
export type CutLine = {
	readonly offset: number;
	/** Number of bytes beyond `maxLineLength`; 0 if unknown. */
	readonly dropped: number;
};

/** A line at which WebAssembly has stopped, without its prefixes. Only valid while the line is read. */
const stuckLine = new InnerLine();

/**
 * Number of objects at which WebAssembly must stop before one is learned, which takes as long as reading 50 in TypeScript:
 * without this minimum, 500 logs of 100 objects took 25 % more time.
 */
const minObjects = 8;

/** Number of further lines in a chunk from which on the first object is learned. */
const manyLines = 100;

/**
 * Maximum number of lines that are read in TypeScript before WebAssembly gets another try. It is odd, as are the numbers
 * before it except the first (2, 3, 5, 9, …): where two formats alternate, the tries aren't all with lines of the same format.
 */
const maxSkip = 1023;

/**
 * Maximum number of these lines that are skipped after a line without a layout. Without skipping, each line of fifteen mixed
 * formats took three times as long. One more than the maximum is a prime number, so the lines that are tried aren't all of one
 * format.
 */
const maxUnlearned = 256;

/** Reads the lines of one log and adds them to the index, or counts them. */
export class LineProcessor {
	readonly #reader: LineReader;
	readonly #layouts: Layouts;
	readonly #client: ClientChooser | undefined;
	readonly #record = new EntryRecord();
	readonly #report: (text: string) => void;
	#unrecognised = 0;
	#notRequests = 0;
	#cut: CutLine | undefined;
	/** Number of lines to read in TypeScript before the next try with WebAssembly, and the number after a failed try. */
	#left = 0;
	#skip = 1;
	/** Number of objects at which WebAssembly has stopped. */
	#objects: number;
	/** Number of lines to skip before the next one is tried for a layout, and the number after a line without a layout. */
	#unlearned = 0;
	#pause = 1;
	/** True if WebAssembly couldn't read the next line; and the number of bytes in the chunk from that line on. */
	#isStuck = false;
	#ahead = 0;

	/**
	 * @param report - reports the first line that was cut
	 * @param format - see `chosenReaders`
	 * @param client - rule for choosing the client address; if missing, the client is the address in the line
	 * @param learned - layouts that another processor with these options has learned from the same log
	 */
	constructor(
		report: (text: string) => void,
		format?: string,
		client?: ClientChoice,
		learned?: LearnedLayouts,
	) {
		this.#client = client && new ClientChooser(client);
		const readers = chosenReaders(format);
		this.#reader = new LineReader(readers);
		this.#layouts = new Layouts(client, readers, learned);
		this.#objects = learned?.objects === undefined ? 0 : minObjects;
		this.#report = report;
	}

	/** The layouts learned so far, for another thread; undefined if they depend on a header. */
	get learned(): LearnedLayouts | undefined {
		return this.#layouts.learned;
	}

	/** Number of lines that no format matches, without empty lines. */
	get unrecognised(): number {
		return this.#unrecognised;
	}

	/** Number of lines that a format matches but that record no request: headers, connections without a request. */
	get notRequests(): number {
		return this.#notRequests;
	}

	/** The first line that was cut. */
	get cut(): CutLine | undefined {
		return this.#cut;
	}

	/** Header that is active after the last line. Set it before reading continues at another offset of the log. */
	get header(): LogHeader {
		return this.#reader.header;
	}

	set header(header: LogHeader) {
		this.#reader.header = header;
	}

	/** Adds the counts of lines that the backfill thread has read. `cut` is the first line that it cut. */
	add(unrecognised: number, notRequests: number, cut: CutLine | undefined): void {
		this.#unrecognised += unrecognised;
		this.#notRequests += notRequests;
		if (cut !== undefined) {
			this.#wasCut(cut.offset, cut.dropped);
		}
	}

	/** Time of the last line in ms since 1970; NaN if the line has no time. */
	get time(): number {
		return this.#record.time;
	}

	/**
	 * Reads the leading lines with known layouts among the complete lines in `bytes[start, end)`: see `LinesSink`. The bytes must not change
	 * until the target's entries are settled.
	 */
	takeLines(bytes: Buffer, start: number, end: number, offset: number, {entries}: LineTarget): number {
		if (this.#left > 0 || !this.#reader.allowsLayouts) {
			return start;
		}
		this.#layouts.header = this.#reader.header;
		const {hasAny, nodes} = this.#layouts;
		const next = hasAny ? entries.addLines(bytes, start, end, offset, nodes) : start;
		this.#skip = next > start ? 1 : Math.max(2, Math.min(this.#skip * 2 - 1, maxSkip));
		this.#isStuck = next < end;
		this.#ahead = end - next;
		// The line after the last one read has another layout, unless the chunk ends there. Reading the first line of each chunk in
		// TypeScript took 5 % of the time, because the whole chunk is then searched for NULs.
		this.#left = next === end ? 0 : this.#skip;
		return next;
	}

	/**
	 * Reads the line `bytes[start, end)`: see `LineSink`. With `onlyTimed`, ignores a line that isn't an entry with a time and
	 * returns false.
	 *
	 * Runs for every line that WebAssembly doesn't read, so it allocates nothing.
	 */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		dropped: number,
		target: LineTarget,
		onlyTimed: boolean,
	): boolean {
		this.#left = Math.max(0, this.#left - 1);
		const record = this.#record;
		const rest = this.#isStuck ? stuckLine : undefined;
		const isCut = !whole && (end - start === maxLineLength || dropped !== 0);
		let format = start === end ? unread : this.#reader.read(bytes, start, end, record, rest);
		if (isCut && (format < 0 || record.spans[spanOf.url + 1] === 0)) {
			const beginning = this.#reader.readBeginning(bytes, start, end, record);
			if (beginning >= 0) {
				format = beginning;
			} else if (format >= 0) {
				// `readBeginning` has overwritten the record.
				this.#reader.read(bytes, start, end, record);
			}
		}
		if (onlyTimed && (format < 0 || Number.isNaN(record.time))) {
			return false;
		}
		if (isCut && dropped !== lostEnd) {
			this.#wasCut(offset, dropped);
		}
		if (format < 0) {
			if (format === noRequest) {
				this.#notRequests++;
			} else if (!isEmpty(bytes, start, end)) {
				this.#unrecognised++;
				target.unrecognised.add(offset);
			}
			return true;
		}
		if (rest !== undefined) {
			this.#isStuck = false;
			this.#learn(bytes, start, end, format, rest, whole);
		}
		record.incomplete = !whole;
		const {reading} = target;
		// The line ends after the bytes that existed when the file was found.
		record.isTimeOfReading =
			Number.isNaN(record.time) && reading !== undefined && offset + end - start + dropped >= reading.from;
		if (record.isTimeOfReading && reading !== undefined) {
			record.time = reading.now();
		}
		const source = record.source ?? bytes;
		this.#client?.choose(source, record);
		target.entries.add(source, record, format, offset);
		return true;
	}

	/** Learns the layout of the line that was read last, so that WebAssembly reads the next such lines. */
	#learn(bytes: Buffer, start: number, end: number, format: number, rest: InnerLine, isWhole: boolean): void {
		const reader = this.#reader;
		const isFew = this.#ahead < manyLines * (end - start);
		const isEarly = rest.bytes[rest.start] === openBrace && ++this.#objects < minObjects && isFew;
		if (isWhole && !isEarly && reader.allowsLayouts && --this.#unlearned < 0) {
			this.#layouts.header = reader.header;
			const isLearned = this.#layouts.learn(bytes, start, end, this.#record, format, rest, reader.taken);
			if (isLearned) {
				this.#left = 0;
				this.#skip = 1;
			}
			this.#unlearned = isLearned ? 0 : this.#pause;
			this.#pause = isLearned ? 1 : Math.min(this.#pause * 2, maxUnlearned);
		}
		rest.release();
	}

	#wasCut(offset: number, dropped: number): void {
		if (this.#cut === undefined) {
			this.#cut = {offset, dropped};
			const amount = dropped === 0 ? 'an unknown amount' : `${dropped} bytes`;
			this.#report(
				`has a line at byte ${offset} that is longer than ${maxLineLength} bytes: the rest (${amount}) is ignored.` +
					' Further such lines are not reported.',
			);
		}
	}
}

/** Checks whether a line is empty or has only the carriage return of an empty line. */
function isEmpty(bytes: Buffer, start: number, end: number): boolean {
	return start === end || (end - start === 1 && bytes[start] === carriageReturn);
}
