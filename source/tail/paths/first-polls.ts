import {open} from 'node:fs/promises';
import {resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import {isFile, readFlags} from '../files/open-file.js';
import type {Turns} from '../files/turns.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import type {FollowedPath} from './followed-path.js';

/** A path that hasn't been polled yet. */
export type Found = Pick<FollowedPath, 'path' | 'poll'>;

/** Maximum time to wait for the first bytes of followed files, in ms: a server may not respond. */
const longestWait = 1000;

/** What is known of a file before it is polled. */
type Beginning = {
	/** Undefined if the file has no whole line. */
	readonly line?: string;
	/** In bytes. */
	readonly size: number;
	/** Creation time, in ms since 1970; 0 if the file system doesn't record it. */
	readonly birth: number;
};

const unknown: Beginning = {size: 0, birth: 0};

/**
 * Polls new paths. Files that begin with the same line may be copies of each other. They are polled one after another: a copy is
 * recognised only after its log. The log is the largest of them, and of equal ones the oldest, unless that has a rotated name.
 * A plain file is polled before its compressed versions.
 *
 * @param turns Limits the number of polls at the same time. Not for followed paths, which may never respond.
 */
export async function firstPolls(found: readonly Found[], turns: Turns | undefined): Promise<void> {
	const take = <Result>(work: () => Promise<Result>) => turns?.take(work) ?? work();
	const beginnings = new Map<Found, Beginning>();
	if (found.length > 1) {
		const read = found.map(path => take(async () => beginnings.set(path, await beginningOf(path.path))));
		const isOver = new AbortController();
		const wait = setTimeout(longestWait, undefined, {ref: false, signal: isOver.signal}).catch(() => {});
		await (turns === undefined ? Promise.race([Promise.all(read), wait]) : Promise.all(read));
		isOver.abort();
	}

	const keys = new Set(found.map(({path}) => resolve(path)));
	const logsOf = (key: string) => {
		const plain = uncompressedName(key);
		return plain === undefined ? unrotatedPaths(key) : [plain, ...unrotatedPaths(plain)];
	};
	const ranked = found
		.map(path => {
			const key = resolve(path.path);
			const logs = logsOf(key).filter(log => keys.has(log));
			return {
				path,
				key,
				logs,
				isPacked: uncompressedName(key) !== undefined,
				...(beginnings.get(path) ?? unknown),
			};
		})
		.sort(
			(a, b) =>
				Number(a.isPacked) - Number(b.isPacked) ||
				b.size - a.size ||
				Number(a.logs.length > 0) - Number(b.logs.length > 0) ||
				a.birth - b.birth ||
				a.key.length - b.key.length,
		);
	const polls = new Map<string, Promise<void>>();
	const sameLine = new Map<string, Promise<void>>();
	for (const {path, key, logs, line} of ranked) {
		const before = [...logs.map(log => polls.get(log)), line === undefined ? undefined : sameLine.get(line)];
		const poll = Promise.all(before).then(() => take(() => path.poll()));
		polls.set(key, poll);
		if (line !== undefined) {
			sameLine.set(line, poll);
		}
	}
	await Promise.all(polls.values());
}

/** Doesn't open pipes, because that would affect their writers. Never rejects. */
async function beginningOf(path: string): Promise<Beginning> {
	try {
		if (uncompressedName(path) !== undefined || !(await isFile(path))) {
			return unknown;
		}

		const file = await open(path, readFlags);
		try {
			const bytes = Buffer.alloc(headSize);
			const {bytesRead} = await file.read(bytes, 0, headSize, 0);
			const {size, birthtimeMs} = await file.stat();
			const end = bytes.subarray(0, bytesRead).indexOf(newline);
			return {
				...{size, birth: birthtimeMs},
				...(end !== -1 && {line: bytes.toString('latin1', 0, end)}),
			};
		} finally {
			await file.close();
		}
	} catch {
		return unknown;
	}
}
