import type {ClientChoice} from '../entries/client-choice.js';
import type {LearnedLayouts} from '../entries/layouts.js';
import type {Wanted} from '../index/entry-filter.js';
import type {Block} from '../index/segment-import.js';
import type {HeaderKnowledge} from './header-search.js';
import type {CutLine} from './line-processor.js';
import type {ReadSizes} from './read-sizes.js';

/** Request to the backfill thread: read the block of a file that ends at an offset. */
export type BackfillJob = {
	readonly path: string;
	/** Device and inode, because the path may lead to a different file by now. */
	readonly identity: string;
	readonly end: number;
	/** Index of the shared memory for the strings of the block. */
	readonly arenaNumber: number;
	/** True if strings that the thread has sent may not have been imported. */
	readonly isLost: boolean;
	readonly sizes: ReadSizes;
	/** True if the meaning of lines depends on a header; and the known headers. */
	readonly isHeaded: boolean;
	readonly headers: HeaderKnowledge | undefined;
	/** Filter for the entries; undefined: all entries are wanted. */
	readonly wanted: Wanted | undefined;
	/** Format of the lines: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Rule for choosing the client address. If missing, the client is the address in the line. */
	readonly client?: ClientChoice | undefined;
	/** The layouts of the log that the main thread has learned. */
	readonly learned?: LearnedLayouts | undefined;
};

/** Result of a job. */
export type WorkerBlock = {
	/**
	 * Entries of the block. The segments are transferred. The strings are in shared memory, which a later job overwrites: see
	 * `SharedArena`.
	 */
	readonly block: Block;
	/** Number of lines that no format matches, and offsets of the last of them. If there are any, the newest time of all lines. */
	readonly unrecognised: number;
	readonly unrecognisedAt: Float64Array<ArrayBuffer>;
	readonly newest: number;
	/** Number of lines that a format matches but that record no request. */
	readonly notRequests: number;
	/** Number of skipped NULs. */
	readonly holes: number;
	/** The first line that was cut because it was too long. */
	readonly cut: CutLine | undefined;
};

/** Answers to a job: `start` as soon as the block's start offset is known, then `done` with the result. */
export type BackfillAnswer =
	| {readonly kind: 'start'; readonly start: number; readonly time: number}
	| ({readonly kind: 'done'} & WorkerBlock)
	/** The thread can't read the requested part of the file. */
	| {readonly kind: 'refused'};
