import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import type {Fingerprint} from './fingerprint.js';

/** How far a log was read. */
type ReadExtent = {
	/** Bytes of text. */
	readonly size: number;
	/** Whether that is all that it held, as far as can be told. */
	readonly isWhole: boolean;
};

/** How far a log will have been read, which is known once it is over. */
export class Extent {
	/** Resolves when it is over; perhaps never. */
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

	/** It is over. Said again, it changes nothing. */
	settle(extent: ReadExtent): void {
		this.#isOver = true;
		this.#settle(extent);
	}
}

/** A log that was read, or is being read. */
export type KnownLog = {
	readonly path: string;
	/** Which file it is, by device and inode; undefined for piped input. */
	readonly identity: string | undefined;
	/** Its first bytes, as many as are known by now. */
	readonly beginning: {readonly head: Uint8Array};
	readonly isArchive: boolean;
	/** What it is recognised by, unless it is compressed. */
	readonly fingerprint?: Fingerprint;
	/** Answers when it was written last, milliseconds since 1970, if it is compressed. */
	readonly modified?: () => number;
	/** How far it is read. */
	readonly extent: Extent;
	/** Reads its first bytes again: at most so many, and none when they can't be read any more. Never rejects. */
	readonly first?: (length: number) => Promise<Uint8Array>;
};

/** As many are remembered: more than a directory keeps of rotated logs. */
const maxLogs = 1000;

/** Whether the first bytes of a log are enough to tell it from others: a whole line at least. */
export function isDistinctive(head: Uint8Array): boolean {
	return head.length === headSize || head.includes(newline);
}

/** How the logs that were read begin, so that one isn't read again when it comes back compressed. */
export class FingerprintIndex {
	/** By their beginnings: the logs themselves are let go. */
	readonly #logs = new Map<KnownLog['beginning'], KnownLog>();

	/** Whether a log at that path begins with these first bytes, or with the first of them: with no whole line, say. */
	mayBe(head: Uint8Array, path: string): boolean {
		return [...this.#logs.values()].some(log => log.path === path && common(head, log) !== undefined);
	}

	/** Remembers how a log begins. */
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
	 * The logs that begin like this: in all that is known of both, and with a whole line at least. But not what the
	 * same file has been before: when a file was truncated and written again, it is read again.
	 */
	findAll(head: Uint8Array, identity: string | undefined): readonly KnownLog[] {
		return [...this.#logs.values()].filter(log => {
			const isItself = identity !== undefined && log.identity === identity;
			return !isItself && isDistinctive(common(head, log) ?? nothing);
		});
	}
}

const nothing = new Uint8Array();

/** What these first bytes and those of a log have in common, if they are the same as far as both are known. */
function common(head: Uint8Array, {beginning}: KnownLog): Uint8Array | undefined {
	const length = Math.min(head.length, beginning.head.length, headSize);
	const bytes = head.subarray(0, length);
	return Buffer.compare(bytes, beginning.head.subarray(0, length)) === 0 ? bytes : undefined;
}

/** When a generation of a log was written, from and until, milliseconds since 1970. */
export type WrittenTime = {readonly from: number; readonly until: number};

/** As many are remembered: rotated files of what was written before that were compressed before, too. */
const remembered = 100;

/**
 * When the generations of logs were written: so a compressed rotated file that can't be decoded is known for one of them,
 * whose time it has.
 */
export class WrittenTimes {
	readonly #times: Array<WrittenTime & {readonly names: readonly string[]}> = [];

	/** @param names Paths of the log. */
	add(names: readonly string[], {from, until}: WrittenTime): void {
		this.#times.push({names, from, until});
		this.#times.splice(0, this.#times.length - remembered);
	}

	/** Of the log at that path, the oldest first. */
	of(path: string): readonly WrittenTime[] {
		return this.#times.filter(({names}) => names.includes(path));
	}
}
