import {textFields} from '../entries/entry-record.js';
import type {UsualFormats} from '../entries/usual-formats.js';
import {batchRows, inputSize, type Kernel, places} from '../wasm/kernel.js';
import {noText} from './dictionary.js';
import type {Segment} from './segment.js';

const nothing: Buffer = Buffer.alloc(0);

/** Starts and ends of the texts among a record's spans. */
const textSpans = textFields.length * 2;

/**
 * The rows at the end of a segment whose texts haven't been looked up yet: they are looked up together, one field after
 * the other. Measured: the tables of one dictionary stay in the processor's cache then, and the lookups take half the
 * time that they take row by row.
 */
export class RowBatch {
	#segment: Segment | undefined;
	#rows = 0;
	/** What the texts stand in: `bytes[from, to)`, of which `[from, loaded)` is in the kernel's input. */
	#bytes: Buffer = nothing;
	#from = 0;
	#to = 0;
	#loaded = 0;

	/** Whether the texts of another row of the segment, which stand in `bytes[start, end)`, can be taken. */
	canTake(segment: Segment, bytes: Buffer, start: number, end: number): boolean {
		return (
			segment === this.#segment &&
			bytes === this.#bytes &&
			this.#rows < batchRows &&
			start >= this.#from &&
			end - this.#from <= inputSize
		);
	}

	/** Begins anew, with rows of a segment whose texts stand in `bytes`, from `start` on. */
	begin(segment: Segment, bytes: Buffer, start: number): void {
		this.#segment = segment;
		this.#rows = 0;
		this.#bytes = bytes;
		this.#from = start;
		this.#to = start;
		this.#loaded = start;
	}

	/** Takes the texts of the row after the last, the first of the spans; they end before `end`. */
	add({kernel}: Segment, spans: Int32Array, end: number): void {
		const {words} = kernel;
		let place = this.#rows++;
		for (let index = 0; index < textSpans; index += 2) {
			words[places.textStarts + place] = spans[index] ?? 0;
			words[places.textEnds + place] = spans[index + 1] ?? 0;
			place += batchRows;
		}
		this.#to = Math.max(this.#to, end);
	}

	/**
	 * Reads lines that stand whole before `end`, the first of them at `start` and at `offset` in the file, into the rows
	 * after the last, and adds those to the segment, but for their texts: see `EntrySink.addLines`. Returns where they end,
	 * also when there is no more room.
	 */
	addLines(segment: Segment, start: number, end: number, offset: number, formats: UsualFormats): number {
		const {kernel} = segment;
		const base = this.#from;
		const to = Math.min(end, base + inputSize);
		this.#to = Math.max(this.#to, to);
		this.#load(kernel);
		const first = this.#rows;
		const last = Math.min(batchRows, first + segment.rowsLeft);
		const read = kernel.scan({
			start,
			end: to,
			base,
			first,
			last,
			offset: offset - segment.baseOffset,
			formats,
		});
		segment.addRows(first, read.rows);
		this.#rows += read.rows;
		return read.end;
	}

	/** Looks the texts up and adds their numbers to the segment. */
	lookUp(): void {
		const segment = this.#segment;
		if (segment !== undefined && this.#rows > 0) {
			const {kernel} = segment;
			this.#load(kernel);
			const row = segment.rows - this.#rows;
			const {dictionaries, texts} = segment;
			for (let field = 0; field < dictionaries.length; field++) {
				if (dictionaries[field]?.internRows(field, this.#rows, this.#from)) {
					texts[field]?.pushAll(row, kernel, places.ids, this.#rows);
				} else {
					texts[field]?.pushSame(row, noText, this.#rows);
				}
			}
		}
		this.#segment = undefined;
		this.#rows = 0;
		this.#bytes = nothing;
	}

	#load(kernel: Kernel): void {
		if (this.#to > this.#loaded) {
			kernel.load(this.#bytes, this.#loaded, this.#to, this.#loaded - this.#from);
			this.#loaded = this.#to;
		}
	}
}
