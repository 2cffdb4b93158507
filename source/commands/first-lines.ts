import {setTimeout as after} from 'node:timers/promises';
import {SplitLines} from '../entries/wrappers/split-lines.js';
import {type LineSink, LineSplitter} from '../lines/line-splitter.js';
import type {LogFile} from '../tail/log-file.js';
import {tail} from '../tail/tail.js';
import {UserError} from '../user-error.js';

/** Bytes to read at a time. */
const chunkSize = 64 * 1024;

/** Interval between polls for more piped input, in ms. */
const pipeInterval = 20;

/**
 * Returns the first lines of a file, or of piped input, without line ends. Decompresses files in the same way as when they are
 * followed.
 * @throws UserError if it can't be read
 */
export async function firstLines(path: string, maxLines: number): Promise<readonly Buffer[]> {
	let file: LogFile | undefined;
	let hasEnded = false;
	const followed = tail(
		{paths: [path], follow: false, poll: true},
		{
			opened(opened) {
				file ??= opened;
			},
			ended(over) {
				hasEnded ||= over === file;
			},
			grown() {},
			notice() {},
			changed() {},
		},
	);
	try {
		await followed.started;
		const lines: Buffer[] = [];
		const take: LineSink = (bytes, start, end, ...rest) => {
			if (!split.holds(bytes, start, end, ...rest)) {
				lines.push(Buffer.from(bytes.subarray(start, end)));
			}
		};
		const split = new SplitLines(take);
		const cutter = new LineSplitter(0, take);
		const chunk = Buffer.alloc(chunkSize);
		for (let position = 0; file !== undefined && lines.length < maxLines; ) {
			const wasOver = hasEnded;
			const length = await file.read(chunk, position);
			cutter.write(chunk, 0, length);
			position += length;
			if (length === 0 && wasOver) {
				cutter.finish();
				split.finish();
				break;
			}
			if (length === 0) {
				await after(pipeInterval);
			}
		}
		const [state] = followed.states();
		if (file === undefined || (state?.state === 'unreadable' && lines.length === 0)) {
			throw new UserError(`${path}: ${state?.problem ?? "it can't be read"}`);
		}
		return lines.slice(0, maxLines);
	} finally {
		await followed.close();
	}
}
