import type {Block} from '../index/block.js';
import type {ReadSizes} from './read-sizes.js';

/** What a helping thread is asked for: the block of a file that ends at an offset. */
export type PastJob = {
	readonly path: string;
	/** Device and inode: by that path there may be another file by now. */
	readonly identity: string;
	readonly end: number;
	readonly sizes: ReadSizes;
};

/** What it has read; `wasCut` is true when one of the lines was longer than is kept. */
export type HelpedBlock = {readonly block: Block; readonly unrecognised: number; readonly wasCut: boolean};

/** What it answers: first where the block begins, as soon as it knows; then what it read. */
export type PastAnswer =
	| {readonly kind: 'start'; readonly start: number; readonly time: number}
	| ({readonly kind: 'done'} & HelpedBlock)
	/** It can't read the file as asked. */
	| {readonly kind: 'refused'};
