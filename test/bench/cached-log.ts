import {createReadStream, existsSync, mkdirSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {logChunks} from './log-chunks.js';
import {usualLog, writeLog} from './write-log.js';

/**
 * The path of a log of so many lines, made by the first benchmark that needs it and kept for the next. One that
 * begins otherwise than it would now, as the generator has changed, is made again. It has been read once, so that
 * the first program to be measured doesn't wait for the disk.
 */
export async function cachedLog(lines: number): Promise<string> {
	const directory = join(tmpdir(), 'reqscope-bench');
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const path = join(directory, `access-${lines}-seed${usualLog.seed}.log`);
	if (!existsSync(path) || !(await beginsAsNow(path, lines))) {
		writeLog(path, {...usualLog, lines});
	}
	for await (const _ of createReadStream(path, {highWaterMark: 1 << 20})) {
		// Reading is all.
	}
	return path;
}

async function beginsAsNow(path: string, lines: number): Promise<boolean> {
	const first = logChunks({...usualLog, lines}).next().value;
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
