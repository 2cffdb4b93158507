import {carriageReturn, newline} from '../../ascii.js';
import {isFirstPart, longestSpan, SplitLines} from '../../entries/wrappers/split-lines.js';
import {LineCutter, longestLine} from '../../lines/line-cutter.js';
import type {LogFile} from '../../tail/log-file.js';
import {readFully} from '../../tail/log-file.js';
import {comeTo, type Meanwhile} from './come-to.js';

/** Lines no further apart than this are read together. */
const largestWindow = 1 << 20;

/**
 * Reads lines of a file back, given the offsets of their first bytes. Lines that stand near each other are read
 * together. A line that can't be read any more is null; of one longer than `longestLine` its beginning is given. One that
 * a container runtime has split is joined as it was when it was read.
 * Rejects with the signal's reason.
 */
export const readRawLines = async (
	file: LogFile,
	offsets: readonly number[],
	meanwhile: Meanwhile = {},
): Promise<ReadonlyArray<Uint8Array | null>> => {
	const places = offsets.map((offset, place) => ({offset, place})).sort((a, b) => a.offset - b.offset);
	const lines: Array<Uint8Array | null> = offsets.map(() => null);
	let window = Buffer.alloc(0);
	let windowOffset = 0;
	for (const {offset, place} of places) {
		let start = offset - windowOffset;
		let end = start < window.length ? window.indexOf(newline, start) : -1;
		if (end === -1) {
			const last = places.at(-1)?.offset ?? offset;
			await comeTo(file, offset, meanwhile);
			window = Buffer.allocUnsafe(Math.min(largestWindow, last - offset + longestLine + 1));
			window = window.subarray(0, await readFully(file, window, offset));
			windowOffset = offset;
			start = 0;
			end = window.indexOf(newline);
		}
		if (window.length > 0) {
			const stop = Math.min(end === -1 ? window.length : end, start + longestLine);
			const stripped = stop > start && window[stop - 1] === carriageReturn ? stop - 1 : stop;
			// A copy: a line that is kept would keep all of the window.
			lines[place] = isFirstPart(window, start, stripped)
				? await readParts(file, offset)
				: Buffer.from(window.subarray(start, stripped));
		}
	}
	return lines;
};

/** Reads a line of which the first part stands at an offset. */
const readParts = async (file: LogFile, offset: number): Promise<Uint8Array | null> => {
	const window = Buffer.allocUnsafe(longestSpan + longestLine);
	const length = await readFully(file, window, offset);
	let line: Buffer | undefined;
	const split = new SplitLines((bytes, start, end) => {
		line ??= bytes.subarray(start, end);
	});
	const cutter = new LineCutter(offset, (...held) => {
		split.holds(...held);
	});
	cutter.write(window, 0, length);
	cutter.finish();
	split.finish();
	return line === undefined ? null : Buffer.from(line);
};
