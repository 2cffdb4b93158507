import {type Exports, firstInstance} from './instance.js';

/** Number of rows in a batch. */
export const batchRows: number = firstInstance.batchRows.value;

/** Maximum number of bytes that a batch refers to. */
export const inputSize: number = firstInstance.inputSize.value;

/** Number of strings per row. */
export const textCount: number = firstInstance.textCount.value;

/** Size of a node of a layout, and maximum number of nodes: see `assembly/lines.ts`. */
export const nodeSize: number = firstInstance.nodeSize.value;
export const maxNodes: number = firstInstance.maxNodes.value;

/** Addresses of the parts of a batch, the same in every memory: see `assembly/batch.ts`. */
export const layout = {
	input: firstInstance.input.value,
	textStarts: firstInstance.textStarts.value,
	textEnds: firstInstance.textEnds.value,
	times: firstInstance.times.value,
	sizes: firstInstance.sizes.value,
	offsets: firstInstance.offsets.value,
	zones: firstInstance.zones.value,
	statuses: firstInstance.statuses.value,
	durations: firstInstance.durations.value,
	formats: firstInstance.formats.value,
	flags: firstInstance.flags.value,
	ids: firstInstance.ids.value,
};

/** Arguments of `Batch.scan`: lines to read into a batch. */
type BatchScan = {
	readonly start: number;
	readonly end: number;
	readonly base: number;
	/** The row of the first line; `last` is the row after the last available one. */
	readonly first: number;
	readonly last: number;
	/** The offset of the first line, below 2^32. */
	readonly offset: number;
	/** The layouts that the lines may have, as nodes. Its bytes never change. */
	readonly layouts: Uint8Array;
};

/** The number of lines read, and their end. */
type Scanned = {readonly rows: number; readonly end: number};

/**
 * A part of a line: ASCII, unless the line contains something that represents other characters. With `isFolded` it has no
 * capitals and case is ignored. Plain data.
 */
export type LinePart = {readonly bytes: Uint8Array; readonly isFolded: boolean};

/** The columns and the input of a batch, as views of the memory. */
type BatchColumns = ReturnType<typeof columnsIn>;

function columnsIn(memory: ArrayBuffer) {
	return {
		/** The bytes that contain the strings, and copies of some of them without escapes. */
		input: new Uint8Array(memory, layout.input, 2 * firstInstance.unescapedAt.value),
		/** Starts and ends of strings: all rows of the first field, then all rows of the next. */
		textStarts: new Uint32Array(memory, layout.textStarts, textCount * batchRows),
		textEnds: new Uint32Array(memory, layout.textEnds, textCount * batchRows),
		// The numbers have the names of their columns in `EntryColumns`.
		/** Milliseconds since 1970. */
		time: new Float64Array(memory, layout.times, batchRows),
		/** Sizes of responses in bytes, or NaN. */
		bytes: new Float64Array(memory, layout.sizes, batchRows),
		/** Durations in ms, or NaN. */
		durationMs: new Float64Array(memory, layout.durations, batchRows),
		/** Distances of the lines from a common offset, in bytes. */
		offset: new Uint32Array(memory, layout.offsets, batchRows),
		/** Minutes east of UTC plus one day. */
		zone: new Uint32Array(memory, layout.zones, batchRows),
		status: new Uint32Array(memory, layout.statuses, batchRows),
		format: new Uint32Array(memory, layout.formats, batchRows),
		/** Bits: see `entryFlags`. */
		flags: new Uint32Array(memory, layout.flags, batchRows),
		/** Ids of the strings interned last. */
		ids: new Uint32Array(memory, layout.ids, batchRows),
	};
}

/** Rows for many lines at a time, and the input: the bytes that these rows refer to. */
export class Batch {
	readonly #exports: Exports;
	#columns: BatchColumns;
	/** The layouts whose nodes are in the memory. */
	#layouts: Uint8Array | undefined;

	constructor(exports: Exports) {
		this.#exports = exports;
		this.#columns = columnsIn(exports.memory.buffer);
	}

