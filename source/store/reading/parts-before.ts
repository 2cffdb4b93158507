import {newline} from '../../ascii.js';
import {isPart, longestSpan, SplitLines} from '../../entries/wrappers/split-lines.js';
import {LineCutter} from '../../lines/line-cutter.js';
import type {LogFile} from '../../tail/log-file.js';
import {readFully} from '../../tail/log-file.js';

/**
 * What stands before the line that begins at `bytes[start]`, at `offset` in the file, from where on lines wait for parts:
 * whoever begins to read with that line has to begin there, so that it doesn't stand between two parts. Nothing where
 * lines aren't of a container's log, which costs no read.
 */
export const partsBefore = async (
	file: Pick<LogFile, 'read'>,
	bytes: Buffer,
	start: number,
	offset: number,
): Promise<Buffer> => {
	const lineEnd = bytes.indexOf(newline, start);
	if (offset === 0 || !isPart(bytes, start, lineEnd === -1 ? bytes.length : lineEnd)) {
		return Buffer.alloc(0);
	}
	const from = Math.max(0, offset - longestSpan);
	const window = Buffer.allocUnsafe(offset - from);
	if ((await readFully(file, window, from)) < window.length) {
		return Buffer.alloc(0);
	}
	const first = from === 0 ? 0 : window.indexOf(newline) + 1;
	const split = new SplitLines(() => {});
	const cutter = new LineCutter(from + first, (...line) => {
		split.holds(...line);
	});
	cutter.write(window, first, window.length);
	return window.subarray((split.heldFrom ?? offset) - from);
};
