import type {ClientChoice} from '../entries/client-choice.js';
import type {Wanted} from '../index/entry-filter.js';
import type {Block} from '../index/segment-import.js';
import type {HeaderKnowledge} from './header-search.js';
import type {CutLine} from './line-processor.js';
import type {ReadSizes} from './read-sizes.js';

/** What a helping thread is asked for: the block of a file that ends at an offset. */
export type BackfillJob = {
	readonly path: string;
	/** Device and inode: by that path there may be another file by now. */
	readonly identity: string;
	readonly end: number;
	/** In which of the thread's rooms the texts are to stand that it reads. */
	readonly room: number;
	/** Whether texts that it has told may not have been taken. */
	readonly isLost: boolean;
	readonly sizes: ReadSizes;
	/** Whether lines depend on a header, and what is known of headers. */
	readonly isHeaded: boolean;
	readonly headers: HeaderKnowledge | undefined;
	/** Which of its entries are wanted; undefined: all. */
	readonly wanted: Wanted | undefined;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
};

/** What it has read. */
export type WorkerBlock = {
	/** Its segments are given away; its texts stand in memory that those of a later job are written to: see `SharedArena`. */
	readonly block: Block;
	/** How many lines no format reads, where the last of them stand, and the newest time of all lines. */
	readonly unrecognised: number;
	readonly unrecognisedAt: Float64Array<ArrayBuffer>;
	readonly newest: number;
	/** How many lines are understood and are no requests. */
	readonly notRequests: number;
	/** How many NULs were skipped. */
	readonly holes: number;
	/** The first line that was longer than is kept. */
	readonly cut: CutLine | undefined;
};

/** What it answers: first where the block begins, as soon as it knows; then what it read. */
export type BackfillAnswer =
	| {readonly kind: 'start'; readonly start: number; readonly time: number}
	| ({readonly kind: 'done'} & WorkerBlock)
	/** It can't read the file as asked. */
	| {readonly kind: 'refused'};
