import {open, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {setImmediate, setTimeout} from 'node:timers/promises';
import {newline} from '../../ascii.js';
import {headSize} from '../files/magic-bytes.js';
import {readFlags} from '../files/open-file.js';
import type {TaskLimit} from '../files/task-limit.js';
import {uncompressedName, unrotatedPaths} from '../rotation/rotated-files.js';
import type {FollowedPath} from './followed-path.js';

/** A path that hasn't been polled yet. */
export type Found = Pick<FollowedPath, 'path' | 'poll'>;

/** Maximum pause between two reads of beginnings, in ms. After it, files are polled without the rest: a server may not respond. */
const maxPause = 100;

/** The facts about a file before it is polled. */
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
 * Polls new paths. Files that begin with the same line may be copies of each other. They are polled in sequence: a copy is
 * recognised only after its log. The log is the largest of them; if sizes are equal, the oldest, unless it has a rotated name. A
 * plain file is polled before its compressed versions.
 *
 * @param limit Limits the number of polls at the same time. Not for followed paths, which may never respond.
 */
export async function firstPolls(found: readonly Found[], limit: TaskLimit | undefined): Promise<void> {
	const run = <Result>(work: () => Promise<Result>) => limit?.run(work) ?? work();
	const [first] = found;
	if (first === undefined || found.length === 1) {
		return first && run(() => first.poll());
	}
	const keys = new Set(found.map(({path}) => resolve(path)));
	let known: Array<Beginning & {readonly path: Found}> = [];
	const reads = new Set<Promise<void>>();
	for (const path of found) {
		const read = run(() => beginningOf(path.path)).then(beginning => {
			known.push({path, ...beginning});
			reads.delete(read);
		});
		reads.add(read);
	}
	const polls = new Map<string, Promise<void>>();
	const sameLine = new Map<string, Promise<void>>();
	while (reads.size > 0) {
		await (limit === undefined ? paused(reads) : Promise.all(reads));
		const ranked = known
			.map(({path, ...beginning}) => {
				const key = resolve(path.path);
				const plain = uncompressedName(key);
				const names = plain === undefined ? unrotatedPaths(key) : [plain, ...unrotatedPaths(plain)];
				const logs = names.filter(log => keys.has(log));
				return {path, key, logs, isPacked: plain !== undefined, ...beginning};
			})
			.sort(
				(a, b) =>
					Number(a.isPacked) - Number(b.isPacked) ||
					b.size - a.size ||
					Number(a.logs.length > 0) - Number(b.logs.length > 0) ||
					a.birth - b.birth ||
					a.key.length - b.key.length,
			);
		// A file whose log hasn't been examined yet waits for it: otherwise it would be read as a separate log.
		const examined = new Set(ranked.map(({key}) => key));
		const isReady = (logs: readonly string[]) => logs.every(log => polls.has(log) || examined.has(log));
		known = ranked.filter(({logs}) => !isReady(logs));
		for (const {path, key, logs, line} of ranked.filter(one => isReady(one.logs))) {
			const before = [
				...logs.map(log => polls.get(log)),
				line === undefined ? undefined : sameLine.get(line),
			];
			const poll = Promise.all(before).then(() => run(() => path.poll()));
			polls.set(key, poll);
			if (line !== undefined) {
				sameLine.set(line, poll);
			}
		}
	}
	await Promise.all(polls.values());
}

/** Resolves when all reads are done, or when no further read has finished for `maxPause`. Each read leaves the set when done. */
async function paused(reads: ReadonlySet<Promise<void>>): Promise<void> {
	await Promise.race(reads);
	for (let before = Number.POSITIVE_INFINITY; reads.size > 0 && reads.size < before; ) {
		before = reads.size;
		await Promise.race([Promise.all(reads), setTimeout(maxPause, undefined, {ref: false})]);
		// After a busy time, Node runs timers before it handles finished reads.
		await setImmediate();
	}
}

/** Doesn't open pipes, because that would affect their writers. Never rejects. */
async function beginningOf(path: string): Promise<Beginning> {
	try {
		const stats = uncompressedName(path) === undefined ? await stat(path) : undefined;
		if (!stats?.isFile() || stats.size === 0) {
			return unknown;
		}
		const {size, birthtimeMs: birth} = stats;
		const file = await open(path, readFlags);
		try {
			const bytes = Buffer.alloc(headSize);
			const {bytesRead} = await file.read(bytes, 0, headSize, 0);
			const end = bytes.subarray(0, bytesRead).indexOf(newline);
			return {size, birth, ...(end !== -1 && {line: bytes.toString('latin1', 0, end)})};
		} finally {
			await file.close();
		}
	} catch {
		return unknown;
	}
}
