import {createReadStream, existsSync, mkdirSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type LogOptions, logChunks} from './log-chunks.js';
import {usualLog, writeLog} from './write-log.js';

/** Which log: the usual one, or one where every line has a URL of its own. */
export type LogVariant = 'usual' | 'distinct';

/**
 * The path of a log of so many lines, made by the first benchmark that needs it and kept for the next. One that
 * begins otherwise than it would now, as the generator has changed, is made again. It has been read once, so that
 * the first program to be measured doesn't wait for the disk.
 */
export async function cachedLog(lines: number, variant: LogVariant = 'usual'): Promise<string> {
	const directory = join(tmpdir(), 'reqscope-bench');
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const path = join(directory, `${variant}-${lines}.log`);
	const options = {...usualLog, distinctUrls: variant === 'distinct', lines};
	if (!existsSync(path) || !(await beginsAsNow(path, options))) {
		writeLog(path, options);
	}
	for await (const _ of createReadStream(path, {highWaterMark: 1 << 20})) {
		// Reading is all.
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
