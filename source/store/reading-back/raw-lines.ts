import {carriageReturn, newline} from '../../ascii.js';
import type {LogFile} from '../../bytes/log-file.js';
import {readFully} from '../../bytes/read-fully.js';
import {longestLine} from '../../lines/line-cutter.js';
import {comeTo, type Meanwhile} from './come-to.js';

/** Lines no further apart than this are read together. */
const largestWindow = 1 << 20;

/**
 * Reads lines of a file back, given the offsets of their first bytes. Lines that stand near each other are read
 * together. A line that can't be read any more is null; of one longer than `longestLine` its beginning is given.
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
			lines[place] = Buffer.from(window.subarray(start, stripped));
		}
	}
	return lines;
};
