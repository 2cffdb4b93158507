import {type LogHeader, noHeader} from '../entries/log-header.js';
import type {EntrySink} from '../index/entry-sink.js';
import type {LineProcessor, LineTarget} from './line-processor.js';
import {LastOffsets} from './unrecognised-places.js';

/** Brings what was written before into the index, a block at a time, each with a writer of its own. */
export class BackfillLines {
	readonly #processor: LineProcessor;
	readonly #newWriter: () => EntrySink;
	readonly #unrecognised = new LastOffsets();
	readonly #takeOffsets: (offsets: Float64Array<ArrayBuffer>, time: number) => void;
	#target: LineTarget | undefined;
	#time = Number.POSITIVE_INFINITY;
	#holes = 0;
	#header = noHeader;
	/** Whether the intake has that header: other lines of the log are taken between chunks. */
	#isInForce = false;

	/**
	 * `takeOffsets` is given, after a block, where the last lines of it stand that no format reads, and the newest time
	 * in it; it isn't called when there are none.
	 */
	constructor(
		processor: LineProcessor,
		newWriter: () => EntrySink,
		takeOffsets: (offsets: Float64Array<ArrayBuffer>, time: number) => void,
	) {
		this.#processor = processor;
		this.#newWriter = newWriter;
		this.#takeOffsets = takeOffsets;
	}

	/**
	 * Time of the first line of the block taken last, milliseconds since 1970: what is left is older, about. Not the
	 * oldest time of all, because one line with a wrong time would then speak for all that is left.
	 */
	get time(): number {
		return this.#time;
	}

	/** How many NULs were skipped. */
	get holes(): number {
		return this.#holes;
	}

	/** The lines of a block were taken by another thread; its first has that time. */
	wentBackTo(time: number): void {
		if (time < this.#time) {
			this.#time = time;
		}
	}

	/** The header in force after the lines taken last. */
	get header(): LogHeader {
		return this.#header;
	}

	/** The lines taken next stand in the file where that header is in force. */
	headed(header: LogHeader): void {
		this.#header = header;
		this.#isInForce = false;
	}

	/**
	 * Takes a line, as `LineSink` does. With `onlyTimed`, unless it is an entry with a time, it does nothing and returns
	 * false.
	 */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		dropped: number,
		onlyTimed: boolean,
	): boolean {
		const target = this.#begin();
		const isTaken = this.#processor.take(bytes, start, end, offset, whole, dropped, target, onlyTimed);
		if (isTaken && onlyTimed) {
			this.#time = this.#processor.time;
		}
		return isTaken;
	}

	/** Takes lines, as `LinesSink` does. */
	takeLines(bytes: Buffer, start: number, end: number, offset: number): number {
		return this.#processor.takeLines(bytes, start, end, offset, this.#begin());
	}

	/** So many NULs were skipped: see `LineSplitter`. */
	skipped(count: number): void {
		this.#holes += count;
	}

	/** The bytes of the lines taken will be overwritten. */
	chunkDone(): void {
		this.#keepHeader();
		this.#target?.entries.settle();
	}

	/** The next lines stand before those taken. */
	blockDone(): void {
		this.#keepHeader();
		const entries = this.#target?.entries;
		entries?.close();
		this.#target = undefined;
		const offsets = this.#unrecognised.take();
		if (offsets.length > 0) {
			this.#takeOffsets(offsets, entries?.newestTime ?? Number.NEGATIVE_INFINITY);
		}
	}

	#begin(): LineTarget {
		if (!this.#isInForce) {
			this.#isInForce = true;
			this.#processor.header = this.#header;
		}
		this.#target ??= {entries: this.#newWriter(), unrecognised: this.#unrecognised};
		return this.#target;
	}

	#keepHeader(): void {
		if (this.#isInForce) {
			this.#header = this.#processor.header;
			this.#isInForce = false;
		}
	}
}

/** Where the lines of the backfill go. */
export type BackfillTarget = Pick<
	BackfillLines,
	'headed' | 'take' | 'takeLines' | 'skipped' | 'chunkDone' | 'blockDone'
>;
