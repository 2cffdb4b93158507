import {randomFillSync} from 'node:crypto';
import type {UsualFormats} from '../../entries/usual-formats.js';
import type {ByteWriter} from './byte-writer.js';
import type {ValueColumn} from './column-writers.js';
import {type LineExports, newLines} from './line-exports.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** How many lines were read, and where they end. */
export type ScannedLines = {readonly count: number; readonly end: number};

/** What is written of rows without a word more being said. */
export type PlainColumn = `write${'Times' | 'Zones' | 'Statuses' | 'Lines'}`;

const fixed = [
	...(['batchRows', 'inputSize', 'input', 'textStarts', 'textEnds', 'times', 'offsets'] as const),
	...(['statuses', 'formats', 'ids', 'pathEnds', 'tokenWords', 'output'] as const),
] as const;

type Fixed = (typeof fixed)[number];

const none = Number.POSITIVE_INFINITY;

/**
 * Lines of the usual kind, which are read many at a time, in WebAssembly: as many as fit into a batch. What was read of
 * them stays there until others are read, and is written from there as columns.
 */
export class LineKernel {
	readonly #exports: LineExports = newLines();
	/** Addresses, which are asked for too often to be fetched each time. */
	readonly #at: {readonly [name in Fixed]: number};
	#memory: Buffer = Buffer.alloc(0);
	#words = new Uint32Array();
	/** What the lines stand in: `bytes[from, loaded)` is in the input. */
	#bytes: ViewedBytes = viewed(Buffer.alloc(0));
	#from = 0;
	#loaded = 0;
	/** Up to where it has been looked for what is no ASCII, and where there is such. */
	#lookedTo = 0;
	#oddAt = none;

