import type {EntrySink} from '../index/entry-sink.js';
import type {LineIntake} from './line-intake.js';
import type {PastTarget} from './past-block.js';

/** Brings what was written before into the index, a block at a time, each with a writer of its own. */
export class PastLines implements PastTarget {
	readonly #intake: LineIntake;
	readonly #newWriter: () => EntrySink;
	#writer: EntrySink | undefined;
	#time = Number.POSITIVE_INFINITY;

	constructor(intake: LineIntake, newWriter: () => EntrySink) {
		this.#intake = intake;
		this.#newWriter = newWriter;
	}

	/**
	 * Time of the first line of the block taken last, milliseconds since 1970: what is left is older, about. Not the
	 * oldest time of all, because one line with a wrong time would then speak for all that is left.
	 */
	get time(): number {
		return this.#time;
	}

	/** The lines of a block were taken by another thread; its first has that time. */
	wentBackTo(time: number): void {
		if (time < this.#time) {
			this.#time = time;
		}
	}

	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		onlyTimed: boolean,
	): boolean {
		this.#writer ??= this.#newWriter();
		const isTaken = this.#intake.take(bytes, start, end, offset, whole, this.#writer, onlyTimed);
		if (isTaken && onlyTimed) {
			this.#time = this.#intake.time;
		}
		return isTaken;
	}

	chunkDone(): void {
		this.#writer?.settle();
	}

	blockDone(): void {
		this.#writer?.close();
		this.#writer = undefined;
	}
}
