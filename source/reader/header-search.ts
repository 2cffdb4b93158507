import {carriageReturn, hash, newline} from '../ascii.js';
import {
	type FoundHeader,
	isHeaderLine,
	isWhole,
	maxDirectiveLength,
	startsLikeDirective,
	withEarlierLine,
} from '../entries/formats/w3c-directives.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {maxLineLength} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';

/** Last byte and length of a byte order mark, which may precede the first line. */
const markEnd = 0xbf;
const markLength = 3;

/** Number of bytes in the first read of a header line. Most header lines are shorter. */
const commonLineLength = 4096;

/** State of a search. A search in another thread can continue from it. */
export type HeaderKnowledge = {
	/** The result is valid for lines that begin before this offset. */
	readonly before: number;
	/** Offset from which the file has been searched, up to `before`. */
	readonly to: number;
	readonly found: FoundHeader;
	/** Offset of the last header line before `before`. */
	readonly lastAt: number;
};

/**
 * Finds the header that is active at an offset of a log by searching backwards for the last header lines before it. The backfill
 * searches from ever lower offsets, and printing may search from ever higher offsets, so no part is searched twice. The search is
 * one more pass over the log and takes 10 % of the time of reading it. It runs only if the meaning of lines depends on a header.
 */
export class HeaderSearch {
	#known: HeaderKnowledge | undefined;
	/** Result for a lower offset, which the search continues with once it gets there. */
	#below: HeaderKnowledge | undefined;

	constructor(known?: HeaderKnowledge) {
		this.#known = known;
	}

	/** State of the search; undefined before it starts. */
	get known(): HeaderKnowledge | undefined {
		return this.#known;
	}

	/**
	 * Continues the search for the header that is active for a line at `offset`. Each call searches at most `buffer.length` bytes,
	 * and overwrites `buffer`, which needs at least 16 bytes. Resolves with `looking` until the header is known, and with
	 * `unreadable` if the file is currently unreadable.
	 */
	async search(
		file: Pick<LogFile, 'read'>,
		offset: number,
		buffer: Buffer,
	): Promise<LogHeader | 'looking' | 'unreadable'> {
		const known = this.#known;
		const isOfUse =
			known !== undefined && offset <= known.before && offset > known.lastAt && offset >= known.to;
		if (!isOfUse) {
			const isBelow = known !== undefined && offset > known.before && this.#header(known) !== undefined;
			this.#below = isBelow ? known : undefined;
		}
		const state = isOfUse ? known : {before: offset, to: offset, found: {}, lastAt: -1};
		this.#known = state;
		const header = this.#header(state);
		if (header !== undefined) {
			return header;
		}
		const searched = await searchBefore(file, state, buffer);
		if (searched === undefined) {
			return 'unreadable';
		}
		this.#known = withBelow(searched, this.#below);
		return this.#header(this.#known) ?? 'looking';
	}

	#header({found, to}: HeaderKnowledge): LogHeader | undefined {
		if (to > 0 && !isWhole(found)) {
			return undefined;
		}
		const {fields = '', date = ''} = found;
		return fields === '' && date === '' ? noHeader : {fields, date};
	}
}

/** Adds the result for a lower offset if the search has got there. */
function withBelow(known: HeaderKnowledge, below: HeaderKnowledge | undefined): HeaderKnowledge {
	return below === undefined || known.to > below.before
		? known
		: {
				before: known.before,
				to: Math.min(known.to, below.to),
				found: {...below.found, ...known.found},
				lastAt: Math.max(known.lastAt, below.lastAt),
			};
}

/** Searches the piece of the file before `known.to`. Resolves with undefined if it is unreadable. */
async function searchBefore(
	file: Pick<LogFile, 'read'>,
	known: HeaderKnowledge,
	buffer: Buffer,
): Promise<HeaderKnowledge | undefined> {
	const {to} = known;
	// The first byte of a piece can't be recognised as a line start without the byte before it, so it belongs to the next piece,
	// too.
	const start = Math.max(0, to - buffer.length);
	const window = buffer.subarray(0, to - start);
	if ((await readFully(file, window, start)) < window.length) {
		return undefined;
	}
	let {found, lastAt} = known;
	for (
		let lineStart = lastHash(window, window.length);
		lineStart !== -1 && !isWhole(found);
		lineStart = lastHash(window, lineStart)
	) {
		if (!isLineStart(window, lineStart, start)) {
			continue;
		}
		const line = await readHeaderLine(file, window, lineStart, start);
		if (line === 'unreadable') {
			return undefined;
		}
		if (line !== undefined) {
			found = withEarlierLine(found, line, 0, line.length);
			lastAt = Math.max(lastAt, start + lineStart);
		}
	}
	return {...known, to: start === 0 ? 0 : start + 1, found, lastAt};
}

function lastHash(window: Buffer, end: number): number {
	return end === 0 ? -1 : window.lastIndexOf(hash, end - 1);
}

/** Checks whether a line begins there: after a line feed, a run of NULs, or a byte order mark at the start of the file. */
function isLineStart(window: Buffer, lineStart: number, offset: number): boolean {
	const before = window[lineStart - 1];
	return lineStart === 0
		? offset === 0
		: before === newline || before === 0 || (before === markEnd && offset + lineStart === markLength);
}

/**
 * Reads the line that begins at `lineStart` in a piece, up to `maxLineLength` bytes. Resolves with undefined if it isn't a header line.
 */
async function readHeaderLine(
	file: Pick<LogFile, 'read'>,
	window: Buffer,
	lineStart: number,
	offset: number,
): Promise<Buffer | 'unreadable' | undefined> {
	if (
		lineStart + maxDirectiveLength <= window.length &&
		!startsLikeDirective(window, lineStart, window.length)
	) {
		return undefined;
	}
	for (let size = commonLineLength; ; size = maxLineLength) {
		const bytes = Buffer.allocUnsafe(size);
		const length = await readFully(file, bytes, offset + lineStart);
		if (length === 0) {
			return 'unreadable';
		}
		const lineEnd = bytes.subarray(0, length).indexOf(newline);
		if (lineEnd !== -1 || size === maxLineLength || length < size) {
			const whole = bytes.subarray(0, lineEnd === -1 ? length : lineEnd);
			const line = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
			return isHeaderLine(line, 0, line.length) ? line : undefined;
		}
	}
}
