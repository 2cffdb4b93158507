import type {EntryRecord} from '../entry-record.js';
import type {UnreadableField} from '../unreadable.js';

/** Reads the value `bytes[start, end)` of a line. Returns false if it isn't valid for this part. */
export type Take = (bytes: Buffer, start: number, end: number, record: EntryRecord) => boolean;

/** Reads a value that starts at `start` in a line that ends at `end`. Returns the offset after it, or -1 if it doesn't match. */
export type Reach = (bytes: Buffer, start: number, end: number, record: EntryRecord) => number;

type Named = {
	/** Description for the user: `a status`. */
	readonly what: string;
	/** Bytes that it can start with. If missing, any byte. */
	readonly begins?: string;
	/** The field whose value it reads, if that is n/a when it can't be read: see unreadable.ts. */
	readonly field?: UnreadableField;
	/** Maximum number of spaces in its text. If missing, 0. */
	readonly spaces?: number;
	/** True for the request and its parts, which may contain the quote that ends them if the server doesn't escape it. */
	readonly isRequest?: true;
};

/** A part of a line that extends to the separator after it. */
export type BoundedPart = Named & {
	readonly take: Take;
	/**
	 * `maybe`: the value is quoted if it could contain its separator. `loose`: the value may contain its separator. If the rest of
	 * the line doesn't match, the value is extended to the next separator.
	 */
	readonly extent?: 'maybe' | 'loose';
	/**
	 * Characters that it may contain. If missing, any character. The line doesn't match if another character precedes the
	 * separator.
	 */
	readonly holds?: string;
};

/** A part of a line that finds its own end, such as a time. Anything may follow it, even another part. */
export type OwnEndPart = Named & {readonly reach: Reach};

/** A variable part of a line. */
export type ValuePart = BoundedPart | OwnEndPart;

/** One or more spaces, which align columns. */
export const gap = {gap: true} as const;

/** A line: parts and the text between them. */
export type Pattern = ReadonlyArray<string | ValuePart | typeof gap>;

/** Checks that a part of a pattern reads a value and is not text. */
export function isValuePart(part: Pattern[number]): part is ValuePart {
	return typeof part !== 'string' && part !== gap;
}
