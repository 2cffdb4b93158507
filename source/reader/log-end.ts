import {newline} from '../ascii.js';
import {maxLineLength, skipNuls} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';
import {type BackfillTarget, TimedLines} from './backfill-lines.js';
import {partsBefore} from './stored-lines.js';

/** Bytes at the end of a file. */
export type EndBytes = {
	readonly bytes: Buffer;
	/** Offset of the first byte in the file. */
	readonly offset: number;
	/** Index of the first line in `bytes`; undefined if all bytes belong to a line that began earlier. */
	readonly start: number | undefined;
};

/**
 * Reads the last `size` bytes before `end`. If no line begins among them, doubles the size, up to `maxSize`. Resolves with
 * undefined if the bytes are unreadable.
 */
export async function readEnd(
	file: LogFile,
	end: number,
	size: number,
	maxSize: number,
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
	return size < maxSize ? readEnd(file, end, size * 2, maxSize) : {bytes, offset, start: undefined};
}

/**
 * Returns the index of the first line: after a line feed, or after a run of NULs that is too long to be within a line. 0 if there
 * is neither.
 */
function firstLine(bytes: Buffer): number {
	const holeEnd = skipNuls(bytes, 0, bytes.length);
	return holeEnd >= maxLineLength ? holeEnd : bytes.indexOf(newline) + 1;
}

/** Parts of the file that the end doesn't cover. */
type EndRest = {
	/** End offset of the backfill. */
	readonly backfillEnd: number;
	/** Offset at which live bytes begin: the start of an unfinished line, or the end of the file. */
	readonly liveFrom: number;
	/** Bytes of the unfinished line, from `liveFrom`. */
	readonly unfinished: Buffer;
};

/**
 * Passes the lines of a file's end to `target`, beginning with the first line that has a time: see `TimedLines`. With
 * `isComplete`, the bytes after the last line feed are a line, too.
 */
export function takeEnd(
	{bytes, offset, start}: EndBytes,
	target: BackfillTarget | undefined,
	isComplete: boolean,
): EndRest {
	const end = offset + bytes.length;
	if (start === undefined) {
		// All bytes belong to a line that began earlier. It is too long to be kept whole, and the backfill reads its beginning.
		return {backfillEnd: end, liveFrom: end, unfinished: Buffer.alloc(0)};
	}
	const beginsFile = offset + start === 0;
	const lines = new TimedLines({offset: offset + start, onlyTimed: !beginsFile, beginsFile, target});
	lines.write(bytes, start, bytes.length);
	if (isComplete) {
		lines.finish();
	}
	if (beginsFile || lines.firstTaken !== undefined) {
		target?.skipped(lines.skipped);
	}
	target?.blockDone();
	const liveFrom = lines.unfinishedFrom;
	return {
		backfillEnd: beginsFile ? 0 : (lines.firstTaken ?? liveFrom),
		liveFrom,
		// A copy, so that the buffer of the whole end can be freed.
		unfinished: Buffer.from(bytes.subarray(liveFrom - offset)),
	};
}
