import {createReadStream, existsSync, mkdirSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type LogOptions, logChunks} from './log-chunks.js';
import type {FormatName} from './log-formats.js';
import {usualLog, writeLog} from './write-log.js';

/** The format of a log, or `distinct` for a log in the format `combined` in which every line has a different URL. */
export type LogVariant = FormatName | 'distinct';

/**
 * Returns the path of a log with this number of lines. The first benchmark that needs the log generates it, and later ones reuse
 * it. The log is generated again if its beginning differs because the generator has changed. The file is then read once, so that
 * the first measured program doesn't wait for the disk.
 */
export async function cachedLog(lines: number, variant: LogVariant = 'combined'): Promise<string> {
	const directory = join(tmpdir(), 'reqscope-bench');
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const path = join(directory, `${variant}-${lines}.log`);
	const format = variant === 'distinct' ? 'combined' : variant;
	const options = {...usualLog, distinctUrls: variant === 'distinct', format, lines};
	if (!existsSync(path) || !(await beginsAsNow(path, options))) {
		writeLog(path, options);
	}
	for await (const _ of createReadStream(path, {highWaterMark: 1 << 20})) {
		// Discard the data: reading fills the page cache.
	}
	return path;
}

async function beginsAsNow(path: string, options: LogOptions): Promise<boolean> {
	const first = logChunks(options).next().value;
	if (first === undefined) {
		return true;
	}
	const file = await open(path);
	try {
		const found = Buffer.alloc(first.length);
		return readSync(file.fd, found) === first.length && found.equals(first);
	} finally {
		await file.close();
	}
}
