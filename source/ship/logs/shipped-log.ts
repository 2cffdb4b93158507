import {resolve} from 'node:path';
import type {ClientChoice} from '../../entries/client-choice.js';
import {fingerprintOf} from '../../index/token.js';
import {FingerprintSearch} from '../../reader/log-key.js';
import {type LogFile, readFully} from '../../tail/log-file.js';
import type {LogName, LogRecord, PlannedRange} from '../checkpoints/checkpoint.js';
import type {Chunk} from '../chunks/chunk.js';
import {ChunkCutter} from '../chunks/chunk-cutter.js';
import {ChunkReader} from '../chunks/chunk-reader.js';
import type {RowColumns} from '../rows/row-columns.js';
import {RowWriter} from '../rows/row-writer.js';
import {type Claimant, digestOf, type Holding, type Ledger} from './ledger.js';

/** The first bytes that stand in for a request line where there is none. */
const standInSize = 1024;

/** What all logs that are shipped share. */
export type ShippedLogOptions = {
	readonly ledger: Ledger;
	readonly source: string;
	/** See `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** Bytes that are read at once, and of a log's beginning that are searched for a request line. */
	readonly sizes: {readonly chunk: number; readonly head: number};
	/** Whether files are followed; otherwise what has no line end yet is left to the next time. */
	readonly follow: boolean;
	/** What the rows of all logs are written in. */
	readonly columns: RowColumns;
	/** Told what the user should know of a file. */
	readonly notify: (path: string, text: string) => void;
};

/** A file on its way: first it is found out which log it holds, then it is read from where that has been shipped to. */
export class ShippedLog implements Claimant {
	readonly file: LogFile;
	/** Nothing will be added to the file. */
	ended = false;
	readonly #options: ShippedLogOptions;
	#search: FingerprintSearch | undefined;
	/** Which log it is; undefined before that is known. */
	name: LogName | undefined;
	#cutter: ChunkCutter | undefined;
	#reader: ChunkReader | undefined;
	#chunks: Chunk[] = [];
	/** How much there was when nothing more of it could be told. */
	#triedAt = -1;
	#isUnreadable = false;
	/** How often it was tried to find out which log it is. */
	attempts = 0;
	#isGivenUp = false;
	/** Offset before which everything has been shipped, and before which it has been taken. */
	#shippedTo = 0;
	#handedOnTo = 0;
	/** Since when it can't be read, by `performance.now()`. */
	#stuckSince: number | undefined;

	constructor(file: LogFile, options: ShippedLogOptions) {
		this.file = file;
		this.#options = options;
		this.#search = new FingerprintSearch(options.sizes.head, options.format);
	}

	get isOver(): boolean {
		return this.ended && this.#options.follow;
	}

	/** Whether it isn't known yet which log it is, and it may be tried to find out. */
	get isDue(): boolean {
		const {archive} = this.file;
		const hasNews = this.ended || this.#triedAt !== (archive?.size ?? this.file.size);
		return this.name === undefined && !this.#isGivenUp && hasNews;
	}

	/** Whether it is an archive of which everything has been shipped that is in it, up to now. */
	get isShippedArchive(): boolean {
		const {archive, size} = this.file;
		return archive?.left === 0 && this.name !== undefined && !this.#isGivenUp && this.#shippedTo === size;
	}

	/** True when everything that it will hold as long as it is shipped has been, or was given up. */
	get isFinished(): boolean {
		const reader = this.#reader;
		if (reader === undefined || this.#isGivenUp) {
			return this.#isGivenUp;
		}
		const isLeft = this.ended && !this.#hasLastLine && reader.isExhausted && !reader.isFailing;
		const isRead = reader.isFinished || isLeft;
		return isRead && this.#chunks.length === 0 && this.#shippedTo === this.#handedOnTo;
	}

	/** For how long it couldn't be read, though nothing is added to it any more; milliseconds. */
	get stuckFor(): number {
		return this.#stuckSince === undefined ? 0 : performance.now() - this.#stuckSince;
	}

	/** Whether there may be lines to be read. */
	get isReadable(): boolean {
		const reader = this.#reader;
		return reader !== undefined && !reader.isFinished && (this.ended || !reader.isExhausted);
	}

