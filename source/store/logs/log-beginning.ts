import {type LogHeader, noHeader} from '../../entries/log-header.js';
import type {LogFile} from '../../tail/log-file.js';
import {HeaderSearch} from '../reading/header-search.js';
import type {Patience} from '../reading/patience.js';
import type {ReadSizes} from '../reading/read-sizes.js';
import type {LiveLines} from './live-lines.js';
import type {LogLines} from './log-lines.js';
import {readTail, type Tail, takeTail} from './tail.js';

/** What a log is begun with. */
type BeginningOptions = {
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
	readonly live: LiveLines;
	/** Offset of the first line that is live. */
	readonly liveFrom: number;
	/** Where the past ends that is still to be read; undefined: none is. */
	readonly pastEnd: number | undefined;
	/** Only where lines depend on a header. */
	readonly headers: HeaderSearch | undefined;
};

/** Takes the end of what was there at the start: what follows is live, what stands before it the past. */
export class LogBeginning {
	readonly #file: LogFile;
	readonly #options: BeginningOptions;
	/** Kept while the header in force at its beginning is searched for. */
	#tail: Tail | undefined;
	#headers: HeaderSearch | undefined;

	constructor(file: LogFile, options: BeginningOptions) {
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
			? await readTail(this.#file, startSize, sizes.tail, sizes.largestTail)
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
		const {pastEnd, liveFrom, unfinished} = takeTail(tail, past ? target : undefined, isComplete);
		const live = lines.live(liveFrom, tail.start === undefined, target.header);
		live.write(unfinished, unfinished.length);
		return {live, liveFrom, pastEnd: past ? pastEnd : undefined, headers};
	}

	/** The header in force at the first line that is read: of the tail, or of what is live where the past isn't read. */
	async #headerOf(tail: Tail, isComplete: boolean): Promise<LogHeader | 'looking' | 'unreadable'> {
		if (this.#headers === undefined) {
			return noHeader;
		}
		const {bytes, offset, start = bytes.length} = tail;
		const {past, buffer} = this.#options;
		const first = past ? offset + start : takeTail(tail, undefined, isComplete).liveFrom;
		return this.#headers.look(this.#file, first, buffer);
	}
}
