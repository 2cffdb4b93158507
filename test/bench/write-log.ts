import {closeSync, openSync, renameSync, writeSync} from 'node:fs';
import {type LogOptions, logChunks} from './log-chunks.js';

/** Default options of a benchmark log: one week, long ago. Lines that are appended later are newer on any machine. */
export const usualLog: Omit<LogOptions, 'lines'> = {
	seed: 1,
	distinctUrls: false,
	span: 7 * 24 * 3_600_000,
	end: Date.UTC(2024, 10, 20, 12),
};

/** Writes a log to `path` atomically. Returns its size in bytes. */
export function writeLog(path: string, options: LogOptions): number {
	const partial = `${path}.partial`;
	const file = openSync(partial, 'w');
	let size = 0;
	try {
		for (const chunk of logChunks(options)) {
			for (let written = 0; written < chunk.length; ) {
				written += writeSync(file, chunk, written);
			}
			size += chunk.length;
		}
	} finally {
		closeSync(file);
	}
	renameSync(partial, path);
	return size;
}
