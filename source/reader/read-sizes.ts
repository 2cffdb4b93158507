import type {LogFile} from '../tail/log-file.js';

/** How much of a file is read for what, in bytes. Tests read less at a time, to meet every boundary. */
export type ReadSizes = {
	/**
	 * Read at a time: large enough that the reading costs little, small enough to work through in a few ms; a little less than
	 * two full batches of usual lines, as a third one, with few rows, costs nearly as much as each of them.
	 */
	readonly chunk: number;
	/** Of a file's beginning, searched for its first request line. */
	readonly head: number;
	/** Of a file's end, read before anything else: some hundred lines. */
	readonly tail: number;
	/** How far the tail is extended when a single line fills it. */
	readonly largestTail: number;
	/**
	 * Of the past, read forward before going further back: as many lines as fill two segments. Measured with 1.2 GB: blocks
	 * of half the size take a tenth longer, as a text that comes in many of them is looked up more often.
	 */
	readonly block: number;
	/** A block of this size is taken as it is, even if nothing in it is an entry. Longer than the longest line. */
	readonly largestBlock: number;
	/** A past so long is read by two threads. Measured on two cores: 1.2 times as fast for 240 MB, 1.6 times for 1.2 GB. */
	readonly withWorker: number;
};

/** The sizes that the program reads with. */
export const defaultSizes: ReadSizes = {
	chunk: 480 << 10,
	head: 1 << 20,
	tail: 64 << 10,
	largestTail: 16 << 20,
	block: 15 << 20,
	largestBlock: 64 << 20,
	withWorker: 64 << 20,
};

/**
 * So many chunks of the past are read at once: each read goes through another thread, and is waited for. Measured with
 * 240 MB: reading chunk by chunk, a sixth of the time was spent waiting; with 1.2 GB, two at once took 3 % longer.
 */
const chunksAtOnce = 4;

/** Room for what is read of the past and for what is read ahead, so many chunks each: see `ReadAhead`. */
export function backfillBuffers({chunk}: ReadSizes, chunks = chunksAtOnce): [Buffer, Buffer] {
	const size = Math.ceil(chunks * chunk);
	return [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
}

/** After so long what can't be read is given up, though it may be there: others wait behind it. Milliseconds. */
export const longestWait = 30_000;

/**
 * The same where something was given up already: no longer than it takes a file to be tried again after the failure of
 * a read elsewhere in it. A disk with many bad places would take half a minute for each.
 */
const laterWait = 5000;

/** How long it is waited for a file that can't be read. */
export class Patience {
	readonly #file: Pick<LogFile, 'gone'>;
	/** Since when it can't be read, by `performance.now()`. */
	#failingSince: number | undefined;
	#wait = longestWait;

	constructor(file: Pick<LogFile, 'gone'>) {
		this.#file = file;
	}

	/** It could be read. */
	renew(): void {
		this.#failingSince = undefined;
	}

	/** It couldn't be read: whether it is of no use to wait any longer. */
	isOver(): boolean {
		const now = performance.now();
		this.#failingSince ??= now;
		return this.#file.gone || now - this.#failingSince > this.#wait;
	}

	/** What it was waited for is given up, and it is gone on with something else. */
	giveUp(): void {
		this.#failingSince = undefined;
		this.#wait = laterWait;
	}
}
