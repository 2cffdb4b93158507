import {newline} from '../ascii.js';
import {longestLine, skipNuls} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';
import {type BackfillTarget, TimedLines} from './backfill-lines.js';
import {partsBefore} from './stored-lines.js';

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
	readonly backfillEnd: number;
	/** What is live begins at this offset: with a line that isn't finished, or after the last byte. */
	readonly liveFrom: number;
	/** The bytes from there on. */
	readonly unfinished: Buffer;
};

/**
 * Hands the lines of a tail on, from the first with a time on: see `TimedLines`. With `isComplete` what stands after the
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
		// A copy, so that all of the tail needn't be kept for it.
		unfinished: Buffer.from(bytes.subarray(liveFrom - offset)),
	};
}
