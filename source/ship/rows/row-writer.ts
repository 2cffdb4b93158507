import type {EntryRecord} from '../../entries/entry-record.js';
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

/** Makes rows of the lines of a log, as they are sent. */
export type RowWriter = {
	/** Adds what a scanner found in `bytes`, which may be used again once it returns, as may the line. */
	add(bytes: Buffer, record: EntryRecord, place: RowPlace): void;
	/** Adds a line that no format reads. */
	addUnread(place: UnreadPlace): void;
	/** Gives the rows away that were added: those of requests, and those of lines that aren't read. */
	take(): {readonly rows: RowPart; readonly unread: RowPart};
};
