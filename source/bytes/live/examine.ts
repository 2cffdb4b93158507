import type {Compression} from '../archives/compression.js';
import type {ByteSource} from '../files/byte-source.js';
import {foreignProblem, sniff} from '../files/magic-bytes.js';
import type {FollowedFile} from './followed-file.js';
import type {Registry} from './registry.js';

/** Why a file isn't read: `foreign`: it is no text; `copy`: another log holds the same. */
export type Unread = {readonly state: 'foreign' | 'copy'; readonly problem: string};

/**
 * Finds out what a file is, by its first bytes: a text, or what it is compressed with; `undecided` when these few may
 * still become anything. Rejects when it can't be read.
 *
 * @param itself The open file that it is; `own`: it is known to be no copy.
 */
export async function examine(
	registry: Registry,
	file: {
		readonly path: string;
		readonly source: ByteSource;
		readonly size: number;
		/** Its first bytes. */
		readonly head: Uint8Array;
		/** Whether it was there before the watching began. */
		readonly isOld?: boolean;
	},
	itself: FollowedFile | 'own',
): Promise<'text' | Compression | 'undecided' | Unread> {
	const {path, source, size, head, isOld} = file;
	const sniffed = sniff(head);
	const verdict = typeof sniffed === 'string' ? sniffed : (sniffed.compression ?? sniffed);
	if (typeof verdict !== 'string') {
		return {state: 'foreign', problem: foreignProblem(verdict)};
	}

	if (verdict === 'undecided' || itself === 'own') {
		return verdict;
	}

	const original = await registry.originalOf(path, source, size, itself, isOld);
	return original === undefined ? verdict : {state: 'copy', problem: `a copy of ${original}`};
}
