import {resolve} from 'node:path';
import type {ClientChoice} from '../../../entries/client-choice.js';
import {fingerprintOf} from '../../../index/token.js';
import {FingerprintSearch} from '../../../reader/log-key.js';
import {type LogFile, readFully} from '../../../tail/log-file.js';
import type {LogName, LogRecord, PlannedRange} from '../checkpoints/checkpoint.js';
import type {Chunk} from '../chunks/chunk.js';
import {ChunkCutter} from '../chunks/chunk-cutter.js';
import {ChunkReader} from '../chunks/chunk-reader.js';
import type {DerivedValues} from '../rows/derived-values.js';
import {RowWriter} from '../rows/row-writer.js';
import {type Claimant, digestOf, type Holding, type Ledger} from './ledger.js';

/** Number of first bytes that form the fingerprint of a log without request lines. */
const standInSize = 1024;

/** Options shared by all shipped logs. */
export type ShippedLogOptions = {
	readonly ledger: Ledger;
	readonly source: string;
	/** See `chosenReaders`. */
	readonly format?: string | undefined;
	/** Selects the client address. If missing, the address stays as parsed. */
	readonly client?: ClientChoice | undefined;
	/** Bytes per read, and bytes at the start of a log in which to search for a request line. */
	readonly sizes: {readonly chunk: number; readonly head: number};
	/** True if files are followed. Otherwise an unfinished last line is left for the next run. */
	readonly follow: boolean;
	/** Shared by all logs. */
	readonly derived: DerivedValues;
	/** Notifies the user about a file. */
	readonly notify: (path: string, text: string) => void;
};

/** A file that is being shipped. First determines which log the file contains, then reads from the end of the shipped part. */
export class ShippedLog implements Claimant {
	readonly file: LogFile;
	/** True if the file won't grow. */
	ended = false;
	readonly #options: ShippedLogOptions;
	#search: FingerprintSearch | undefined;
	/** The identity of the log; undefined until it is known. */
	name: LogName | undefined;
	#cutter: ChunkCutter | undefined;
	#reader: ChunkReader | undefined;
	#chunks: Chunk[] = [];
	/** Size of the file when the last attempt to identify the log failed. */
	#triedAt = -1;
	#isUnreadable = false;
	/** Number of attempts to identify the log. */
	attempts = 0;
	#isGivenUp = false;
	/** Offsets up to which everything has been shipped, and up to which everything is in a batch. */
	#shippedTo = 0;
	#handedOnTo = 0;
	/** Time since which the file can't be read, by `performance.now()`. */
	#stuckSince: number | undefined;

	constructor(file: LogFile, options: ShippedLogOptions) {
		this.file = file;
		this.#options = options;
		this.#search = new FingerprintSearch(options.sizes.head, options.format);
	}

	get isOver(): boolean {
		return this.ended && this.#options.follow;
	}

	/** True if the log isn't identified yet and another attempt makes sense. */
	get isDue(): boolean {
		const {archive} = this.file;
		const hasNews = this.ended || this.#triedAt !== (archive?.size ?? this.file.size);
		return this.name === undefined && !this.#isGivenUp && hasNews;
	}

	/** True for an archive whose current content has all been shipped. */
	get isShippedArchive(): boolean {
		const {archive, size} = this.file;
		return archive?.left === 0 && this.name !== undefined && !this.#isGivenUp && this.#shippedTo === size;
	}

	/** True when everything that the file will contain during this run has been shipped or given up. */
	get isFinished(): boolean {
		const reader = this.#reader;
		if (reader === undefined || this.#isGivenUp) {
			return this.#isGivenUp;
		}
		const isLeft = this.ended && !this.#hasLastLine && reader.isExhausted && !reader.isFailing;
		const isRead = reader.isFinished || isLeft;
		return isRead && this.#chunks.length === 0 && this.#shippedTo === this.#handedOnTo;
	}

	/** Duration for which the file couldn't be read although it won't grow, in ms. */
	get stuckFor(): number {
		return this.#stuckSince === undefined ? 0 : performance.now() - this.#stuckSince;
	}

	/** True if there may be lines to read. */
	get isReadable(): boolean {
		const reader = this.#reader;
		return reader !== undefined && !reader.isFinished && (this.ended || !reader.isExhausted);
	}

