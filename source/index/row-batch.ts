import type {UsualFormats} from '../entries/usual-formats.js';
import {type Batch, batchRows, inputSize} from '../wasm/batch.js';
import {noText} from './dictionary.js';
import type {Segment} from './segment.js';

const nothing: Buffer = Buffer.alloc(0);

/**
 * The rows at the end of a segment whose texts haven't been looked up yet: they are looked up together, one field after
 * the other. Measured: the tables of one dictionary stay in the processor's cache then, and the lookups take half the
 * time that they take row by row.
 */
export class RowBatch {
	#segment: Segment | undefined;
	#rows = 0;
	/** What the texts stand in: `bytes[from, to)`, of which `[from, loaded)` is in the input of the kernel's batch. */
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
	add({batch}: Segment, spans: Int32Array, end: number): void {
		batch.setTexts(this.#rows++, spans);
		this.#to = Math.max(this.#to, end);
	}

	/**
	 * Reads lines that stand whole before `end`, the first of them at `start` and at `offset` in the file, into the rows
	 * after the last, and adds those to the segment, but for their texts: see `EntrySink.addLines`. Returns where they end,
	 * also when there is no more room.
	 */
	addLines(segment: Segment, start: number, end: number, offset: number, formats: UsualFormats): number {
		const {batch} = segment;
		const base = this.#from;
		const to = Math.min(end, base + inputSize);
		this.#to = Math.max(this.#to, to);
		this.#load(batch);
		const first = this.#rows;
		const last = Math.min(batchRows, first + segment.rowsLeft);
		const read = batch.scan({
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
			const {batch} = segment;
			this.#load(batch);
			const row = segment.rows - this.#rows;
			const {dictionaries, texts} = segment;
			for (let field = 0; field < dictionaries.length; field++) {
				if (dictionaries[field]?.internRows(field, this.#rows, this.#from)) {
					texts[field]?.pushAll(row, batch, batch.columns.ids.subarray(0, this.#rows));
				} else {
					texts[field]?.pushSame(row, noText, this.#rows);
				}
			}
		}
		this.#segment = undefined;
		this.#rows = 0;
		this.#bytes = nothing;
	}

	#load(batch: Batch): void {
		if (this.#to > this.#loaded) {
			batch.load(this.#bytes, this.#loaded, this.#to, this.#loaded - this.#from);
			this.#loaded = this.#to;
		}
	}
}
