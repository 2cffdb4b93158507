import type {LogHeader} from '../entries/log-header.js';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import type {EntrySink} from '../index/entry-sink.js';
import {type LineSink, LineSplitter} from '../lines/line-splitter.js';
import type {LineProcessor, TimeOfReading} from './line-processor.js';
import type {OffsetSink} from './unrecognised-places.js';

const nothing = Buffer.alloc(0);

/**
 * So long lines wait for the end of one that a container runtime has split, milliseconds. Runtimes write the parts within
 * a few, but an end that never comes must not hide what other streams write.
 */
const longestHold = 3000;

/** Where the lines that come begin, and what takes them. */
export type AppendedLinesOptions = {
	readonly processor: LineProcessor;
	readonly writer: EntrySink;
	/** Told where the lines stand that no format reads. */
	readonly unrecognised: OffsetSink;
	/** Which lines without a time have that of their reading; without it, none. */
	readonly reading?: TimeOfReading | undefined;
	/** Offset of the first byte that will be written. */
	readonly offset: number;
	/** True when that byte stands within a line whose beginning has been taken: its rest isn't wanted. */
	readonly inRest: boolean;
	/** The header in force there. */
	readonly header: LogHeader;
	/** Told of holes. */
	readonly say: (text: string) => void;
};

/** Brings what is added to a log into the index. */
export class AppendedLines {
	readonly #processor: LineProcessor;
	readonly #writer: EntrySink;
	readonly #say: (text: string) => void;
	readonly #splitter: LineSplitter;
	readonly #split: SplitLines;
	/** Offset of the first line that waits for its end, and since when it does, by `performance.now()`. */
	#heldFrom: number | undefined;
	#heldSince = 0;
	#inRest: boolean;
	#header: LogHeader;
	#saidSkipped = 0;

	constructor({processor, writer, unrecognised, reading, offset, inRest, header, say}: AppendedLinesOptions) {
		const target = {entries: writer, unrecognised, reading};
		this.#processor = processor;
		this.#writer = writer;
		this.#header = header;
		this.#say = say;
		this.#inRest = inRest;
		const take: LineSink = (bytes, start, end, lineOffset, whole, dropped) => {
			if (this.#inRest) {
				this.#inRest = false;
			} else if (!this.#split.holds(bytes, start, end, lineOffset, whole, dropped)) {
				processor.take(bytes, start, end, lineOffset, whole, dropped, target, false);
			}
		};
		this.#split = new SplitLines(take);
		this.#splitter = new LineSplitter(
			offset,
			take,
			this.#split.guard((bytes, start, end, lineOffset) =>
				this.#inRest ? start : processor.takeLines(bytes, start, end, lineOffset, target),
			),
		);
	}

	/** The header in force behind what was taken last. */
	get header(): LogHeader {
		return this.#header;
	}

	/** The log goes on where that header is in force. */
	goesOn(header: LogHeader): void {
		this.#header = header;
	}

	/** Offset behind the last byte written. */
	get position(): number {
		return this.#splitter.offset + this.#splitter.unfinished;
	}

	/** Whether lines wait for the end of one that a container runtime has split. */
	get isHolding(): boolean {
		return this.#heldFrom !== undefined;
	}

	/** Whether they have waited long enough. */
	get isOverdue(): boolean {
		return this.isHolding && performance.now() - this.#heldSince > longestHold;
	}

	/** Takes the lines in `bytes[0, length)`, the bytes next to those before. */
	write(bytes: Buffer, length: number): void {
		// The past of the log is read in turns with this.
		this.#processor.header = this.#header;
		this.#splitter.write(bytes, 0, length);
		const {heldFrom} = this.#split;
		if (heldFrom !== this.#heldFrom) {
			this.#heldFrom = heldFrom;
			this.#heldSince = performance.now();
		}
		this.#settle();
		this.#saySkipped();
	}

	/** Takes the lines that wait, as far as they are there. */
	handOn(): void {
		this.#processor.header = this.#header;
		this.#split.finish();
		this.#heldFrom = undefined;
		this.#settle();
	}

	/** Nothing more will be added: what stands after the last line end is a line, too. */
	finish(): void {
		// The last chunk's buffer has been used by other logs since: what the cutter kept itself is the line.
		this.#processor.header = this.#header;
		this.#splitter.write(nothing, 0, 0);
		this.#splitter.finish();
		this.#split.finish();
		this.#writer.close();
		this.#saySkipped();
	}

	#settle(): void {
		this.#header = this.#processor.header;
		this.#writer.settle();
	}

	#saySkipped(): void {
		const count = this.#splitter.skipped - this.#saidSkipped;
		if (count > 0) {
			this.#saidSkipped += count;
			this.#say(
				`skipped a hole of ${count} NULs, as when it is truncated while the server writes on where it was.`,
			);
		}
	}
}
