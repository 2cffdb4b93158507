import {carriageReturn, newline} from '../ascii.js';
import {isFirstPart, isPart, maxSpanLength, SplitLines} from '../entries/wrappers/split-lines.js';
import {LineSplitter, maxLineLength} from '../lines/line-splitter.js';
import {type LogFile, readFully} from '../tail/log-file.js';
import type {LinePosition} from './unrecognised-lines.js';

/** Maximum number of bytes read at once for lines near each other. */
const maxWindowSize = 1 << 20;

/**
 * Reads lines again, given the offsets of their first bytes. One read returns lines near each other. The result has null for a
 * line that can't be read anymore, the beginning of a line longer than `maxLineLength`, and the joined line if a container runtime
 * has split it. Rejects with the signal's reason.
 */
export async function readRawLines(
	file: LogFile,
	offsets: readonly number[],
	meanwhile: Meanwhile = {},
): Promise<ReadonlyArray<Uint8Array | null>> {
	const lines: Array<Uint8Array | null> = offsets.map(() => null);
	const inOrder = [...offsets.keys()].sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
	const lastOffset = offsets[inOrder.at(-1) ?? 0] ?? 0;
	let window = Buffer.alloc(0);
	let windowOffset = 0;
	let windowSizes = 0;
	let used = 0;
	for (const index of inOrder) {
		const offset = offsets[index] ?? 0;
		let start = offset - windowOffset;
		let end = start < window.length ? window.indexOf(newline, start) : -1;
		if (end === -1) {
			await comeTo(file, offset, meanwhile);
			window = Buffer.allocUnsafe(Math.min(maxWindowSize, lastOffset - offset + maxLineLength + 1));
			window = window.subarray(0, await readFully(file, window, offset));
			windowSizes += window.buffer.byteLength;
			windowOffset = offset;
			start = 0;
			end = window.indexOf(newline);
		}
		if (window.length > 0) {
			const stop = Math.min(end === -1 ? window.length : end, start + maxLineLength);
			const stripped = stop > start && window[stop - 1] === carriageReturn ? stop - 1 : stop;
			lines[index] = isFirstPart(window, start, stripped)
				? await readParts(file, offset)
				: window.subarray(start, stripped);
			used += stripped - start;
		}
	}
	// Lines are copied if they are few: slices would keep much larger windows in memory. Copying a line takes 1 µs.
	return windowSizes <= 2 * used ? lines : lines.map(line => line && Buffer.from(line));
}

/** Reads a split line, whose first part is at `offset`. */
async function readParts(file: LogFile, offset: number): Promise<Uint8Array | null> {
	const window = Buffer.allocUnsafe(maxSpanLength + maxLineLength);
	const length = await readFully(file, window, offset);
	let line: Buffer | undefined;
	const split = new SplitLines((bytes, start, end) => {
		line ??= bytes.subarray(start, end);
	});
	const splitter = new LineSplitter(offset, (...held) => {
		split.holds(...held);
	});
	splitter.write(window, 0, length);
	splitter.finish();
	split.finish();
	return line === undefined ? null : Buffer.from(line);
}

/** Abort signal and progress callback for a long read. */
export type Meanwhile = {
	readonly signal?: AbortSignal | undefined;
	/** Called with the number of decoded bytes and the number required, each time the first number has grown. */
	readonly progress?: ((decoded: number, wanted: number) => void) | undefined;
};

/**
 * Decodes a compressed file up to an offset, if a read there requires that. Works in small pieces and checks the signal between
 * them, because a gigabyte takes seconds. Rejects with the signal's reason.
 */
export async function comeTo(file: LogFile, offset: number, {signal, progress}: Meanwhile): Promise<void> {
	let before = -1;
	for (;;) {
		const decoded = (await file.approach?.(offset)) ?? offset;
		signal?.throwIfAborted();
		if (decoded >= offset || decoded <= before) {
			return;
		}
		before = decoded;
		progress?.(decoded, offset);
		signal?.throwIfAborted();
	}
}

/**
 * Reads lines of several files again, in the order of `positions`. `logOf` returns the file for a log number. The result has null
 * for a line that can't be read anymore. Rejects with the signal's reason.
 */
export async function readLinesAt(
	logOf: (number: number) => LogFile | undefined,
	positions: readonly LinePosition[],
	meanwhile: Meanwhile,
): Promise<ReadonlyArray<Uint8Array | null>> {
	const ofLogs = new Map<number, number[]>();
	for (const [index, {log}] of positions.entries()) {
		const others = ofLogs.get(log);
		if (others === undefined) {
			ofLogs.set(log, [index]);
		} else {
			others.push(index);
		}
	}
	const lines: Array<Uint8Array | null> = positions.map(() => null);
	for (const [number, indexes] of ofLogs) {
		const file = logOf(number);
		const offsets = indexes.map(index => positions[index]?.offset ?? 0);
		const read = file === undefined ? [] : await readRawLines(file, offsets, meanwhile);
		meanwhile.signal?.throwIfAborted();
		for (const [order, index] of indexes.entries()) {
			lines[index] = read[order] ?? null;
		}
	}
	return lines;
}

/**
 * Returns the bytes before the line at `bytes[start]` back to the first line that waits for parts there. `offset` is the line's
 * offset in the file. A reader must start with these bytes, so that it doesn't start between two parts of a split line. Returns
 * an empty buffer, without a read, if the line isn't a part of a container's log.
 */
export async function partsBefore(
	file: Pick<LogFile, 'read'>,
	bytes: Buffer,
	start: number,
	offset: number,
): Promise<Buffer> {
	const lineEnd = bytes.indexOf(newline, start);
	if (offset === 0 || !isPart(bytes, start, lineEnd === -1 ? bytes.length : lineEnd)) {
		return Buffer.alloc(0);
	}
	const from = Math.max(0, offset - maxSpanLength);
	const window = Buffer.allocUnsafe(offset - from);
	if ((await readFully(file, window, from)) < window.length) {
		return Buffer.alloc(0);
	}
	const first = from === 0 ? 0 : window.indexOf(newline) + 1;
	const split = new SplitLines(() => {});
	const splitter = new LineSplitter(from + first, (...line) => {
		split.holds(...line);
	});
	splitter.write(window, first, window.length);
	return window.subarray((split.heldFrom ?? offset) - from);
}
