import type {EntryRecord} from '../entry-record.js';

/** Takes what stands in a line at `bytes[start, end)`. False when it can't be that. */
export type Take = (bytes: Buffer, start: number, end: number, record: EntryRecord) => boolean;

/** Takes what begins at `start` in a line that ends at `end`. Returns the position after it, or -1 when it isn't there. */
export type Reach = (bytes: Buffer, start: number, end: number, record: EntryRecord) => number;

type Named = {
	/** What it is, in the words of the user: `a status`. */
	readonly what: string;
	/** The bytes that it may begin with; without it, any. */
	readonly begins?: string;
};

/** A part of a line that reaches up to what comes after it. */
export type BoundedPiece = Named & {
	/** For one file: what it remembers from line to line is its own. */
	readonly open: () => Take;
	/**
	 * `maybe`: it stands in quotes where it may hold what comes after it. `loose`: it may hold what comes after it, so
	 * that where the rest isn't what it has to be, it is tried to go further.
	 */
	readonly extent?: 'maybe' | 'loose';
	/** The characters that it may hold; without it, any. A line that has another one is given up there. */
	readonly holds?: string;
};

/** A part of a line that tells by itself where it ends, as a time does: anything may come after it, even another part. */
export type OwnEndPiece = Named & {readonly openReach: () => Reach};

/** A part of a line that means something. */
export type Piece = BoundedPiece | OwnEndPiece;

/** One or more spaces: columns that are filled up. */
export const gap = {gap: true} as const;

/** A line: pieces, and what stands between them. */
export type Pattern = ReadonlyArray<string | Piece | typeof gap>;
