import {type Exports, firstInstance} from './instance.js';

/** How many rows a batch has. */
export const batchRows: number = firstInstance.batchRows.value;

/** The most bytes that a batch refers to. */
export const inputSize: number = firstInstance.inputSize.value;

/** How many texts a row has. */
const textCount = firstInstance.textCount.value;

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
	formats: firstInstance.formats.value,
	ids: firstInstance.ids.value,
};

/** Lines to be read into a batch. */
type Scan = {
	readonly start: number;
	readonly end: number;
	readonly base: number;
	/** The row for the first of them, and the row behind the last for which there is room. */
	readonly first: number;
	readonly last: number;
	/** The offset that the first line has, less than 2^32. */
	readonly offset: number;
	/** The numbers of the formats that they may have. */
	readonly formats: {readonly combined: number; readonly common: number};
};

/** How many lines were read, and where they end. */
type Scanned = {readonly rows: number; readonly end: number};

/**
 * A part of a line: ASCII, unless the line has something that stands for other characters. With `isFolded` it has no
 * capitals, and case makes no difference. Plain data.
 */
export type LinePart = {readonly bytes: Uint8Array; readonly isFolded: boolean};

/** What a batch has of each row, and the input, as views of the memory. */
type BatchColumns = ReturnType<typeof columnsIn>;

function columnsIn(memory: ArrayBuffer) {
	return {
		/** The bytes that texts stand in. */
		input: new Uint8Array(memory, layout.input, inputSize),
		/** Where texts begin and end: those of all rows for the first field, then for the next. */
		textStarts: new Uint32Array(memory, layout.textStarts, textCount * batchRows),
		textEnds: new Uint32Array(memory, layout.textEnds, textCount * batchRows),
		/** Milliseconds since 1970. */
		times: new Float64Array(memory, layout.times, batchRows),
		/** Bytes of the answers, or NaN. */
		sizes: new Float64Array(memory, layout.sizes, batchRows),
		/** How far lines stand behind an offset that all have in common. */
		offsets: new Uint32Array(memory, layout.offsets, batchRows),
		/** Minutes east of UTC plus a day. */
		zones: new Uint32Array(memory, layout.zones, batchRows),
		statuses: new Uint32Array(memory, layout.statuses, batchRows),
		formats: new Uint32Array(memory, layout.formats, batchRows),
		/** The numbers of the texts that were looked up last. */
		ids: new Uint32Array(memory, layout.ids, batchRows),
	};
}

/** Rows that lines are read into, many at a time, and the input: the bytes that these refer to. */
export class Batch {
	readonly #exports: Exports;
	#columns: BatchColumns;

	constructor(exports: Exports) {
		this.#exports = exports;
		this.#columns = columnsIn(exports.memory.buffer);
	}

	/** What it has of each row. Good until texts are looked up: the memory may grow then. */
	get columns(): BatchColumns {
		// Views from before the memory grew have no length.
		if (this.#columns.times.length === 0) {
			this.#columns = columnsIn(this.#exports.memory.buffer);
		}
		return this.#columns;
	}

	/** Copies `source[start, end)` to the input, from place `at` of it on. */
	load(source: Uint8Array, start: number, end: number, at = 0): void {
		if (at + end - start > inputSize) {
			throw new RangeError('texts of a batch stand too far apart');
		}
		this.columns.input.set(source.subarray(start, end), at);
	}

	/** Sets the texts of a row: `spans` has start and end of each, for all fields. */
	setTexts(row: number, spans: Int32Array): void {
		const {textStarts, textEnds} = this.columns;
		let place = row;
		for (let index = 0; index < 2 * textCount; index += 2) {
			textStarts[place] = spans[index] ?? 0;
			textEnds[place] = spans[index + 1] ?? 0;
			place += batchRows;
		}
	}

	/**
	 * Reads the lines that stand whole in `[start, end)` of the bytes whose beginning `base` is that of the input: up to the
	 * first that it can't read, or for which there is no row. Their texts are places in those bytes, too.
	 */
	scan({start, end, base, first, last, offset, formats}: Scan): Scanned {
		const delta = layout.input - base;
		const {combined, common} = formats;
		const rows = this.#exports.scan(start + delta, end + delta, first, last, delta, offset, combined, common);
		return {rows, end: this.#exports.scanned.value - delta};
	}

	/**
	 * Looks up the texts of the first rows of a field in a table. Their numbers are the `ids` then: a new one for a new text,
	 * 0 for an empty one. `base` is where the input begins in the bytes that starts and ends are places of. False when all
	 * texts are empty: `ids` is left as it was.
	 */
	intern(table: number, field: number, count: number, base: number): boolean {
		const place = field * batchRows * 4;
		const delta = layout.input - base;
		return (
			this.#exports.intern(table, layout.textStarts + place, layout.textEnds + place, count, delta) !== 0
		);
	}

	/** The number of the text `input[0, length)` in a table; 0 when it isn't there. */
	find(table: number, length: number): number {
		return this.#exports.find(table, layout.input, layout.input + length);
	}

	/**
	 * How many of `count` times, from row `first` on, come one after the other without one that is less than the one before
	 * it, which for the first is `newest`.
	 */
	inOrder(newest: number, first: number, count: number): number {
		return this.#exports.inOrder(newest, first, count);
	}

	/**
	 * Whether all numbers of a part of a column are the same as one; a NaN is the same as another. In JavaScript this takes
	 * longer than to copy the numbers.
	 */
	areSame(numbers: Uint32Array | Float64Array, number: number): boolean {
		const {sameReals, sameWords} = this.#exports;
		const areSame = numbers instanceof Float64Array ? sameReals : sameWords;
		return areSame(numbers.byteOffset, numbers.length, number) !== 0;
	}

	/**
	 * Whether each of the first `count` lines, which are the first `length` bytes of the input, may have texts in which all
	 * parts stand: 0 where it doesn't; see `assembly/marked-lines.ts`. Good until anything else is asked.
	 */
	markedLines(count: number, length: number, parts: readonly LinePart[]): Uint8Array {
		const {memory, judgements, parts: room} = this.#exports;
		const marks = new Uint8Array(memory.buffer, judgements.value, count).fill(1);
		for (const {bytes, isFolded} of parts) {
			new Uint8Array(memory.buffer, room.value, bytes.length).set(bytes);
			this.#exports.markLines(count, length, bytes.length, isFolded);
		}
		return marks;
	}
}
