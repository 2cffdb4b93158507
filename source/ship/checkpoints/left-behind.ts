import type {BigIntStats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {identityOf, latestOf, tick} from '../../tail/files/open-file.js';
import {logNames, rotatedFiles} from '../../tail/rotation/rotated-files.js';
import {isOf} from './begin.js';
import type {Checkpoint, LogRecord} from './checkpoint.js';
import {type FoundFile, shippedFiles} from './shipped-files.js';

/** Finished logs whose files aren't there any more are remembered for so long, milliseconds: a disk may come back. */
const maxAbsence = 30 * 86_400_000;

/** The same where it isn't known which file one would be. */
const maxUnknownAbsence = 400 * 86_400_000;

/** Files beside those that are followed anyway. */
export type LeftBehind = {
	readonly paths: readonly string[];
	/** Which files these are: another list gives another one when some were renamed, are gone or new. */
	readonly state: string;
	/** What is still to be remembered of logs. */
	readonly logs: readonly LogRecord[];
};

/**
 * Finds the files that aren't followed anyway and may have something to be shipped: whatever was rotated away from a log
 * since it was shipped first, but what is known to have been shipped to its end.
 *
 * Nothing is concluded from the times that lines have, nor from when a checkpoint was written: while a server is away,
 * lines stay unshipped that were written long before either. What rotation makes of a file that nobody holds open is found
 * all the same:
 * - renamed, once or several times: it is listed by its new name, and known by what it holds (see `Ledger.claim`);
 * - copied, and truncated (`copytruncate`): the copy was written last when it was made, so after the beginning;
 * - compressed: that keeps the time when it was written last, or makes it a later one;
 * - put there and rotated away while nobody was here: it was written after the beginning;
 * - another file with the inode of one that is gone: going by inodes only adds to what is looked into.
 * What is renamed while all this is found out: see `openLogs`.
 *
 * @param followed The paths that are followed anyway.
 */
export async function leftBehind(
	{logs, beginnings}: Pick<Checkpoint, 'logs' | 'beginnings'>,
	followed: readonly string[],
): Promise<LeftBehind> {
	const known = new Set(followed.map(path => resolve(path)));
	const found = new Map<string, string>();
	const add = (path: string, stats: BigIntStats): void => {
		if (!known.has(resolve(path))) {
			known.add(resolve(path));
			found.set(path, identityOf(stats));
		}
	};
	const there = new Set<LogRecord>();
	for (const {path, begun, identity} of rootsOf({logs, beginnings})) {
		const files = await filesOf(path);
		const shipped = shippedFiles(files, logs);
		for (const record of shipped.values()) {
			there.add(record);
		}
		for (const file of files) {
			// The time may have been copied without what makes up less than a second.
			const isNew = latestOf(file.stats.mtimeNs) + tick >= begun;
			const isWanted = isNew || identity === identityOf(file.stats);
			if (isWanted && !shipped.has(file)) {
				add(file.path, file.stats);
			}
		}
	}
	for (const {path} of logs.filter(({isDone}) => !isDone)) {
		const stats = await stat(path, {bigint: true}).catch(() => undefined);
		if (stats !== undefined) {
			add(path, stats);
		}
	}
	return {
		paths: [...found.keys()],
		state: [...found].map(([path, identity]) => `${identity} ${path}`).join('\n'),
		logs: logs.filter(record => there.has(record) || !isForgotten(record, Date.now())),
	};
}

async function filesOf(path: string): Promise<readonly FoundFile[]> {
	const {plain, compressed} = await rotatedFiles(await logNames(path));
	return [
		...plain.map(file => ({...file, isCompressed: false})),
		...compressed.map(file => ({...file, isCompressed: true})),
	];
}

function isForgotten({isDone, modified, seen}: LogRecord, now: number): boolean {
	return isDone && now - seen > (modified === null ? maxUnknownAbsence : maxAbsence);
}

/** The logs of which rotated files are sought: what was asked for, and what else was found in the past. */
function rootsOf({logs, beginnings}: Pick<Checkpoint, 'logs' | 'beginnings'>): Checkpoint['beginnings'] {
	const others = new Map<string, number>();
	for (const {path, seen} of logs) {
		if (!beginnings.some(beginning => isOf(path, beginning.path))) {
			others.set(path, Math.min(seen, others.get(path) ?? seen));
		}
	}
	const earliest = Math.min(...beginnings.map(({begun}) => begun));
	return [
		...beginnings,
		...Array.from(others, ([path, seen]) => ({path, begun: Math.min(earliest, seen), identity: null})),
	];
}
