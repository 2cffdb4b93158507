import {newline} from '../ascii.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import {type LineSink, LineSplitter, longestLine, skipNuls} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';
import type {AppendedLines} from './appended-lines.js';
import type {BackfillTarget} from './backfill-lines.js';
import {HeaderSearch} from './header-search.js';
import type {LogLines} from './log-lines.js';
import type {Patience, ReadSizes} from './read-sizes.js';
import {partsBefore} from './stored-lines.js';

/** What a log is begun with. */
type LogEndOptions = {
	readonly lines: LogLines;
	readonly patience: Patience;
	/** What was there at the start, bytes. */
	readonly startSize: number;
	/** Whether to read what was written before. */
	readonly past: boolean;
	/** Free to be used. */
	readonly buffer: Buffer;
	readonly sizes: ReadSizes;
};

/** A log whose end has been taken. */
export type Begun = {
	/** Takes what is added. */
	readonly live: AppendedLines;
	/** Offset of the first line that is live. */
	readonly liveFrom: number;
	/** Where the past ends that is still to be read; undefined: none is. */
	readonly pastEnd: number | undefined;
	/** Only where lines depend on a header. */
	readonly headers: HeaderSearch | undefined;
};

/** Takes the end of what was there at the start: what follows is live, what stands before it the past. */
export class LogEnd {
	readonly #file: LogFile;
	readonly #options: LogEndOptions;
	/** Kept while the header in force at its beginning is searched for. */
	#tail: EndBytes | undefined;
	#headers: HeaderSearch | undefined;

	constructor(file: LogFile, options: LogEndOptions) {
		this.#file = file;
		this.#options = options;
	}

	/**
	 * Does a piece of it. `unreadable`: it can't be read just now, and is to be tried again.
	 * @param isComplete - whether nothing is added any more: what stands after the last line end is a line, too
	 */
	async step(isComplete: boolean): Promise<Begun | 'looking' | 'unreadable'> {
		const {lines, patience, startSize, past, buffer, sizes} = this.#options;
		const {key} = lines;
		// Without its beginning the log would get other tokens than it has the next time.
		const isBeginningRead = await key.read(startSize, buffer);
		this.#headers ??= key.isHeaded ? new HeaderSearch() : undefined;
		this.#tail ??= isBeginningRead
			? await readEnd(this.#file, startSize, sizes.tail, sizes.largestTail)
			: undefined;
		const tail = this.#tail;
		const header = tail === undefined ? 'unreadable' : await this.#headerOf(tail, isComplete);
		if (header === 'looking') {
			patience.renew();
			return 'looking';
		}
		if (header === 'unreadable' && !patience.isOver()) {
			return 'unreadable';
		}
		if (isComplete) {
			key.finish();
		}
		const headers = this.#headers;
		if (tail === undefined || header === 'unreadable') {
			lines.sayLost(startSize);
			const live = lines.live(startSize, false, noHeader);
			return {live, liveFrom: startSize, pastEnd: undefined, headers};
		}
		const target = lines.past;
		target.headed(header);
		const {pastEnd, liveFrom, unfinished} = takeEnd(tail, past ? target : undefined, isComplete);
		const live = lines.live(liveFrom, tail.start === undefined, target.header);
		live.write(unfinished, unfinished.length);
		return {live, liveFrom, pastEnd: past ? pastEnd : undefined, headers};
	}

	/** The header in force at the first line that is read: of the tail, or of what is live where the past isn't read. */
	async #headerOf(tail: EndBytes, isComplete: boolean): Promise<LogHeader | 'looking' | 'unreadable'> {
		if (this.#headers === undefined) {
			return noHeader;
		}
		const {bytes, offset, start = bytes.length} = tail;
		const {past, buffer} = this.#options;
		const first = past ? offset + start : takeEnd(tail, undefined, isComplete).liveFrom;
		return this.#headers.look(this.#file, first, buffer);
	}
}

