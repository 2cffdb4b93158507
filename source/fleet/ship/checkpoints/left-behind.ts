import type {BigIntStats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {identityOf, maxTimeOf, tick} from '../../../tail/files/open-file.js';
import {logNames, rotatedFiles} from '../../../tail/rotation/rotated-files.js';
import {isOf} from './begin.js';
import type {Checkpoint, LogRecord} from './checkpoint.js';
import {type FoundFile, shippedFiles} from './shipped-files.js';

/** Time after which finished logs whose files are missing are forgotten, in ms. A disk may be mounted again. */
const maxAbsence = 30 * 86_400_000;

/** The same for logs whose modification time is unknown. */
const maxUnknownAbsence = 400 * 86_400_000;

/** Files to ship in addition to the followed ones. */
export type LeftBehind = {
	readonly paths: readonly string[];
	/** Identities and paths of the files. It changes when files are renamed, removed or added. */
	readonly state: string;
	/** Records of logs that are still needed. */
	readonly logs: readonly LogRecord[];
};

/**
 * Finds files that aren't followed but may contain unshipped lines: every file rotated away from a log since it was first
 * shipped, except files known to be shipped to their end.
 *
 * Doesn't rely on the times of lines or of checkpoints: while a server is unreachable, lines stay unshipped that are older than
 * both. Finds rotated files even if no process had them open:
 * - renamed, once or several times: the file is listed under its new name and identified by its content (see `Ledger.claim`);
 * - copied and truncated (`copytruncate`): the copy was modified when it was created, so after the beginning;
 * - compressed: this keeps the modification time or makes it later;
 * - created and rotated away while `ship` wasn't running: the file was modified after the beginning;
 * - a new file with the inode of a deleted one: inodes only add files to examine.
 * For renames during this search, see `openLogs`.
 *
 * @param followed - paths that are followed anyway
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
			// Copying may have truncated the time to whole seconds.
			const isNew = maxTimeOf(file.stats.mtimeNs) + tick >= begun;
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

/** Returns the logs whose rotated files to search for: the given paths, and other logs known from earlier. */
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
