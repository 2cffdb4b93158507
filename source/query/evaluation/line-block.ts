import {carriageReturn, newline} from '../../ascii.js';
import type {LogHeader} from '../../entries/log-header.js';
import type {Segment} from '../../index/segment.js';
import {maxLineLength} from '../../lines/line-splitter.js';
import type {LineSearch} from '../../wasm/line-search.js';

/** Some lines of a segment, as bytes that were read from its file. There may be other lines between them. */
export class LineBlock {
	readonly segment: Segment;
	/** A buffer of `search`. */
	readonly buffer: Buffer;
	readonly search: LineSearch;
	/** The joined lines of rows whose lines a container runtime has split. */
	readonly joined: ReadonlyMap<number, Buffer>;
	/** The header that is active at the first line. */
	readonly header: LogHeader;
	/** Number of bytes in the buffer, and the offset of the first one in the file. */
	readonly #length: number;
	readonly #offset: number;

	constructor(init: {
		readonly segment: Segment;
		readonly buffer: Buffer;
		readonly length: number;
		readonly offset: number;
		readonly search: LineSearch;
		readonly joined: ReadonlyMap<number, Buffer>;
		readonly header: LogHeader;
	}) {
		this.segment = init.segment;
		this.buffer = init.buffer;
		this.#length = init.length;
		this.search = init.search;
		this.joined = init.joined;
		this.header = init.header;
		this.#offset = init.offset;
	}

	/** Returns the start of a row's line in the buffer. */
	startOf(row: number): number {
		return this.segment.offset(row) - this.#offset;
	}

	/** Returns the end of the line that starts at `start`, without its line end. A line is cut at `maxLineLength`. */
	endOf(start: number): number {
		const found = this.buffer.indexOf(newline, start);
		const end = Math.min(found === -1 ? this.#length : found, this.#length, start + maxLineLength);
		return end > start && this.buffer[end - 1] === carriageReturn ? end - 1 : end;
	}
}