/** The end of a file. */
export type EndBytes = {
	readonly bytes: Buffer;
	/** Offset in the file of the first of the bytes. */
	readonly offset: number;
	/** Where in the bytes the first line begins; undefined when they are all of one line that began before. */
	readonly start: number | undefined;
};

/**
 * Reads the last `size` bytes before `end`; if no line begins among them twice as many, and so on up to `largest`.
 * Undefined when they can't be read.
 */
export async function readEnd(
	file: LogFile,
	end: number,
	size: number,
	largest: number,
): Promise<EndBytes | undefined> {
	const offset = Math.max(0, end - size);
	const bytes = Buffer.allocUnsafe(end - offset);
	if ((await readFully(file, bytes, offset)) < bytes.length) {
		return undefined;
	}
	const start = offset === 0 ? 0 : firstLine(bytes);
	if (offset === 0 || start > 0) {
		const before = await partsBefore(file, bytes, start, offset + start);
		return before.length === 0
			? {bytes, offset, start}
			: {
					bytes: Buffer.concat([before, bytes.subarray(start)]),
					offset: offset + start - before.length,
					start: 0,
				};
	}
	return size < largest ? readEnd(file, end, size * 2, largest) : {bytes, offset, start: undefined};
}

/** Where the first line begins, after a line end or a hole that no line has in its midst; 0 if there is no such. */
function firstLine(bytes: Buffer): number {
	const holeEnd = skipNuls(bytes, 0, bytes.length);
	return holeEnd >= longestLine ? holeEnd : bytes.indexOf(newline) + 1;
}

/** What the tail leaves to others. */
type EndRest = {
	/** The past ends at this offset. */
	readonly pastEnd: number;
	/** What is live begins at this offset: with a line that isn't finished, or after the last byte. */
	readonly liveFrom: number;
	/** The bytes from there on. */
	readonly unfinished: Buffer;
};

/**
 * Hands the lines of a tail on, from the first with a time on: see `BackfillBlock`. With `isComplete` what stands after the
 * last line end is a line, too.
 */
export function takeEnd(
	{bytes, offset, start}: EndBytes,
	target: BackfillTarget | undefined,
	isComplete: boolean,
): EndRest {
	const end = offset + bytes.length;
	if (start === undefined) {
		// A line of which only the beginning would be kept, and that is somewhere before.
		return {pastEnd: end, liveFrom: end, unfinished: Buffer.alloc(0)};
	}
	let firstTaken: number | undefined = offset + start === 0 ? 0 : undefined;
	let skippedBefore: number | undefined = firstTaken;
	const take: LineSink = (line, lineStart, lineEnd, lineOffset, whole, dropped) => {
		if (split.holds(line, lineStart, lineEnd, lineOffset, whole, dropped)) {
			return;
		}
		const onlyTimed = firstTaken === undefined;
		if (target?.take(line, lineStart, lineEnd, lineOffset, whole, dropped, onlyTimed)) {
			firstTaken ??= lineOffset;
			skippedBefore ??= splitter.skipped;
		}
	};
	const split = new SplitLines(take);
	const splitter = new LineSplitter(
		offset + start,
		take,
		split.guard((lines, linesStart, linesEnd, linesOffset) =>
			target === undefined || firstTaken === undefined
				? linesStart
				: target.takeLines(lines, linesStart, linesEnd, linesOffset),
		),
	);
	splitter.write(bytes, start, bytes.length);
	if (isComplete) {
		splitter.finish();
		split.finish();
	}
	if (skippedBefore !== undefined && splitter.skipped > skippedBefore) {
		target?.skipped(splitter.skipped - skippedBefore);
	}
	target?.blockDone();
	// A line whose other parts are still to come is no line of the past.
	const liveFrom = split.heldFrom ?? splitter.offset;
	return {
		pastEnd: firstTaken ?? liveFrom,
		liveFrom,
		// A copy, so that all of the tail needn't be kept for it.
		unfinished: Buffer.from(bytes.subarray(liveFrom - offset)),
	};
}