	/** The columns. Valid until strings are interned, because the memory may grow. */
	get columns(): BatchColumns {
		// Views from before the memory grew have length 0.
		if (this.#columns.time.length === 0) {
			this.#columns = columnsIn(this.#exports.memory.buffer);
		}
		return this.#columns;
	}

	/** Copies `source[start, end)` to the input at position `at`. */
	load(source: Uint8Array, start: number, end: number, at = 0): void {
		if (at + end - start > inputSize) {
			throw new RangeError('strings of a batch are too far apart');
		}
		this.columns.input.set(source.subarray(start, end), at);
	}

	/** Sets the strings of a row. `spans` has the start and end of each field. */
	setTexts(row: number, spans: Int32Array): void {
		const {textStarts, textEnds} = this.columns;
		let cell = row;
		for (let index = 0; index < 2 * textCount; index += 2) {
			textStarts[cell] = spans[index] ?? 0;
			textEnds[cell] = spans[index + 1] ?? 0;
			cell += batchRows;
		}
	}

	/**
	 * Reads the complete lines in `[start, end)` of the source bytes, whose position `base` is the beginning of the input. Stops at
	 * the first line that it can't read, or when no row is left. Starts and ends of strings are positions in the source bytes, too.
	 */
	scan({start, end, base, first, last, offset, layouts}: BatchScan): Scanned {
		if (layouts !== this.#layouts) {
			new Uint8Array(this.#exports.memory.buffer, this.#exports.nodes.value, layouts.length).set(layouts);
			this.#exports.indexKeys();
			this.#layouts = layouts;
		}
		const delta = layout.input - base;
		const rows = this.#exports.scan(start + delta, end + delta, first, last, delta, offset);
		return {rows, end: this.#exports.scanned.value - delta};
	}

	/**
	 * Interns the strings of a field in the first `count` rows and writes their ids to `ids`: a new id for a new string, 0 for an
	 * empty one. `base` is the position of the input in the bytes to which starts and ends refer. Returns false, and leaves `ids`
	 * unchanged, if all strings are empty.
	 */
	intern(table: number, field: number, count: number, base: number): boolean {
		const offset = field * batchRows * 4;
		const delta = layout.input - base;
		return (
			this.#exports.intern(table, layout.textStarts + offset, layout.textEnds + offset, count, delta) !== 0
		);
	}

	/** Returns the id of the string `input[0, length)` in a table; 0 if it is missing. */
	find(table: number, length: number): number {
		return this.#exports.find(table, layout.input, layout.input + length);
	}

	/** Returns how many of `count` times from row `first` on are in ascending order. The first is compared with `newest`. */
	inOrder(newest: number, first: number, count: number): number {
		return this.#exports.inOrder(newest, first, count);
	}

	/**
	 * Checks that all numbers of a part of a column equal `number`; NaN equals NaN. In JavaScript this takes longer than copying
	 * them.
	 */
	areSame(numbers: Uint32Array | Float64Array, number: number): boolean {
		const {sameReals, sameWords} = this.#exports;
		const areSame = numbers instanceof Float64Array ? sameReals : sameWords;
		return areSame(numbers.byteOffset, numbers.length, number) !== 0;
	}

	/**
	 * Checks which of the first `count` lines, the first `length` bytes of the input, may have strings that contain all parts. The
	 * result is 0 for the lines that can't: see `assembly/marked-lines.ts`. Valid until the next call of the kernel.
	 */
	markedLines(count: number, length: number, parts: readonly LinePart[]): Uint8Array {
		const {memory, judgements, parts: partsBuffer} = this.#exports;
		const marks = new Uint8Array(memory.buffer, judgements.value, count).fill(1);
		for (const {bytes, isFolded} of parts) {
			new Uint8Array(memory.buffer, partsBuffer.value, bytes.length).set(bytes);
			this.#exports.markLines(count, length, bytes.length, isFolded);
		}
		return marks;
	}
}
