import type {EntryRecord} from '../../entries/entry-record.js';
import type {UsualFormats} from '../../entries/usual-formats.js';
import type {RowPart} from './column-part.js';

/** A line, and its place in the order. */
export type UnreadPlace = {
	/** The line is `line[lineStart, lineEnd)`, without its line end. */
	readonly line: Buffer;
	readonly lineStart: number;
	readonly lineEnd: number;
	/** Of its first byte in the log. */
	readonly offset: number;
	/** Its time, or that of the line before; milliseconds since 1970. */
	readonly time: number;
};

/** What is known of a request besides what a scanner found. */
export type RowPlace = UnreadPlace & {
	/** The number of its format among `allFormats`. */
	readonly format: number;
	/** True where the line has no time of its own. */
	readonly isTimeless: boolean;
};

/** Lines of the usual kind that were read together. */
export type UsualLines = {
	readonly count: number;
	/** The place in the bytes where they end. */
	readonly end: number;
	/** Milliseconds since 1970: all have a time. */
	readonly times: Float64Array;
	/** The offset in the log of one of them. */
	readonly offset: (row: number) => number;
};

/** Makes rows of the lines of a log, as they are sent. */
export type RowWriter = {
	/** Adds what a scanner found in `bytes`, which may be used again once it returns, as may the line. */
	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void;
	/**
	 * Reads lines of the usual kind, as far as there are some: see `EntrySink.addLines`. They are added by `addUsual`, before
	 * others are read; the bytes must stay as they are until those are others.
	 */
	scan(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): UsualLines;
	/** Adds so many of the lines that were read by `scan`, from one on. */
	addUsual(first: number, count: number): void;
	/** Adds a line that no format reads. */
	addUnread(place: UnreadPlace): void;
	/** Gives the rows away that were added: those of requests, and those of lines that aren't read. */
	take(): {readonly rows: RowPart; readonly unread: RowPart};
};