	/**
	 * Bytes known to exist that haven't been shipped; for an archive, compressed bytes. A log without requests counts as 0, because
	 * it waits for its first request.
	 */
	get lag(): number {
		const {archive, size} = this.file;
		if (this.name === undefined) {
			return this.isDue ? (archive?.size ?? size) : 0;
		}
		return this.isFinished ? 0 : Math.max(0, archive?.left ?? size - this.#shippedTo);
	}

	/** Number of lines that no format reads. */
	get unrecognised(): number {
		return this.#cutter?.unrecognised ?? 0;
	}

	/** Number of bytes that haven't been read. */
	get unread(): number {
		const {archive, size} = this.file;
		return Math.max(0, archive?.left ?? size - (this.#reader?.position ?? 0));
	}

	/** Tries to identify the log. Returns `wait` if another file that isn't read to its end yet contained the same log. */
	async identify(): Promise<'known' | 'unknown' | 'wait'> {
		const {file} = this;
		const {ledger, sizes} = this.#options;
		const tried = file.archive?.size ?? file.size;
		this.attempts++;
		const fingerprint = await this.#fingerprint();
		this.#noteStuck(fingerprint === undefined && this.ended && !this.#isGivenUp);
		if (fingerprint === undefined) {
			// A temporarily unreadable file is tried again even if it doesn't grow.
			this.#triedAt = this.#isUnreadable ? -1 : tried;
			return 'unknown';
		}
		let shippedTail: Buffer = Buffer.alloc(0);
		const sighting = {path: resolve(file.path), identity: file.identity ?? null, size: file.size};
		const record = await ledger.claim(fingerprint, sighting, this, async known => {
			const tail = await readBefore(file, known.place.offset, known.tail.length, sizes.chunk);
			if (typeof tail === 'string') {
				return tail;
			}
			const holds = digestOf(tail) === known.tail.digest;
			shippedTail = holds ? tail : shippedTail;
			return holds ? 'yes' : 'no';
		});
		if (typeof record === 'string') {
			this.#noteStuck(record === 'unknown' && this.ended);
			return record;
		}
		this.#begin(record, shippedTail);
		return 'known';
	}

	/** Reads exactly the planned range. Returns undefined if it no longer exists or can't be read. */
	async planned({end, isCut}: PlannedRange): Promise<readonly Chunk[] | undefined> {
		const chunks = await this.#reader?.upTo(end, isCut);
		this.#handedOnTo = chunks === undefined ? this.#handedOnTo : end;
		return chunks;
	}

	/** Returns the next lines; undefined if no whole line is available or the file can't be read. */
	async peek(): Promise<Chunk | undefined> {
		if (this.#chunks.length === 0 && this.isReadable) {
			this.#chunks = [...((await this.#reader?.next(this.ended && this.#hasLastLine)) ?? [])];
			this.#noteStuck(this.ended && this.#reader?.isFailing === true);
		}
		return this.#chunks[0];
	}

	/** Consumes the chunk that `peek` returned. */
	shift(): void {
		this.#handedOnTo = this.#chunks.shift()?.end.offset ?? this.#handedOnTo;
	}

	/** Records that the store has everything before an offset. */
	shippedTo(offset: number): void {
		this.#shippedTo = offset;
	}

	/** Stops shipping the file, because no more bytes can be read from it. */
	giveUp(): void {
		this.#isGivenUp = true;
		this.#chunks = [];
	}

	#noteStuck(isStuck: boolean): void {
		this.#stuckSince = isStuck ? (this.#stuckSince ?? performance.now()) : undefined;
	}

	/** True if the bytes after the last line end count as a line once the file has ended. */
	get #hasLastLine(): boolean {
		return this.#options.follow || this.file.archive !== undefined;
	}

	async #fingerprint(): Promise<string | undefined> {
		const {file} = this;
		const search = this.#search;
		if (search === undefined) {
			return undefined;
		}
		const isLast = this.ended;
		const end = file.archive === undefined ? file.size : Number.POSITIVE_INFINITY;
		if (file.isGone) {
			// A file that can't be read any longer can't be identified.
			return undefined;
		}
		const isRead = await search.read(file, end, Buffer.allocUnsafeSlow(this.#options.sizes.chunk));
		const isAll = file.archive === undefined ? isRead : file.archive.left === 0;
		this.#isUnreadable = file.archive === undefined && !isRead;
		if (search.found === undefined && isLast && isAll) {
			search.finish();
			const first = Buffer.alloc(standInSize);
			const length = await readFully(file, first, 0);
			this.#isGivenUp = length === 0;
			return length === 0 ? undefined : (search.found ?? fingerprintOf(first.subarray(0, length)));
		}
		return search.found;
	}

	#begin({fingerprint, ordinal, place}: LogRecord, tail: Buffer): void {
		const {source, format, client, sizes, derived, notify} = this.#options;
		const {path} = this.file;
		this.name = {fingerprint, ordinal};
		this.#search = undefined;
		this.#shippedTo = place.offset;
		this.#handedOnTo = place.offset;
		this.#cutter = new ChunkCutter({
			place,
			tail,
			format,
			client,
			rows: new RowWriter({source, fingerprint, ordinal, path}, derived),
			notify: text => notify(path, text),
		});
		this.#reader = new ChunkReader(this.file, this.#cutter, sizes.chunk);
	}
}

/** Time in ms after which an archive that didn't grow counts as complete. */
const writingTime = 10_000;

/**
 * Returns the bytes before an offset; `no` if the file is shorter. An archive that was written a moment ago may still grow, so
 * the answer is `unknown`.
 */
async function readBefore(
	file: LogFile,
	offset: number,
	length: number,
	readSize: number,
): Promise<Buffer | Exclude<Holding, 'yes'>> {
	const {archive} = file;
	if (archive !== undefined) {
		// The content of an archive is only known after decoding.
		const scrap = Buffer.allocUnsafeSlow(readSize);
		while (file.size < offset && (await file.read(scrap, file.size)) > 0) {}
	}
	if (offset > file.size) {
		const isWhole = archive === undefined || file.isGone;
		const isWritten = archive?.left === 0 && Date.now() - archive.modified > writingTime;
		return isWhole || isWritten ? 'no' : 'unknown';
	}
	const bytes = Buffer.allocUnsafe(length);
	return (await readFully(file, bytes, offset - length)) === length ? bytes : file.isGone ? 'no' : 'unknown';
}
