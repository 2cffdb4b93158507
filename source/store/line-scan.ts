import {setImmediate as nextTurn} from 'node:timers/promises';
import {newline} from '../ascii.js';
import {allFormats} from '../entries/chosen-readers.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {isFirstPart, isPart} from '../entries/wrappers/split-lines.js';
import type {EntryIndex} from '../index/entry-index.js';
import {rowNumbers, segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import {maxLineLength} from '../lines/line-splitter.js';
import {chunkBits, setFirst} from '../query/evaluation/chunk.js';
import {LineBlock} from '../query/evaluation/line-block.js';
import type {LineFact} from '../query/evaluation/line-fact.js';
import type {LineFacts} from '../query/evaluation/line-facts.js';
import {logFieldFact} from '../query/evaluation/line-nodes.js';
import type {ReadRows} from '../query/evaluation/read-rows.js';
import {Pace} from '../query/evaluation/slice.js';
import {comeTo, readRawLines} from '../reader/stored-lines.js';
import {type LogFile, readFully} from '../tail/log-file.js';
import {LineSearch, lineBufferSize} from '../wasm/line-search.js';
import type {EntryHeaders} from './entry-headers.js';

/** Number of blocks that are read at the same time: one is searched while the other two are filled. */
const inFlight = 3;

/** Distance of two lines above which the bytes between them aren't read, in bytes. */
const maxGapSize = 64 * 1024;

/** Maximum distance between the first and the last line of a block: the last line fits in the buffer, too. */
const maxBlockSize = lineBufferSize - maxLineLength - 1;

/** Time without a question after which the lines for it are no longer read, in ms, unless someone waits for them. */
const interest = 1500;

/** Pause before an unreadable file is tried again, in ms, and the number of attempts before its lines count as lost. */
const retryPause = 500;
const maxAttempts = 10;

/** Time that the order of segments is kept, in ms. */
const sortedFor = 50;

/** A time slice before yielding to keys and rendering, in ms. */
const sliceTime = 8;

/** A request to read lines for facts about their entries. */
export type LineWish = {
	readonly facts: readonly LineFact[];
	/** Returns a bit for each row of a segment whose line is needed; undefined if no line is needed. */
	unreadOf(segment: Segment): Int32Array | undefined;
};

/** A block to be read: some rows of a segment. */
type Plan = {readonly segment: Segment; readonly rows: Uint16Array; readonly facts: readonly LineFact[]};

/** Returns the wish for all values of a log field. */
export function columnWish(name: string, facts: LineFacts): LineWish {
	const fact = logFieldFact(name, facts);
	const all = chunkBits();
	return {
		facts: [fact],
		unreadOf(segment) {
			setFirst(all, segment.rows);
			return fact.rowsOf(segment).count < segment.rows ? all : undefined;
		},
	};
}

/** The logs whose lines are read, and functions to call. */
type LineScanOptions = {
	readonly index: Pick<EntryIndex, 'epochs'>;
	readonly fileOf: (log: number) => LogFile | undefined;
	readonly headers: EntryHeaders;
	/** Called after a scan, to free memory. */
	readonly tidy: () => void;
	/** Called after lines have been read. */
	readonly changed: () => void;
	/** Called with an error that ends the scan: a bug in the program. */
	readonly failed: (error: unknown) => void;
};

/**
 * Reads the lines of entries again, the newest first, for searches that need their text and for log fields. The last wish is
 * served first. A wish ends unless its caller repeats it, so a search that has been replaced isn't finished.
 */
export class LineScan {
	readonly #options: LineScanOptions;
	/** By wish, the time until which it is of interest, by `performance.now()`; infinite while someone waits. The last is the most urgent. */
	readonly #wishes = new Map<LineWish, number>();
	/** Created at the first wish. */
	#search: LineSearch | undefined;
	/** Segments and archives that have a block being read. */
	readonly #busy = new Set<Segment | LogFile>();
	readonly #free: Buffer[] = [];
	/** Failed attempts to read a file, and the time of the next. */
	readonly #failing = new WeakMap<LogFile, {attempts: number; next: number}>();
	/** The blocks whose lines are being passed to facts, in sequence. */
	#taking: Promise<void> = Promise.resolve();
	/** Number of lines to pass on before the clock is checked. */
	readonly #pace = new Pace();
	/** End of the time slice, by `performance.now()`. */
	#sliceEnd = 0;
	#sorted: readonly Segment[] = [];
	#sortedUntil = 0;
	#running: Promise<void> | undefined;
	#retry: NodeJS.Timeout | undefined;
	#isClosed = false;

	constructor(options: LineScanOptions) {
		this.#options = options;
	}

	/** Reads lines for a wish as long as it is repeated. */
	want(wish: LineWish): void {
		this.#wish(wish, performance.now() + interest);
	}

	/** Reads lines for a wish until the returned function is called. */
	keepWanting(wish: LineWish): () => void {
		this.#wish(wish, Number.POSITIVE_INFINITY);
		return () => {
			this.#wishes.delete(wish);
		};
	}

	/** Ends the scan. */
	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#retry);
		this.#wishes.clear();
		await this.#running;
	}

	#wish(wish: LineWish, until: number): void {
		const before = this.#wishes.get(wish) ?? 0;
		this.#wishes.delete(wish);
		this.#wishes.set(wish, Math.max(before, until));
		this.#start();
	}

	#start(): void {
		if (this.#running === undefined && !this.#isClosed) {
			this.#running = this.#run().catch(this.#options.failed);
		}
	}

	async #run(): Promise<void> {
		// Wishes come together: the count and the page of a search. And `#running` isn't set yet.
		await nextTurn();
		if (this.#search === undefined) {
			this.#search = new LineSearch(inFlight);
			this.#free.push(...this.#search.buffers);
		}
		const search = this.#search;
		const reading = new Set<Promise<void>>();
		for (;;) {
			const buffer = this.#free.at(-1);
			const plan = buffer === undefined || this.#isClosed ? undefined : this.#next();
			if (plan !== undefined && buffer !== undefined) {
				this.#free.pop();
				const read = this.#read(plan, buffer, search).finally(() => {
					this.#free.push(buffer);
					reading.delete(read);
				});
				reading.add(read);
				continue;
			}
			if (reading.size === 0) {
				break;
			}
			await Promise.race(reading);
			this.#options.changed();
		}
		this.#running = undefined;
		this.#options.tidy();
	}

	/** Returns the next block to read; undefined if no block can be read now. */
	#next(): Plan | undefined {
		const now = performance.now();
		const isFresh = now > this.#sortedUntil;
		const segments = this.#newestFirst(now);
		for (const [wish, until] of [...this.#wishes].reverse()) {
			if (until < now) {
				this.#wishes.delete(wish);
				continue;
			}
			for (const segment of segments) {
				const plan = this.#planIn(segment, wish, now);
				if (plan !== undefined) {
					return this.#fileOf(segment)?.archive === undefined ? plan : this.#firstPlan(segment, wish, now);
				}
			}
		}
		if (isFresh) {
			return undefined;
		}
		// There may be new segments.
		this.#sortedUntil = 0;
		return this.#next();
	}

	/** Returns the first block to read of an archive, because reading backwards would decode it again and again. */
	#firstPlan({file}: Segment, wish: LineWish, now: number): Plan | undefined {
		const segments = this.#sorted.filter(segment => segment.file === file);
		for (const segment of segments.sort((a, b) => a.baseOffset - b.baseOffset)) {
			const plan = this.#planIn(segment, wish, now);
			if (plan !== undefined) {
				return plan;
			}
		}
		return undefined;
	}

	#fileOf({file}: Segment): LogFile | undefined {
		return this.#options.fileOf(file);
	}

	/** Returns all segments. The order is kept for a while: sorting for each block took 5 % of the time. */
	#newestFirst(now: number): readonly Segment[] {
		if (now > this.#sortedUntil) {
			const segments = this.#options.index.epochs.flatMap(epoch => epoch.segments);
			this.#sorted = segments.sort((a, b) => b.newestTime - a.newestTime);
			this.#sortedUntil = now + sortedFor;
		}
		return this.#sorted;
	}

	#planIn(segment: Segment, wish: LineWish, now: number): Plan | undefined {
		const file = this.#fileOf(segment);
		const isArchive = file?.archive !== undefined;
		const isWaiting = file !== undefined && (this.#failing.get(file)?.next ?? 0) > now;
		if (this.#busy.has(segment) || isWaiting || (isArchive && this.#busy.has(file))) {
			return undefined;
		}
		const unread = wish.unreadOf(segment);
		if (unread === undefined) {
			return undefined;
		}
		const {facts} = wish;
		const known = facts.map(fact => fact.rowsOf(segment));
		if (known.every(({count}) => count === segment.rows)) {
			return undefined;
		}
		const rows = nearRows(segment, unread, known, isArchive ? 'first' : 'last');
		return rows.length === 0 ? undefined : {segment, rows, facts};
	}

	/** Reads a block and passes it to the facts. */
	async #read({segment, rows, facts}: Plan, buffer: Buffer, search: LineSearch): Promise<void> {
		const file = this.#fileOf(segment);
		const busy: ReadonlyArray<Segment | LogFile> = file?.archive === undefined ? [segment] : [segment, file];
		for (const part of busy) {
			this.#busy.add(part);
		}
		try {
			await this.#readFrom(file, {segment, rows, facts}, buffer, search);
		} finally {
			for (const part of busy) {
				this.#busy.delete(part);
			}
		}
	}

	async #readFrom(
		file: LogFile | undefined,
		{segment, rows, facts}: Plan,
		buffer: Buffer,
		search: LineSearch,
	): Promise<void> {
		const first = rows[0] ?? 0;
		const last = rows.at(-1) ?? first;
		const offset = segment.offset(first);
		const lineEnd = segment.offset(last) + maxLineLength + 1;
		const end = Math.min(last + 1 < segment.rows ? segment.offset(last + 1) : lineEnd, lineEnd);
		if (file === undefined) {
			lose(facts, segment, rows);
			return;
		}
		await comeTo(file, offset, {});
		const length = await readFully(file, buffer.subarray(0, end - offset), offset);
		const isShort = length < Math.min(end, file.size) - offset;
		const header = await this.#headerAt(segment, rows, facts);
		if (length === 0 || (isShort && !file.isGone) || header === null) {
			this.#fail(file, {segment, rows, facts});
			return;
		}
		this.#failing.delete(file);
		const readRows = isShort
			? rows.filter(row => isWhole(buffer, segment.offset(row) - offset, length))
			: rows;
		const joined = await joinedLines(file, segment, readRows, {bytes: buffer, length, offset});
		const block = new LineBlock({
			segment,
			buffer,
			length,
			offset,
			search,
			joined,
			header,
		});
		const before = this.#taking;
		this.#taking = before.then(() => this.#take(block, readRows, facts));
		await this.#taking;
		if (isShort) {
			lose(facts, segment, rows.subarray(readRows.length));
		}
	}

	/** Passes the lines of a block to the facts, in steps that don't delay keys. */
	async #take(block: LineBlock, rows: Uint16Array, facts: readonly LineFact[]): Promise<void> {
		const isSlow = facts.some(fact => fact.isSlow);
		for (let from = 0; from < rows.length; ) {
			const to = isSlow ? from + this.#pace.rows : rows.length;
			if (performance.now() > this.#sliceEnd) {
				await nextTurn();
				this.#sliceEnd = performance.now() + sliceTime;
			}
			const start = performance.now();
			for (const fact of facts) {
				fact.take(block, rows.subarray(from, to));
			}
			if (isSlow) {
				this.#pace.took(performance.now() - start);
			}
			from = to;
		}
	}

	/** Returns the header that is active at the first of the rows, if it matters; null if it can't be read. */
	async #headerAt(
		segment: Segment,
		rows: Uint16Array,
		facts: readonly LineFact[],
	): Promise<LogHeader | null> {
		if (!facts.some(({needsHeader}) => needsHeader)) {
			return noHeader;
		}
		const line = {position: {file: segment.file}, offset: segment.offset(rows[0] ?? 0)};
		const formats = [rows[0] ?? 0, rows.at(-1) ?? 0].map(
			row => allFormats[segment.format.get(row)]?.name ?? '',
		);
		const headers = await this.#options.headers.of(formats.map(format => ({...line, format})));
		return headers.find(header => header !== noHeader) ?? headers[0] ?? null;
	}

	/** Tries the rows again later, or gives them up. */
	#fail(file: LogFile, {segment, rows, facts}: Plan): void {
		const before = this.#failing.get(file);
		const isDue = before === undefined || before.next <= performance.now();
		// Several blocks that fail at the same time are one attempt.
		const attempts = (before?.attempts ?? 0) + (isDue ? 1 : 0);
		// A pipe's dropped bytes never come back. An archive has no identity, either, but its file can be read again.
		const isPiped = file.identity === undefined && file.archive === undefined;
		if (file.isGone || isPiped || attempts > maxAttempts) {
			lose(facts, segment, rows);
			return;
		}
		this.#failing.set(file, {attempts, next: performance.now() + retryPause - 1});
		clearTimeout(this.#retry);
		this.#retry = setTimeout(() => this.#start(), retryPause);
	}
}

