import type {LogFile} from '../tail/log-file.js';

/** Numbers of bytes to read. Tests use smaller ones to reach every boundary. */
export type ReadSizes = {
	/**
	 * Size of a chunk. Large enough that a read costs little, small enough to be processed in a few ms. Slightly less than two full
	 * batches of common lines, because a third batch with few rows costs almost the same as a full one.
	 */
	readonly chunk: number;
	/** Size of the file's beginning in which the first request line is expected. */
	readonly head: number;
	/** Size of the file's end that is read before anything else: a few hundred lines. */
	readonly tail: number;
	/** Maximum size of the end if a single line fills it. */
	readonly maxTailSize: number;
	/**
	 * Size of a block of the backfill, which is read forwards: about as many lines as two segments hold. With 1.2 GB, blocks of
	 * half the size took 10 % longer, because a string that occurs in many blocks is looked up more often.
	 */
	readonly block: number;
	/** A block of this size isn't extended further, even if it contains no entry. Longer than the longest line. */
	readonly maxBlockSize: number;
	/**
	 * Minimum size of a backfill that two threads read. On two cores this was 1.2 times as fast for 240 MB, 1.6 times for 1.2 GB.
	 */
	readonly withWorker: number;
};

/** Sizes that the program uses. */
export const defaultSizes: ReadSizes = {
	chunk: 480 << 10,
	head: 1 << 20,
	tail: 64 << 10,
	maxTailSize: 16 << 20,
	block: 15 << 20,
	maxBlockSize: 64 << 20,
	withWorker: 64 << 20,
};

/**
 * Number of chunks per read of the backfill. Each read runs in another thread and must be awaited. With 240 MB, 17 % of the time
 * was spent waiting if every chunk was read separately. With 1.2 GB, reading two at a time took 3 % longer.
 */
const chunksAtOnce = 4;

/**
 * Creates two buffers for the backfill, each for `chunks` chunks. One is processed while the other is filled: see `ReadAhead`.
 */
export function backfillBuffers({chunk}: ReadSizes, chunks = chunksAtOnce): [Buffer, Buffer] {
	const size = Math.ceil(chunks * chunk);
	return [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
}

/**
 * Time after which unreadable bytes are given up even if they may still exist, in ms. Other logs wait for the buffers during that
 * time.
 */
export const maxWait = 30_000;

/**
 * The same after unreadable bytes were given up, in ms. Just long enough for the pause before a file is tried again after a failed
 * read at another offset. On a disk with many bad sectors, each of them would otherwise take 30 s.
 */
const laterWait = 5000;

/** Decides how long to wait for an unreadable file. */
export class Patience {
	readonly #file: Pick<LogFile, 'isGone'>;
	/** When the file became unreadable, by `performance.now()`. */
	#failingSince: number | undefined;
	#wait = maxWait;

	constructor(file: Pick<LogFile, 'isGone'>) {
		this.#file = file;
	}

	/** Records a successful read. */
	renew(): void {
		this.#failingSince = undefined;
	}

	/** Records a failed read. Returns true if waiting any longer is pointless. */
	isOver(): boolean {
		const now = performance.now();
		this.#failingSince ??= now;
		return this.#file.isGone || now - this.#failingSince > this.#wait;
	}

	/** Records that the unreadable bytes were given up and that reading continues elsewhere. */
	giveUp(): void {
		this.#failingSince = undefined;
		this.#wait = laterWait;
	}
}
