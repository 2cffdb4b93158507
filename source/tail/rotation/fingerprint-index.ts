import {resolve} from 'node:path';
import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import {type ByteSource, tick} from '../files/open-file.js';
import {bytesAt} from '../log-file.js';
import type {Fingerprint} from './fingerprint.js';
import {unrotatedPaths} from './rotated-files.js';

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
	/**
	 * Returns the content of an uncompressed log; undefined if it is gone. The file may have been truncated since the last poll, see
	 * `Fingerprint.isWhole`.
	 */
	readonly content?: () => ByteSource | undefined;
	/** Returns the time at which a truncation of the log was noticed, in ms since 1970; undefined if the log wasn't truncated. */
	readonly truncatedAt?: () => number | undefined;
};

/** An uncompressed file that may be a copy of a log. */
export type PossibleCopy = {
	readonly path: string;
	readonly identity: string;
	/** Creation time, in ns since 1970; 0 if the file system doesn't record it. */
	readonly birth: bigint;
	readonly source: ByteSource;
	readonly size: number;
	/** The first bytes. */
	readonly head: Uint8Array;
	/** True if the user gave this very path. */
	readonly isAskedFor: boolean;
};

/** A time of day, or the number of seconds, ms or smaller units since 1970. */
const time = /\d:[0-5]\d|\d{10}/;

/** Number of bytes of two files that are compared at a time. */
const comparedAtOnce = 1 << 18;

/** Maximum number of logs in the index: more than the rotated logs that a directory keeps. */
const maxLogs = 1000;

/** Returns true if the first bytes of a log identify it: they contain at least one line. */
export function isDistinctive(head: Uint8Array): boolean {
	return head.length === headSize || head.includes(newline);
}

/**
 * Index of the logs that were read, by their first bytes, so that a log isn't read again when it reappears compressed or as a
 * copy.
 */
export class FingerprintIndex {
	/** Keys are the beginnings. The logs themselves are not kept in memory. */
	readonly #logs = new Map<KnownLog['beginning'], KnownLog>();
	/** Number of equal first bytes of a log and each file that it was compared with. A copy grows while it is being written. */
	readonly #equal = new WeakMap<KnownLog['beginning'], Map<string, number>>();

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
	 * Returns the path of a log whose content begins with the whole content of a file, which has at least one line. Undefined if there
	 * is no such log: logs that only begin alike are different. The file may have any name. But a file that the user gave, and one
	 * without times, which may be the same by chance, must have the name of a rotated file of the log.
	 *
	 * @throws If the file can't be read.
	 */
	async originalOf(copy: PossibleCopy): Promise<string | undefined> {
		const {path, head, identity, isAskedFor} = copy;
		const needsName = isAskedFor || !time.test(Buffer.from(head).toString('latin1'));
		for (const log of this.findAll(head, identity)) {
			// A file that replaces a log at its path isn't a copy, nor is a log a copy of its rotated file.
			const isLog = log.path === path || isRotatedFile(log.path, path);
			const isEligible = !log.isArchive && !isLog && (!needsName || isRotatedFile(path, log.path));
			if (isEligible && (await this.#isCopy(copy, log))) {
				return log.path;
			}
		}
		return undefined;
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

	async #isCopy(copy: PossibleCopy, log: KnownLog): Promise<boolean> {
		const {fingerprint} = log;
		if (fingerprint === undefined) {
			return false;
		}
		const content = log.content?.();
		if (content !== undefined) {
			const isSame = await this.#isBegun(copy, log, content);
			if (isSame || (await fingerprint.isWhole(content).catch(() => false))) {
				return isSame;
			}
		}
		// The log is gone or was truncated a moment ago, so only its first and last bytes can be compared.
		const {source, size, birth} = copy;
		const isInTime = Number(birth / 1_000_000n) <= (log.truncatedAt?.() ?? Date.now()) + tick;
		return size === fingerprint.size
			? fingerprint.isIn(source)
			: isInTime && fingerprint.isCopiedBy(source, size);
	}

	/** Returns true if the content of a log begins with all bytes of the file. Compares only bytes that it hasn't compared yet. */
	async #isBegun(
		{source, size, identity, birth}: PossibleCopy,
		{beginning}: KnownLog,
		content: ByteSource,
	): Promise<boolean> {
		const key = `${identity} ${birth}`;
		const equal = this.#equal.get(beginning) ?? new Map<string, number>();
		this.#equal.set(beginning, equal);
		let position = equal.get(key) ?? 0;
		for (position = position > size ? 0 : position; position < size; ) {
			const length = Math.min(comparedAtOnce, size - position);
			const bytes = await bytesAt(source, position, length);
			const others = await bytesAt(content, position, length).catch(() => nothing);
			if (Buffer.compare(bytes, others) !== 0) {
				return false;
			}
			position += length;
			equal.set(key, position);
		}
		return true;
	}
}

const nothing = new Uint8Array();

function isRotatedFile(path: string, log: string): boolean {
	return unrotatedPaths(path).includes(resolve(log));
}

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
 * Periods in which the generations of logs were written. A compressed rotated file is matched with a generation by its time,
 * because that needs no decoding.
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