/** A bit for each row that `nearRows` has chosen. */
const near = new Int32Array(segmentRows / 32);

/**
 * Returns rows that are needed and not known, ascending: the first or the last ones, whose lines are near enough to each other for
 * one block. Don't change the result.
 */
function nearRows(
	segment: Segment,
	needed: Int32Array,
	known: readonly ReadRows[],
	which: 'first' | 'last',
): Uint16Array {
	const step = which === 'first' ? 1 : -1;
	const words = Math.ceil(segment.rows / 32);
	let count = 0;
	let [firstRow, lastRow] = [0, 0];
	let [first, before] = [0, 0];
	let isFull = false;
	near.fill(0);
	for (let word = step === 1 ? 0 : words - 1; word >= 0 && word < words && !isFull; word += step) {
		let bits = needed[word] ?? 0;
		if (bits !== 0) {
			let unknown = 0;
			for (const {read, lost} of known) {
				unknown |= ~((read[word] ?? 0) | (lost?.[word] ?? 0));
			}
			bits &= unknown;
		}
		// Most lines are near each other: if all rows of a word are needed, only the farthest one is checked.
		const farthest = word * 32 + (step === 1 ? 31 : 0);
		if (bits === -1 && count > 0 && Math.abs(segment.offset(farthest) - first) <= maxBlockSize) {
			near[word] = bits;
			count += 32;
			lastRow = farthest;
			before = segment.offset(farthest);
			continue;
		}
		while (bits !== 0 && !isFull) {
			const bit = step === 1 ? 31 - Math.clz32(bits & -bits) : 31 - Math.clz32(bits);
			bits &= ~(1 << bit);
			const row = word * 32 + bit;
			const offset = segment.offset(row);
			if (count === 0) {
				firstRow = row;
				first = offset;
				before = offset;
			}
			isFull = Math.abs(offset - before) > maxGapSize || Math.abs(offset - first) > maxBlockSize;
			if (!isFull) {
				near[word] = (near[word] ?? 0) | (1 << bit);
				count++;
				lastRow = row;
			}
			before = offset;
		}
	}
	const [from, to] = step === 1 ? [firstRow, lastRow + 1] : [lastRow, firstRow + 1];
	const range = rowNumbers(to).subarray(from, to);
	return count === 0 || count === range.length
		? range.subarray(0, count)
		: range.filter(row => (((near[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1);
}

/** Notes for all facts that lines can no longer be read. */
function lose(facts: readonly LineFact[], segment: Segment, rows: Uint16Array): void {
	for (const fact of facts) {
		const known = fact.rowsOf(segment);
		known.lose(known.unread(rows));
	}
}

/** Checks that the line that starts at `start` has been read to its end. */
function isWhole(bytes: Buffer, start: number, length: number): boolean {
	const end = bytes.indexOf(newline, start);
	return start < length && end !== -1 && end < length;
}

/**
 * Reads the lines of rows again whose lines a container runtime has split. All lines of a container's log have the same form, so
 * the first one shows whether there may be any.
 */
async function joinedLines(
	file: LogFile,
	segment: Segment,
	rows: Uint16Array,
	{bytes, length, offset}: {readonly bytes: Buffer; readonly length: number; readonly offset: number},
): Promise<ReadonlyMap<number, Buffer>> {
	const lineEnd = (start: number): number => {
		const end = bytes.indexOf(newline, start);
		return end === -1 ? length : Math.min(end, length);
	};
	const firstStart = segment.offset(rows[0] ?? 0) - offset;
	if (!isPart(bytes, firstStart, lineEnd(firstStart))) {
		return new Map();
	}
	const split = rows.filter(row => {
		const start = segment.offset(row) - offset;
		return isFirstPart(bytes, start, lineEnd(start));
	});
	const lines = await readRawLines(
		file,
		Array.from(split, row => segment.offset(row)),
	);
	const joined = new Map<number, Buffer>();
	for (const [index, row] of split.entries()) {
		const line = lines[index];
		if (line != null) {
			joined.set(row, Buffer.from(line));
		}
	}
	return joined;
}
