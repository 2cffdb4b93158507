import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import type {Fingerprint} from './fingerprint.js';

/** The part of a log that was read. */
type ReadExtent = {
	/** Number of bytes of text. */
	readonly size: number;
	/** True if no byte of the log is known to be missing. */
	readonly isWhole: boolean;
};

/** The part of a log that is read, known once reading has ended. */
export class Extent {
	/** Resolves when reading has ended, which may never happen. */
	readonly final: Promise<ReadExtent>;
	#isOver = false;
	#settle: (extent: ReadExtent) => void = () => {};

	constructor() {
		this.final = new Promise(resolve => {
			this.#settle = resolve;
		});
	}

	get isOver(): boolean {
		return this.#isOver;
	}

	/** Sets the final extent. Only the first call counts. */
	settle(extent: ReadExtent): void {
		this.#isOver = true;
		this.#settle(extent);
	}
}

/** A log that was read or is being read. */
export type KnownLog = {
	readonly path: string;
	/** Device and inode of the file; undefined for piped input. */
	readonly identity: string | undefined;
	/** The first bytes that are known so far. */
	readonly beginning: {readonly head: Uint8Array};
	readonly isArchive: boolean;
	/** Fingerprint of an uncompressed log. */
	readonly fingerprint?: Fingerprint;
	/** Returns the time of the last write of a compressed log, in ms since 1970. */
	readonly modified?: () => number;
	/** The part of the log that is read. */
	readonly extent: Extent;
	/** Reads at most the first `length` bytes again; none if they can't be read any longer. Never rejects. */
	readonly first?: (length: number) => Promise<Uint8Array>;
};

/** Maximum number of logs in the index: more than the rotated logs that a directory keeps. */
const maxLogs = 1000;

/** Returns true if the first bytes of a log identify it: they contain at least one line. */
export function isDistinctive(head: Uint8Array): boolean {
	return head.length === headSize || head.includes(newline);
}

/** Index of the logs that were read, by their first bytes, so that a log isn't read again when it reappears compressed. */
export class FingerprintIndex {
	/** Keys are the beginnings. The logs themselves are not kept in memory. */
	readonly #logs = new Map<KnownLog['beginning'], KnownLog>();

	/** Returns true if a log at `path` starts with these bytes, or they start with its bytes. Less than a line is enough. */
	mayBe(head: Uint8Array, path: string): boolean {
		return [...this.#logs.values()].some(log => log.path === path && common(head, log) !== undefined);
	}

	/** Adds a log. */
	remember(begun: KnownLog): void {
		this.#logs.delete(begun.beginning);
		this.#logs.set(begun.beginning, begun);
		for (const oldest of this.#logs.keys()) {
			if (this.#logs.size <= maxLogs) {
				break;
			}

			this.#logs.delete(oldest);
		}
	}

	/**
	 * Returns the logs that start with the same bytes: all known bytes of both are equal, and they contain at least one line.
	 * Excludes earlier generations of the same file, because a file that was truncated and rewritten must be read again.
	 */
	findAll(head: Uint8Array, identity: string | undefined): readonly KnownLog[] {
		return [...this.#logs.values()].filter(log => {
			const isItself = identity !== undefined && log.identity === identity;
			return !isItself && isDistinctive(common(head, log) ?? nothing);
		});
	}
}

const nothing = new Uint8Array();

/** Returns the common first bytes of `head` and a log; undefined if they differ where both are known. */
function common(head: Uint8Array, {beginning}: KnownLog): Uint8Array | undefined {
	const length = Math.min(head.length, beginning.head.length, headSize);
	const bytes = head.subarray(0, length);
	return Buffer.compare(bytes, beginning.head.subarray(0, length)) === 0 ? bytes : undefined;
}

/** Period in which a generation of a log was written, in ms since 1970. */
export type WrittenTime = {readonly from: number; readonly until: number};

/** Maximum number of periods in memory. Rotated files of older generations were compressed earlier. */
const remembered = 100;

/**
 * Periods in which the generations of logs were written. A compressed rotated file with an unsupported format is matched with a
 * generation by its time.
 */
export class WrittenTimes {
	readonly #times: Array<WrittenTime & {readonly names: readonly string[]}> = [];

	/** @param names Paths of the log. */
	add(names: readonly string[], {from, until}: WrittenTime): void {
		this.#times.push({names, from, until});
		this.#times.splice(0, this.#times.length - remembered);
	}

	/** Returns the periods of the log at `path`, oldest first. */
	of(path: string): readonly WrittenTime[] {
		return this.#times.filter(({names}) => names.includes(path));
	}
}
