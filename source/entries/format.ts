import type {EntryRecord} from './entry-record.js';
import type {Needs} from './line-texts.js';
import type {HeaderInForce} from './log-header.js';
import type {Escapes} from './values/decode-text.js';

/**
 * Reads the line `bytes[start, end)` (without its line end) into a cleared record. Answers with the number of its
 * format among those of the reader; with `noRequest`, or `unread`, when the record holds nothing to be used.
 */
export type Scan = (bytes: Buffer, start: number, end: number, record: EntryRecord) => number;

/** A log format. */
export type Format = {
	/** Its name in output and for `--format`. */
	readonly name: string;
	/** Who writes it. */
	readonly title: string;
	/** Its definition: documentation, or the source code that writes it. */
	readonly source: string;
	/** What one should know of its values. */
	readonly remark?: string;
	/** How its texts are escaped. */
	readonly escapes: Escapes;
	/** A line of it. */
	readonly example: string;
};

/** What reads lines of one format, or of several that begin alike. No line is read by two of them. */
export type FormatReader = {
	readonly formats: readonly Format[];
	/** Characters with one of which its lines begin; without it, with any. */
	readonly begins?: string | undefined;
	/**
	 * Each of its lines holds all that one of these says; without it, there is nothing that all hold. Where a header is in
	 * force, that isn't said of lines that depend on it.
	 */
	readonly needs?: readonly Needs[];
	/** Set where how a line is to be read depends on the header in force. */
	readonly isHeaded?: boolean;
	/**
	 * A scanner for one file, or the one for all. What it remembers from line to line makes no difference; what does is in
	 * the header.
	 */
	readonly open: (header?: HeaderInForce) => Scan;
	/** One for the beginnings of lines whose rest is missing; without it there is nothing to be told from these. */
	readonly openBeginning?: () => Scan;
};
