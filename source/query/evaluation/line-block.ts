import {carriageReturn, newline} from '../../ascii.js';
import type {LogHeader} from '../../entries/log-header.js';
import type {Segment} from '../../index/segment.js';
import {longestLine} from '../../lines/line-splitter.js';
import type {LineSearch} from '../../wasm/line-search.js';

/** Some lines of a segment, as bytes that were read from its file. Valid until the function that receives it returns. */
export class LineBlock {
	readonly segment: Segment;
	/** The rows of the lines, ascending. Other lines may stand between them. */
	readonly rows: Uint16Array;
	/** A buffer of `search`. `length` bytes of it are set. */
	readonly buffer: Buffer;
	readonly length: number;
	readonly search: LineSearch;
	/** The joined lines of rows whose lines a container runtime has split. */
	readonly joined: ReadonlyMap<number, Buffer>;
	/** The header in force at the first line. */
	readonly header: LogHeader;
	/** Offset in the file of the first byte. */
	readonly #offset: number;

	constructor(init: {
		readonly segment: Segment;
		readonly rows: Uint16Array;
		readonly buffer: Buffer;
		readonly length: number;
		readonly offset: number;
		readonly search: LineSearch;
		readonly joined: ReadonlyMap<number, Buffer>;
		readonly header: LogHeader;
	}) {
		this.segment = init.segment;
		this.rows = init.rows;
		this.buffer = init.buffer;
		this.length = init.length;
		this.search = init.search;
		this.joined = init.joined;
		this.header = init.header;
		this.#offset = init.offset;
	}

	/** Returns the start of a row's line in the buffer. */
	startOf(row: number): number {
		return this.segment.offset(row) - this.#offset;
	}

	/** Returns the end of the line that starts at `start`, without its line end. A line is cut at `longestLine`. */
	endOf(start: number): number {
		const found = this.buffer.indexOf(newline, start);
		const end = Math.min(found === -1 ? this.length : found, this.length, start + longestLine);
		return end > start && this.buffer[end - 1] === carriageReturn ? end - 1 : end;
	}
}
