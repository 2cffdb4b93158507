import {type EntryRecord, unread} from './entry-record.js';
import type {FormatReader, Scan} from './format.js';
import {readers} from './formats.js';
import type {Inner, Unwrap} from './wrappers/wrapper.js';
import {openWrappers} from './wrappers/wrappers.js';

const carriageReturn = 13;

/** So many wrappers are taken off, one after the other: a container's log may be handed on by syslog. */
const mostLayers = 3;

/** Reads the lines of one file, each with what fits: the reader of the line before is tried first. */
export class LineReader {
	readonly #scans: readonly Scan[];
	/** The number of the first format of each reader. */
	readonly #firsts: readonly number[];
	readonly #wrappers: readonly Unwrap[] = openWrappers();
	/** What was taken off the line before. */
	#layers: readonly Unwrap[] = [];
	readonly #inner: Inner = {bytes: Buffer.alloc(0), start: 0, end: 0};
	#last = 0;

	constructor(candidates: readonly FormatReader[] = readers) {
		this.#scans = candidates.map(reader => reader.open());
		let first = 0;
		this.#firsts = candidates.map(({formats}) => {
			first += formats.length;
			return first - formats.length;
		});
	}

	/**
	 * Reads the line `bytes[start, end)` into the record. Returns the number of its format in the table, or `noRequest`,
	 * or `unread` when no format reads it.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const number = this.#readInLayers(bytes, start, lineEnd, record);
		return number === unread ? this.#readWhole(bytes, start, lineEnd, record) : number;
	}

	/** Reads it as the line before was read. */
	#readInLayers(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (this.#layers.length === 0) {
			return this.#try(this.#last, bytes, start, end, record);
		}
		const inner = this.#innerOf(bytes, start, end);
		return this.#layers.every(unwrap => unwrap(inner))
			? this.#readInner(this.#try(this.#last, inner.bytes, inner.start, inner.end, record), bytes, record)
			: unread;
	}

	/** Reads it by itself, and then what is in it. */
	#readWhole(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		let number = this.#tryAll(bytes, start, end, record);
		let layers: readonly Unwrap[] = [];
		const inner = this.#innerOf(bytes, start, end);
		while (number === unread && layers.length < mostLayers) {
			const unwrap = this.#wrappers.find(wrapper => wrapper(inner));
			if (unwrap === undefined) {
				return unread;
			}
			layers = [...layers, unwrap];
			number = this.#readInner(this.#tryAll(inner.bytes, inner.start, inner.end, record), bytes, record);
		}
		if (number !== unread) {
			this.#layers = layers;
		}
		return number;
	}

	#innerOf(bytes: Buffer, start: number, end: number): Inner {
		const inner = this.#inner;
		inner.bytes = bytes;
		inner.start = start;
		inner.end = end;
		return inner;
	}

	/** The spans are places in the inner line's bytes, which may be others than the line's. */
	#readInner(number: number, bytes: Buffer, record: EntryRecord): number {
		if (number >= 0 && this.#inner.bytes !== bytes) {
			record.source ??= this.#inner.bytes;
		}
		return number;
	}

	#tryAll(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		for (let index = 0; index < this.#scans.length; index++) {
			const number = this.#try(index, bytes, start, end, record);
			if (number !== unread) {
				this.#last = index;
				return number;
			}
		}
		return unread;
	}

	#try(index: number, bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		record.clear();
		const number = this.#scans[index]?.(bytes, start, end, record) ?? unread;
		return number >= 0 ? number + (this.#firsts[index] ?? 0) : number;
	}
}
