import {createHash} from 'node:crypto';
import {crc32} from 'node:zlib';
import {shippedColumns, shippedUnreadColumns} from '../../clickhouse/schema.js';
import type {LogName, LogPosition, Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import type {Chunk} from '../chunks/chunk.js';
import {rowDocument} from '../rows/row-document.js';
import type {RowPart} from '../rows/row-writer.js';

/** Limits of a batch. */
export type BatchLimits = {
	readonly rows: number;
	/** Maximum size of the rows as sent, in bytes. */
	readonly bytes: number;
	/** Maximum time that the first row waits for more rows, in ms. */
	readonly time: number;
	/**
	 * Below this number of rows, rows of another day may join. Logs whose lines jump between days then don't cause tiny batches.
	 */
	readonly fewRows: number;
	/** Maximum number of days. Each day becomes a separate part of the table, and the server refuses more than a hundred parts. */
	readonly days: number;
};

/**
 * A row takes 700 bytes, including its line, so most batches have 95,000 rows, and `ship` takes about 300 MB of memory. With more
 * rows the server has less to merge: for a million rows of 440 bytes, it took 5.2 s of CPU time with 50,000 rows per batch, 4.3 s
 * with 100,000 and 3.3 s with 150,000.
 */
export const defaultLimits: BatchLimits = {
	rows: 150_000,
	bytes: 64 << 20,
	time: 1000,
	fewRows: 1000,
	days: 30,
};

/** A range of a log, with the position and the bytes to record once the batch is shipped. */
export type BatchRange = PlannedRange & {readonly place: LogPosition; readonly tail: Buffer};

/** The rows that are sent together. */
export type Batch = {
	readonly plan: Plan;
	readonly ranges: readonly BatchRange[];
	/** Rows of requests as sent, in consecutive pieces, and their number. */
	readonly rows: readonly Buffer[];
	readonly count: number;
	/** Rows of lines that no format reads, and their number. */
	readonly unread: readonly Buffer[];
	readonly unreadCount: number;
};

/** Combines chunks of logs into a batch, up to the limits. */
export class BatchBuilder {
	readonly #source: string;
	readonly #limits: BatchLimits;
	readonly #ranges = new Map<string, BatchRange>();
	readonly #rows: RowPart[] = [];
	readonly #unread: RowPart[] = [];
	readonly #days = new Set<number>();
	#day = Number.NaN;
	#count = 0;
	#unreadCount = 0;
	#size = 0;

	constructor(source: string, limits: BatchLimits) {
		this.#source = source;
		this.#limits = limits;
	}

	/** True before the first chunk. */
	get isEmpty(): boolean {
		return this.#ranges.size === 0;
	}

	/** True when no more chunks may be added. */
	get isFull(): boolean {
		return this.#all >= this.#limits.rows || this.#size >= this.#limits.bytes;
	}

	/** True if the chunk may be added. The first chunk always may. */
	fits({rows, unread, day}: Chunk): boolean {
		const {rows: maxRows, bytes: maxBytes, fewRows, days: maxDays} = this.#limits;
		const added = rows.count + unread.count;
		if (added === 0 || this.#all === 0) {
			return true;
		}
		const isOtherDay = day !== this.#day && this.#all >= fewRows;
		const isDayTooMany = !this.#days.has(day) && this.#days.size >= maxDays;
		return (
			!isOtherDay &&
			!isDayTooMany &&
			this.#all + added <= maxRows &&
			this.#size + rows.bytes.length + unread.bytes.length <= maxBytes
		);
	}

	/** Adds a chunk. It must follow the previous chunks of its log. */
	add({fingerprint, ordinal}: LogName, chunk: Chunk): void {
		const {start, end, bytes, tail, isCut, rows, unread, day} = chunk;
		const name = `${fingerprint} ${ordinal}`;
		const before = this.#ranges.get(name);
		this.#ranges.set(name, {
			fingerprint,
			ordinal,
			start: before?.start ?? start.offset,
			end: end.offset,
			sum: crc32(bytes, before?.sum ?? 0),
			isCut,
			place: end,
			tail,
		});
		if (rows.count + unread.count > 0) {
			this.#rows.push(rows);
			this.#unread.push(unread);
			this.#days.add(day);
			this.#day = day;
			this.#count += rows.count;
			this.#unreadCount += unread.count;
			this.#size += rows.bytes.length + unread.bytes.length;
		}
	}

	/** Builds the batch from all added chunks. */
	build(): Batch {
		const ranges = [...this.#ranges.values()];
		const planned = ranges.map(({fingerprint, ordinal, start, end, sum, isCut}) => {
			return {fingerprint, ordinal, start, end, sum, isCut};
		});
		return {
			plan: {token: tokenOf(this.#source, planned), ranges: planned},
			ranges,
			rows: rowDocument(shippedColumns, this.#rows),
			count: this.#count,
			unread: rowDocument(shippedUnreadColumns, this.#unread),
			unreadCount: this.#unreadCount,
		};
	}

	get #all(): number {
		return this.#count + this.#unreadCount;
	}
}

/**
 * Returns the deduplication token of a batch. It includes the checksums, because a log with the same beginning may later contain
 * different bytes at the same offsets, and thus different rows.
 */
function tokenOf(source: string, ranges: readonly PlannedRange[]): string {
	const names = ranges.map(({fingerprint, ordinal, start, end, sum}) => {
		const log = `${fingerprint.slice(0, 16)}${ordinal === 0 ? '' : `.${ordinal}`}`;
		return `${log}:${start}-${end}:${sum.toString(16).padStart(8, '0')}`;
	});
	const [first = '', ...others] = names;
	return others.length === 0
		? `${source}:${first}`
		: `${source}:${names.length}:${createHash('sha256').update(names.join('\n')).digest('hex')}`;
}
