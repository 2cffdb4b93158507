import type {EntryRecord} from './entry-record.js';
import type {Needs} from './line-texts.js';
import type {HeaderInForce} from './log-header.js';
import type {Escapes} from './values/decode-text.js';

/**
 * Reads the line `bytes[start, end)` (without its line end) into a cleared record. Returns the number of the format among the
 * reader's formats, or `noRequest`, or `unread`. After `unread` the content of the record is meaningless.
 */
export type ScanLine = (bytes: Buffer, start: number, end: number, record: EntryRecord) => number;

export type Format = {
	/** Name in output and for `--format`. */
	readonly name: string;
	/** Name on the screen, of at most 36 characters; if missing, the title. */
	readonly label?: string;
	/** The program that writes it. */
	readonly title: string;
	/** URL of its definition: documentation, or the source code that writes it. */
	readonly source: string;
	/** A note on its values for the user. */
	readonly remark?: string;
	/** Escaping of its strings. */
	readonly escapes: Escapes;
	/** An example line. */
	readonly example: string;
};

/** Common properties of a reader's lines in which a part can't be read. */
export type Shape = {
	readonly needs: Needs;
	/** Characters that such lines can start with. If missing, they can start with any character. */
	readonly begins?: string | undefined;
};

/** Reader of one format, or of several that start alike. Two readers never read the same line. */
export type FormatReader = {
	readonly formats: readonly Format[];
	/** Characters that its lines can start with. If missing, they can start with any character. */
	readonly begins?: string | undefined;
	/**
	 * Each of its lines meets at least one of these. If missing, its lines have nothing in common. Doesn't apply to lines that
	 * depend on the active header.
	 */
	readonly needs?: readonly Needs[];
	/** Like `needs`, for lines with parts that can't be read. If missing, such a line can be any line. */
	readonly shapes?: readonly Shape[];
	/** True if the meaning of its lines depends on the active header. */
	readonly isHeaded?: boolean;
	/**
	 * Returns a scanner for one file, or the scanner that all files share. State that a scanner keeps between lines never changes a
	 * result; state that does is in the header.
	 */
	readonly open: (header?: HeaderInForce) => ScanLine;
	/** Returns a scanner for the first part of lines whose rest is missing. If missing, such lines can't be read. */
	readonly openBeginning?: () => ScanLine;
};
