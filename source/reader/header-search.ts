import {carriageReturn, hash, newline} from '../ascii.js';
import {
	type FoundHeader,
	isHeaderLine,
	isWhole,
	longestDirective,
	withEarlierLine,
} from '../entries/formats/w3c-directives.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {longestLine} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';

/** The last byte of a byte order mark, and its length: the first line may begin after one. */
const markEnd = 0xbf;
const markLength = 3;

/** Read first of a header line; most end within. */
const usualLine = 4096;

/** What a search has come to: another one, in another thread, can go on with it. */
export type HeaderKnowledge = {
	/** For lines that begin before this offset. */
	readonly before: number;
	/** All that stands from this offset on has been looked through. */
	readonly to: number;
	readonly found: FoundHeader;
	/** Offset of the last header line before `before`. */
	readonly lastAt: number;
};

/**
 * Finds out which header is in force at a place of a log that is read from its end backwards: searches what stands
 * before it for the last lines that are one. As the places asked for come one before the other, nothing is searched
 * twice: in all that is another pass over the log, at a tenth of the time that it takes to read it, and only done where
 * lines depend on a header.
 */
export class HeaderSearch {
	#known: HeaderKnowledge | undefined;

	constructor(known?: HeaderKnowledge) {
		this.#known = known;
	}

	/** What it has come to; undefined before the first search. */
	get known(): HeaderKnowledge | undefined {
		return this.#known;
	}

	/**
	 * Goes on to look for the header in force for a line that begins at `offset`, by as much as fits into `buffer`, 16
	 * bytes at least, which is free to be used. `unreadable`: the file can't be read just now.
	 */
	async look(
		file: Pick<LogFile, 'read'>,
		offset: number,
		buffer: Buffer,
	): Promise<LogHeader | 'looking' | 'unreadable'> {
		const known = this.#known;
		const isOfUse =
			known !== undefined && offset <= known.before && offset > known.lastAt && offset >= known.to;
		this.#known = isOfUse ? known : {before: offset, to: offset, found: {}, lastAt: -1};
		const header = this.#header(this.#known);
		if (header !== undefined) {
			return header;
		}
		const searched = await searchBefore(file, this.#known, buffer);
		if (searched === undefined) {
			return 'unreadable';
		}
		this.#known = searched;
		return this.#header(searched) ?? 'looking';
	}

	#header({found, to}: HeaderKnowledge): LogHeader | undefined {
		if (to > 0 && !isWhole(found)) {
			return undefined;
		}
		const {fields = '', date = ''} = found;
		return fields === '' && date === '' ? noHeader : {fields, date};
	}
}

/** Looks through a piece before what is known. Undefined when it can't be read. */
async function searchBefore(
	file: Pick<LogFile, 'read'>,
	known: HeaderKnowledge,
	buffer: Buffer,
): Promise<HeaderKnowledge | undefined> {
	const {to} = known;
	// A line begins after another byte: the first one of a piece, unless it is that of the file, is left to the next.
	const start = Math.max(0, to - buffer.length);
	const piece = buffer.subarray(0, to - start);
	if ((await readFully(file, piece, start)) < piece.length) {
		return undefined;
	}
	let {found, lastAt} = known;
	for (
		let place = lastHash(piece, piece.length);
		place !== -1 && !isWhole(found);
		place = lastHash(piece, place)
	) {
		if (!isLineStart(piece, place, start)) {
			continue;
		}
		const line = await readHeaderLine(file, piece, place, start);
		if (line === 'unreadable') {
			return undefined;
		}
		if (line !== undefined) {
			found = withEarlierLine(found, line, 0, line.length);
			lastAt = Math.max(lastAt, start + place);
		}
	}
	return {...known, to: start === 0 ? 0 : start + 1, found, lastAt};
}

function lastHash(piece: Buffer, end: number): number {
	return end === 0 ? -1 : piece.lastIndexOf(hash, end - 1);
}

/** Whether a line begins there: after a line end, a hole of NULs, or what may stand before the first line. */
function isLineStart(piece: Buffer, place: number, offset: number): boolean {
	const before = piece[place - 1];
	return place === 0
		? offset === 0
		: before === newline || before === 0 || (before === markEnd && offset + place === markLength);
}

/** The line that begins at a place of a piece, if it is a header line: as much of it as is kept of lines. */
async function readHeaderLine(
	file: Pick<LogFile, 'read'>,
	piece: Buffer,
	place: number,
	offset: number,
): Promise<Buffer | 'unreadable' | undefined> {
	if (place + longestDirective <= piece.length && !isHeaderLine(piece, place, piece.length)) {
		return undefined;
	}
	for (let size = usualLine; ; size = longestLine) {
		const bytes = Buffer.allocUnsafe(size);
		const length = await readFully(file, bytes, offset + place);
		if (length === 0) {
			return 'unreadable';
		}
		const lineEnd = bytes.subarray(0, length).indexOf(newline);
		if (lineEnd !== -1 || size === longestLine || length < size) {
			const whole = bytes.subarray(0, lineEnd === -1 ? length : lineEnd);
			const line = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
			return isHeaderLine(line, 0, line.length) ? line : undefined;
		}
	}
}
