import {createHash} from 'node:crypto';
import {crc32} from 'node:zlib';
import {shippedColumns, shippedUnreadColumns} from '../../clickhouse/schema.js';
import type {LogName, Place, Plan, PlannedRange} from '../checkpoints/checkpoint.js';
import type {Chunk} from '../chunks/chunk.js';
import type {RowPart} from '../rows/columns.js';
import {nativeBlock} from '../rows/native-block.js';

/** How much is sent at once. */
export type BatchLimits = {
	readonly rows: number;
	/** Bytes of the rows as they are sent. */
	readonly bytes: number;
	/** How long the first row waits for others, milliseconds. */
	readonly time: number;
	/** With fewer rows than these, rows of another day join them: a log whose lines jump between days makes no tiny batches. */
	readonly fewRows: number;
	/** Of so many days at most: each becomes a part of the table of its own, and the server refuses a hundred. */
	readonly days: number;
};

/**
 * A row takes 440 bytes, its line among them. Measured with a million rows and a server on the same two cores: with 50,000
 * rows at once the server took 5.2 s of processor time, with 100,000 rows 4.3 s, with 150,000 rows 3.3 s: it had less to
 * merge. `ship` takes 300 MB of memory at most then, instead of 240 MB.
 */
export const defaultLimits: BatchLimits = {
	rows: 150_000,
	bytes: 64 << 20,
	time: 1000,
	fewRows: 1000,
	days: 30,
};

/** What has been shipped of a log once the batch is. */
export type BatchRange = PlannedRange & {readonly place: Place; readonly tail: Buffer};

/** What is sent at once. */
export type Batch = {
	readonly plan: Plan;
	readonly ranges: readonly BatchRange[];
	/** The rows of requests as they are sent, in pieces that follow each other, and how many rows these are. */
	readonly rows: readonly Buffer[];
	readonly count: number;
	/** The same of lines that no format reads. */
	readonly unread: readonly Buffer[];
	readonly unreadCount: number;
};

/** Puts chunks of logs together, up to what is sent at once. */
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

	/** True when no chunk may be added any more. */
	get isFull(): boolean {
		return this.#all >= this.#limits.rows || this.#size >= this.#limits.bytes;
	}

	/** Whether a chunk may be added; the first always may. */
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
			this.#size + rows.size + unread.size <= maxBytes
		);
	}

	/** Adds the chunk that follows those of the same log. */
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
			this.#size += rows.size + unread.size;
		}
	}

	/** The batch of all that was added. */
	build(): Batch {
		const ranges = [...this.#ranges.values()];
		const planned = ranges.map(({fingerprint, ordinal, start, end, sum, isCut}) => {
			return {fingerprint, ordinal, start, end, sum, isCut};
		});
		return {
			plan: {token: tokenOf(this.#source, planned), ranges: planned},
			ranges,
			rows: nativeBlock(shippedColumns, this.#rows),
			count: this.#count,
			unread: nativeBlock(shippedUnreadColumns, this.#unread),
			unreadCount: this.#unreadCount,
		};
	}

	get #all(): number {
		return this.#count + this.#unreadCount;
	}
}

/**
 * What the store knows a batch by. The checksum is in it because another text may come to stand at the same place of a
 * log that begins alike: its rows are others.
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