	/**
	 * Bytes that are known to be there, and haven't been shipped; of an archive those of the file. What has no request yet
	 * waits for the first, and for nothing else.
	 */
	get lag(): number {
		const {archive, size} = this.file;
		if (this.name === undefined) {
			return this.isDue ? (archive?.size ?? size) : 0;
		}
		return this.isFinished ? 0 : Math.max(0, archive?.left ?? size - this.#shippedTo);
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#cutter?.unrecognised ?? 0;
	}

	/** Bytes that haven't been read. */
	get unread(): number {
		const {archive, size} = this.file;
		return Math.max(0, archive?.left ?? size - (this.#reader?.position ?? 0));
	}

	/**
	 * Finds out which log it is, as far as that can be done now. `wait`: another file that isn't read to its end yet held
	 * the same log.
	 */
	async identify(): Promise<'known' | 'unknown' | 'wait'> {
		const {file} = this;
		const {ledger, sizes} = this.#options;
		const tried = file.archive?.size ?? file.size;
		this.attempts++;
		const fingerprint = await this.#fingerprint();
		this.#noteStuck(fingerprint === undefined && this.ended && !this.#isGivenUp);
		if (fingerprint === undefined) {
			// What can't be read just now is tried again though nothing is added to it.
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

	/** Reads on exactly what was planned. Undefined when it isn't there any more, or can't be read. */
	async planned({end, isCut}: PlannedRange): Promise<readonly Chunk[] | undefined> {
		const chunks = await this.#reader?.upTo(end, isCut);
		this.#handedOnTo = chunks === undefined ? this.#handedOnTo : end;
		return chunks;
	}

	/** The next lines; undefined when there are none for now, or they can't be read. */
	async peek(): Promise<Chunk | undefined> {
		if (this.#chunks.length === 0 && this.isReadable) {
			this.#chunks = [...((await this.#reader?.next(this.ended && this.#hasLastLine)) ?? [])];
			this.#noteStuck(this.ended && this.#reader?.isFailing === true);
		}
		return this.#chunks[0];
	}

	/** Takes what `peek` gave. */
	shift(): void {
		this.#handedOnTo = this.#chunks.shift()?.end.offset ?? this.#handedOnTo;
	}

	/** The store has everything that stands before an offset. */
	shippedTo(offset: number): void {
		this.#shippedTo = offset;
	}

	/** Nothing more can be had from it. */
	giveUp(): void {
		this.#isGivenUp = true;
		this.#chunks = [];
	}

	#noteStuck(isStuck: boolean): void {
		this.#stuckSince = isStuck ? (this.#stuckSince ?? performance.now()) : undefined;
	}

	/** Whether what stands after the last line end is a line, once nothing is added. */
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
		if (file.gone) {
			// Of what can't be read any more nothing is to be told.
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
		const {source, format, client, sizes, columns, notify} = this.#options;
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
			rows: new RowWriter({source, fingerprint, ordinal, path}, columns),
			notify: text => notify(path, text),
		});
		this.#reader = new ChunkReader(this.file, this.#cutter, sizes.chunk);
	}
}

/** An archive to which nothing was added for so long is whole, milliseconds. */
const writingTime = 10_000;

/**
 * The bytes before an offset; `no`: it hasn't so many. An archive that was written a moment ago may have more in a moment.
 */
async function readBefore(
	file: LogFile,
	offset: number,
	length: number,
	readSize: number,
): Promise<Buffer | Exclude<Holding, 'yes'>> {
	const {archive} = file;
	if (archive !== undefined) {
		// What is in an archive is only known once it has been decoded.
		const scrap = Buffer.allocUnsafeSlow(readSize);
		while (file.size < offset && (await file.read(scrap, file.size)) > 0) {}
	}
	if (offset > file.size) {
		const isWhole = archive === undefined || file.gone;
		const isWritten = archive?.left === 0 && Date.now() - archive.modified > writingTime;
		return isWhole || isWritten ? 'no' : 'unknown';
	}
	const bytes = Buffer.allocUnsafe(length);
	return (await readFully(file, bytes, offset - length)) === length ? bytes : file.gone ? 'no' : 'unknown';
}