	constructor() {
		const at = fixed.map(name => [name, this.#exports[name].value]);
		this.#at = Object.fromEntries(at) as Record<Fixed, number>;
		const [a = 0, b = 0, c = 0, d = 0] = randomFillSync(new Uint32Array(4));
		// Who wants to make hashes collide can't know them.
		this.#exports.seed(a, b, c, d);
	}

	/** What the lines stand in that were read last. */
	get bytes(): ViewedBytes {
		return this.#bytes;
	}

	/** Bytes that texts and their tables take. */
	get used(): number {
		return this.#exports.used.value;
	}

	/**
	 * Reads lines that stand whole in `bytes[start, end)`, up to the first that is none of the usual kind or has anything
	 * but ASCII, or for which there is no room: see `Kernel.scan`. The bytes must stay as they are.
	 */
	scan(bytes: Buffer, start: number, end: number, {combined, common}: UsualFormats): ScannedLines {
		const {batchRows, input, inputSize, offsets} = this.#at;
		if (bytes !== this.#bytes.bytes || start < this.#from || start - this.#from > inputSize / 2) {
			this.#bytes = viewed(bytes);
			this.#from = start;
			this.#loaded = start;
			this.#lookedTo = start;
			this.#oddAt = none;
		}
		const from = this.#from;
		const toInput = input - from;
		const to = this.#load(start, Math.min(end, from + inputSize)) + toInput;
		// The row behind the last says where that ends.
		const last = batchRows - 1;
		const first = start - from;
		const count = this.#exports.scan(start + toInput, to, 0, last, input, first, combined, common);
		const lineEnd = this.#exports.scanned.value - toInput;
		this.#allWords[offsets / 4 + count] = lineEnd - from;
		return {count, end: lineEnd};
	}

	/** The times of so many rows, milliseconds since 1970. */
	times(count: number): Float64Array {
		// A copy: what belongs to the memory is gone when that grows.
		return new Float64Array(this.#exports.memory.buffer, this.#at.times, count).slice();
	}

	/** The place of a row's line in the bytes. */
	lineStart(row: number): number {
		return this.#word(this.#at.offsets, row) + this.#from;
	}

	/** The place in the bytes of a text of a row, by its number among `textFields`, and where it ends. */
	textStart(field: number, row: number): number {
		return this.#word(this.#at.textStarts, field * this.#at.batchRows + row) + this.#from;
	}

	/** See `textStart`. */
	textEnd(field: number, row: number): number {
		return this.#word(this.#at.textEnds, field * this.#at.batchRows + row) + this.#from;
	}

	/** Where the path of a row's URL ends, once its paths have been looked up. */
	pathEnd(row: number): number {
		return this.#word(this.#at.pathEnds, row) + this.#from;
	}

	/** The status of a row. */
	status(row: number): number {
		return this.#word(this.#at.statuses, row);
	}

	/** The number of the format that a row was read in. */
	format(row: number): number {
		return this.#word(this.#at.formats, row);
	}

	/** Forgets all texts and tables. */
	clear(): void {
		this.#exports.clear();
	}

	/** Makes a table of texts, and returns its number. */
	openTable(): number {
		return this.#exports.openTable();
	}

	/**
	 * Looks up the texts of rows: their numbers in the table, from 1 in the order in which they first came, and 0 for none.
	 * Good until others are looked up. Undefined when none of the rows has such a text.
	 */
	numbers(table: number, field: number, first: number, count: number): Uint32Array | undefined {
		const {batchRows, textEnds} = this.#at;
		const place = field * batchRows + first;
		return this.#intern(table, field, first, count, textEnds + place * 4);
	}

	/** The same of the paths of URLs, which are the texts of that number. */
	pathNumbers(table: number, field: number, first: number, count: number): Uint32Array | undefined {
		this.#exports.findPathEnds(first, count);
		return this.#intern(table, field, first, count, this.#at.pathEnds + first * 4);
	}

	/** Writes a column of some rows as it stands in the kernel. */
	write(column: PlainColumn, first: number, count: number, to: ByteWriter): void {
		this.#give(this.#exports[column](first, count), to);
	}

	/** @param offset Of the first byte of the bytes in the log. */
	writeOffsets(first: number, count: number, offset: number, to: ByteWriter): void {
		this.#give(this.#exports.writeOffsets(first, count, offset + this.#from), to);
	}

	/** Writes tokens, which are made with these words: see `TokenKey`. */
	writeTokens(first: number, count: number, offset: number, words: Int32Array, to: ByteWriter): void {
		this.#allWords.set(words, this.#at.tokenWords / 4);
		this.#give(this.#exports.writeTokens(first, count, offset + this.#from), to);
	}

	/** Writes texts, by their number among `textFields`, and for each whether it isn't there. */
	writeTexts(field: number, first: number, count: number, {values, nulls}: ValueColumn): void {
		this.#give(this.#exports.writeTexts(field, first, count), values);
		if (nulls !== undefined) {
			this.#give(this.#exports.writeTextNulls(field, first, count), nulls);
		}
	}

	/** Writes sizes, and for each whether it isn't there. */
	writeSizes(first: number, count: number, {values, nulls}: ValueColumn): void {
		this.#give(this.#exports.writeSizes(first, count), values);
		if (nulls !== undefined) {
			this.#give(this.#exports.writeSizeNulls(first, count), nulls);
		}
	}

	#intern(table: number, field: number, first: number, count: number, ends: number): Uint32Array | undefined {
		const {memory, intern} = this.#exports;
		const {batchRows, textStarts, input, ids} = this.#at;
		const starts = textStarts + (field * batchRows + first) * 4;
		return intern(table, starts, ends, count, input) === 0
			? undefined
			: new Uint32Array(memory.buffer, ids, count);
	}

	#give(length: number, to: ByteWriter): void {
		const {output} = this.#at;
		to.copied(this.#all, output, output + length);
	}

	/** Has the bytes in the input up to a place. Returns that, or where there is something else than ASCII before it. */
	#load(start: number, end: number): number {
		const {asciiEnd} = this.#exports;
		const {input} = this.#at;
		if (end > this.#loaded) {
			this.#bytes.bytes.copy(this.#all, input + this.#loaded - this.#from, this.#loaded, end);
			this.#loaded = end;
		}
		if (this.#oddAt < start) {
			this.#oddAt = none;
			this.#lookedTo = start;
		}
		if (this.#oddAt === none && this.#lookedTo < end) {
			const toInput = input - this.#from;
			this.#lookedTo = asciiEnd(this.#lookedTo + toInput, end + toInput) - toInput;
			this.#oddAt = this.#lookedTo < end ? this.#lookedTo : none;
		}
		return Math.min(end, this.#oddAt);
	}

	/** All of the memory: views of it from before it grew have no length. */
	get #all(): Buffer {
		if (this.#memory.length === 0) {
			this.#memory = Buffer.from(this.#exports.memory.buffer);
		}
		return this.#memory;
	}

	get #allWords(): Uint32Array {
		if (this.#words.length === 0) {
			this.#words = new Uint32Array(this.#exports.memory.buffer);
		}
		return this.#words;
	}

	#word(array: number, index: number): number {
		return this.#allWords[array / 4 + index] ?? 0;
	}
}
